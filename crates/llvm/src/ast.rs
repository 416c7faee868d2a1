//! The syntax tree of a module of LLVM text: what `parse::parse` returns and the lowering reads.
//!
//! A tree in name only: flat arenas and `u32` ids. Names and strings are borrowed from the text.
//! Every id in a `Module` is valid in that module (or that function's `Body`): the parser has checked
//! definitions, types of operands and the shape of blocks.
//!
//! Absent on purpose: attributes that do not change what a program does, all metadata other than
//! debug info (which stays text until `debuginfo` asks for it), use-list orders, summaries.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

mod consts;
mod inst;
mod types;

pub use consts::{BlockAddress, BlockAddressId, BytesId, Const, ConstId, ConstKind, Consts};
pub use inst::{
    Access, Arg, BinaryOp, Block, BlockId, Body, Bundle, Call, CallId, Callee, CastOp, Clause,
    CmpXchgOperands, DebugRecord, DebugRecordKind, Flags, FloatPredicate, FuncletOp, InlineAsm,
    Inst, InstKind, IntPredicate, List, Operand, Ordering, PhiEdge, RmwOp, SwitchCase, TailKind,
    Value, ValueId,
};
pub use types::{NamedType, NamedTypeId, Type, TypeId, TypeList, TypeTable};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

id!(
    /// A global name, defined in this module or not.
    SymbolId, "s"
);
id!(
    /// An index into `Module::functions`.
    FunctionId, "f"
);
id!(
    /// An index into `Module::globals`.
    GlobalId, "g"
);
id!(
    /// An index into `Module::aliases`.
    AliasId, "a"
);
id!(
    /// An attribute group, `#7`: its number in the text.
    AttrGroupId, "#"
);
id!(
    /// An index into `Module::comdats`.
    ComdatId, "$"
);
id!(
    /// Attributes of a parameter, an argument or a return value; 0: none that we know.
    ParamAttrsId, "p"
);

impl ParamAttrsId {
    pub const NONE: ParamAttrsId = ParamAttrsId(0);
}

/// A metadata node: `!7`, or one written in place.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct MetadataId(NonZeroU32);

impl MetadataId {
    const INLINE: u32 = 1 << 31;

    /// `!number`; numbers from 2^31 - 1 on have no id.
    pub(crate) fn numbered(number: u32) -> Option<MetadataId> {
        (number < Self::INLINE - 1).then(|| NonZeroU32::new(number + 1)).flatten().map(MetadataId)
    }

    /// A node written in place, at a byte offset (below 2^31) of the text.
    pub(crate) fn inline(offset: u32) -> Option<MetadataId> {
        (offset < Self::INLINE)
            .then(|| NonZeroU32::new(offset | Self::INLINE))
            .flatten()
            .map(MetadataId)
    }

    /// The number of `!number`; `None` for a node written in place.
    pub fn number(self) -> Option<u32> {
        (self.0.get() & Self::INLINE == 0).then(|| self.0.get() - 1)
    }

    pub(crate) fn inline_offset(self) -> Option<u32> {
        (self.0.get() & Self::INLINE != 0).then(|| self.0.get() & !Self::INLINE)
    }
}

impl fmt::Debug for MetadataId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "!{number}"),
            None => write!(f, "!inline"),
        }
    }
}

/// A module of LLVM text.
#[derive(Debug, Default)]
pub struct Module<'a> {
    /// The whole text; metadata is read from it on demand.
    pub text: &'a str,
    pub source_filename: Option<Cow<'a, str>>,
    /// As written; the lowering checks it.
    pub data_layout: Option<Cow<'a, str>>,
    pub target_triple: Option<Cow<'a, str>>,
    /// `module asm`, line by line.
    pub module_asm: Vec<Cow<'a, str>>,
    pub types: TypeTable<'a>,
    pub consts: Consts<'a>,
    /// Every global name in the text, in the order of first mention.
    pub symbols: Vec<Symbol<'a>>,
    pub comdats: Vec<Comdat<'a>>,
    /// Definitions and declarations, in text order.
    pub functions: Vec<Function<'a>>,
    pub globals: Vec<Global<'a>>,
    /// Aliases and ifuncs.
    pub aliases: Vec<Alias<'a>>,
    pub(crate) param_attrs: Vec<ParamAttrs>,
    /// By group number.
    pub(crate) attr_groups: Vec<FnAttrs>,
    /// By number: the offset in the text where the node starts (at `distinct` or `!`); 0: undefined.
    pub(crate) metadata: Vec<u32>,
}

/// A global name.
#[derive(Clone, Debug)]
pub struct Symbol<'a> {
    /// Decoded, without `@` and quotes. A leading `\u{1}` means: not to be mangled.
    pub name: Cow<'a, str>,
    /// `@7`: `name` is its number, which has no meaning outside of this module.
    pub unnamed: bool,
    /// `None`: an intrinsic (`llvm.…`) without declaration. Other symbols that are mentioned but
    /// not defined or declared are an error of the parser.
    pub def: Option<SymbolDef>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SymbolDef {
    Function(FunctionId),
    Global(GlobalId),
    Alias(AliasId),
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Linkage {
    #[default]
    External,
    Private,
    Internal,
    Weak,
    WeakOdr,
    LinkOnce,
    LinkOnceOdr,
    Common,
    ExternWeak,
    AvailableExternally,
    Appending,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum TlsModel {
    GeneralDynamic,
    LocalDynamic,
    InitialExec,
    LocalExec,
}

/// What linkage-like words say about a symbol.
#[derive(Copy, Clone, Debug, Default)]
pub struct LinkInfo {
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub dso_local: bool,
    pub dll_import: bool,
    pub dll_export: bool,
    pub thread_local: Option<TlsModel>,
    /// `unnamed_addr` or `local_unnamed_addr`: the address is not significant.
    pub unnamed_addr: bool,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global<'a> {
    pub symbol: SymbolId,
    pub link: LinkInfo,
    pub addr_space: u32,
    pub externally_initialized: bool,
    pub is_const: bool,
    pub ty: TypeId,
    /// `None`: a declaration.
    pub init: Option<ConstId>,
    pub section: Option<Cow<'a, str>>,
    pub comdat: Option<ComdatId>,
    /// In bytes; 0: the type's own.
    pub align: u32,
    /// The `!dbg` attachments: `DIGlobalVariableExpression`s.
    pub dbg: Vec<MetadataId>,
    /// The line of the text.
    pub line: u32,
}

/// An alias or an ifunc.
#[derive(Clone, Debug)]
pub struct Alias<'a> {
    pub symbol: SymbolId,
    pub link: LinkInfo,
    pub ty: TypeId,
    /// The aliasee, or the ifunc's resolver.
    pub target: ConstId,
    pub is_ifunc: bool,
    pub partition: Option<Cow<'a, str>>,
    /// The line of the text.
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct Comdat<'a> {
    pub name: Cow<'a, str>,
    /// `None`: used but not declared.
    pub kind: Option<ComdatKind>,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ComdatKind {
    Any,
    ExactMatch,
    Largest,
    NoDeduplicate,
    SameSize,
}

/// A function, defined or declared.
#[derive(Debug)]
pub struct Function<'a> {
    pub symbol: SymbolId,
    pub link: LinkInfo,
    pub cc: CallConv,
    pub ret: TypeId,
    pub ret_attrs: ParamAttrsId,
    pub params: Vec<Param<'a>>,
    pub varargs: bool,
    /// Without the group's; see `Module::function_attrs`.
    pub fn_attrs: FnAttrs,
    pub attr_group: Option<AttrGroupId>,
    pub addr_space: u32,
    pub section: Option<Cow<'a, str>>,
    pub comdat: Option<ComdatId>,
    /// In bytes; 0: none given.
    pub align: u32,
    pub gc: Option<Cow<'a, str>>,
    pub prefix: Option<ConstId>,
    pub prologue: Option<ConstId>,
    pub personality: Option<ConstId>,
    /// The `DISubprogram`.
    pub dbg: Option<MetadataId>,
    /// `None`: a declaration.
    pub body: Option<Body<'a>>,
    /// The line of the text.
    pub line: u32,
}

/// A formal parameter. In a body its value is `ValueId(index)`.
#[derive(Copy, Clone, Debug)]
pub struct Param<'a> {
    pub ty: TypeId,
    /// Like `Value::name`; empty if there is none.
    pub name: &'a str,
    pub attrs: ParamAttrsId,
}

/// Calling conventions by LLVM's number: 0 is C, 8 is fast, 9 is cold; names that we do not know are
/// `OTHER`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct CallConv(pub u32);

impl CallConv {
    pub const C: CallConv = CallConv(0);
    pub const FAST: CallConv = CallConv(8);
    pub const COLD: CallConv = CallConv(9);
    pub const X86_64_SYSV: CallConv = CallConv(78);
    pub const OTHER: CallConv = CallConv(u32::MAX);
}

/// Attributes of a parameter, an argument or a return value that bear on meaning.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct ParamAttrs {
    pub byval: Option<TypeId>,
    pub sret: Option<TypeId>,
    pub byref: Option<TypeId>,
    pub inalloca: Option<TypeId>,
    pub preallocated: Option<TypeId>,
    pub element_type: Option<TypeId>,
    /// In bytes; 0: none given.
    pub align: u32,
    pub signext: bool,
    pub zeroext: bool,
    pub nest: bool,
    pub returned: bool,
    pub noalias: bool,
}

/// Attributes of a function or a call that bear on meaning, as a set.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct FnAttrs(pub u8);

impl FnAttrs {
    pub const NORETURN: FnAttrs = FnAttrs(1);
    pub const RETURNS_TWICE: FnAttrs = FnAttrs(2);
    pub const NAKED: FnAttrs = FnAttrs(4);
    pub const NOBUILTIN: FnAttrs = FnAttrs(8);
    pub const NOUNWIND: FnAttrs = FnAttrs(16);
    pub const OPTNONE: FnAttrs = FnAttrs(32);

    pub fn contains(self, other: FnAttrs) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn union(self, other: FnAttrs) -> FnAttrs {
        FnAttrs(self.0 | other.0)
    }
}

impl Linkage {
    /// Other modules cannot see the symbol.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Private | Linkage::Internal)
    }
}

impl<'a> Module<'a> {
    pub fn symbol(&self, id: SymbolId) -> &Symbol<'a> {
        &self.symbols[id.index()]
    }

    pub fn function(&self, id: FunctionId) -> &Function<'a> {
        &self.functions[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Global<'a> {
        &self.globals[id.index()]
    }

    pub fn alias(&self, id: AliasId) -> &Alias<'a> {
        &self.aliases[id.index()]
    }

    pub fn comdat(&self, id: ComdatId) -> &Comdat<'a> {
        &self.comdats[id.index()]
    }

    pub fn param_attrs(&self, id: ParamAttrsId) -> ParamAttrs {
        self.param_attrs.get(id.index()).copied().unwrap_or_default()
    }

    /// A function's own attributes and its group's.
    pub fn function_attrs(&self, function: &Function<'_>) -> FnAttrs {
        function.fn_attrs.union(self.attr_group(function.attr_group))
    }

    /// A call's own attributes and its group's, not the callee's.
    pub fn call_attrs(&self, call: &Call<'_>) -> FnAttrs {
        call.fn_attrs.union(self.attr_group(call.attr_group))
    }

    fn attr_group(&self, id: Option<AttrGroupId>) -> FnAttrs {
        id.and_then(|id| self.attr_groups.get(id.index()).copied()).unwrap_or_default()
    }

    /// A metadata node as written: `!"round.dynamic"`, `!{!"rsp"}`, `!DIExpression()`.
    pub fn metadata_text(&self, id: MetadataId) -> Option<&'a str> {
        let start = self.metadata_offset(id)?;
        let bang = start + memchr::memchr(b'!', self.text.get(start..)?.as_bytes())?;
        let end = crate::lexer::Lexer::new(self.text).skip_metadata(bang)?;
        self.text.get(bang..end)
    }

    /// Where a node starts in the text.
    pub(crate) fn metadata_offset(&self, id: MetadataId) -> Option<usize> {
        let offset = match id.number() {
            Some(number) => *self.metadata.get(number as usize)?,
            None => id.inline_offset()?,
        };
        (offset > 0).then_some(offset as usize)
    }

    /// The type of an operand of the function that `body` belongs to.
    pub fn operand_type(&self, body: &Body<'_>, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(value) => body.values[value.index()].ty,
            Operand::Const(id) => self.consts.get(id).ty,
            Operand::Symbol(_) => TypeId::PTR,
            Operand::Metadata(_) => TypeId::METADATA,
        }
    }
}
