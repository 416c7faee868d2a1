//! What the ops of a program depend on: its program dependence graph, after Ferrante, Ottenstein
//! and Warren, between functions after Horwitz, Reps and Binkley.
//!
//! Nodes are the ops of all functions that are not the library's, and helpers between them that
//! keep the graph small: values that meet (see `values`), cells of memory (see
//! [`crate::points_to`]), parameters, results, what decides about a block.
//!
//! - **Registers**: a use depends on the definitions that reach it.
//! - **Memory**: a load depends on all stores to cells that overlap, whenever they happen. An access
//!   through a pointer also depends on the op that allocated what is accessed, since the size
//!   decides whether it succeeds; not on `free`.
//! - **Control**: an op depends on the branches that decide whether its block is executed (those that
//!   lead to a way past it to the function's end; `unreachable` is an end too), the ops that always
//!   are on the calls of the function. That a call may not come back is no dependence of what
//!   follows it, unless the compiler knows that it never does.
//! - **Calls** through pointers reach what [`crate::points_to`] says. A call of the library is one op that
//!   does what [`crate::library`] says, callbacks included.
//!
//! **Slices** come out of a function where they went in, as long as they go over registers: what
//! results owe to arguments is known (see `summary`). Over memory they go anywhere.
//!
//! Absent: order. A load depends on stores that only happen later, in a loop or not.

mod build;
mod calls;
mod contracted;
mod control;
mod edges;
mod layout;
mod memory;
mod summary;

use crate::fast_hash::IdMap;
use build::Builder;
pub use contracted::Contracted;
use edges::{Edges, Helper};
use layout::Layout;
pub use layout::OpSet;
use patchlight_ir::{FuncId, Module, OpPlace};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why an op depends on another one. Of several steps from op to op the greatest counts.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum DependenceKind {
    /// It reads what the other one computed.
    Register,
    /// It reads memory that the other one may have written.
    Memory,
    /// The other one decides whether it is executed.
    Control,
    /// The other one allocated the memory that it accesses.
    Allocation,
    /// It reads what the other one passed.
    Argument,
    /// It reads what the other one returned.
    Result,
    /// The other one calls its function.
    Call,
}

pub struct Dependences {
    layout: Arc<Layout>,
    edges: Edges,
    helpers: Vec<Helper>,
    /// For calls: the helper that stands for the call as a reader of its arguments.
    readers: BTreeMap<u32, u32>,
    /// From arguments to the results of calls.
    shortcuts: IdMap<u32, Vec<u32>>,
}

/// How a slice came to a node.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
enum Seen {
    No,
    /// Into its function by a call: it comes out there alone, which summaries stand for.
    ByCall,
    /// Otherwise: it may come out wherever the function is called.
    Free,
}

impl Seen {
    /// What it is behind an edge; `None` if it does not go there.
    fn along(self, kind: DependenceKind) -> Option<Seen> {
        match kind {
            DependenceKind::Register | DependenceKind::Control => Some(self),
            DependenceKind::Memory | DependenceKind::Allocation => Some(Seen::Free),
            DependenceKind::Argument | DependenceKind::Call => Some(Seen::ByCall),
            DependenceKind::Result => (self == Seen::Free).then_some(Seen::Free),
        }
    }
}

impl Dependences {
    /// The module must be verified.
    pub fn new(module: &Module, is_library: impl Fn(FuncId) -> bool) -> Dependences {
        Builder::build(module, is_library)
    }

    /// What an op depends on directly. Nothing for ops of the library.
    pub fn of(&self, place: OpPlace) -> Vec<(OpPlace, DependenceKind)> {
        let Some(op) = self.layout.node(place) else { return Vec::new() };
        let mut waiting = vec![(op, DependenceKind::Register)];
        waiting.extend(self.readers.get(&op).map(|&reader| (reader, DependenceKind::Register)));
        let mut best: BTreeMap<(u32, DependenceKind), ()> = BTreeMap::new();
        let mut found: BTreeMap<(u32, DependenceKind), ()> = BTreeMap::new();
        while let Some((node, kind)) = waiting.pop() {
            for (from, edge) in self.edges.to(node) {
                let kind = kind.max(edge);
                match self.stands_for(from) {
                    Some(op) => drop(found.insert((op, kind), ())),
                    None if best.insert((from, kind), ()).is_none() => waiting.push((from, kind)),
                    None => {}
                }
            }
        }
        let place = |op| self.layout.place(op);
        found.into_keys().map(|(op, kind)| (place(op), kind)).collect()
    }

    /// All ops that what these ops do may affect (they themselves not, unless through others): the
    /// forward slice.
    pub fn affected_by(&self, places: &[OpPlace]) -> OpSet {
        let mut affected = OpSet::new(self.layout.clone());
        let mut seen = vec![Seen::No; self.layout.n_ops() + self.helpers.len()];
        let starts = places.iter().filter_map(|&place| self.layout.node(place));
        let mut waiting: Vec<(u32, Seen)> = starts.map(|node| (node, Seen::Free)).collect();
        while let Some((node, state)) = waiting.pop() {
            let shortcuts = self.shortcuts.get(&node).into_iter().flatten();
            let shortcuts = shortcuts.map(|&to| (to, DependenceKind::Register));
            for (to, kind) in self.edges.from(node).chain(shortcuts) {
                let Some(state) = state.along(kind) else { continue };
                if seen[to as usize] < state {
                    seen[to as usize] = state;
                    self.reached(to).into_iter().for_each(|op| affected.insert(op));
                    waiting.push((to, state));
                }
            }
        }
        affected
    }

    /// How many edges the graph has, those to and from helpers included.
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// The op that a node is, or that passes what a helper has.
    fn stands_for(&self, node: u32) -> Option<u32> {
        match self.helper(node) {
            None => Some(node),
            Some(Helper::Argument(call)) => Some(call),
            Some(_) => None,
        }
    }

    /// The op that is affected when a node is.
    fn reached(&self, node: u32) -> Option<u32> {
        match self.helper(node) {
            None => Some(node),
            Some(Helper::Reader(call)) => Some(call),
            Some(_) => None,
        }
    }

    fn helper(&self, node: u32) -> Option<Helper> {
        let n_ops = self.layout.n_ops();
        (node as usize >= n_ops).then(|| self.helpers[node as usize - n_ops])
    }
}
