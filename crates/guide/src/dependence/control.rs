//! Which branches decide whether an op is executed.
//!
//! Lowering copies short blocks into those that jump to them (the test of a loop in front of it, a
//! condition behind both sides of another). The copies would depend on the way that led to them, so
//! equal ends of blocks, from the same lines, are taken for the one piece of code that they were.
//!
//! An endless loop has no end that could be decided about: the block that closes it counts as one.

use super::DependenceKind;
use super::build::{Builder, Inside};
use crate::fast_hash::IdMap;
use patchlight_ir::{BlockId, Body, Cfg, Op};

impl<'a> Builder<'a> {
    pub fn add_control(&mut self, at: Inside<'a>, cfg: &Cfg) {
        let flow = Flow::new(at.body, cfg);
        let first = self.new_helpers(flow.next.len());
        let op_node = |op: usize| self.layout.op(at.func, op);
        let mut edges = Vec::new();
        for (op, &node) in flow.node_of.iter().enumerate() {
            edges.push((first + node, op_node(op)));
        }
        let post = PostDominators::new(&flow);
        // What is executed whenever the function is.
        let entry = self.entries[at.func.index()];
        edges.extend(post.upwards(0, None).map(|node| (entry, first + node)));
        let mut decided: Vec<u32> = Vec::new();
        for (branch, next) in flow.next.iter().enumerate() {
            if next.len() < 2 {
                continue;
            }
            decided.clear();
            for &side in next.iter().filter(|&&side| side != post.end) {
                decided.extend(post.upwards(side, post.above(branch as u32)));
            }
            decided.sort_unstable();
            decided.dedup();
            for &op in &flow.terminators[branch] {
                let terminator = op_node(op as usize);
                edges.extend(decided.iter().map(|&node| (terminator, first + node)));
            }
        }
        for (from, to) in edges {
            self.add(from, to, DependenceKind::Control);
        }
    }
}

/// Pieces of code and which follow which: blocks without the ends that they share with others, and
/// those ends. The first is the entry; the end of the function has the number behind the last.
struct Flow {
    next: Vec<Vec<u32>>,
    /// By op, the piece that it belongs to.
    node_of: Vec<u32>,
    /// By piece, the ops that end it: one for each copy.
    terminators: Vec<Vec<u32>>,
}

impl Flow {
    fn new(body: &Body, cfg: &Cfg) -> Flow {
        let n_blocks = body.n_blocks();
        let mut flow = Flow {
            next: vec![Vec::new(); n_blocks],
            node_of: Vec::with_capacity(body.ops.len()),
            terminators: vec![Vec::new(); n_blocks],
        };
        for block in body.block_ids() {
            let range = body.block_range(block);
            flow.node_of.extend(range.clone().map(|_| block.0));
            flow.next[block.index()] = cfg.successors(block).iter().map(|next| next.0).collect();
            flow.terminators[block.index()].push(range.end as u32 - 1);
        }
        for (blocks, n_ops) in shared_ends(body) {
            let end = flow.next.len() as u32;
            flow.next.push(flow.next[blocks[0].index()].clone());
            flow.terminators.push(Vec::new());
            for block in blocks {
                let last = body.block_range(block).end;
                flow.node_of[last - n_ops..last].fill(end);
                flow.next[block.index()] = vec![end];
                flow.terminators[block.index()].clear();
                flow.terminators[end as usize].push(last as u32 - 1);
            }
        }
        flow.close();
        flow
    }

    /// Makes the end of the function follow what nothing follows, and what closes an endless loop.
    fn close(&mut self) {
        let end = self.next.len() as u32;
        let order = self.order();
        let mut previous = vec![Vec::new(); self.next.len()];
        for (from, next) in self.next.iter().enumerate() {
            next.iter().for_each(|&to| previous[to as usize].push(from as u32));
        }
        let mut finds_end = vec![false; self.next.len()];
        let mut waiting: Vec<u32> = Vec::new();
        for (node, next) in self.next.iter_mut().enumerate() {
            if next.is_empty() {
                next.push(end);
                waiting.push(node as u32);
            }
        }
        // What is left behind last in the order of visits closes a loop.
        for last in order {
            while let Some(node) = waiting.pop() {
                if !std::mem::replace(&mut finds_end[node as usize], true) {
                    waiting.extend(&previous[node as usize]);
                }
            }
            if !finds_end[last as usize] {
                self.next[last as usize].push(end);
                waiting.push(last);
            }
        }
    }

    /// What the entry reaches, each after all that it reaches but for what closes loops.
    fn order(&self) -> Vec<u32> {
        post_order(0, self.next.len(), |node| &self.next[node as usize])
    }
}

fn post_order<'a>(root: u32, n: usize, next: impl Fn(u32) -> &'a [u32]) -> Vec<u32> {
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    let mut stack = vec![(root, 0)];
    seen[root as usize] = true;
    while let Some((node, position)) = stack.last_mut() {
        match next(*node).get(*position) {
            Some(&follower) => {
                *position += 1;
                if !std::mem::replace(&mut seen[follower as usize], true) {
                    stack.push((follower, 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// Blocks that end in the same way and place, and in how many ops.
fn shared_ends(body: &Body) -> Vec<(Vec<BlockId>, usize)> {
    let mut by_place: IdMap<u32, Vec<Vec<BlockId>>> = IdMap::default();
    for block in body.block_ids() {
        let last = body.block_range(block).end - 1;
        if let Op::Jmp { .. } = body.ops[last] {
            continue;
        }
        let groups = by_place.entry(body.op_locs[last]).or_default();
        let is_same = |group: &&mut Vec<BlockId>| body.terminator(group[0]) == &body.ops[last];
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(block),
            None => groups.push(vec![block]),
        }
    }
    let mut shared: Vec<_> = by_place
        .into_values()
        .flatten()
        .filter(|blocks| blocks.len() > 1)
        .map(|blocks| {
            let same = |&block: &BlockId| common_end(body, blocks[0], block);
            let n_ops = blocks[1..].iter().map(same).min().unwrap_or(0);
            (blocks, n_ops)
        })
        .collect();
    shared.sort_unstable();
    shared
}

/// In how many ops two blocks end in the same way.
fn common_end(body: &Body, a: BlockId, b: BlockId) -> usize {
    let backwards = |block| {
        let range: std::ops::Range<usize> = body.block_range(block);
        range.rev().map(|op| (&body.ops[op], body.op_locs[op]))
    };
    backwards(a).zip(backwards(b)).take_while(|(a, b)| a == b).count()
}

/// Who must be passed on every way to the end; by the algorithm of Cooper, Harvey and Kennedy.
struct PostDominators {
    /// By piece, the next one that must be passed; the end for the last. `None` where the entry
    /// does not come.
    parents: Vec<Option<u32>>,
    end: u32,
}

impl PostDominators {
    fn new(flow: &Flow) -> PostDominators {
        let end = flow.next.len() as u32;
        let mut before = vec![Vec::new(); flow.next.len() + 1];
        for (from, next) in flow.next.iter().enumerate() {
            next.iter().for_each(|&to| before[to as usize].push(from as u32));
        }
        let order = post_order(end, before.len(), |node| &before[node as usize]);
        let mut rank = vec![0; before.len()];
        for (position, &node) in order.iter().enumerate() {
            rank[node as usize] = position;
        }
        let mut post = PostDominators { parents: vec![None; before.len()], end };
        post.parents[end as usize] = Some(end);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order[..order.len() - 1].iter().rev() {
                let next = flow.next[node as usize].iter().copied();
                let known = next.filter(|&next| post.parents[next as usize].is_some());
                let parent = known.reduce(|a, b| post.meet(&rank, a, b));
                changed |= parent != post.parents[node as usize];
                post.parents[node as usize] = parent;
            }
        }
        post
    }

    fn meet(&self, rank: &[usize], mut a: u32, mut b: u32) -> u32 {
        let up = |node: u32| self.parents[node as usize].expect("a visited node has a parent");
        while a != b {
            while rank[a as usize] < rank[b as usize] {
                a = up(a);
            }
            while rank[b as usize] < rank[a as usize] {
                b = up(b);
            }
        }
        a
    }

    /// The next piece that must be passed; `None` if that is the end.
    fn above(&self, node: u32) -> Option<u32> {
        self.parents[node as usize].filter(|&parent| parent != self.end)
    }

    /// A piece and those that must be passed after it, up to one that does not count.
    fn upwards(&self, node: u32, until: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(node), |&node| self.above(node))
            .take_while(move |&node| Some(node) != until)
    }
}
