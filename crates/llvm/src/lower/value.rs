//! What the lowering knows about an SSA value while it walks a block.
//!
//! A value is not always in a register: constants stay immediates, and addresses, comparisons,
//! sign extensions, truncations and shifts to the right wait for the op that uses them, so that one
//! op does the work of several. Such a waiting value refers to registers; `function.rs` keeps them alive and unchanged until then.

use patchlight_ir::kinds::IntPred;
use patchlight_ir::{FuncId, GlobalId, Reg};

#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) enum Val {
    /// Not computed yet; read only in code that never runs.
    #[default]
    Unset,
    /// At most 64 bits, or a wider number whose upper word is 0.
    Imm(u64),
    /// The low and the high word.
    WideImm(u64, u64),
    /// In one register, or in two if the scalar needs them.
    Reg(Reg),
    Addr(Addr),
    Func(FuncId),
    Cmp(Cmp),
    /// A sign extension to `to` bits (at most 64).
    Sext {
        reg: Reg,
        from: u8,
        to: u8,
    },
    /// `reg >> shift & mask`, where `reg` holds `w` bits (at most 64).
    Field {
        reg: Reg,
        w: u8,
        shift: u8,
        mask: u64,
    },
    /// The index of a promoted local: the value of its alloca.
    Local(u32),
    /// Scalars in the part pool.
    Parts {
        start: u32,
        len: u32,
    },
}

/// `base + index * scale + offset`
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Addr {
    pub base: Base,
    pub index: Option<Index>,
    pub offset: i64,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Base {
    Reg(Reg),
    Global(GlobalId),
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Index {
    pub reg: Reg,
    pub scale: u32,
    /// The index is 32 bits wide and signed.
    pub sext: bool,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Cmp {
    pub pred: IntPred,
    pub w: u8,
    pub a: Reg,
    pub b: Src,
}

/// An operand of at most 64 bits.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Src {
    Reg(Reg),
    Imm(u64),
}

impl Addr {
    pub fn reg(base: Reg) -> Addr {
        Addr { base: Base::Reg(base), index: None, offset: 0 }
    }

    pub fn global(global: GlobalId, offset: i64) -> Addr {
        Addr { base: Base::Global(global), index: None, offset }
    }

    pub fn plus(self, offset: u64) -> Addr {
        Addr { offset: self.offset.wrapping_add(offset as i64), ..self }
    }
}

impl Val {
    /// Calls `see` for every register that the value refers to; for a scalar of two words only the
    /// first. Parts are not looked into.
    pub fn for_each_reg(self, mut see: impl FnMut(Reg)) {
        match self {
            Val::Reg(reg) | Val::Sext { reg, .. } | Val::Field { reg, .. } => see(reg),
            Val::Addr(addr) => {
                if let Base::Reg(base) = addr.base {
                    see(base);
                }
                if let Some(index) = addr.index {
                    see(index.reg);
                }
            }
            Val::Cmp(cmp) => {
                see(cmp.a);
                if let Src::Reg(b) = cmp.b {
                    see(b);
                }
            }
            Val::Unset
            | Val::Imm(_)
            | Val::WideImm(..)
            | Val::Func(_)
            | Val::Local(_)
            | Val::Parts { .. } => {}
        }
    }
}

/// The low `bits` bits.
pub(super) fn mask(bits: u8) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The value of `bits` bits as a signed number.
pub(super) fn signed(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits.min(64));
    ((value << shift) as i64) >> shift
}
