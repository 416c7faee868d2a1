//! Attributes and linkage words.
//!
//! Attributes that we do not know are stepped over, with their arguments. Where a value may follow
//! instead, `consts::starts_const` tells the two apart.

use crate::ast::{AttrGroupId, CallConv, Flags, FnAttrs, Linkage, TlsModel, Visibility};

use super::consts::starts_const;
use super::*;

/// What stands before the returned type of a function or call.
#[derive(Default)]
pub(super) struct Prefix {
    pub link: LinkInfo,
    pub cc: CallConv,
    pub ret_attrs: ParamAttrsId,
    pub flags: Flags,
    pub addr_space: u32,
    pub dbg: Option<crate::ast::MetadataId>,
}

impl Default for ParamAttrsId {
    fn default() -> Self {
        ParamAttrsId::NONE
    }
}

/// What stands behind the parameters or arguments.
#[derive(Default)]
pub(super) struct FnSuffix {
    pub attrs: FnAttrs,
    pub group: Option<AttrGroupId>,
}

impl<'a> Parser<'a> {
    /// Everything up to the returned type.
    pub(super) fn prefix(&mut self) -> Result<Prefix> {
        let mut prefix = Prefix::default();
        let mut attrs = ParamAttrs::default();
        while !self.starts_type() {
            match self.tok.kind {
                Kind::Word => {
                    let word = self.word();
                    if self.link_word(word, &mut prefix.link)? {
                        continue;
                    }
                    if let Some(cc) = self.calling_convention(word)? {
                        prefix.cc = cc;
                    } else if word == "addrspace" {
                        prefix.addr_space = self.addr_space()?;
                    } else if super::insts::flag(word) != Flags::default() {
                        prefix.flags = prefix.flags.union(super::insts::flag(word));
                        self.bump();
                    } else if self.same_line() {
                        self.param_attr(word, &mut attrs)?;
                    } else {
                        return Err(self.expected("a type"));
                    }
                }
                Kind::Str => self.string_attr()?,
                // `declare !dbg !7 void @f()`
                Kind::MetaName => {
                    let (name, node) = self.attachment()?;
                    if name == "dbg" {
                        prefix.dbg = Some(node);
                    }
                }
                _ => return Err(self.expected("a type")),
            }
        }
        prefix.ret_attrs = self.intern_attrs(attrs);
        Ok(prefix)
    }

    /// Takes a word of linkage, visibility and the like.
    pub(super) fn link_word(&mut self, word: &str, link: &mut LinkInfo) -> Result<bool> {
        match word {
            "private" => link.linkage = Linkage::Private,
            "internal" => link.linkage = Linkage::Internal,
            "weak" => link.linkage = Linkage::Weak,
            "weak_odr" => link.linkage = Linkage::WeakOdr,
            "linkonce" => link.linkage = Linkage::LinkOnce,
            "linkonce_odr" => link.linkage = Linkage::LinkOnceOdr,
            "common" => link.linkage = Linkage::Common,
            "extern_weak" => link.linkage = Linkage::ExternWeak,
            "available_externally" => link.linkage = Linkage::AvailableExternally,
            "appending" => link.linkage = Linkage::Appending,
            "external" => link.linkage = Linkage::External,
            "default" => link.visibility = Visibility::Default,
            "hidden" => link.visibility = Visibility::Hidden,
            "protected" => link.visibility = Visibility::Protected,
            "dso_local" => link.dso_local = true,
            "dso_preemptable" => link.dso_local = false,
            "dllimport" => link.dll_import = true,
            "dllexport" => link.dll_export = true,
            "unnamed_addr" | "local_unnamed_addr" => link.unnamed_addr = true,
            "thread_local" => {
                self.bump();
                link.thread_local = Some(self.tls_model()?);
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.bump();
        Ok(true)
    }

    fn tls_model(&mut self) -> Result<TlsModel> {
        if !self.eat(Kind::LParen) {
            return Ok(TlsModel::GeneralDynamic);
        }
        let model = match self.word() {
            "localdynamic" => TlsModel::LocalDynamic,
            "initialexec" => TlsModel::InitialExec,
            "localexec" => TlsModel::LocalExec,
            _ => return Err(self.expected("a model of thread-local storage")),
        };
        self.bump();
        self.expect(Kind::RParen, "`)`")?;
        Ok(model)
    }

    fn calling_convention(&mut self, word: &str) -> Result<Option<CallConv>> {
        let cc = match word {
            "cc" => {
                self.bump();
                return self.expect_u32("a calling convention").map(|cc| Some(CallConv(cc)));
            }
            "ccc" => CallConv::C,
            "fastcc" => CallConv::FAST,
            "coldcc" => CallConv::COLD,
            "x86_64_sysvcc" => CallConv::X86_64_SYSV,
            _ if word.ends_with("cc") => CallConv::OTHER,
            _ => return Ok(None),
        };
        self.bump();
        Ok(Some(cc))
    }

    /// The attributes between a parameter's type and its name or value.
    #[inline]
    pub(super) fn param_attrs(&mut self) -> Result<ParamAttrsId> {
        if !matches!(self.tok.kind, Kind::Word | Kind::Str) {
            return Ok(ParamAttrsId::NONE);
        }
        let mut attrs = ParamAttrs::default();
        loop {
            match self.tok.kind {
                Kind::Word => {
                    let word = self.word();
                    // By far the most common, and without effect here.
                    if word == "noundef" {
                        self.bump();
                        continue;
                    }
                    if starts_const(word) {
                        break;
                    }
                    self.param_attr(word, &mut attrs)?;
                }
                Kind::Str => self.string_attr()?,
                _ => break,
            }
        }
        Ok(self.intern_attrs(attrs))
    }

    fn intern_attrs(&mut self, attrs: ParamAttrs) -> ParamAttrsId {
        if attrs == ParamAttrs::default() {
            return ParamAttrsId::NONE;
        }
        let all = &mut self.module.param_attrs;
        *self.param_attrs.entry(attrs).or_insert_with(|| {
            all.push(attrs);
            ParamAttrsId(all.len() as u32 - 1)
        })
    }

    fn param_attr(&mut self, word: &str, attrs: &mut ParamAttrs) -> Result<()> {
        self.bump();
        match word {
            "signext" => attrs.signext = true,
            "zeroext" => attrs.zeroext = true,
            "nest" => attrs.nest = true,
            "returned" => attrs.returned = true,
            "noalias" => attrs.noalias = true,
            "align" => attrs.align = self.alignment()?,
            "byval" => attrs.byval = Some(self.type_arg()?),
            "sret" => attrs.sret = Some(self.type_arg()?),
            "byref" => attrs.byref = Some(self.type_arg()?),
            "inalloca" => attrs.inalloca = Some(self.type_arg()?),
            "preallocated" => attrs.preallocated = Some(self.type_arg()?),
            "elementtype" => attrs.element_type = Some(self.type_arg()?),
            _ => return self.skip_attr_args(),
        }
        Ok(())
    }

    /// `8`, `(8)` or `=8`, behind `align`.
    pub(super) fn alignment(&mut self) -> Result<u32> {
        self.eat(Kind::Equal);
        if self.eat(Kind::LParen) {
            let align = self.align_value()?;
            self.expect(Kind::RParen, "`)`")?;
            return Ok(align);
        }
        self.align_value()
    }

    fn align_value(&mut self) -> Result<u32> {
        let token = self.tok;
        // LLVM's largest alignment is 2^32, which no object here can have.
        if token.kind == Kind::Int && token.num == 1 << 32 {
            self.bump();
            return Ok(1 << 31);
        }
        let align = self.expect_u32("an alignment")?;
        if align != 0 && !align.is_power_of_two() {
            let reason = "an alignment is a power of two".to_owned();
            return Err(self.error_at(token, ParseErrorKind::Invalid(reason)));
        }
        Ok(align)
    }

    /// `(T)`
    fn type_arg(&mut self) -> Result<TypeId> {
        self.expect(Kind::LParen, "`(`")?;
        let ty = self.value_type()?;
        self.expect(Kind::RParen, "`)`")?;
        Ok(ty)
    }

    /// The arguments of an attribute that we do not know: `(…)`, `=7` or none.
    fn skip_attr_args(&mut self) -> Result<()> {
        if self.at(Kind::LParen) {
            return self.skip_parens();
        }
        if self.eat(Kind::Equal) {
            self.bump();
        }
        Ok(())
    }

    /// `"key"` or `"key"="value"`
    fn string_attr(&mut self) -> Result<()> {
        self.bump();
        if self.eat(Kind::Equal) {
            self.expect(Kind::Str, "a string")?;
        }
        Ok(())
    }

    /// An attribute of a function or call, if the current token is one: `#7`, a string, or a word on
    /// the same line. Keywords that may stand there must have been looked for before.
    pub(super) fn fn_attr(&mut self, suffix: &mut FnSuffix) -> Result<bool> {
        match self.tok.kind {
            Kind::AttrGroup => {
                let token = self.bump();
                suffix.group = u32::try_from(token.num).ok().map(AttrGroupId);
            }
            Kind::Str => self.string_attr()?,
            Kind::Word if self.same_line() => {
                suffix.attrs = suffix.attrs.union(fn_attr_bit(self.word()));
                self.bump();
                // `align 8` on a declaration is the header's; here only `allocsize(0)` and such.
                self.skip_attr_args()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `attributes #7 = { … }`
    pub(super) fn attribute_group(&mut self) -> Result<()> {
        self.bump();
        let token = self.expect(Kind::AttrGroup, "an attribute group")?;
        self.expect(Kind::Equal, "`=`")?;
        self.expect(Kind::LBrace, "`{`")?;
        let mut attrs = FnAttrs::default();
        while !self.eat(Kind::RBrace) {
            match self.tok.kind {
                Kind::Word => {
                    attrs = attrs.union(fn_attr_bit(self.word()));
                    self.bump();
                }
                Kind::LParen => self.skip_parens()?,
                Kind::Eof | Kind::Bad => return Err(self.expected("`}`")),
                _ => {
                    self.bump();
                }
            }
        }
        // Groups are numbered densely; a number beyond the text's length is not worth the memory.
        let number = token.num as usize;
        if token.num >= self.lexer.text.len() as u64 {
            return Err(self.undefined("attribute group", token));
        }
        let groups = &mut self.module.attr_groups;
        if groups.len() <= number {
            groups.resize(number + 1, FnAttrs::default());
        }
        groups[number] = groups[number].union(attrs);
        Ok(())
    }
}

fn fn_attr_bit(word: &str) -> FnAttrs {
    match word {
        "noreturn" => FnAttrs::NORETURN,
        "returns_twice" => FnAttrs::RETURNS_TWICE,
        "naked" => FnAttrs::NAKED,
        "nobuiltin" => FnAttrs::NOBUILTIN,
        "nounwind" => FnAttrs::NOUNWIND,
        "optnone" => FnAttrs::OPTNONE,
        _ => FnAttrs::default(),
    }
}
