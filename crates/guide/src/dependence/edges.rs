//! Edges between numbered nodes, found from both ends.

use super::DependenceKind;

/// What a node is that is no op.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Helper {
    /// What leads on from here comes from the ops before.
    Between,
    /// A value that this call passes.
    Argument(u32),
    /// This call, as one that reads its arguments: nothing follows from that alone.
    Reader(u32),
}

/// The ends of all edges, sorted by one of the ends.
struct Half {
    first: Vec<u32>,
    others: Vec<(u32, DependenceKind)>,
}

impl Half {
    fn new(
        n_nodes: usize,
        edges: impl Iterator<Item = (u32, u32, DependenceKind)> + Clone,
    ) -> Half {
        let mut first = vec![0; n_nodes + 1];
        let mut n = 0;
        for (by, ..) in edges.clone() {
            first[by as usize + 1] += 1;
            n += 1;
        }
        for at in 1..=n_nodes {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut others = vec![(0, DependenceKind::Register); n];
        for (by, other, kind) in edges {
            let place = &mut next[by as usize];
            others[*place as usize] = (other, kind);
            *place += 1;
        }
        Half { first, others }
    }

    fn of(&self, node: u32) -> impl Iterator<Item = (u32, DependenceKind)> + '_ {
        let range = self.first[node as usize] as usize..self.first[node as usize + 1] as usize;
        self.others[range].iter().copied()
    }
}

pub struct Edges {
    forward: Half,
    backward: Half,
}

impl Edges {
    /// `edges`: from what, to what depends on it.
    pub fn new(n_nodes: usize, edges: &[(u32, u32, DependenceKind)]) -> Edges {
        let forward = Half::new(n_nodes, edges.iter().copied());
        let backward = edges.iter().map(|&(from, to, kind)| (to, from, kind));
        Edges { forward, backward: Half::new(n_nodes, backward) }
    }

    pub fn len(&self) -> usize {
        self.forward.others.len()
    }

    /// What depends on a node.
    pub fn from(&self, node: u32) -> impl Iterator<Item = (u32, DependenceKind)> + '_ {
        self.forward.of(node)
    }

    /// What a node depends on.
    pub fn to(&self, node: u32) -> impl Iterator<Item = (u32, DependenceKind)> + '_ {
        self.backward.of(node)
    }
}
