//! The path that is nearest to given lines, as the program's text has it; of several, the youngest.

use super::{ProcessId, Searcher};
use crate::explore::distances::{Distances, UNREACHABLE};
use crate::state::State;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

pub struct ShortestDistance {
    distances: Arc<Distances>,
    /// By distance, then the youngest first.
    order: BTreeSet<(u32, u64, ProcessId)>,
    keys: HashMap<ProcessId, (u32, u64)>,
    /// Counts down.
    age: u64,
}

impl ShortestDistance {
    pub fn new(distances: Arc<Distances>) -> ShortestDistance {
        let (order, keys) = (BTreeSet::new(), HashMap::new());
        ShortestDistance { distances, order, keys, age: u64::MAX }
    }

    fn place(&mut self, id: ProcessId, distance: u32) {
        self.remove(id);
        self.age -= 1;
        self.order.insert((distance, self.age, id));
        self.keys.insert(id, (distance, self.age));
    }
}

impl Searcher for ShortestDistance {
    /// Where it is will be said next.
    fn add(&mut self, id: ProcessId, _parent: Option<ProcessId>) {
        self.place(id, UNREACHABLE);
    }

    fn remove(&mut self, id: ProcessId) {
        if let Some((distance, age)) = self.keys.remove(&id) {
            self.order.remove(&(distance, age, id));
        }
    }

    fn next(&mut self) -> Option<ProcessId> {
        self.order.first().map(|&(_, _, id)| id)
    }

    fn moved(&mut self, id: ProcessId, state: &State) {
        let distance = self.distances.of(state);
        self.place(id, distance);
    }

    fn switches_at_forks(&self) -> bool {
        true
    }
}
