//! Programs that are two versions in one.
//!
//! `patchlight.h` writes `change(old, new)` as a choice on a call of [`IS_OLD`]. After
//! [`mark_version_branches`] such a choice is a terminator with one successor for each version.

use crate::ids::{FuncId, Reg};
use crate::module::Body;
use crate::op::{Field, Op};

/// Not 0 in the old version. A program that is run by itself is its new version.
pub const IS_OLD: &str = "__patchlight_is_old";

/// Replaces every branch on a call of `is_old` by [`Op::BrVersion`], and every selection between two
/// values by [`Op::Version`].
pub fn mark_version_branches(body: &mut Body, is_old: FuncId) {
    for at in 1..body.ops.len() {
        let Op::Call { dst, func, .. } = body.ops[at - 1] else { continue };
        if func != is_old {
            continue;
        }
        match body.ops[at] {
            Op::BrNeI { a, b: 0, then, other, .. } if a == dst.0 => {
                body.ops[at - 1] = Op::Const { dst, value: 0 };
                body.ops[at] = Op::BrVersion { old: then, new: other };
            }
            Op::NeI { dst: truth, a, b: 0, .. } if a == dst.0 => {
                if let Some(selection) = only_selection(&body.ops[at + 1..], truth.0) {
                    let Op::Select { dst: to, a: old, b: new, .. } = body.ops[at + 1 + selection]
                    else {
                        continue;
                    };
                    body.ops[at - 1] = Op::Const { dst, value: 0 };
                    body.ops[at] = Op::Const { dst: truth, value: 0 };
                    body.ops[at + 1 + selection] = Op::Version { dst: to, old, new };
                }
            }
            _ => {}
        }
    }
}

/// The selection by `truth` in the rest of a block, if nothing else there looks at it.
fn only_selection(rest: &[Op], truth: Reg) -> Option<usize> {
    let uses = |op: &Op| {
        let mut found = false;
        op.for_each_field(|field| found |= field == Field::Use(truth));
        found
    };
    let end = rest.iter().position(Op::is_terminator)? + 1;
    let mut users = (0..end).filter(|&at| uses(&rest[at]));
    let (first, second) = (users.next()?, users.next());
    let is_selection = matches!(rest[first], Op::Select { cond, a, b, .. }
        if cond == truth && a != truth && b != truth);
    (is_selection && second.is_none()).then_some(first)
}

impl Body {
    /// What one of the versions is by itself, block for block and op for op.
    pub fn of_version(&self, is_old: bool) -> Body {
        let mut body = self.clone();
        for op in &mut body.ops {
            match *op {
                Op::BrVersion { old, new } => *op = Op::Jmp { to: if is_old { old } else { new } },
                Op::Version { dst, old, new } => {
                    *op = Op::Mov { dst, a: if is_old { old } else { new } };
                }
                _ => {}
            }
        }
        body
    }

    /// Whether some of its blocks belong to one version only.
    pub fn has_versions(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::BrVersion { .. } | Op::Version { .. }))
    }
}
