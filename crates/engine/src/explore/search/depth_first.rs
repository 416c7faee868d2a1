//! The youngest path first: few paths in progress, and neighbouring questions to the solver.

use super::{ProcessId, Searcher};

#[derive(Default)]
pub struct DepthFirst {
    stack: Vec<ProcessId>,
}

impl Searcher for DepthFirst {
    /// A fork goes below the process that was forked, which runs on.
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        let place = parent.and_then(|parent| self.place(parent));
        self.stack.insert(place.unwrap_or(self.stack.len()), id);
    }

    fn remove(&mut self, id: ProcessId) {
        if let Some(place) = self.place(id) {
            self.stack.remove(place);
        }
    }

    fn next(&mut self) -> Option<ProcessId> {
        self.stack.last().copied()
    }
}

impl DepthFirst {
    /// Makes a process the next one.
    pub fn raise(&mut self, id: ProcessId) {
        self.remove(id);
        self.stack.push(id);
    }

    /// The process that runs is on top, unless another strategy chose it.
    fn place(&self, id: ProcessId) -> Option<usize> {
        self.stack.iter().rposition(|&other| other == id)
    }
}
