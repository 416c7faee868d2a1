//! The last step of a function: jumps are shortened, blocks joined, dead ones left out.
//!
//! - A jump to a block that only jumps goes to its target.
//! - A jump to a block of few ops that ends in a branch (a loop's condition) or a return becomes a
//!   copy of it.
//! - A block whose only predecessor jumps to it is joined to that.

use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{BlockId, Body, Op, TableId};

/// A loop's condition of up to this many ops is copied to the loop's end.
const MAX_COPIED: usize = 6;
/// Any other block of up to this many ops is copied to where a jump to it is.
const MAX_COPIED_FORWARD: usize = 3;

/// Reorders the blocks of a body. `kept` says which of the first blocks must stay blocks of their
/// own, since their address is taken. Gives the new number of each old block that still exists.
pub(super) fn tidy(body: &mut Body, kept: &[bool]) -> Vec<Option<BlockId>> {
    let mut tidier = Tidier::new(body, kept);
    tidier.shorten_jumps();
    // A block that both versions come to stays one: it is where they come together.
    if !tidier.body.has_versions() {
        tidier.copy_conditions();
    }
    tidier.rebuild()
}

struct Tidier<'b> {
    body: &'b mut Body,
    kept: &'b [bool],
    n_blocks: usize,
    /// Ops that replace a block's last one: the index range of the block that is copied.
    copied: Vec<Option<BlockId>>,
}

struct MapBlocks<F>(F);

impl<F: FnMut(BlockId) -> BlockId> IdMap for MapBlocks<F> {
    fn block(&mut self, id: BlockId) -> BlockId {
        (self.0)(id)
    }
}

impl<'b> Tidier<'b> {
    fn new(body: &'b mut Body, kept: &'b [bool]) -> Self {
        let n_blocks = body.blocks.len();
        Tidier { body, kept, n_blocks, copied: vec![None; n_blocks] }
    }

    fn is_kept(&self, block: BlockId) -> bool {
        block.0 == 0 || self.kept.get(block.index()).copied().unwrap_or(false)
    }

    fn last(&self, block: BlockId) -> usize {
        self.body.block_range(block).end - 1
    }

    /// Where a jump to `block` ends up.
    fn destination(&self, mut block: BlockId) -> BlockId {
        for _ in 0..16 {
            match self.body.block_ops(block) {
                [Op::Jmp { to }] if !self.is_kept(block) => block = *to,
                _ => break,
            }
        }
        block
    }

    fn shorten_jumps(&mut self) {
        let targets: Vec<BlockId> =
            (0..self.n_blocks).map(|i| self.destination(BlockId(i as u32))).collect();
        for index in 0..self.n_blocks {
            let last = self.last(BlockId(index as u32));
            let op = &mut self.body.ops[last];
            if op.is_terminator() {
                op.remap(&mut MapBlocks(|id: BlockId| targets[id.index()]));
            }
            if let Some((then, other)) = two_targets(&self.body.ops[last])
                && then == other
            {
                self.body.ops[last] = Op::Jmp { to: then };
            }
        }
        for switch in &mut self.body.switches {
            switch.default = targets[switch.default.index()];
            for (_, target) in &mut switch.cases {
                *target = targets[target.index()];
            }
        }
    }

    fn copy_conditions(&mut self) {
        let preds = self.count_predecessors();
        for index in 0..self.n_blocks {
            let Op::Jmp { to } = self.body.ops[self.last(BlockId(index as u32))] else { continue };
            let ops = self.body.block_ops(to);
            let backward = to.index() <= index;
            let small = ops.len() <= if backward { MAX_COPIED } else { MAX_COPIED_FORWARD };
            let ends = matches!(ops.last(), Some(Op::Jmp { .. }) | None);
            let only = preds[to.index()] == 1 && !self.is_kept(to);
            if small && !ends && !only && to.index() != index {
                self.copied[index] = Some(to);
            }
        }
    }

    fn count_predecessors(&self) -> Vec<u32> {
        let mut preds = vec![0; self.n_blocks];
        for index in 0..self.n_blocks {
            for_each_target(self.body, self.last(BlockId(index as u32)), |target| {
                preds[target.index()] += 1;
            });
        }
        preds
    }

    /// The op that a block ends in after copying.
    fn final_op(&self, block: BlockId) -> usize {
        self.last(self.copied[block.index()].unwrap_or(block))
    }

    fn rebuild(self) -> Vec<Option<BlockId>> {
        let mut preds = vec![0u32; self.n_blocks];
        let reachable = self.reach(&mut preds);
        let joins = |block: BlockId| match self.body.ops[self.final_op(block)] {
            Op::Jmp { to } if preds[to.index()] == 1 && !self.is_kept(to) && to != block => {
                Some(to)
            }
            _ => None,
        };
        let mut joined = vec![false; self.n_blocks];
        for block in (0..self.n_blocks as u32).map(BlockId) {
            if reachable[block.index()]
                && let Some(next) = joins(block)
            {
                joined[next.index()] = true;
            }
        }
        let mut ops = Vec::with_capacity(self.body.ops.len());
        let mut op_locs = Vec::with_capacity(self.body.ops.len());
        let mut blocks = Vec::with_capacity(self.n_blocks);
        let mut map = vec![None; self.n_blocks];
        for index in 0..self.n_blocks {
            if !reachable[index] || joined[index] {
                continue;
            }
            map[index] = Some(BlockId::from_index(blocks.len()));
            blocks.push(ops.len() as u32);
            let mut block = BlockId(index as u32);
            loop {
                self.append(block, &mut ops, &mut op_locs);
                let Some(next) = joins(block) else { break };
                ops.pop();
                op_locs.pop();
                block = next;
            }
        }
        let body = self.body;
        let renumber = |id: BlockId| map[id.index()].unwrap_or(id);
        for op in &mut ops {
            if op.is_terminator() {
                op.remap(&mut MapBlocks(renumber));
            }
        }
        drop_unused_tables(body, &mut ops);
        for switch in &mut body.switches {
            switch.default = renumber(switch.default);
            switch.cases.iter_mut().for_each(|(_, target)| *target = renumber(*target));
        }
        for table in &mut body.branch_tables {
            table.retain(|target| map[target.index()].is_some());
            table.iter_mut().for_each(|target| *target = renumber(*target));
        }
        (body.ops, body.op_locs, body.blocks) = (ops, op_locs, blocks);
        map
    }

    fn append(&self, block: BlockId, ops: &mut Vec<Op>, op_locs: &mut Vec<u32>) {
        let mut range = self.body.block_range(block);
        if self.copied[block.index()].is_some() {
            range.end -= 1;
        }
        ops.extend_from_slice(&self.body.ops[range.clone()]);
        op_locs.extend_from_slice(&self.body.op_locs[range]);
        if let Some(from) = self.copied[block.index()] {
            let range = self.body.block_range(from);
            ops.extend_from_slice(&self.body.ops[range.clone()]);
            op_locs.extend_from_slice(&self.body.op_locs[range]);
        }
    }

    /// Which blocks the entry and the kept blocks reach; counts the edges among those.
    fn reach(&self, preds: &mut [u32]) -> Vec<bool> {
        let mut reachable = vec![false; self.n_blocks];
        let mut stack: Vec<BlockId> =
            (0..self.n_blocks as u32).map(BlockId).filter(|&block| self.is_kept(block)).collect();
        for block in &stack {
            reachable[block.index()] = true;
        }
        while let Some(block) = stack.pop() {
            for_each_target(self.body, self.final_op(block), |target| {
                preds[target.index()] += 1;
                if !reachable[target.index()] {
                    reachable[target.index()] = true;
                    stack.push(target);
                }
            });
        }
        reachable
    }
}

/// Tables of code that was left out go with it.
fn drop_unused_tables(body: &mut Body, ops: &mut [Op]) {
    let mut switches = Vec::with_capacity(body.switches.len());
    let mut new_ids = vec![None; body.switches.len()];
    for op in ops {
        if let Op::Switch { table, .. } = op {
            let id = new_ids[table.index()].get_or_insert_with(|| {
                switches.push(body.switches[table.index()].clone());
                TableId::from_index(switches.len() - 1)
            });
            *table = *id;
        }
    }
    body.switches = switches;
}

fn two_targets(op: &Op) -> Option<(BlockId, BlockId)> {
    let mut targets = [None; 2];
    let mut n = 0;
    op.for_each_field(|field| {
        if let Field::Block(block) = field
            && n < 2
        {
            targets[n] = Some(block);
            n += 1;
        }
    });
    Some((targets[0]?, targets[1]?))
}

fn for_each_target(body: &Body, op_index: usize, mut see: impl FnMut(BlockId)) {
    let op = &body.ops[op_index];
    match *op {
        Op::Switch { table, .. } => {
            let switch = body.switch(table);
            see(switch.default);
            switch.cases.iter().for_each(|&(_, target)| see(target));
        }
        Op::IndirectBr { table, .. } => {
            body.branch_tables[table.index()].iter().for_each(|&target| see(target));
        }
        _ if op.is_terminator() => op.for_each_field(|field| {
            if let Field::Block(block) = field {
                see(block);
            }
        }),
        _ => {}
    }
}
