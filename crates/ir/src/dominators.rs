//! Dominators and post-dominators, by the iterative algorithm of Cooper, Harvey and Kennedy
//! ("A Simple, Fast Dominance Algorithm").
//!
//! Post-dominators are dominators of the reversed graph from a virtual exit that follows every
//! block without successors. Where no exit can be reached (an endless loop), there is no
//! post-dominator.

use crate::cfg::{Cfg, post_order};
use crate::ids::BlockId;

/// A tree over the blocks of a body.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// For each node its immediate dominator; the root's is itself.
    parents: Vec<Option<BlockId>>,
    /// The virtual exit has this number.
    n_blocks: usize,
}

impl Dominators {
    /// Who must be passed on every way from the entry.
    pub fn new(cfg: &Cfg) -> Dominators {
        let next: Vec<&[BlockId]> = blocks(cfg).map(|block| cfg.successors(block)).collect();
        let previous: Vec<&[BlockId]> = blocks(cfg).map(|block| cfg.predecessors(block)).collect();
        Dominators::of_graph(cfg, BlockId(0), &next, &previous)
    }

    /// Who must be passed on every way to an exit.
    pub fn post(cfg: &Cfg) -> Dominators {
        Dominators::post_of_exits(cfg, |_| true)
    }

    /// Who must be passed on every way to one of the exits that count.
    pub fn post_of_exits(cfg: &Cfg, counts: impl Fn(BlockId) -> bool) -> Dominators {
        let exit = BlockId::from_index(cfg.n_blocks());
        let is_exit = |block: BlockId| cfg.successors(block).is_empty() && counts(block);
        let exits: Vec<BlockId> = blocks(cfg).filter(|&block| is_exit(block)).collect();
        let to_exit = [exit];
        let mut next: Vec<&[BlockId]> = blocks(cfg).map(|block| cfg.predecessors(block)).collect();
        next.push(&exits);
        let mut previous: Vec<&[BlockId]> = blocks(cfg)
            .map(|block| match cfg.successors(block) {
                [] if is_exit(block) => &to_exit[..],
                successors => successors,
            })
            .collect();
        previous.push(&[]);
        Dominators::of_graph(cfg, exit, &next, &previous)
    }

    fn of_graph(
        cfg: &Cfg,
        root: BlockId,
        next: &[&[BlockId]],
        previous: &[&[BlockId]],
    ) -> Dominators {
        let order = post_order(next.len(), root, |block| next[block.index()]);
        let mut rank = vec![0; next.len()];
        for (position, block) in order.iter().enumerate() {
            rank[block.index()] = position;
        }
        let mut parents = vec![None; next.len()];
        parents[root.index()] = Some(root);
        let mut changed = true;
        while changed {
            changed = false;
            // The root is last in post-order; all others are visited backwards.
            for &block in order[..order.len() - 1].iter().rev() {
                let known =
                    previous[block.index()].iter().filter(|from| parents[from.index()].is_some());
                let parent = known.copied().reduce(|a, b| meet(&parents, &rank, a, b));
                if parent != parents[block.index()] {
                    parents[block.index()] = parent;
                    changed = true;
                }
            }
        }
        Dominators { parents, n_blocks: cfg.n_blocks() }
    }

    /// The nearest other block that dominates this one. `None` for the root (the entry, or for
    /// post-dominators a block that only the virtual exit follows) and for what it cannot reach.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.parents[block.index()]?;
        let is_none = parent == block || parent.index() == self.n_blocks;
        (!is_none).then_some(parent)
    }

    /// Whether the root reaches the block (whether it reaches an exit, for post-dominators).
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.parents[block.index()].is_some()
    }

    /// Whether every way to `block` passes `dominator`; a block dominates itself. False for blocks
    /// that are not reached.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        self.is_reached(block)
            && self.is_reached(dominator)
            && std::iter::successors(Some(block), |&block| self.immediate(block))
                .any(|passed| passed == dominator)
    }
}

fn blocks(cfg: &Cfg) -> impl Iterator<Item = BlockId> + use<> {
    (0..cfg.n_blocks()).map(BlockId::from_index)
}

/// The nearest common ancestor so far.
fn meet(parents: &[Option<BlockId>], rank: &[usize], mut a: BlockId, mut b: BlockId) -> BlockId {
    let up = |block: BlockId| parents[block.index()].expect("a processed block has a parent");
    while a != b {
        while rank[a.index()] < rank[b.index()] {
            a = up(a);
        }
        while rank[b.index()] < rank[a.index()] {
            b = up(b);
        }
    }
    a
}
