//! Branches and comparisons with constants as intervals.

use crate::formula::{Atom, Var, ones};
use patchlight_ir::{BlockId, Body, Op, Reg};

/// A `switch` with more cases says nothing of a value that is none of them.
const MAX_CASES: usize = 8;

/// `a pred b`, and its contrary.
#[derive(Copy, Clone)]
enum Pred {
    Eq,
    Ult,
    Ugt,
    Slt,
    Sgt,
}

fn interval(pred: Pred, width: u8, a: Reg, b: u64) -> [Atom; 2] {
    let all = ones(width);
    let (b, var) = (b & all, Var::Reg(a));
    let least_signed = (all >> 1).wrapping_add(1) & all;
    let most_signed = all >> 1;
    let (low, high) = match pred {
        Pred::Eq => (b, b),
        Pred::Ult if b == 0 => return [never(var, width), always(var, width)],
        Pred::Ult => (0, b - 1),
        Pred::Ugt if b == all => return [never(var, width), always(var, width)],
        Pred::Ugt => (b + 1, all),
        Pred::Slt if b == least_signed => return [never(var, width), always(var, width)],
        Pred::Slt => (least_signed, b.wrapping_sub(1)),
        Pred::Sgt if b == most_signed => return [never(var, width), always(var, width)],
        Pred::Sgt => (b.wrapping_add(1), most_signed),
    };
    let holds = Atom::between(var, width, low, high);
    [holds, Atom::between(var, width, high.wrapping_add(1), low.wrapping_sub(1))]
}

fn always(var: Var, width: u8) -> Atom {
    Atom { var, width, mask: ones(width), low: 0, span: ones(width) }
}

/// No value: one that the mask takes away.
fn never(var: Var, width: u8) -> Atom {
    Atom { var, width, mask: 0, low: 1, span: 0 }
}

/// What a comparison with a constant says of its operand: if it holds, and if it does not.
pub fn of_comparison(op: &Op) -> Option<[Atom; 2]> {
    let swapped = |[holds, fails]: [Atom; 2]| [fails, holds];
    Some(match *op {
        Op::EqI { w, a, b, .. } => interval(Pred::Eq, w, a, b),
        Op::NeI { w, a, b, .. } => swapped(interval(Pred::Eq, w, a, b)),
        Op::UltI { w, a, b, .. } => interval(Pred::Ult, w, a, b),
        Op::UgtI { w, a, b, .. } => interval(Pred::Ugt, w, a, b),
        Op::Slt32I { a, b, .. } => interval(Pred::Slt, 32, a, b),
        Op::Slt64I { a, b, .. } => interval(Pred::Slt, 64, a, b),
        Op::SltNI { w, a, b, .. } => interval(Pred::Slt, w, a, b),
        Op::Sgt32I { a, b, .. } => interval(Pred::Sgt, 32, a, b),
        Op::Sgt64I { a, b, .. } => interval(Pred::Sgt, 64, a, b),
        Op::SgtNI { w, a, b, .. } => interval(Pred::Sgt, w, a, b),
        _ => return None,
    })
}

/// What a branch on a comparison with a constant says: the two atoms and the two blocks.
fn of_branch(op: &Op) -> Option<([Atom; 2], [BlockId; 2])> {
    let wide = |b: i32| b as i64 as u64;
    let swapped = |[holds, fails]: [Atom; 2]| [fails, holds];
    Some(match *op {
        Op::BrIf { cond, then, other } => {
            let var = Var::Reg(cond);
            ([Atom::equal(var, 1, 1), Atom::equal(var, 1, 0)], [then, other])
        }
        Op::BrEqI { w, a, b, then, other } => (interval(Pred::Eq, w, a, wide(b)), [then, other]),
        Op::BrNeI { w, a, b, then, other } => {
            (swapped(interval(Pred::Eq, w, a, wide(b))), [then, other])
        }
        Op::BrUltI { w, a, b, then, other } => (interval(Pred::Ult, w, a, wide(b)), [then, other]),
        Op::BrUgtI { w, a, b, then, other } => (interval(Pred::Ugt, w, a, wide(b)), [then, other]),
        Op::BrSlt32I { a, b, then, other } => (interval(Pred::Slt, 32, a, wide(b)), [then, other]),
        Op::BrSgt32I { a, b, then, other } => (interval(Pred::Sgt, 32, a, wide(b)), [then, other]),
        Op::BrSlt64I { a, b, then, other } => (interval(Pred::Slt, 64, a, wide(b)), [then, other]),
        Op::BrSgt64I { a, b, then, other } => (interval(Pred::Sgt, 64, a, wide(b)), [then, other]),
        _ => return None,
    })
}

/// What must be true at the end of a block for it to go on at `to`.
pub fn of_side(body: &Body, terminator: &Op, to: BlockId) -> Vec<Atom> {
    if let Some((atoms, blocks)) = of_branch(terminator) {
        return match blocks {
            [then, other] if then == other => Vec::new(),
            [then, _] if then == to => vec![atoms[0]],
            _ => vec![atoms[1]],
        };
    }
    let Op::Switch { w, a, table } = *terminator else { return Vec::new() };
    let table = body.switch(table);
    let mut leading = table.cases.iter().filter(|(_, block)| *block == to);
    match (leading.next(), leading.next(), table.default == to) {
        (Some(&(value, _)), None, false) => vec![Atom::equal(Var::Reg(a), w, value)],
        (None, _, true) if table.cases.len() <= MAX_CASES => {
            let others = table.cases.iter();
            others.map(|&(value, _)| Atom::not_equal(Var::Reg(a), w, value)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_and_its_contrary_share_the_values_as_the_comparison_does() {
        let signed = |n: u64| if n >= 8 { n as i64 - 16 } else { n as i64 };
        for b in 0..16 {
            for n in 0..16 {
                let cases = [
                    (Pred::Eq, n == b),
                    (Pred::Ult, n < b),
                    (Pred::Ugt, n > b),
                    (Pred::Slt, signed(n) < signed(b)),
                    (Pred::Sgt, signed(n) > signed(b)),
                ];
                for (pred, expected) in cases {
                    let [holds, fails] = interval(pred, 4, Reg(0), b);
                    assert_eq!((holds.holds_for(n), fails.holds_for(n)), (expected, !expected));
                }
            }
        }
    }
}
