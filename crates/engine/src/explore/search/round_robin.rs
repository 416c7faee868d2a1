//! Several strategies in turn, each of which knows all processes.

use super::{ProcessId, Searcher};
use crate::state::State;

pub struct RoundRobin {
    searchers: Vec<Box<dyn Searcher>>,
    turn: usize,
    /// Whether a turn lasts until a path ends; otherwise it is a batch.
    is_by_paths: bool,
    has_ended: bool,
}

impl RoundRobin {
    /// At least one searcher.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> RoundRobin {
        RoundRobin { searchers, turn: 0, is_by_paths: false, has_ended: false }
    }

    /// The same, with turns that last until a path ends.
    pub fn by_paths(searchers: Vec<Box<dyn Searcher>>) -> RoundRobin {
        RoundRobin { is_by_paths: true, ..RoundRobin::new(searchers) }
    }
}

impl Searcher for RoundRobin {
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        self.searchers.iter_mut().for_each(|searcher| searcher.add(id, parent));
    }

    fn remove(&mut self, id: ProcessId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(id));
        self.has_ended = true;
    }

    fn next(&mut self) -> Option<ProcessId> {
        if self.has_ended || !self.is_by_paths {
            self.has_ended = false;
            self.turn = (self.turn + 1) % self.searchers.len();
        }
        self.searchers[self.turn].next()
    }

    fn progress(&mut self, id: ProcessId, ops_without_news: u64) {
        let searchers = self.searchers.iter_mut();
        searchers.for_each(|searcher| searcher.progress(id, ops_without_news));
    }

    fn moved(&mut self, id: ProcessId, state: &State) {
        self.searchers.iter_mut().for_each(|searcher| searcher.moved(id, state));
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
