//! Constants and constant expressions.

use crate::ast::{BlockAddressId, BytesId, CastOp, Const, ConstKind, Flags, List, Operand, Type};

use super::insts::{binary_op, cast_op, float_predicate, int_predicate};
use super::literals::{self, FloatFormat};
use super::operands::GepType;
use super::*;

/// Remembers scalars handed out lately, so that the common ones are stored once. Direct-mapped: a
/// lookup is one comparison, and a collision costs a duplicate only.
pub(super) struct ConstCache {
    entries: Vec<Option<(TypeId, Simple, ConstId)>>,
}

/// A constant without parts.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Simple {
    Bits(u64),
    Null,
    Undef,
    Poison,
    Zero,
    Symbol(SymbolId),
}

const CACHE_SIZE: usize = 1024;

impl Default for ConstCache {
    fn default() -> Self {
        ConstCache { entries: vec![None; CACHE_SIZE] }
    }
}

impl ConstCache {
    fn slot(ty: TypeId, simple: Simple) -> usize {
        let key = match simple {
            Simple::Bits(bits) => bits,
            Simple::Null => 1 << 40,
            Simple::Undef => 2 << 40,
            Simple::Poison => 3 << 40,
            Simple::Zero => 4 << 40,
            Simple::Symbol(symbol) => 5 << 40 | u64::from(symbol.0),
        };
        let mixed = (key ^ u64::from(ty.0) << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 54) as usize % CACHE_SIZE
    }
}

/// The current word starts a constant, rather than being an attribute.
pub(super) fn starts_const(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "none"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "splat"
            | "asm"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "getelementptr"
            | "select"
            | "icmp"
            | "fcmp"
            | "fneg"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
    ) || is_float_word(word)
        || cast_op(word).is_some()
        || binary_op(word).is_some()
}

/// A float written as a word: `f0x3F80`, `-inf`, `+nan(0x1)`. (`u0x` and `s0x` are words too.)
fn is_float_word(word: &str) -> bool {
    word.starts_with(['+', '-'])
        || ["f0x", "u0x", "s0x"].iter().any(|prefix| word.starts_with(prefix))
}

impl<'a> Parser<'a> {
    pub(super) fn push_const(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        let consts = &mut self.module.consts.consts;
        let id = ConstId(consts.len() as u32);
        consts.push(Const { ty, kind });
        id
    }

    pub(super) fn simple_const(&mut self, ty: TypeId, simple: Simple) -> ConstId {
        let slot = ConstCache::slot(ty, simple);
        if let Some((cached_ty, cached, id)) = self.const_cache.entries[slot]
            && cached_ty == ty
            && cached == simple
        {
            return id;
        }
        let kind = match simple {
            Simple::Bits(bits) => ConstKind::Bits(bits),
            Simple::Null => ConstKind::Null,
            Simple::Undef => ConstKind::Undef,
            Simple::Poison => ConstKind::Poison,
            Simple::Zero => ConstKind::Zero,
            Simple::Symbol(symbol) => ConstKind::Symbol(symbol),
        };
        let id = self.push_const(ty, kind);
        self.const_cache.entries[slot] = Some((ty, simple, id));
        id
    }

    /// A type and a constant of it.
    pub(super) fn typed_const(&mut self) -> Result<ConstId> {
        let ty = self.value_type()?;
        self.constant(ty)
    }

    /// A constant of the given type.
    pub(super) fn constant(&mut self, ty: TypeId) -> Result<ConstId> {
        match self.tok.kind {
            Kind::Int => self.int_const(ty),
            Kind::Float | Kind::HexFloat => self.float_const(ty),
            Kind::Global | Kind::GlobalNum => {
                let token = self.tok;
                if !matches!(self.module.types.get_nominal(ty), Type::Ptr { .. }) {
                    return Err(self.mismatch(token, TypeId::PTR, ty));
                }
                let symbol = self.symbol()?;
                Ok(self.simple_const(ty, Simple::Symbol(symbol)))
            }
            Kind::ByteStr => self.byte_string(ty),
            Kind::LBrace | Kind::LBracket | Kind::Less => {
                self.nested("a constant", |p| p.aggregate(ty))
            }
            Kind::Word => self.nested("a constant", |p| p.word_const(ty)),
            _ => Err(self.expected("a constant")),
        }
    }

    fn word_const(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.tok;
        let word = self.word();
        let simple = match word {
            "true" | "false" if ty == TypeId::I1 => Simple::Bits(u64::from(word == "true")),
            "null" if matches!(self.module.types.get_nominal(ty), Type::Ptr { .. }) => Simple::Null,
            "undef" => Simple::Undef,
            "poison" => Simple::Poison,
            "zeroinitializer" => Simple::Zero,
            "none" if ty == TypeId::TOKEN => {
                self.bump();
                return Ok(self.push_const(ty, ConstKind::None));
            }
            _ if is_float_word(word) => return self.literal_word(ty),
            _ => {
                let id = self.const_expr(ty)?;
                let found = self.module.consts.get(id).ty;
                self.check_type(token, found, ty)?;
                return Ok(id);
            }
        };
        self.bump();
        Ok(self.simple_const(ty, simple))
    }

    // Literals.

    fn int_const(&mut self, ty: TypeId) -> Result<ConstId> {
        let Type::Int(bits) = self.module.types.get_nominal(ty) else {
            return Err(self.mistyped_literal(ty));
        };
        let token = self.bump();
        if bits > 64 || token.num == u64::MAX {
            let words = literals::decimal_words(self.text_of(token), bits);
            return self.words_const(ty, words, token);
        }
        let negative = self.lexer.text.as_bytes()[token.start as usize] == b'-';
        let value = if negative { token.num.wrapping_neg() } else { token.num };
        Ok(self.simple_const(ty, Simple::Bits(value & (u64::MAX >> (64 - bits)))))
    }

    #[cold]
    fn mistyped_literal(&self, ty: TypeId) -> ParseError {
        let ty = self.module.types.display(ty);
        self.invalid(format!("{} is not a constant of type {ty}", self.describe(self.tok)))
    }

    /// One word makes `Bits`, more make `Wide`.
    fn words_const(
        &mut self,
        ty: TypeId,
        words: Option<Vec<u64>>,
        token: Token,
    ) -> Result<ConstId> {
        match words.as_deref() {
            Some(&[bits]) => Ok(self.simple_const(ty, Simple::Bits(bits))),
            Some(words) => {
                let pool = &mut self.module.consts.words;
                let start = pool.len();
                pool.extend_from_slice(words);
                let list = List::new(start, pool.len());
                Ok(self.push_const(ty, ConstKind::Wide(list)))
            }
            None => {
                let text = self.describe(token);
                let ty = self.module.types.display(ty);
                let reason = format!("{text} is not a constant of type {ty}");
                Err(self.error_at(token, ParseErrorKind::Invalid(reason)))
            }
        }
    }

    fn float_format(&self, ty: TypeId) -> Option<FloatFormat> {
        match ty {
            TypeId::HALF => Some(FloatFormat::HALF),
            TypeId::BFLOAT => Some(FloatFormat::BFLOAT),
            TypeId::FLOAT => Some(FloatFormat::FLOAT),
            TypeId::DOUBLE => Some(FloatFormat::DOUBLE),
            _ => None,
        }
    }

    fn float_const(&mut self, ty: TypeId) -> Result<ConstId> {
        let format = self.float_format(ty);
        let token = self.tok;
        let text = self.text_of(token);
        let words = match (text.strip_prefix("0x"), format) {
            (None, Some(format)) => {
                text.parse::<f64>().ok().map(|value| vec![format.narrow(value.to_bits())])
            }
            (Some(digits), _) => match (digits.as_bytes().first(), ty) {
                (Some(b'K'), TypeId::X86_FP80) => literals::x87_words(&digits[1..]).map(Vec::from),
                (Some(b'L'), TypeId::FP128) => literals::quad_words(&digits[1..]).map(Vec::from),
                (Some(b'M'), TypeId::PPC_FP128) => {
                    literals::quad_words(&digits[1..]).map(Vec::from)
                }
                (Some(b'H'), TypeId::HALF) | (Some(b'R'), TypeId::BFLOAT) => {
                    literals::hex_u64(&digits[1..]).filter(|bits| *bits <= 0xffff).map(|b| vec![b])
                }
                _ => format.zip(literals::hex_u64(digits)).map(|(f, bits)| vec![f.narrow(bits)]),
            },
            (None, None) => None,
        };
        self.bump();
        self.words_const(ty, words, token)
    }

    /// `u0x…` and `s0x…` for integers; `f0x…` (the format's bits), `±inf`, `±qnan`, `±nan(0x…)` and
    /// `±snan(0x…)` for floats.
    fn literal_word(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.bump();
        let word = self.text_of(token);
        let shape = self.module.types.get_nominal(ty);
        let words = match (shape, word.get(..3)) {
            (Type::Int(bits), Some("u0x" | "s0x")) => literals::hex_words(word, bits),
            (_, Some("f0x")) => {
                let bits = match shape {
                    Type::Half | Type::BFloat => 16,
                    Type::Float => 32,
                    Type::Double => 64,
                    Type::X86Fp80 => 80,
                    Type::Fp128 | Type::PpcFp128 => 128,
                    _ => 0,
                };
                (bits > 0).then(|| literals::hex_words(word, bits)).flatten()
            }
            _ => return self.special_float(ty, token),
        };
        self.words_const(ty, words, token)
    }

    fn special_float(&mut self, ty: TypeId, token: Token) -> Result<ConstId> {
        let word = self.text_of(token);
        let payload = if self.at(Kind::LParen) {
            self.bump();
            let digits = self.expect(Kind::HexFloat, "a payload")?;
            self.expect(Kind::RParen, "`)`")?;
            literals::hex_u64(&self.text_of(digits)[2..])
        } else {
            Some(0)
        };
        let words = self.float_format(ty).zip(payload).and_then(|(format, payload)| {
            let infinity = ((1u64 << format.exponent_bits) - 1) << format.mantissa_bits;
            let quiet = 1u64 << (format.mantissa_bits - 1);
            let sign =
                u64::from(word.starts_with('-')) << (format.mantissa_bits + format.exponent_bits);
            let magnitude = match &word[1..] {
                "inf" => infinity,
                "qnan" => infinity | quiet,
                "nan" => infinity | quiet | payload,
                "snan" => infinity | payload,
                _ => return None,
            };
            Some(vec![sign | magnitude])
        });
        self.words_const(ty, words, token)
    }

    fn byte_string(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.bump();
        let bytes = literals::decode_bytes(self.text_of(token));
        match self.module.types.get(ty) {
            Type::Array { elem: TypeId::I8, len } if len == bytes.len() as u64 => {}
            _ => {
                let ty = self.module.types.display(ty);
                let reason = format!("a string of {} bytes is not of type {ty}", bytes.len());
                return Err(self.error_at(token, ParseErrorKind::Invalid(reason)));
            }
        }
        let id = BytesId(self.module.consts.bytes.len() as u32);
        self.module.consts.bytes.push(bytes);
        Ok(self.push_const(ty, ConstKind::Bytes(id)))
    }

    // Aggregates.

    /// `{ … }`, `<{ … }>`, `[ … ]` or `< … >`
    fn aggregate(&mut self, ty: TypeId) -> Result<ConstId> {
        let open = self.bump();
        let packed = open.kind == Kind::Less && self.eat(Kind::LBrace);
        let close = match open.kind {
            Kind::LBrace => Kind::RBrace,
            Kind::LBracket => Kind::RBracket,
            _ if packed => Kind::RBrace,
            _ => Kind::Greater,
        };
        let mut elements = Vec::new();
        if !self.at(close) {
            loop {
                elements.push(self.typed_const()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.expect(close, "`,` or the end of the aggregate")?;
        if packed {
            self.expect(Kind::Greater, "`>`")?;
        }
        if !self.elements_match(ty, open.kind, packed, &elements) {
            let ty = self.module.types.display(ty);
            let reason = format!("the elements of the constant do not match its type {ty}");
            return Err(self.error_at(open, ParseErrorKind::Invalid(reason)));
        }
        let list = self.push_elements(&elements);
        Ok(self.push_const(ty, ConstKind::Aggregate(list)))
    }

    fn push_elements(&mut self, elements: &[ConstId]) -> List<ConstId> {
        let pool = &mut self.module.consts.elements;
        let start = pool.len();
        pool.extend_from_slice(elements);
        List::new(start, pool.len())
    }

    fn elements_match(&self, ty: TypeId, open: Kind, packed: bool, elements: &[ConstId]) -> bool {
        let type_of = |id: &ConstId| self.module.consts.get(*id).ty;
        let uniform = |elem: TypeId, len: u64| {
            len == elements.len() as u64 && elements.iter().all(|id| type_of(id) == elem)
        };
        match (self.module.types.get(ty), open) {
            (Type::Struct { fields, packed: is_packed }, Kind::LBrace | Kind::Less) => {
                is_packed == packed
                    && self
                        .module
                        .types
                        .list(fields)
                        .iter()
                        .copied()
                        .eq(elements.iter().map(type_of))
            }
            (Type::Array { elem, len }, Kind::LBracket) => uniform(elem, len),
            (Type::Vector { elem, len, .. }, Kind::Less) if !packed => uniform(elem, len.into()),
            _ => false,
        }
    }

    // Constant expressions. `ty` is what the context asks for; the caller compares.

    fn const_expr(&mut self, ty: TypeId) -> Result<ConstId> {
        let word = self.word();
        if let Some(op) = cast_op(word) {
            return self.const_cast(op);
        }
        if let Some(op) = binary_op(word) {
            let token = self.bump();
            let flags = self.flags_before_paren()?;
            let [lhs, rhs] = self.const_args()?;
            let ty = self.common_type(token, lhs, rhs)?;
            self.check_binary(token, op, ty)?;
            return Ok(self.push_const(ty, ConstKind::Binary { op, flags, lhs, rhs }));
        }
        match word {
            "splat" => self.splat(ty),
            "blockaddress" => self.block_address(ty),
            "dso_local_equivalent" | "no_cfi" => {
                let token = self.bump();
                self.check_type(token, TypeId::PTR, ty)?;
                let symbol = self.symbol()?;
                let kind = match word {
                    "no_cfi" => ConstKind::NoCfi(symbol),
                    _ => ConstKind::DsoLocalEquivalent(symbol),
                };
                Ok(self.push_const(ty, kind))
            }
            "ptrauth" => self.ptrauth(),
            "getelementptr" => self.const_gep(),
            "select" => {
                let token = self.bump();
                let [cond, if_true, if_false] = self.const_args()?;
                let ty = self.common_type(token, if_true, if_false)?;
                self.check_condition(token, self.module.consts.get(cond).ty, ty)?;
                Ok(self.push_const(ty, ConstKind::Select { cond, if_true, if_false }))
            }
            "icmp" | "fcmp" => self.const_compare(word == "icmp"),
            "fneg" => {
                let token = self.bump();
                let [value] = self.const_args()?;
                let ty = self.module.consts.get(value).ty;
                self.check_float(token, ty)?;
                Ok(self.push_const(ty, ConstKind::FNeg { value }))
            }
            "extractelement" | "insertelement" | "shufflevector" => self.const_vector(word),
            "extractvalue" | "insertvalue" => self.const_value(word),
            _ => Err(self.expected("a constant")),
        }
    }

    /// The type that two constants share.
    fn common_type(&self, token: Token, lhs: ConstId, rhs: ConstId) -> Result<TypeId> {
        let ty = self.module.consts.get(lhs).ty;
        self.check_type(token, self.module.consts.get(rhs).ty, ty)?;
        Ok(ty)
    }

    /// `(T a, U b, …)`, exactly `N` of them.
    fn const_args<const N: usize>(&mut self) -> Result<[ConstId; N]> {
        self.expect(Kind::LParen, "`(`")?;
        let mut args = [ConstId(0); N];
        for (i, arg) in args.iter_mut().enumerate() {
            if i > 0 {
                self.expect(Kind::Comma, "`,`")?;
            }
            *arg = self.typed_const()?;
        }
        self.expect(Kind::RParen, "`)`")?;
        Ok(args)
    }

    fn const_cast(&mut self, op: CastOp) -> Result<ConstId> {
        self.bump();
        self.flags_before_paren()?;
        self.expect(Kind::LParen, "`(`")?;
        let value = self.typed_const()?;
        self.expect_word("to")?;
        let token = self.tok;
        let ty = self.value_type()?;
        self.check_cast(token, op, self.module.consts.get(value).ty, ty)?;
        self.expect(Kind::RParen, "`)`")?;
        Ok(self.push_const(ty, ConstKind::Cast { op, value }))
    }

    fn const_gep(&mut self) -> Result<ConstId> {
        self.bump();
        let flags = self.flags_before_paren()?;
        self.expect(Kind::LParen, "`(`")?;
        let source = self.value_type()?;
        let mut operands = Vec::new();
        let mut gep = GepType::default();
        while self.eat(Kind::Comma) {
            // Before LLVM 19, `inrange` marked one of the indices.
            self.eat_word("inrange");
            let token = self.tok;
            let operand = self.typed_const()?;
            self.gep_operand(token, &mut gep, self.module.consts.get(operand).ty)?;
            operands.push(operand);
        }
        if operands.is_empty() {
            return Err(self.expected("`,`"));
        }
        let ty = self.gep_type(self.tok, gep)?;
        self.expect(Kind::RParen, "`)`")?;
        let operands = self.push_elements(&operands);
        Ok(self.push_const(ty, ConstKind::GetElementPtr { source, flags, operands }))
    }

    fn const_compare(&mut self, is_int: bool) -> Result<ConstId> {
        self.bump();
        self.eat_word("samesign");
        let word = self.word();
        let (int, float) = (int_predicate(word), float_predicate(word));
        if (is_int && int.is_none()) || (!is_int && float.is_none()) {
            return Err(self.expected("a predicate"));
        }
        let token = self.bump();
        let [lhs, rhs] = self.const_args()?;
        let ty = self.common_type(token, lhs, rhs)?;
        match is_int {
            true => self.check_ordered(token, ty)?,
            false => self.check_float(token, ty)?,
        }
        let ty = self.like_vector(ty, TypeId::I1);
        let kind = match (int, float) {
            (Some(pred), _) if is_int => ConstKind::ICmp { pred, lhs, rhs },
            (_, Some(pred)) => ConstKind::FCmp { pred, lhs, rhs },
            _ => return Err(self.expected("a predicate")),
        };
        Ok(self.push_const(ty, kind))
    }

    fn const_vector(&mut self, word: &str) -> Result<ConstId> {
        let token = self.bump();
        let type_of = |p: &Self, id: ConstId| p.module.consts.get(id).ty;
        let element_of = |p: &Self, vector: ConstId| match p.module.types.get(type_of(p, vector)) {
            Type::Vector { elem, .. } => Ok(elem),
            _ => Err(p.error_at(token, not_a_vector())),
        };
        let (ty, kind) = match word {
            "extractelement" => {
                let [vector, index] = self.const_args()?;
                self.check_integer(token, type_of(self, index))?;
                (element_of(self, vector)?, ConstKind::ExtractElement { vector, index })
            }
            "insertelement" => {
                let [vector, element, index] = self.const_args()?;
                self.check_type(token, type_of(self, element), element_of(self, vector)?)?;
                self.check_integer(token, type_of(self, index))?;
                (type_of(self, vector), ConstKind::InsertElement { vector, element, index })
            }
            _ => {
                let [lhs, rhs, mask] = self.const_args()?;
                self.common_type(token, lhs, rhs)?;
                self.check_type(token, element_of(self, mask)?, TypeId::I32)?;
                let element = element_of(self, lhs)?;
                let ty = self.like_vector(type_of(self, mask), element);
                (ty, ConstKind::ShuffleVector { lhs, rhs, mask })
            }
        };
        Ok(self.push_const(ty, kind))
    }

    fn const_value(&mut self, word: &str) -> Result<ConstId> {
        let token = self.bump();
        self.expect(Kind::LParen, "`(`")?;
        let aggregate = self.typed_const()?;
        let element = if word == "insertvalue" {
            self.expect(Kind::Comma, "`,`")?;
            Some(self.typed_const()?)
        } else {
            None
        };
        let aggregate_ty = self.module.consts.get(aggregate).ty;
        let mut inner = aggregate_ty;
        let start = self.module.consts.indices.len();
        while self.eat(Kind::Comma) {
            let (index, element) = self.aggregate_index(inner)?;
            self.module.consts.indices.push(index);
            inner = element;
        }
        self.expect(Kind::RParen, "`)`")?;
        let indices = List::new(start, self.module.consts.indices.len());
        let (ty, kind) = match element {
            Some(element) => {
                self.check_type(token, self.module.consts.get(element).ty, inner)?;
                (aggregate_ty, ConstKind::InsertValue { aggregate, element, indices })
            }
            None => (inner, ConstKind::ExtractValue { aggregate, indices }),
        };
        Ok(self.push_const(ty, kind))
    }

    fn splat(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.bump();
        let [value] = self.const_args()?;
        match self.module.types.get(ty) {
            Type::Vector { elem, .. } if elem == self.module.consts.get(value).ty => {
                Ok(self.push_const(ty, ConstKind::Splat(value)))
            }
            _ => Err(self.error_at(token, not_a_vector())),
        }
    }

    /// `ptrauth (ptr p, i32 key, …)`: signatures are not modelled, the pointer is.
    fn ptrauth(&mut self) -> Result<ConstId> {
        self.bump();
        self.expect(Kind::LParen, "`(`")?;
        let pointer = self.typed_const()?;
        while self.eat(Kind::Comma) {
            self.typed_const()?;
        }
        self.expect(Kind::RParen, "`)`")?;
        Ok(pointer)
    }

    /// `blockaddress(@f, %label)`; resolved at the end of the module.
    fn block_address(&mut self, ty: TypeId) -> Result<ConstId> {
        let token = self.bump();
        self.check_type(token, TypeId::PTR, ty)?;
        self.expect(Kind::LParen, "`(`")?;
        let function = self.symbol()?;
        self.expect(Kind::Comma, "`,`")?;
        if !matches!(self.tok.kind, Kind::Local | Kind::LocalNum) {
            return Err(self.expected("a label"));
        }
        let label = self.bump();
        self.expect(Kind::RParen, "`)`")?;
        let id = BlockAddressId(self.pending_block_addresses.len() as u32);
        let name = self.text_of(label);
        self.pending_block_addresses.push(PendingBlockAddress { function, name, label });
        Ok(self.push_const(ty, ConstKind::BlockAddress(id)))
    }

    fn flags_before_paren(&mut self) -> Result<Flags> {
        let mut flags = Flags::default();
        while self.at(Kind::Word) {
            flags = flags.union(super::insts::flag(self.word()));
            let ranged = self.eat_word("inrange");
            if !ranged {
                self.bump();
            } else if self.at(Kind::LParen) {
                self.skip_parens()?;
            }
        }
        Ok(flags)
    }

    /// An operand of the given type: a local, a symbol or a constant.
    #[inline]
    pub(super) fn operand(&mut self, ty: TypeId) -> Result<Operand> {
        match self.tok.kind {
            Kind::Local | Kind::LocalNum => self.local_use(ty).map(Operand::Local),
            Kind::Global | Kind::GlobalNum if ty == TypeId::PTR => {
                self.symbol().map(Operand::Symbol)
            }
            _ if ty == TypeId::METADATA => self.metadata_operand(),
            _ => self.constant(ty).map(Operand::Const),
        }
    }

    /// A type and an operand of it.
    #[inline]
    pub(super) fn typed_operand(&mut self) -> Result<(TypeId, Operand)> {
        let ty = self.value_type()?;
        Ok((ty, self.operand(ty)?))
    }
}

fn not_a_vector() -> ParseErrorKind {
    ParseErrorKind::Invalid("expected a vector".to_owned())
}
