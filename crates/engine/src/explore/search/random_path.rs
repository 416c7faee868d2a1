//! A random walk from the root of the tree of forks: a path deep in a bushy part of the tree is as
//! likely as a shallow one beside it, so loops that fork do not starve the rest.

use super::random::Random;
use super::{ProcessId, Searcher};
use std::collections::HashMap;

pub struct RandomPath {
    nodes: Vec<Node>,
    free: Vec<usize>,
    root: Option<usize>,
    leaves: HashMap<ProcessId, usize>,
    random: Random,
}

struct Node {
    parent: Option<usize>,
    kind: Kind,
}

enum Kind {
    Leaf(ProcessId),
    Fork(usize, usize),
}

impl RandomPath {
    pub fn new(seed: u64) -> RandomPath {
        RandomPath {
            nodes: Vec::new(),
            free: Vec::new(),
            root: None,
            leaves: HashMap::new(),
            random: Random::new(seed),
        }
    }

    fn node(&mut self, parent: Option<usize>, kind: Kind) -> usize {
        let node = Node { parent, kind };
        if let Some(at) = self.free.pop() {
            self.nodes[at] = node;
            return at;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn leaf(&mut self, parent: Option<usize>, id: ProcessId) -> usize {
        let at = self.node(parent, Kind::Leaf(id));
        self.leaves.insert(id, at);
        at
    }

    fn replace_child(&mut self, parent: Option<usize>, old: usize, new: usize) {
        match parent {
            None => self.root = Some(new),
            Some(parent) => {
                if let Kind::Fork(left, right) = &mut self.nodes[parent].kind {
                    *(if *left == old { left } else { right }) = new;
                }
            }
        }
        self.nodes[new].parent = parent;
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        // Without a parent, the new process is forked off the whole tree.
        let beside = parent.and_then(|parent| self.leaves.get(&parent).copied()).or(self.root);
        let Some(beside) = beside else {
            self.root = Some(self.leaf(None, id));
            return;
        };
        let above = self.nodes[beside].parent;
        let leaf = self.leaf(None, id);
        let fork = self.node(above, Kind::Fork(beside, leaf));
        self.replace_child(above, beside, fork);
        self.nodes[beside].parent = Some(fork);
        self.nodes[leaf].parent = Some(fork);
    }

    fn remove(&mut self, id: ProcessId) {
        let Some(leaf) = self.leaves.remove(&id) else { return };
        self.free.push(leaf);
        let Some(fork) = self.nodes[leaf].parent else {
            self.root = None;
            return;
        };
        if let Kind::Fork(left, right) = self.nodes[fork].kind {
            let sibling = if left == leaf { right } else { left };
            let above = self.nodes[fork].parent;
            self.replace_child(above, fork, sibling);
        }
        self.free.push(fork);
    }

    fn next(&mut self) -> Option<ProcessId> {
        let mut at = self.root?;
        // One random number serves 64 forks.
        let mut bits = self.random.next();
        let mut n_bits = 64;
        loop {
            match self.nodes[at].kind {
                Kind::Leaf(id) => return Some(id),
                Kind::Fork(left, right) => at = if bits & 1 == 0 { left } else { right },
            }
            bits >>= 1;
            n_bits -= 1;
            if n_bits == 0 {
                bits = self.random.next();
                n_bits = 64;
            }
        }
    }
}
