//! All paths in turn: after a fork both sides wait for the others.

use super::{ProcessId, Searcher};
use std::collections::VecDeque;

#[derive(Default)]
pub struct BreadthFirst {
    queue: VecDeque<ProcessId>,
}

impl Searcher for BreadthFirst {
    fn add(&mut self, id: ProcessId, _parent: Option<ProcessId>) {
        self.queue.push_back(id);
    }

    fn remove(&mut self, id: ProcessId) {
        // The one that just ran is the last.
        if let Some(at) = self.queue.iter().rposition(|&other| other == id) {
            self.queue.remove(at);
        }
    }

    fn next(&mut self) -> Option<ProcessId> {
        let next = self.queue.pop_front()?;
        self.queue.push_back(next);
        Some(next)
    }

    fn switches_at_forks(&self) -> bool {
        true
    }
}
