//! The youngest path first: few paths in progress, and neighbouring questions to the solver.

use super::{ProcessId, Searcher};

#[derive(Default)]
pub struct DepthFirst {
    stack: Vec<ProcessId>,
}

impl Searcher for DepthFirst {
    /// A fork goes below the process that runs, which is on top.
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        let at = match parent {
            Some(_) => self.stack.len().saturating_sub(1),
            None => self.stack.len(),
        };
        self.stack.insert(at, id);
    }

    fn remove(&mut self, id: ProcessId) {
        if let Some(at) = self.stack.iter().rposition(|&other| other == id) {
            self.stack.remove(at);
        }
    }

    fn next(&mut self) -> Option<ProcessId> {
        self.stack.last().copied()
    }
}
