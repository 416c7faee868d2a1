//! Constants: one arena per module, referred to by `ConstId`.
//!
//! Scalars that occur again are mostly, but not always, shared: equal ids mean equal constants,
//! different ids mean nothing.

use std::fmt;

use super::inst::{BinaryOp, BlockId, CastOp, Flags, FloatPredicate, IntPredicate, List};
use super::types::TypeId;
use super::{FunctionId, SymbolId};

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ConstId(pub(crate) u32);

impl ConstId {
    /// A dense index, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ConstId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

#[derive(Copy, Clone, Debug)]
pub struct Const {
    pub ty: TypeId,
    pub kind: ConstKind,
}

const _: () = assert!(size_of::<Const>() <= 32);

#[derive(Copy, Clone, Debug)]
pub enum ConstKind {
    /// The bits of an integer (truncated to its width, upper bits zero) or of a float (`half` and
    /// `bfloat`: 16 bits, `float`: 32, `double`: 64) of at most 64 bits.
    Bits(u64),
    /// The bits of a wider integer or float, words from the least significant on
    /// (`Consts::words`). `x86_fp80`: mantissa, then sign and exponent. `ppc_fp128`: the high-order
    /// double first.
    Wide(List<u64>),
    Null,
    Undef,
    Poison,
    /// `zeroinitializer`
    Zero,
    /// `none`, of type `token`.
    None,
    /// The elements of a struct, array or vector (`Consts::elements`).
    Aggregate(List<ConstId>),
    /// A vector with all elements equal.
    Splat(ConstId),
    /// `c"…"`: an array of `i8` (`Consts::bytes`).
    Bytes(BytesId),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(SymbolId),
    /// `no_cfi @f`
    NoCfi(SymbolId),
    /// `blockaddress(@f, %label)` (`Consts::block_address`).
    BlockAddress(BlockAddressId),

    // Constant expressions.
    /// `operands[0]` is the base.
    GetElementPtr {
        source: TypeId,
        flags: Flags,
        operands: List<ConstId>,
    },
    Cast {
        op: CastOp,
        value: ConstId,
    },
    Binary {
        op: BinaryOp,
        flags: Flags,
        lhs: ConstId,
        rhs: ConstId,
    },
    FNeg {
        value: ConstId,
    },
    ICmp {
        pred: IntPredicate,
        lhs: ConstId,
        rhs: ConstId,
    },
    FCmp {
        pred: FloatPredicate,
        lhs: ConstId,
        rhs: ConstId,
    },
    Select {
        cond: ConstId,
        if_true: ConstId,
        if_false: ConstId,
    },
    ExtractElement {
        vector: ConstId,
        index: ConstId,
    },
    InsertElement {
        vector: ConstId,
        element: ConstId,
        index: ConstId,
    },
    ShuffleVector {
        lhs: ConstId,
        rhs: ConstId,
        mask: ConstId,
    },
    ExtractValue {
        aggregate: ConstId,
        indices: List<u32>,
    },
    InsertValue {
        aggregate: ConstId,
        element: ConstId,
        indices: List<u32>,
    },
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct BytesId(pub(crate) u32);

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct BlockAddressId(pub(crate) u32);

/// Resolved when the whole module has been read.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct BlockAddress {
    pub function: FunctionId,
    pub block: BlockId,
}

/// All constants of a module.
#[derive(Debug, Default)]
pub struct Consts<'a> {
    pub(crate) consts: Vec<Const>,
    pub(crate) elements: Vec<ConstId>,
    pub(crate) words: Vec<u64>,
    pub(crate) indices: Vec<u32>,
    pub(crate) bytes: Vec<std::borrow::Cow<'a, [u8]>>,
    pub(crate) block_addresses: Vec<BlockAddress>,
}

impl Consts<'_> {
    pub fn get(&self, id: ConstId) -> Const {
        self.consts[id.index()]
    }

    /// Ids are below this.
    pub fn len(&self) -> usize {
        self.consts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.consts.is_empty()
    }

    pub fn elements(&self, list: List<ConstId>) -> &[ConstId] {
        &self.elements[list.range()]
    }

    pub fn words(&self, list: List<u64>) -> &[u64] {
        &self.words[list.range()]
    }

    pub fn indices(&self, list: List<u32>) -> &[u32] {
        &self.indices[list.range()]
    }

    /// The decoded bytes of `c"…"`.
    pub fn bytes(&self, id: BytesId) -> &[u8] {
        &self.bytes[id.0 as usize]
    }

    pub fn block_address(&self, id: BlockAddressId) -> BlockAddress {
        self.block_addresses[id.0 as usize]
    }
}
