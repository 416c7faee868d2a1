//! The program as one graph of places between which control goes.
//!
//! A *piece* is a part of a block that is executed as a whole: blocks are cut after calls. From a
//! piece ways lead to the pieces behind its jump, or into the function that it calls and past that
//! call. Returns are no ways: going past a call stands for all that happens inside.
//!
//! Calls through pointers lead to a *group*, a node of its own, and from there to all functions that
//! may be meant (see [`crate::callees`]): groups keep the graph small where hundreds of calls may go
//! to hundreds of functions.

use crate::callees::{Callees, Precision};
use patchlight_ir::callgraph::CallGraph;
use patchlight_ir::{BlockId, FuncId, Module, Op};
use std::collections::HashMap;

/// A piece or a group.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A part of a block: its ops from `first` to `last`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Piece {
    pub func: FuncId,
    pub block: BlockId,
    pub first: u32,
    pub last: u32,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Way {
    pub from: Node,
    pub to: Node,
    pub kind: WayKind,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum WayKind {
    /// Along a jump.
    Jump,
    /// Along one side of a branch.
    Side,
    /// Into a function, or into a group.
    Call,
    /// From a group to one of its functions.
    Member,
    /// From a call to what follows it.
    Past,
}

pub struct Graph {
    pieces: Vec<Piece>,
    /// By function, the node of each op; empty without a body.
    node_of_op: Vec<Vec<u32>>,
    entries: Vec<Option<Node>>,
    ways: Vec<Way>,
    /// Where the ways from each node begin, and one more entry for the end.
    first_way: Vec<u32>,
    /// The same for the ways to each node, as places in `back`.
    first_back: Vec<u32>,
    back: Vec<u32>,
}

impl Graph {
    pub fn new(module: &Module, precision: Precision) -> Graph {
        let callees = Callees::new(module, &CallGraph::new(module), precision);
        let mut builder = Builder {
            module,
            callees,
            pieces: Vec::new(),
            node_of_op: vec![Vec::new(); module.functions.len()],
            groups: HashMap::new(),
            members: Vec::new(),
            ways: Vec::new(),
        };
        for index in 0..module.functions.len() {
            builder.cut(FuncId::from_index(index));
        }
        for node in 0..builder.pieces.len() as u32 {
            builder.add_ways(Node(node));
        }
        builder.finish()
    }

    pub fn n_nodes(&self) -> usize {
        self.first_way.len() - 1
    }

    /// The piece that a node is; `None` for a group.
    pub fn piece(&self, node: Node) -> Option<Piece> {
        self.pieces.get(node.index()).copied()
    }

    /// The piece that an op belongs to.
    pub fn node_at(&self, func: FuncId, op: u32) -> Option<Node> {
        let nodes = self.node_of_op.get(func.index())?;
        nodes.get(op as usize).copied().map(Node)
    }

    /// Where a function begins.
    pub fn entry(&self, func: FuncId) -> Option<Node> {
        self.entries[func.index()]
    }

    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// The numbers of the ways that lead away from a node.
    pub fn ways_from(&self, node: Node) -> std::ops::Range<usize> {
        self.first_way[node.index()] as usize..self.first_way[node.index() + 1] as usize
    }

    /// The numbers of the ways that lead to a node.
    pub fn ways_to(&self, node: Node) -> &[u32] {
        let range = self.first_back[node.index()]..self.first_back[node.index() + 1];
        &self.back[range.start as usize..range.end as usize]
    }

    /// The ways that a step of a run goes: from a place to the next one, into a function, or back
    /// to behind a call.
    pub fn ways_of_step(&self, from: Node, to: Node) -> [Option<usize>; 2] {
        let direct =
            |from: Node, to: Node| self.ways_from(from).find(|&number| self.ways[number].to == to);
        if let Some(way) = direct(from, to) {
            return [Some(way), None];
        }
        for call in self.ways_from(from) {
            let group = self.ways[call].to;
            if self.ways[call].kind == WayKind::Call
                && self.piece(group).is_none()
                && let Some(member) = direct(group, to)
            {
                return [Some(call), Some(member)];
            }
        }
        let before = to.0.checked_sub(1).map(Node);
        let past = before.and_then(|call| direct(call, to));
        [past.filter(|&way| self.ways[way].kind == WayKind::Past), None]
    }

    pub fn way(&self, number: usize) -> Way {
        self.ways[number]
    }

    /// All pieces of a function.
    pub fn nodes_of(&self, func: FuncId) -> impl Iterator<Item = Node> + '_ {
        let nodes = &self.node_of_op[func.index()];
        let (first, last) = (nodes.first().copied(), nodes.last().copied());
        first.into_iter().flat_map(move |first| first..=last.unwrap_or(first)).map(Node)
    }
}

/// Where a block is cut: behind this op.
pub fn is_call(op: &Op) -> bool {
    matches!(op, Op::Call { .. } | Op::CallPtr { .. })
}

struct Builder<'m> {
    module: &'m Module,
    callees: Callees<'m>,
    pieces: Vec<Piece>,
    node_of_op: Vec<Vec<u32>>,
    groups: HashMap<Vec<FuncId>, u32>,
    members: Vec<Vec<FuncId>>,
    ways: Vec<Way>,
}

impl Builder<'_> {
    fn cut(&mut self, func: FuncId) {
        let Some(body) = self.module.functions[func.index()].body() else { return };
        let mut nodes = vec![0; body.ops.len()];
        for block in body.block_ids() {
            let range = body.block_range(block);
            let mut first = range.start;
            for op in range.clone() {
                if op + 1 == range.end || is_call(&body.ops[op]) {
                    let node = self.pieces.len() as u32;
                    let (start, last) = (first as u32, op as u32);
                    self.pieces.push(Piece { func, block, first: start, last });
                    nodes[first..=op].fill(node);
                    first = op + 1;
                }
            }
        }
        self.node_of_op[func.index()] = nodes;
    }

    fn entry(&self, func: FuncId) -> Option<Node> {
        self.node_of_op[func.index()].first().copied().map(Node)
    }

    fn add_ways(&mut self, from: Node) {
        let piece = self.pieces[from.index()];
        let Some(body) = self.module.functions[piece.func.index()].body() else { return };
        let op = &body.ops[piece.last as usize];
        let callees = self.callees.of(body, piece.last as usize);
        let to = match callees[..] {
            [] => None,
            [one] => self.entry(one),
            _ => Some(self.group(callees)),
        };
        self.ways.extend(to.map(|to| Way { from, to, kind: WayKind::Call }));
        if is_call(op) {
            let to = Node(from.0 + 1);
            self.ways.push(Way { from, to, kind: WayKind::Past });
            return;
        }
        let mut targets: Vec<BlockId> = Vec::new();
        body.for_each_successor(op, |block| targets.push(block));
        targets.sort_unstable();
        targets.dedup();
        let kind = if targets.len() > 1 { WayKind::Side } else { WayKind::Jump };
        for block in targets {
            let first = body.blocks[block.index()];
            let to = Node(self.node_of_op[piece.func.index()][first as usize]);
            self.ways.push(Way { from, to, kind });
        }
    }

    fn group(&mut self, members: Vec<FuncId>) -> Node {
        let n_pieces = self.pieces.len() as u32;
        let next = n_pieces + self.members.len() as u32;
        if let Some(&known) = self.groups.get(&members) {
            return Node(known);
        }
        self.groups.insert(members.clone(), next);
        self.members.push(members);
        Node(next)
    }

    fn finish(mut self) -> Graph {
        let n_pieces = self.pieces.len();
        for (n, members) in std::mem::take(&mut self.members).iter().enumerate() {
            let from = Node((n_pieces + n) as u32);
            let entries: Vec<Node> = members.iter().filter_map(|&func| self.entry(func)).collect();
            let ways = entries.into_iter().map(|to| Way { from, to, kind: WayKind::Member });
            self.ways.extend(ways);
        }
        let n = n_pieces + self.groups.len();
        let entries = (0..self.module.functions.len()).map(FuncId::from_index);
        let entries = entries.map(|func| self.entry(func)).collect();
        // Ways were made in the order of their origins.
        let first_way = starts(n, self.ways.iter().map(|way| way.from.index()));
        let first_back = starts(n, self.ways.iter().map(|way| way.to.index()));
        let mut next = first_back.clone();
        let mut back = vec![0; self.ways.len()];
        for (number, way) in self.ways.iter().enumerate() {
            let place = &mut next[way.to.index()];
            back[*place as usize] = number as u32;
            *place += 1;
        }
        Graph {
            pieces: self.pieces,
            node_of_op: self.node_of_op,
            entries,
            ways: self.ways,
            first_way,
            first_back,
            back,
        }
    }
}

/// Where the entries of each of `n` buckets begin.
fn starts(n: usize, buckets: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = vec![0; n + 1];
    buckets.for_each(|bucket| starts[bucket + 1] += 1);
    for at in 1..=n {
        starts[at] += starts[at - 1];
    }
    starts
}
