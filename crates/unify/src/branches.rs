//! Branches on a comparison, taken apart into the comparison and the branch.

use patchlight_ir::{Def, Op};

/// The op that computes, 0 or not, what a branch asks. `None` if it is no branch on a condition.
pub(crate) fn condition(branch: &Op, dst: Def) -> Option<Op> {
    let cut = |w: u8, value: i32| {
        let value = i64::from(value) as u64;
        if w >= 64 { value } else { value & ((1 << w) - 1) }
    };
    Some(match *branch {
        Op::BrIf { cond, .. } => Op::Mov { dst, a: cond },
        Op::BrEq { w, a, b, .. } => Op::Eq { w, dst, a, b },
        Op::BrEqI { w, a, b, .. } => Op::EqI { w, dst, a, b: cut(w, b) },
        Op::BrNe { w, a, b, .. } => Op::Ne { w, dst, a, b },
        Op::BrNeI { w, a, b, .. } => Op::NeI { w, dst, a, b: cut(w, b) },
        Op::BrUlt { w, a, b, .. } => Op::Ult { w, dst, a, b },
        Op::BrUltI { w, a, b, .. } => Op::UltI { w, dst, a, b: cut(w, b) },
        Op::BrUle { w, a, b, .. } => Op::Ule { w, dst, a, b },
        Op::BrUgtI { w, a, b, .. } => Op::UgtI { w, dst, a, b: cut(w, b) },
        Op::BrSlt32 { a, b, .. } => Op::Slt32 { dst, a, b },
        Op::BrSlt32I { a, b, .. } => Op::Slt32I { dst, a, b: cut(32, b) },
        Op::BrSle32 { a, b, .. } => Op::Sle32 { dst, a, b },
        Op::BrSgt32I { a, b, .. } => Op::Sgt32I { dst, a, b: cut(32, b) },
        Op::BrSlt64 { a, b, .. } => Op::Slt64 { dst, a, b },
        Op::BrSlt64I { a, b, .. } => Op::Slt64I { dst, a, b: cut(64, b) },
        Op::BrSle64 { a, b, .. } => Op::Sle64 { dst, a, b },
        Op::BrSgt64I { a, b, .. } => Op::Sgt64I { dst, a, b: cut(64, b) },
        _ => return None,
    })
}
