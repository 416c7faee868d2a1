//! Which registers an op reads and writes, one word at a time.

use crate::ids::{ArgsId, Reg};
use crate::module::Body;
use crate::op::{Field, Op};

impl Op {
    /// The arguments of a call: where they begin in the pool, and how many there are.
    pub fn call_args(&self) -> Option<(ArgsId, u16)> {
        match *self {
            Op::Call { args, n_args, .. }
            | Op::CallPtr { args, n_args, .. }
            | Op::TailCall { args, n_args, .. }
            | Op::TailCallPtr { args, n_args, .. } => Some((args, n_args)),
            _ => None,
        }
    }

    /// Calls `see` for every register that the op writes.
    pub fn for_each_write(&self, mut see: impl FnMut(Reg)) {
        let (words, _) = self.words();
        self.for_each_field(|field| {
            if let Field::Def(first) = field {
                consecutive(first, words, &mut see);
            }
        });
    }
}

impl Body {
    /// Calls `see` for every register that the op reads. `forward` and `va.start` read the call's
    /// arguments besides, which are always there.
    pub fn for_each_read(&self, op: &Op, mut see: impl FnMut(Reg)) {
        let (_, words) = op.words();
        op.for_each_field(|field| {
            if let Field::Use(first) = field {
                consecutive(first, words, &mut see);
            }
        });
        if let Some((args, n_args)) = op.call_args() {
            self.args(args, n_args).iter().for_each(|&reg| see(reg));
        }
    }
}

fn consecutive(first: Reg, words: u16, see: &mut impl FnMut(Reg)) {
    for word in 0..words {
        see(Reg(first.0 + word));
    }
}
