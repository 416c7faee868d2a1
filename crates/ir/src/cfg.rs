//! Control flow inside one body: who follows whom.
//!
//! **Invariant.** Edges are deduplicated: a `switch` with ten cases to one block is one edge.
//! The body must be structurally sound (see [`mod@crate::verify`]).

use crate::ids::BlockId;
use crate::module::Body;
use crate::op::{Field, Op};

/// The edges of a body, both ways.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
}

impl Body {
    pub fn n_blocks(&self) -> usize {
        self.blocks.len()
    }

    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::from_index)
    }

    /// The last op of a block.
    pub fn terminator(&self, block: BlockId) -> &Op {
        &self.ops[self.block_range(block).end - 1]
    }

    /// Calls `see` for every block that may follow the terminator, in the order of its fields; a
    /// block may come more than once.
    pub fn for_each_successor(&self, terminator: &Op, mut see: impl FnMut(BlockId)) {
        match *terminator {
            Op::Switch { table, .. } => {
                let table = self.switch(table);
                table.cases.iter().for_each(|&(_, block)| see(block));
                see(table.default);
            }
            Op::IndirectBr { table, .. } => {
                self.branch_tables[table.index()].iter().for_each(|&block| see(block));
            }
            // The block is an operand here, and of another function perhaps.
            Op::BlockAddr { .. } => {}
            _ => terminator.for_each_field(|field| {
                if let Field::Block(block) = field {
                    see(block);
                }
            }),
        }
    }
}

impl Cfg {
    pub fn new(body: &Body) -> Cfg {
        let n = body.n_blocks();
        let mut cfg = Cfg { successors: vec![Vec::new(); n], predecessors: vec![Vec::new(); n] };
        // `last_from[to]` is the last block that was seen to have an edge to `to`.
        let mut last_from = vec![None; n];
        for from in body.block_ids() {
            body.for_each_successor(body.terminator(from), |to| {
                if last_from[to.index()] != Some(from) {
                    last_from[to.index()] = Some(from);
                    cfg.successors[from.index()].push(to);
                    cfg.predecessors[to.index()].push(from);
                }
            });
        }
        cfg
    }

    pub fn n_blocks(&self) -> usize {
        self.successors.len()
    }

    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The blocks that the entry reaches, each before its successors but for the edges that close
    /// a loop.
    pub fn reverse_post_order(&self) -> Vec<BlockId> {
        let mut order = post_order(self.n_blocks(), BlockId(0), |block| self.successors(block));
        order.reverse();
        order
    }
}

/// Depth first from `root`, a node after all that it reaches. Iterative: bodies of ten thousand
/// blocks in a row are real.
pub(crate) fn post_order<'a>(
    n: usize,
    root: BlockId,
    next: impl Fn(BlockId) -> &'a [BlockId],
) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    let mut stack = vec![(root, 0)];
    seen[root.index()] = true;
    while let Some((block, position)) = stack.last_mut() {
        match next(*block).get(*position) {
            Some(&follower) => {
                *position += 1;
                if !std::mem::replace(&mut seen[follower.index()], true) {
                    stack.push((follower, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}
