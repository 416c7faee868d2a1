//! Computations that are better done by each version for itself.
//!
//! An op that is the same in both versions but works on different values would be done on pairs of
//! values, which costs many times what the op itself does; and what it gives is as good as never the
//! same for both in the end. Two ops beside each other cost two ops.
//!
//! Only ops that cannot fail: where both versions fail, they should do so at one place.

use crate::align::Step;
use crate::items::{Item, Items};
use crate::registers::Registers;
use patchlight_ir::Op;
use patchlight_ir::access::Access;

/// An alignment in which no op computes with registers that are not the same in both versions.
pub(crate) fn take_apart(
    old: &Items<'_>,
    new: &Items<'_>,
    registers: &Registers,
    steps: &[Step],
) -> Vec<Step> {
    let mut all = Vec::with_capacity(steps.len());
    for &step in steps {
        match step {
            Step::Both(o, n) if is_own(&old.items[o], &new.items[n], registers) => {
                all.extend([Step::Old(o), Step::New(n)]);
            }
            step => all.push(step),
        }
    }
    all
}

fn is_own(old: &Item, new: &Item, registers: &Registers) -> bool {
    let differ =
        old.uses.iter().zip(&new.uses).any(|(before, after)| {
            registers.old[before.0 as usize] != registers.new[after.0 as usize]
        });
    differ && new.only_computes() && never_fails(&new.op)
}

fn never_fails(op: &Op) -> bool {
    use Op::*;
    let divides = matches!(
        op,
        Udiv { .. }
            | UdivI { .. }
            | Urem { .. }
            | UremI { .. }
            | Sdiv32 { .. }
            | Sdiv64 { .. }
            | SdivN { .. }
            | Sdiv32I { .. }
            | Sdiv64I { .. }
            | Srem32 { .. }
            | Srem64 { .. }
            | SremN { .. }
            | Srem32I { .. }
            | Srem64I { .. }
            | WideBin { .. }
    );
    let may_miss = |access: Access| access.is_load() && access.address.fixed().is_none();
    let loads = op.access().is_some_and(may_miss) || matches!(op, LoadRelative { .. });
    !divides && !loads
}
