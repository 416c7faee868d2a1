//! Programs that are two versions in one.
//!
//! `patchlight.h` writes `change(old, new)` as a choice on a call of [`IS_OLD`]. After
//! [`mark_version_branches`] such a choice is a terminator with one successor for each version.

use crate::ids::FuncId;
use crate::module::Body;
use crate::op::Op;

/// Not 0 in the old version. A program that is run by itself is its new version.
pub const IS_OLD: &str = "__patchlight_is_old";

/// Replaces every branch on a call of `is_old` by [`Op::BrVersion`].
pub fn mark_version_branches(body: &mut Body, is_old: FuncId) {
    for at in 1..body.ops.len() {
        let Op::Call { dst, func, .. } = body.ops[at - 1] else { continue };
        let Op::BrNeI { a, b: 0, then, other, .. } = body.ops[at] else { continue };
        if a == dst.0 && func == is_old {
            body.ops[at - 1] = Op::Const { dst, value: 0 };
            body.ops[at] = Op::BrVersion { old: then, new: other };
        }
    }
}

impl Body {
    /// Whether some of its blocks belong to one version only.
    pub fn has_versions(&self) -> bool {
        self.ops.iter().any(|op| matches!(op, Op::BrVersion { .. }))
    }
}
