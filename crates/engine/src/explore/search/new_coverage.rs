//! Paths that covered something new lately are the likeliest to do so again.
//!
//! A tournament: of a few paths at random, the one with the latest news runs. So no path starves
//! and no table has to be kept in order.

use super::random::Random;
use super::{ProcessId, Searcher};
use std::collections::HashMap;

const TRIED: usize = 8;

pub struct NewCoverage {
    processes: Vec<(ProcessId, u64)>,
    places: HashMap<ProcessId, usize>,
    random: Random,
}

impl NewCoverage {
    pub fn new(seed: u64) -> NewCoverage {
        NewCoverage {
            processes: Vec::new(),
            places: HashMap::new(),
            random: Random::new(seed ^ 0x5eed),
        }
    }
}

impl Searcher for NewCoverage {
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        let place = parent.and_then(|parent| self.places.get(&parent));
        let news = place.map_or(0, |&place| self.processes[place].1);
        self.places.insert(id, self.processes.len());
        self.processes.push((id, news));
    }

    fn remove(&mut self, id: ProcessId) {
        let Some(place) = self.places.remove(&id) else { return };
        self.processes.swap_remove(place);
        if let Some(&(moved, _)) = self.processes.get(place) {
            self.places.insert(moved, place);
        }
    }

    fn next(&mut self) -> Option<ProcessId> {
        if self.processes.is_empty() {
            return None;
        }
        let n = self.processes.len();
        let tried = (0..TRIED).map(|_| self.processes[self.random.below(n)]);
        tried.min_by_key(|&(_, ops)| ops).map(|(id, _)| id)
    }

    fn progress(&mut self, id: ProcessId, ops_without_news: u64) {
        if let Some(&place) = self.places.get(&id) {
            self.processes[place].1 = ops_without_news;
        }
    }
}
