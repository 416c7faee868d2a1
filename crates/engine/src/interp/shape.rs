//! Families of ops seen as one: the fast path has an op for each width and form of operand, terms
//! do not care.

use patchlight_ir::kinds::{BinOp, IntPred};
use patchlight_ir::{BlockId, Def, GlobalId, Op, Reg};

#[derive(Copy, Clone)]
pub(crate) enum Operand {
    Reg(Reg),
    /// Cut to the width already.
    Imm(u64),
}

pub(crate) struct Binary<T> {
    pub(crate) op: T,
    pub(crate) w: u8,
    pub(crate) a: Reg,
    pub(crate) b: Operand,
}

impl<T> Binary<T> {
    fn new(op: T, w: u8, a: Reg, b: Operand) -> Binary<T> {
        Binary { op, w, a, b }
    }
}

/// Integer operators of at most 64 bits.
pub(crate) fn arithmetic(op: &Op) -> Option<(Def, Binary<BinOp>)> {
    use BinOp::*;
    use Operand::{Imm, Reg};
    Some(match *op {
        Op::Add32 { dst, a, b } => (dst, Binary::new(Add, 32, a, Reg(b))),
        Op::Add64 { dst, a, b } => (dst, Binary::new(Add, 64, a, Reg(b))),
        Op::AddN { w, dst, a, b } => (dst, Binary::new(Add, w, a, Reg(b))),
        Op::Add32I { dst, a, b } => (dst, Binary::new(Add, 32, a, Imm(b))),
        Op::Add64I { dst, a, b } => (dst, Binary::new(Add, 64, a, Imm(b))),
        Op::AddNI { w, dst, a, b } => (dst, Binary::new(Add, w, a, Imm(b))),
        Op::Sub32 { dst, a, b } => (dst, Binary::new(Sub, 32, a, Reg(b))),
        Op::Sub64 { dst, a, b } => (dst, Binary::new(Sub, 64, a, Reg(b))),
        Op::SubN { w, dst, a, b } => (dst, Binary::new(Sub, w, a, Reg(b))),
        Op::Mul32 { dst, a, b } => (dst, Binary::new(Mul, 32, a, Reg(b))),
        Op::Mul64 { dst, a, b } => (dst, Binary::new(Mul, 64, a, Reg(b))),
        Op::MulN { w, dst, a, b } => (dst, Binary::new(Mul, w, a, Reg(b))),
        Op::Mul32I { dst, a, b } => (dst, Binary::new(Mul, 32, a, Imm(b))),
        Op::Mul64I { dst, a, b } => (dst, Binary::new(Mul, 64, a, Imm(b))),
        Op::MulNI { w, dst, a, b } => (dst, Binary::new(Mul, w, a, Imm(b))),
        Op::Shl32 { dst, a, b } => (dst, Binary::new(Shl, 32, a, Reg(b))),
        Op::Shl64 { dst, a, b } => (dst, Binary::new(Shl, 64, a, Reg(b))),
        Op::ShlN { w, dst, a, b } => (dst, Binary::new(Shl, w, a, Reg(b))),
        Op::Shl32I { dst, a, b } => (dst, Binary::new(Shl, 32, a, Imm(b))),
        Op::Shl64I { dst, a, b } => (dst, Binary::new(Shl, 64, a, Imm(b))),
        Op::ShlNI { w, dst, a, b } => (dst, Binary::new(Shl, w, a, Imm(b))),
        Op::And { w, dst, a, b } => (dst, Binary::new(And, w, a, Reg(b))),
        Op::AndI { w, dst, a, b } => (dst, Binary::new(And, w, a, Imm(b))),
        Op::Or { w, dst, a, b } => (dst, Binary::new(Or, w, a, Reg(b))),
        Op::OrI { w, dst, a, b } => (dst, Binary::new(Or, w, a, Imm(b))),
        Op::Xor { w, dst, a, b } => (dst, Binary::new(Xor, w, a, Reg(b))),
        Op::XorI { w, dst, a, b } => (dst, Binary::new(Xor, w, a, Imm(b))),
        Op::Lshr { w, dst, a, b } => (dst, Binary::new(Lshr, w, a, Reg(b))),
        Op::LshrI { w, dst, a, b } => (dst, Binary::new(Lshr, w, a, Imm(b))),
        Op::Udiv { w, dst, a, b } => (dst, Binary::new(Udiv, w, a, Reg(b))),
        Op::UdivI { w, dst, a, b } => (dst, Binary::new(Udiv, w, a, Imm(b))),
        Op::Urem { w, dst, a, b } => (dst, Binary::new(Urem, w, a, Reg(b))),
        Op::UremI { w, dst, a, b } => (dst, Binary::new(Urem, w, a, Imm(b))),
        Op::Ashr32 { dst, a, b } => (dst, Binary::new(Ashr, 32, a, Reg(b))),
        Op::Ashr64 { dst, a, b } => (dst, Binary::new(Ashr, 64, a, Reg(b))),
        Op::AshrN { w, dst, a, b } => (dst, Binary::new(Ashr, w, a, Reg(b))),
        Op::Ashr32I { dst, a, b } => (dst, Binary::new(Ashr, 32, a, Imm(b))),
        Op::Ashr64I { dst, a, b } => (dst, Binary::new(Ashr, 64, a, Imm(b))),
        Op::AshrNI { w, dst, a, b } => (dst, Binary::new(Ashr, w, a, Imm(b))),
        Op::Sdiv32 { dst, a, b } => (dst, Binary::new(Sdiv, 32, a, Reg(b))),
        Op::Sdiv64 { dst, a, b } => (dst, Binary::new(Sdiv, 64, a, Reg(b))),
        Op::SdivN { w, dst, a, b } => (dst, Binary::new(Sdiv, w, a, Reg(b))),
        Op::Sdiv32I { dst, a, b } => (dst, Binary::new(Sdiv, 32, a, Imm(b))),
        Op::Sdiv64I { dst, a, b } => (dst, Binary::new(Sdiv, 64, a, Imm(b))),
        Op::Srem32 { dst, a, b } => (dst, Binary::new(Srem, 32, a, Reg(b))),
        Op::Srem64 { dst, a, b } => (dst, Binary::new(Srem, 64, a, Reg(b))),
        Op::SremN { w, dst, a, b } => (dst, Binary::new(Srem, w, a, Reg(b))),
        Op::Srem32I { dst, a, b } => (dst, Binary::new(Srem, 32, a, Imm(b))),
        Op::Srem64I { dst, a, b } => (dst, Binary::new(Srem, 64, a, Imm(b))),
        _ => return None,
    })
}

/// Comparisons whose result is a register.
pub(crate) fn comparison(op: &Op) -> Option<(Def, Binary<IntPred>)> {
    use IntPred::*;
    use Operand::{Imm, Reg};
    Some(match *op {
        Op::Eq { w, dst, a, b } => (dst, Binary::new(Eq, w, a, Reg(b))),
        Op::EqI { w, dst, a, b } => (dst, Binary::new(Eq, w, a, Imm(b))),
        Op::Ne { w, dst, a, b } => (dst, Binary::new(Ne, w, a, Reg(b))),
        Op::NeI { w, dst, a, b } => (dst, Binary::new(Ne, w, a, Imm(b))),
        Op::Ult { w, dst, a, b } => (dst, Binary::new(Ult, w, a, Reg(b))),
        Op::UltI { w, dst, a, b } => (dst, Binary::new(Ult, w, a, Imm(b))),
        Op::Ule { w, dst, a, b } => (dst, Binary::new(Ule, w, a, Reg(b))),
        Op::UgtI { w, dst, a, b } => (dst, Binary::new(Ugt, w, a, Imm(b))),
        Op::Slt32 { dst, a, b } => (dst, Binary::new(Slt, 32, a, Reg(b))),
        Op::Slt64 { dst, a, b } => (dst, Binary::new(Slt, 64, a, Reg(b))),
        Op::SltN { w, dst, a, b } => (dst, Binary::new(Slt, w, a, Reg(b))),
        Op::Slt32I { dst, a, b } => (dst, Binary::new(Slt, 32, a, Imm(b))),
        Op::Slt64I { dst, a, b } => (dst, Binary::new(Slt, 64, a, Imm(b))),
        Op::SltNI { w, dst, a, b } => (dst, Binary::new(Slt, w, a, Imm(b))),
        Op::Sle32 { dst, a, b } => (dst, Binary::new(Sle, 32, a, Reg(b))),
        Op::Sle64 { dst, a, b } => (dst, Binary::new(Sle, 64, a, Reg(b))),
        Op::SleN { w, dst, a, b } => (dst, Binary::new(Sle, w, a, Reg(b))),
        Op::Sgt32I { dst, a, b } => (dst, Binary::new(Sgt, 32, a, Imm(b))),
        Op::Sgt64I { dst, a, b } => (dst, Binary::new(Sgt, 64, a, Imm(b))),
        Op::SgtNI { w, dst, a, b } => (dst, Binary::new(Sgt, w, a, Imm(b))),
        _ => return None,
    })
}

pub(crate) struct Branch {
    pub(crate) test: Binary<IntPred>,
    pub(crate) then: BlockId,
    pub(crate) other: BlockId,
}

/// Compare-and-branch. (`BrIf` tests a whole register and is not among them.)
pub(crate) fn branch(op: &Op) -> Option<Branch> {
    use IntPred::*;
    let imm = |w: u8, value: i32| Operand::Imm(super::imm(w, value));
    let reg = Operand::Reg;
    let (test, then, other) = match *op {
        Op::BrEq { w, a, b, then, other } => (Binary::new(Eq, w, a, reg(b)), then, other),
        Op::BrEqI { w, a, b, then, other } => (Binary::new(Eq, w, a, imm(w, b)), then, other),
        Op::BrNe { w, a, b, then, other } => (Binary::new(Ne, w, a, reg(b)), then, other),
        Op::BrNeI { w, a, b, then, other } => (Binary::new(Ne, w, a, imm(w, b)), then, other),
        Op::BrUlt { w, a, b, then, other } => (Binary::new(Ult, w, a, reg(b)), then, other),
        Op::BrUltI { w, a, b, then, other } => (Binary::new(Ult, w, a, imm(w, b)), then, other),
        Op::BrUle { w, a, b, then, other } => (Binary::new(Ule, w, a, reg(b)), then, other),
        Op::BrUgtI { w, a, b, then, other } => (Binary::new(Ugt, w, a, imm(w, b)), then, other),
        Op::BrSlt32 { a, b, then, other } => (Binary::new(Slt, 32, a, reg(b)), then, other),
        Op::BrSlt32I { a, b, then, other } => (Binary::new(Slt, 32, a, imm(32, b)), then, other),
        Op::BrSle32 { a, b, then, other } => (Binary::new(Sle, 32, a, reg(b)), then, other),
        Op::BrSgt32I { a, b, then, other } => (Binary::new(Sgt, 32, a, imm(32, b)), then, other),
        Op::BrSlt64 { a, b, then, other } => (Binary::new(Slt, 64, a, reg(b)), then, other),
        Op::BrSlt64I { a, b, then, other } => (Binary::new(Slt, 64, a, imm(64, b)), then, other),
        Op::BrSle64 { a, b, then, other } => (Binary::new(Sle, 64, a, reg(b)), then, other),
        Op::BrSgt64I { a, b, then, other } => (Binary::new(Sgt, 64, a, imm(64, b)), then, other),
        _ => return None,
    };
    Some(Branch { test, then, other })
}

#[derive(Copy, Clone)]
pub(crate) enum Base {
    Reg(Reg),
    Global(GlobalId),
}

/// `base + index * scale + offset`.
#[derive(Copy, Clone)]
pub(crate) struct Address {
    pub(crate) base: Base,
    pub(crate) index: Option<Index>,
    pub(crate) offset: i64,
}

#[derive(Copy, Clone)]
pub(crate) struct Index {
    pub(crate) reg: Reg,
    pub(crate) scale: u32,
    /// 32 bits, sign-extended.
    pub(crate) narrow: bool,
}

#[derive(Copy, Clone)]
pub(crate) enum Use {
    Load(Def),
    Store(Reg),
    Compute(Def),
}

/// What an op that forms an address does with it, and with how many bytes there.
pub(crate) fn access(op: &Op) -> Option<(Address, Use, u32)> {
    macro_rules! plain {
        ($base:expr, $offset:expr) => {
            Address { base: Base::Reg($base), index: None, offset: i64::from($offset) }
        };
    }
    macro_rules! indexed {
        ($base:expr, $index:expr, $scale:expr, $offset:expr, $narrow:expr) => {{
            let index = Some(Index { reg: $index, scale: u32::from($scale), narrow: $narrow });
            Address { base: $base, index, offset: i64::from($offset) }
        }};
    }
    macro_rules! forms {
        ($($bytes:literal: $load:ident $loadx:ident $loadxs:ident $loadg:ident $loadgx:ident
            $loadgxs:ident $store:ident $storex:ident $storexs:ident $storeg:ident $storegx:ident
            $storegxs:ident;)*) => {
            match *op {
                $(
                    Op::$load { dst, base, offset } => (plain!(base, offset), Use::Load(dst), $bytes),
                    Op::$loadx { dst, base, index, scale, offset } => (
                        indexed!(Base::Reg(base), index, scale, offset, false), Use::Load(dst), $bytes,
                    ),
                    Op::$loadxs { dst, base, index, scale, offset } => (
                        indexed!(Base::Reg(base), index, scale, offset, true), Use::Load(dst), $bytes,
                    ),
                    Op::$loadg { dst, global, offset } => (
                        Address { base: Base::Global(global), index: None, offset }, Use::Load(dst), $bytes,
                    ),
                    Op::$loadgx { dst, index, scale, global, offset } => (
                        indexed!(Base::Global(global), index, scale, offset, false), Use::Load(dst), $bytes,
                    ),
                    Op::$loadgxs { dst, index, scale, global, offset } => (
                        indexed!(Base::Global(global), index, scale, offset, true), Use::Load(dst), $bytes,
                    ),
                    Op::$store { a, base, offset } => (plain!(base, offset), Use::Store(a), $bytes),
                    Op::$storex { a, base, index, scale, offset } => (
                        indexed!(Base::Reg(base), index, scale, offset, false), Use::Store(a), $bytes,
                    ),
                    Op::$storexs { a, base, index, scale, offset } => (
                        indexed!(Base::Reg(base), index, scale, offset, true), Use::Store(a), $bytes,
                    ),
                    Op::$storeg { a, global, offset } => (
                        Address { base: Base::Global(global), index: None, offset }, Use::Store(a), $bytes,
                    ),
                    Op::$storegx { a, index, scale, global, offset } => (
                        indexed!(Base::Global(global), index, scale, offset, false), Use::Store(a), $bytes,
                    ),
                    Op::$storegxs { a, index, scale, global, offset } => (
                        indexed!(Base::Global(global), index, scale, offset, true), Use::Store(a), $bytes,
                    ),
                )*
                Op::LoadN { w, dst, base, offset } => {
                    (plain!(base, offset), Use::Load(dst), u32::from(w) / 8)
                }
                Op::StoreN { w, a, base, offset } => {
                    (plain!(base, offset), Use::Store(a), u32::from(w) / 8)
                }
                Op::LeaX { dst, base, index, scale, offset } => {
                    (indexed!(Base::Reg(base), index, scale, offset, false), Use::Compute(dst), 0)
                }
                Op::LeaXs { dst, base, index, scale, offset } => {
                    (indexed!(Base::Reg(base), index, scale, offset, true), Use::Compute(dst), 0)
                }
                Op::LeaGX { dst, index, scale, global, offset } => {
                    (indexed!(Base::Global(global), index, scale, offset, false), Use::Compute(dst), 0)
                }
                Op::LeaGXs { dst, index, scale, global, offset } => {
                    (indexed!(Base::Global(global), index, scale, offset, true), Use::Compute(dst), 0)
                }
                _ => return None,
            }
        };
    }
    Some(forms! {
        1: Load8 Load8X Load8Xs Load8G Load8GX Load8GXs
           Store8 Store8X Store8Xs Store8G Store8GX Store8GXs;
        2: Load16 Load16X Load16Xs Load16G Load16GX Load16GXs
           Store16 Store16X Store16Xs Store16G Store16GX Store16GXs;
        4: Load32 Load32X Load32Xs Load32G Load32GX Load32GXs
           Store32 Store32X Store32Xs Store32G Store32GX Store32GXs;
        8: Load64 Load64X Load64Xs Load64G Load64GX Load64GXs
           Store64 Store64X Store64Xs Store64G Store64GX Store64GXs;
    })
}
