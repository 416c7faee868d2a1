//! Function bodies: blocks, instructions, operands, debug records.
//!
//! Everything of one function lies in flat vectors of its `Body`; instructions refer to runs of them
//! (`List`). Invariants the parser guarantees:
//! - blocks are in text order, block 0 is the entry, every block ends in exactly one terminator, and
//!   no other instruction of it is one;
//! - every `ValueId` is defined exactly once (parameter or instruction), with the type it is used at;
//! - phi nodes stand first in their block.
//!
//! Calls of `llvm.dbg.*` are no instructions: they become `DebugRecord`s, like `#dbg_*` records.
//! Absent: dominance is not checked.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use super::consts::ConstId;
use super::types::TypeId;
use super::{AttrGroupId, CallConv, FnAttrs, MetadataId, ParamAttrsId, SymbolId};

/// An SSA value of a function: a parameter or an instruction's result. Dense per function;
/// parameters come first, in order.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ValueId(pub u32);

/// A basic block: an index into `Body::blocks`, in text order.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct BlockId(pub u32);

impl ValueId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ValueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Debug for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// An operand. Its type: `Module::operand_type`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Operand {
    Local(ValueId),
    Const(ConstId),
    /// The address of a global symbol, of type `ptr`. (At another pointer type it is a `Const`.)
    Symbol(SymbolId),
    /// `metadata …` as a call's argument.
    Metadata(MetadataId),
}

/// A run of one of the `Body`'s pools.
pub struct List<T> {
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) kind: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    pub fn len(self) -> usize {
        self.len as usize
    }

    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    pub(crate) fn new(start: usize, end: usize) -> List<T> {
        List { start: start as u32, len: (end - start) as u32, kind: PhantomData }
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl<T> Copy for List<T> {}
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}; {}]", self.start, self.len)
    }
}

/// What follows `define`'s header.
#[derive(Debug, Default)]
pub struct Body<'a> {
    pub values: Vec<Value<'a>>,
    pub blocks: Vec<Block<'a>>,
    /// All instructions in text order; each block owns a range.
    pub insts: Vec<Inst>,
    pub calls: Vec<Call<'a>>,
    /// In text order: `at` never decreases.
    pub debug_records: Vec<DebugRecord>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) phi_edges: Vec<PhiEdge>,
    pub(crate) cases: Vec<SwitchCase>,
    pub(crate) targets: Vec<BlockId>,
    pub(crate) indices: Vec<u32>,
    pub(crate) args: Vec<Arg>,
    pub(crate) clauses: Vec<Clause>,
}

impl<'a> Body<'a> {
    pub fn operands(&self, list: List<Operand>) -> &[Operand] {
        &self.operands[list.range()]
    }

    pub fn phi_edges(&self, list: List<PhiEdge>) -> &[PhiEdge] {
        &self.phi_edges[list.range()]
    }

    pub fn cases(&self, list: List<SwitchCase>) -> &[SwitchCase] {
        &self.cases[list.range()]
    }

    pub fn targets(&self, list: List<BlockId>) -> &[BlockId] {
        &self.targets[list.range()]
    }

    pub fn indices(&self, list: List<u32>) -> &[u32] {
        &self.indices[list.range()]
    }

    pub fn args(&self, list: List<Arg>) -> &[Arg] {
        &self.args[list.range()]
    }

    pub fn clauses(&self, list: List<Clause>) -> &[Clause] {
        &self.clauses[list.range()]
    }

    pub fn call(&self, id: CallId) -> &Call<'a> {
        &self.calls[id.0 as usize]
    }

    /// The instructions of a block; the last one is its terminator.
    pub fn block_insts(&self, block: BlockId) -> &[Inst] {
        let block = &self.blocks[block.index()];
        &self.insts[block.start as usize..block.end as usize]
    }
}

/// A parameter or an instruction's result.
#[derive(Copy, Clone, Debug)]
pub struct Value<'a> {
    pub ty: TypeId,
    /// As written, without `%` and quotes, escapes kept: `x.addr`, or `5` for an unnamed value.
    /// Empty if the text leaves an unnamed value's number out.
    pub name: &'a str,
    /// The number of a value without a name, whether the text writes it or not.
    pub number: Option<u32>,
}

#[derive(Copy, Clone, Debug)]
pub struct Block<'a> {
    /// Like `Value::name`.
    pub name: &'a str,
    /// The number of a block without a name, whether the text writes it or not.
    pub number: Option<u32>,
    /// `start..end` of `Body::insts`.
    pub start: u32,
    pub end: u32,
    /// A `blockaddress` constant somewhere in the module names this block.
    pub address_taken: bool,
}

#[derive(Copy, Clone, Debug)]
pub struct Inst {
    pub kind: InstKind,
    /// `None` for void instructions only.
    pub result: Option<ValueId>,
    /// The result's type; `VOID` without result.
    pub ty: TypeId,
    /// The `!dbg` attachment; `debuginfo::DebugInfo::location` resolves it.
    pub dbg: Option<MetadataId>,
    /// The line of the text that the instruction starts on, from 1.
    pub line: u32,
}

const _: () = assert!(size_of::<InstKind>() <= 32);
const _: () = assert!(size_of::<Operand>() == 8);

/// An instruction. The result's type is in `Inst::ty`.
#[derive(Copy, Clone, Debug)]
pub enum InstKind {
    // Arithmetic; vectors too.
    Binary {
        op: BinaryOp,
        flags: Flags,
        lhs: Operand,
        rhs: Operand,
    },
    FNeg {
        flags: Flags,
        value: Operand,
    },
    ICmp {
        pred: IntPredicate,
        flags: Flags,
        lhs: Operand,
        rhs: Operand,
    },
    FCmp {
        pred: FloatPredicate,
        flags: Flags,
        lhs: Operand,
        rhs: Operand,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        value: Operand,
    },
    Select {
        cond: Operand,
        if_true: Operand,
        if_false: Operand,
    },
    Freeze {
        value: Operand,
    },
    Phi {
        incoming: List<PhiEdge>,
    },

    // Memory. `align` is in bytes; 0: the type's own.
    Alloca {
        ty: TypeId,
        count: Option<Operand>,
        align: u32,
    },
    Load {
        ptr: Operand,
        access: Access,
    },
    Store {
        value: Operand,
        ptr: Operand,
        access: Access,
    },
    /// `operands[0]` is the base, the rest are the indices.
    GetElementPtr {
        source: TypeId,
        flags: Flags,
        operands: List<Operand>,
    },
    CmpXchg {
        operands: CmpXchgOperands,
    },
    AtomicRmw {
        op: RmwOp,
        ptr: Operand,
        value: Operand,
        access: Access,
    },
    Fence {
        ordering: Ordering,
    },
    VaArg {
        list: Operand,
    },

    // Vectors and aggregates.
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Operand,
        index: Operand,
    },
    /// `mask`: a constant vector of `i32`; its elements may be undef or poison.
    ShuffleVector {
        lhs: Operand,
        rhs: Operand,
        mask: ConstId,
    },
    ExtractValue {
        aggregate: Operand,
        indices: List<u32>,
    },
    InsertValue {
        aggregate: Operand,
        element: Operand,
        indices: List<u32>,
    },

    // Calls.
    Call {
        call: CallId,
    },
    LandingPad {
        cleanup: bool,
        clauses: List<Clause>,
    },
    /// An instruction of Windows exception handling that is not a terminator.
    Funclet {
        op: FuncletOp,
    },

    // Terminators.
    Invoke {
        call: CallId,
        normal: BlockId,
        unwind: BlockId,
    },
    CallBr {
        call: CallId,
        fallthrough: BlockId,
        indirect: List<BlockId>,
    },
    Ret {
        value: Option<Operand>,
    },
    Br {
        target: BlockId,
    },
    CondBr {
        cond: Operand,
        if_true: BlockId,
        if_false: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: List<SwitchCase>,
    },
    IndirectBr {
        address: Operand,
        targets: List<BlockId>,
    },
    Resume {
        value: Operand,
    },
    Unreachable,
    /// `catchswitch`, `catchret`, `cleanupret`.
    FuncletBr {
        op: FuncletOp,
        targets: List<BlockId>,
    },
}

impl InstKind {
    pub fn is_terminator(&self) -> bool {
        use InstKind::*;
        matches!(
            self,
            Invoke { .. }
                | CallBr { .. }
                | Ret { .. }
                | Br { .. }
                | CondBr { .. }
                | Switch { .. }
                | IndirectBr { .. }
                | Resume { .. }
                | Unreachable
                | FuncletBr { .. }
        )
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    /// LLVM 22: the address without provenance; the same bits as `PtrToInt` here.
    PtrToAddr,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// `O…`: ordered (false on NaN); `U…`: unordered (true on NaN).
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    FMaximum,
    FMinimum,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Ordering {
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum FuncletOp {
    CatchPad,
    CleanupPad,
    CatchSwitch,
    CatchRet,
    CleanupRet,
}

/// Poison-generating and fast-math flags, as a set.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default)]
pub struct Flags(pub u16);

impl Flags {
    pub const NUW: Flags = Flags(1);
    pub const NSW: Flags = Flags(1 << 1);
    pub const EXACT: Flags = Flags(1 << 2);
    pub const DISJOINT: Flags = Flags(1 << 3);
    pub const NNEG: Flags = Flags(1 << 4);
    pub const SAMESIGN: Flags = Flags(1 << 5);
    pub const INBOUNDS: Flags = Flags(1 << 6);
    pub const NUSW: Flags = Flags(1 << 7);
    pub const NNAN: Flags = Flags(1 << 8);
    pub const NINF: Flags = Flags(1 << 9);
    pub const NSZ: Flags = Flags(1 << 10);
    pub const ARCP: Flags = Flags(1 << 11);
    pub const CONTRACT: Flags = Flags(1 << 12);
    pub const AFN: Flags = Flags(1 << 13);
    pub const REASSOC: Flags = Flags(1 << 14);
    /// `fast`: all of the fast-math flags.
    pub const FAST: Flags = Flags(0x7f00);

    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn union(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 15] = [
            "nuw", "nsw", "exact", "disjoint", "nneg", "samesign", "inbounds", "nusw", "nnan",
            "ninf", "nsz", "arcp", "contract", "afn", "reassoc",
        ];
        f.write_str("{")?;
        let set = NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1);
        for (i, (_, name)) in set.enumerate() {
            write!(f, "{}{name}", if i == 0 { "" } else { " " })?;
        }
        f.write_str("}")
    }
}

/// How memory is accessed. `align` in bytes; 0: the type's own.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Access {
    pub align: u32,
    pub volatile: bool,
    pub ordering: Ordering,
}

/// The operands of `cmpxchg` lie in the operand pool, to keep instructions small:
/// `[ptr, expected, new]`.
#[derive(Copy, Clone, Debug)]
pub struct CmpXchgOperands {
    pub operands: List<Operand>,
    pub weak: bool,
    pub success: Ordering,
    pub failure: Ordering,
}

#[derive(Copy, Clone, Debug)]
pub struct PhiEdge {
    pub value: Operand,
    pub block: BlockId,
}

#[derive(Copy, Clone, Debug)]
pub struct SwitchCase {
    pub value: ConstId,
    pub target: BlockId,
}

#[derive(Copy, Clone, Debug)]
pub struct Clause {
    /// `filter` rather than `catch`.
    pub filter: bool,
    pub value: Operand,
}

/// A call: an index into `Body::calls`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct CallId(pub u32);

#[derive(Clone, Debug)]
pub struct Call<'a> {
    pub callee: Callee<'a>,
    pub ret: TypeId,
    /// The function type if written (always for varargs callees), else `None`: it follows from the
    /// arguments.
    pub fn_type: Option<TypeId>,
    pub args: List<Arg>,
    pub ret_attrs: ParamAttrsId,
    pub fn_attrs: FnAttrs,
    /// `#7`; union with `fn_attrs`, see `Module::call_attrs`.
    pub attr_group: Option<AttrGroupId>,
    pub cc: CallConv,
    pub tail: TailKind,
    pub flags: Flags,
    pub bundles: Vec<Bundle<'a>>,
}

#[derive(Clone, Debug)]
pub enum Callee<'a> {
    /// A symbol (direct), a local (indirect) or a constant expression.
    Operand(Operand),
    Asm(Box<InlineAsm<'a>>),
}

#[derive(Clone, Debug)]
pub struct InlineAsm<'a> {
    pub template: std::borrow::Cow<'a, str>,
    pub constraints: std::borrow::Cow<'a, str>,
    pub side_effect: bool,
    pub align_stack: bool,
    pub intel_dialect: bool,
    pub unwind: bool,
}

#[derive(Copy, Clone, Debug)]
pub struct Arg {
    pub value: Operand,
    pub ty: TypeId,
    pub attrs: ParamAttrsId,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum TailKind {
    None,
    Tail,
    MustTail,
    NoTail,
}

/// An operand bundle, `[ "align"(ptr %p, i64 16) ]`.
#[derive(Clone, Debug)]
pub struct Bundle<'a> {
    pub tag: std::borrow::Cow<'a, str>,
    pub operands: List<Operand>,
}

/// `#dbg_declare(…)` and its kin, or a call of the intrinsic of that name.
#[derive(Copy, Clone, Debug)]
pub struct DebugRecord {
    /// It stands before the instruction with this index in `Body::insts`.
    pub at: u32,
    pub kind: DebugRecordKind,
    /// `None`: no location (`poison`, `undef`, `!{}`), a list of values (`!DIArgList`), or a label.
    pub value: Option<Operand>,
    /// The `DILocalVariable` or, for a label, the `DILabel`.
    pub variable: Option<MetadataId>,
    /// The `DIExpression`.
    pub expression: Option<MetadataId>,
    pub dbg: Option<MetadataId>,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum DebugRecordKind {
    Declare,
    Value,
    Assign,
    Label,
}
