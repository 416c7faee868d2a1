//! Types.

use crate::ast::{NamedType, Type};

use super::*;

impl<'a> Parser<'a> {
    /// The current token can start a type.
    pub(super) fn starts_type(&self) -> bool {
        match self.tok.kind {
            Kind::Local | Kind::LocalNum | Kind::LBrace | Kind::LBracket | Kind::Less => true,
            Kind::Word => {
                let word = self.word();
                simple_type(word).is_some()
                    || int_bits(word).is_some()
                    || matches!(word, "ptr" | "target")
            }
            _ => false,
        }
    }

    /// A type; function types included.
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        let start = self.tok;
        let mut ty = match self.tok.kind {
            Kind::Word => self.word_type()?,
            Kind::Local | Kind::LocalNum => self.named_type()?,
            Kind::LBracket => self.nested("a type", Self::array_type)?,
            Kind::LBrace => self.nested("a type", |p| p.struct_type(false))?,
            Kind::Less => self.nested("a type", Self::vector_or_packed_type)?,
            _ => return Err(self.expected("a type")),
        };
        loop {
            match self.tok.kind {
                Kind::Star => return Err(self.error_at(start, ParseErrorKind::TypedPointer)),
                Kind::LParen => ty = self.nested("a type", |p| p.function_type(ty))?,
                _ => return Ok(ty),
            }
        }
    }

    /// A type of values: neither void nor a function nor a label.
    pub(super) fn value_type(&mut self) -> Result<TypeId> {
        let start = self.tok;
        let ty = self.ty()?;
        match self.module.types.get_nominal(ty) {
            Type::Void | Type::Label | Type::Function { .. } => {
                let found = format!("`{}`", self.module.types.display(ty));
                let expected = "a type of values";
                Err(self.error_at(start, ParseErrorKind::Expected { expected, found }))
            }
            _ => Ok(ty),
        }
    }

    fn word_type(&mut self) -> Result<TypeId> {
        let token = self.tok;
        let word = self.word();
        match word {
            "ptr" => {
                self.bump();
                let addr_space = self.addr_space()?;
                return Ok(self.pointer(addr_space));
            }
            "target" => {
                self.bump();
                if !self.at(Kind::LParen) {
                    return Err(self.expected("`(`"));
                }
                self.skip_parens()?;
                return Ok(TypeId::TARGET);
            }
            _ => {}
        }
        if let Some(bits) = int_bits(word) {
            self.bump();
            if bits == 0 || bits >= 1 << 23 {
                return Err(self.error_at(token, ParseErrorKind::UnknownType(word.to_owned())));
            }
            return Ok(self.module.types.int(bits));
        }
        match simple_type(word) {
            Some(ty) => {
                self.bump();
                Ok(ty)
            }
            None => Err(self.error(ParseErrorKind::UnknownType(word.to_owned()))),
        }
    }

    pub(super) fn pointer(&mut self, addr_space: u32) -> TypeId {
        match addr_space {
            0 => TypeId::PTR,
            _ => self.module.types.intern(Type::Ptr { addr_space }),
        }
    }

    /// `addrspace(7)`, if it is there. Names of address spaces (`addrspace("A")`) count as 0.
    pub(super) fn addr_space(&mut self) -> Result<u32> {
        if !self.eat_word("addrspace") {
            return Ok(0);
        }
        self.expect(Kind::LParen, "`(`")?;
        let space = if self.eat(Kind::Str) { 0 } else { self.expect_u32("an address space")? };
        self.expect(Kind::RParen, "`)`")?;
        Ok(space)
    }

    fn named_type(&mut self) -> Result<TypeId> {
        let id = self.named_type_id()?;
        Ok(self.module.types.intern(Type::Named(id)))
    }

    /// The named type of the current token, `%name` or `%7`. Takes the token.
    pub(super) fn named_type_id(&mut self) -> Result<NamedTypeId> {
        let token = self.bump();
        let name = self.text_of(token);
        let known = match token.kind {
            Kind::LocalNum => self.numbered_types.get(&token.num),
            _ => self.named_types.get(name),
        };
        if let Some(&id) = known {
            return Ok(id);
        }
        let id = NamedTypeId(self.module.types.named.len() as u32);
        self.module.types.named.push(NamedType { name, body: None, declared: false });
        self.type_uses.push(token);
        match token.kind {
            Kind::LocalNum => self.numbered_types.insert(token.num, id),
            _ => self.named_types.insert(name, id),
        };
        Ok(id)
    }

    /// `[N x T]`
    fn array_type(&mut self) -> Result<TypeId> {
        self.bump();
        let len = self.count()?;
        let elem = self.value_type()?;
        self.expect(Kind::RBracket, "`]`")?;
        Ok(self.module.types.intern(Type::Array { elem, len }))
    }

    /// `N x`
    fn count(&mut self) -> Result<u64> {
        let token = self.expect(Kind::Int, "a number of elements")?;
        if self.text_of(token).starts_with('-') || token.num == u64::MAX {
            return Err(self.error_at(
                token,
                ParseErrorKind::Expected {
                    expected: "a number of elements",
                    found: self.describe(token),
                },
            ));
        }
        self.expect_word("x")?;
        Ok(token.num)
    }

    /// `<N x T>`, `<vscale x N x T>` or `<{ … }>`
    fn vector_or_packed_type(&mut self) -> Result<TypeId> {
        self.bump();
        if self.at(Kind::LBrace) {
            let ty = self.struct_type(true)?;
            self.expect(Kind::Greater, "`>`")?;
            return Ok(ty);
        }
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let count = self.tok;
        let len = self.count()?;
        let Some(len) = u32::try_from(len).ok().filter(|&len| len > 0) else {
            let found = self.describe(count);
            let expected = "a number of elements from 1 to 4294967295";
            return Err(self.error_at(count, ParseErrorKind::Expected { expected, found }));
        };
        let token = self.tok;
        let elem = self.value_type()?;
        if !self.may_be_lane(elem) {
            return Err(self.wrong_operand(token, "a type of vector elements", elem));
        }
        self.expect(Kind::Greater, "`>`")?;
        Ok(self.module.types.intern(Type::Vector { elem, len, scalable }))
    }

    /// `{ T, … }`
    fn struct_type(&mut self, packed: bool) -> Result<TypeId> {
        self.bump();
        let mut fields = Vec::new();
        if !self.eat(Kind::RBrace) {
            loop {
                fields.push(self.value_type()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::RBrace, "`,` or `}`")?;
        }
        let fields = self.module.types.intern_list(&fields);
        Ok(self.module.types.intern(Type::Struct { fields, packed }))
    }

    /// `(T, …)` behind the returned type.
    fn function_type(&mut self, ret: TypeId) -> Result<TypeId> {
        self.bump();
        let mut params = Vec::new();
        let mut varargs = false;
        if !self.at(Kind::RParen) {
            loop {
                if self.eat(Kind::Ellipsis) {
                    varargs = true;
                    break;
                }
                params.push(self.value_type()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.expect(Kind::RParen, "`,` or `)`")?;
        Ok(self.intern_function(ret, &params, varargs))
    }

    pub(super) fn intern_function(
        &mut self,
        ret: TypeId,
        params: &[TypeId],
        varargs: bool,
    ) -> TypeId {
        let params = self.module.types.intern_list(params);
        self.module.types.intern(Type::Function { ret, params, varargs })
    }

    /// `T`, or a vector of as many `T` as `like` has elements.
    pub(super) fn like_vector(&mut self, like: TypeId, scalar: TypeId) -> TypeId {
        match self.module.types.get(like) {
            Type::Vector { len, scalable, .. } => {
                self.module.types.intern(Type::Vector { elem: scalar, len, scalable })
            }
            _ => scalar,
        }
    }

    /// The type of a vector's elements; other types themselves.
    pub(super) fn scalar(&self, ty: TypeId) -> Type {
        match self.module.types.get(ty) {
            Type::Vector { elem, .. } => self.module.types.get(elem),
            ty => ty,
        }
    }

    /// The type inside an aggregate that `index` selects.
    pub(super) fn element_type(&self, aggregate: TypeId, index: u32) -> Option<TypeId> {
        match self.module.types.get(aggregate) {
            Type::Struct { fields, .. } => {
                self.module.types.list(fields).get(index as usize).copied()
            }
            Type::Array { elem, len } => (u64::from(index) < len).then_some(elem),
            _ => None,
        }
    }
}

fn int_bits(word: &str) -> Option<u32> {
    match word {
        "i32" => return Some(32),
        "i64" => return Some(64),
        "i8" => return Some(8),
        "i1" => return Some(1),
        _ => {}
    }
    let digits = word.strip_prefix('i')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    (plain && !digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX))
}

fn simple_type(word: &str) -> Option<TypeId> {
    Some(match word {
        "void" => TypeId::VOID,
        "label" => TypeId::LABEL,
        "token" => TypeId::TOKEN,
        "metadata" => TypeId::METADATA,
        "half" => TypeId::HALF,
        "bfloat" => TypeId::BFLOAT,
        "float" => TypeId::FLOAT,
        "double" => TypeId::DOUBLE,
        "x86_fp80" => TypeId::X86_FP80,
        "fp128" => TypeId::FP128,
        "ppc_fp128" => TypeId::PPC_FP128,
        "x86_amx" => TypeId::X86_AMX,
        "x86_mmx" => TypeId::X86_MMX,
        _ => return None,
    })
}
