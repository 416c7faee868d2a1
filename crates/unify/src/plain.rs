//! What bodies and ops are, apart from numbers: jumps that only lead on, ops without registers.

use patchlight_ir::op::IdMap;
use patchlight_ir::{ArgsId, BlockId, Body, Def, LocalId, Op, Reg, TableId};

/// The op that a jump to `at` leads to. In a circle of jumps it is the first of them.
pub(crate) fn behind_jumps(body: &Body, mut at: usize) -> usize {
    let mut n_jumps = 0;
    let mut first = usize::MAX;
    while let Op::Jmp { to } = body.ops[at] {
        // After as many jumps as there are blocks, it is a circle; the second time round all of
        // it is seen.
        if n_jumps > body.n_blocks() {
            first = first.min(at);
            if n_jumps > 2 * body.n_blocks() + 1 {
                return first;
            }
        }
        n_jumps += 1;
        at = body.blocks[to.index()] as usize;
    }
    at
}

/// An op without its registers, blocks and places in tables.
pub(crate) fn blank(op: &Op) -> Op {
    struct Blank;
    impl IdMap for Blank {
        fn block(&mut self, _: BlockId) -> BlockId {
            BlockId(0)
        }
        fn def(&mut self, _: Def) -> Def {
            Def(Reg(0))
        }
        fn reg(&mut self, _: Reg) -> Reg {
            Reg(0)
        }
    }
    let mut op = *op;
    op.remap(&mut Blank);
    match &mut op {
        Op::Call { args, .. }
        | Op::CallPtr { args, .. }
        | Op::TailCall { args, .. }
        | Op::TailCallPtr { args, .. } => *args = ArgsId(0),
        Op::Switch { table, .. } | Op::IndirectBr { table, .. } => *table = TableId(0),
        Op::Alloca { local, .. } | Op::AllocaDyn { local, .. } => *local = LocalId(0),
        _ => {}
    }
    op
}
