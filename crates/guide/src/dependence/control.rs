//! Which branches decide whether a block is executed.

use super::DependenceKind;
use super::build::{Builder, Inside};
use patchlight_ir::{BlockId, Cfg, Dominators};

impl<'a> Builder<'a> {
    pub fn add_control(&mut self, at: Inside<'a>, cfg: &Cfg) {
        let first = self.new_helpers(at.body.n_blocks());
        for block in at.body.block_ids() {
            for op in at.body.block_range(block) {
                let node = self.layout.op(at.func, op);
                self.add(first + block.0, node, DependenceKind::Control);
            }
        }
        let ends = endless(cfg);
        let post = Dominators::post_with_ends(cfg, &ends);
        // What is executed whenever the function is.
        let entry = self.entries[at.func.index()];
        for block in upwards(&post, BlockId(0), None) {
            self.add(entry, first + block.0, DependenceKind::Control);
        }
        for branch in at.body.block_ids() {
            let successors = cfg.successors(branch);
            if successors.len() < 2 && !ends.contains(&branch) {
                continue;
            }
            let terminator = self.layout.op(at.func, at.body.block_range(branch).end - 1);
            let mut decided: Vec<BlockId> = Vec::new();
            for &successor in successors {
                decided.extend(upwards(&post, successor, post.immediate(branch)));
            }
            decided.sort_unstable();
            decided.dedup();
            for block in decided {
                self.add(terminator, first + block.0, DependenceKind::Control);
            }
        }
    }
}

/// A block and those that it cannot end without, up to one that does not belong to them.
fn upwards(
    post: &Dominators,
    block: BlockId,
    until: Option<BlockId>,
) -> impl Iterator<Item = BlockId> + '_ {
    std::iter::successors(Some(block), |&block| post.immediate(block))
        .take_while(move |&block| Some(block) != until)
}

/// Blocks that stand for the ends of loops without one: from every block that the entry reaches a
/// way leads to an end or to one of these.
fn endless(cfg: &Cfg) -> Vec<BlockId> {
    let mut ends = Vec::new();
    let order = cfg.reverse_post_order();
    let mut finds_end = vec![false; cfg.n_blocks()];
    let mut waiting: Vec<BlockId> =
        order.iter().copied().filter(|&block| cfg.successors(block).is_empty()).collect();
    // From the back, so that a loop ends where it is closed.
    for &last in order.iter().rev() {
        while let Some(block) = waiting.pop() {
            if !std::mem::replace(&mut finds_end[block.index()], true) {
                waiting.extend(cfg.predecessors(block));
            }
        }
        if !finds_end[last.index()] {
            ends.push(last);
            waiting.push(last);
        }
    }
    ends
}
