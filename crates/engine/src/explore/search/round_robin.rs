//! Several strategies in turn, each of which knows all processes.

use super::{ProcessId, Searcher};

pub struct RoundRobin {
    searchers: Vec<Box<dyn Searcher>>,
    turn: usize,
}

impl RoundRobin {
    /// At least one searcher.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> RoundRobin {
        RoundRobin { searchers, turn: 0 }
    }
}

impl Searcher for RoundRobin {
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        self.searchers.iter_mut().for_each(|searcher| searcher.add(id, parent));
    }

    fn remove(&mut self, id: ProcessId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(id));
    }

    fn next(&mut self) -> Option<ProcessId> {
        self.turn = (self.turn + 1) % self.searchers.len();
        self.searchers[self.turn].next()
    }

    fn progress(&mut self, id: ProcessId, ops_without_news: u64) {
        let searchers = self.searchers.iter_mut();
        searchers.for_each(|searcher| searcher.progress(id, ops_without_news));
    }

    fn covered(&mut self) {
        self.searchers.iter_mut().for_each(|searcher| searcher.covered());
    }

    fn is_fresh(&mut self, id: ProcessId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.is_fresh(id));
    }

    fn ran(&mut self, ops: u64) {
        self.searchers.iter_mut().for_each(|searcher| searcher.ran(ops));
    }

    fn switches_at_forks(&self) -> bool {
        self.searchers[self.turn].switches_at_forks()
    }
}
