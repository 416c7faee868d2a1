//! Which path runs next (Algorithm 2): each path has its own targets, the nodes that follow in the
//! graph on the one that it came by last.
//!
//! The nearest to one of its targets runs, those first that still have targets which no path went to
//! from where it is; now and then one at random, as in the paper. A path that runs goes on until it
//! is forked, comes by a node, or ends.

use super::follow::{Follower, Marked};
use super::sequence_graph::{NodeKind, NodeNumber, SequenceGraph};
use crate::distance::{Distances, ToReturn, UNREACHABLE};
use crate::graph::{Graph, Node};
use patchlight_engine::State;
use patchlight_engine::explore::search::{ProcessId, RandomPath, Searcher};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Every so many choices, one is made at random.
const RANDOM_EVERY: u32 = 4;

/// The smaller, the sooner.
type Urgency = (u32, u32);

struct Known {
    follower: Follower,
    distance: u32,
    /// Its place in the order.
    key: (Urgency, u64),
}

pub struct SequenceSearch<'a> {
    marked: &'a Marked<'a>,
    sequences: &'a SequenceGraph,
    graph: &'a Graph,
    to_return: &'a ToReturn,
    /// By node: to the nearest of those that follow on it. `None` is the program's start.
    distances: HashMap<Option<NodeNumber>, Distances>,
    /// Edges that paths went along.
    taken: HashSet<(Option<NodeNumber>, NodeNumber)>,
    processes: HashMap<ProcessId, Known>,
    /// By urgency, then the youngest first.
    order: BTreeSet<(Urgency, u64, ProcessId)>,
    /// Counts down.
    age: u64,
    random: RandomPath,
    current: Option<ProcessId>,
    n_choices: u32,
}

impl<'a> SequenceSearch<'a> {
    pub fn new(
        marked: &'a Marked<'a>,
        sequences: &'a SequenceGraph,
        graph: &'a Graph,
        to_return: &'a ToReturn,
        seed: u64,
    ) -> SequenceSearch<'a> {
        SequenceSearch {
            marked,
            sequences,
            graph,
            to_return,
            distances: HashMap::new(),
            taken: HashSet::new(),
            processes: HashMap::new(),
            order: BTreeSet::new(),
            age: u64::MAX,
            random: RandomPath::new(seed),
            current: None,
            n_choices: 0,
        }
    }

    /// How far a path is from its targets. One that has none left has only to come to its end.
    fn distance(&mut self, last: Option<NodeNumber>, state: &State) -> u32 {
        let targets = self.sequences.next(last);
        let is_output = last.is_some_and(|last| self.sequences.node(last).kind == NodeKind::Output);
        if targets.is_empty() {
            return 0;
        }
        let distances = self.distances.entry(last).or_insert_with(|| {
            let pieces = targets.iter().flat_map(|&to| self.sequences.node(to).pieces.clone());
            Distances::new(self.graph, &pieces.collect::<Vec<Node>>(), None)
        });
        let frames = (0..state.n_frames()).rev().filter_map(|depth| state.position_at(depth));
        match self.to_return.of_frames(self.graph, distances, frames) {
            UNREACHABLE if is_output => 0,
            distance => distance,
        }
    }

    /// Of ten targets, how many some path went to from there.
    fn reached(&self, last: Option<NodeNumber>) -> u32 {
        let targets = self.sequences.next(last);
        let reached = targets.iter().filter(|&&to| self.taken.contains(&(last, to))).count();
        if targets.is_empty() { 0 } else { (reached * 10 / targets.len()) as u32 }
    }

    fn place(&mut self, id: ProcessId, follower: Follower, distance: u32) {
        self.unplace(id);
        self.age -= 1;
        let key = ((self.reached(follower.last), distance), self.age);
        self.order.insert((key.0, key.1, id));
        self.processes.insert(id, Known { follower, distance, key });
    }

    fn unplace(&mut self, id: ProcessId) -> Option<Known> {
        let known = self.processes.remove(&id)?;
        self.order.remove(&(known.key.0, known.key.1, id));
        Some(known)
    }

    /// The most urgent path. Since what others reached changes urgency, those that look urgent are
    /// looked at again.
    fn most_urgent(&mut self) -> Option<ProcessId> {
        loop {
            let &(urgency, _, id) = self.order.first()?;
            let known = &self.processes[&id];
            let now = (self.reached(known.follower.last), known.distance);
            if now <= urgency {
                return Some(id);
            }
            let Known { follower, distance, .. } = self.unplace(id)?;
            self.place(id, follower, distance);
        }
    }
}

impl Searcher for SequenceSearch<'_> {
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        self.random.add(id, parent);
        let parent = parent.and_then(|parent| self.processes.get(&parent));
        let follower = parent.map(|known| known.follower.clone()).unwrap_or_default();
        self.place(id, follower, UNREACHABLE);
        self.current = None;
    }

    fn remove(&mut self, id: ProcessId) {
        self.random.remove(id);
        self.unplace(id);
        self.current = None;
    }

    fn next(&mut self) -> Option<ProcessId> {
        if self.current.is_none() {
            self.n_choices = self.n_choices.wrapping_add(1);
            self.current = match self.n_choices % RANDOM_EVERY {
                0 => self.random.next(),
                _ => self.most_urgent(),
            };
        }
        self.current
    }

    fn moved(&mut self, id: ProcessId, state: &State) {
        let Some(known) = self.processes.get_mut(&id) else { return };
        let mut last = known.follower.last;
        let mut visited = Vec::new();
        known.follower.look(self.marked, state, |number| visited.push(number));
        let goes_on = visited.is_empty() && self.current == Some(id);
        for number in visited {
            self.taken.insert((last, number));
            last = Some(number);
        }
        if goes_on {
            return;
        }
        let follower = known.follower.clone();
        let distance = self.distance(last, state);
        self.place(id, follower, distance);
        self.current = None;
    }

    fn switches_at_forks(&self) -> bool {
        true
    }
}
