//! The graph with ops taken together, as those of a statement: what depends on what directly, with
//! the helpers in between. Pairs of statements would be too many: in a large program thousands of
//! statements store to what thousands load.

use super::edges::{Edges, Helper};
use super::{DependenceKind, Dependences};
use patchlight_ir::OpPlace;

/// Nodes below `n_groups` are groups of ops, all others helpers between them.
pub struct Contracted {
    n_groups: usize,
    n_nodes: usize,
    edges: Edges,
}

impl Dependences {
    /// `group_of` gives the numbers of groups, below `n_groups`; ops without one are left out, and
    /// so are the ways over them.
    pub fn contracted(
        &self,
        n_groups: usize,
        group_of: impl Fn(OpPlace) -> Option<usize>,
    ) -> Contracted {
        let n_ops = self.layout.n_ops();
        let ops = (0..n_ops as u32).map(|op| group_of(self.layout.place(op)).map(|n| n as u32));
        let groups: Vec<Option<u32>> = ops.collect();
        let contract = |node: u32| match self.helper(node) {
            None => groups[node as usize],
            Some(Helper::Argument(call) | Helper::Reader(call)) => groups[call as usize],
            Some(Helper::Between) => Some(node - n_ops as u32 + n_groups as u32),
        };
        let mut edges = Vec::with_capacity(self.edges.len());
        for from in 0..(n_ops + self.helpers.len()) as u32 {
            let Some(start) = contract(from) else { continue };
            let ends = self.edges.from(from).filter_map(|(to, kind)| Some((contract(to)?, kind)));
            edges.extend(
                ends.filter(|&(end, _)| end != start).map(|(end, kind)| (start, end, kind)),
            );
        }
        let n_nodes = n_groups + self.helpers.len();
        Contracted { n_groups, n_nodes, edges: Edges::new(n_nodes, &edges) }
    }
}

impl Contracted {
    pub fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// The group that a node is; `None` for helpers.
    pub fn group(&self, node: u32) -> Option<usize> {
        Some(node as usize).filter(|&node| node < self.n_groups)
    }

    /// What a node depends on.
    pub fn before(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges.to(node).map(|(from, _)| from)
    }

    /// What depends on a node, and why.
    pub fn after(&self, node: u32) -> impl Iterator<Item = (u32, DependenceKind)> + '_ {
        self.edges.from(node)
    }
}
