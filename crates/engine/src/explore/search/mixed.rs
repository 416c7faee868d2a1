//! Depth first as long as that covers something new, then elsewhere.
//!
//! Depth first keeps few paths and neighbouring questions, but may stay in one corner of a program
//! for ever. So whenever a path has ended, one that takes a side of a branch which none took before
//! is next; and after some ops that covered nothing new the search moves to a path that random path
//! or new coverage choose. From wherever it moves to it goes on depth first.

use super::{DepthFirst, NewCoverage, ProcessId, RandomPath, Searcher};
use std::collections::VecDeque;

/// Ops without news between two moves.
const OPS: u64 = 10_000;

pub struct Mixed {
    depth_first: DepthFirst,
    random_path: RandomPath,
    new_coverage: NewCoverage,
    /// Processes that take new sides of branches and did not run yet.
    fresh: VecDeque<ProcessId>,
    has_ended: bool,
    ops_without_news: u64,
    n_moves: u32,
}

impl Mixed {
    pub fn new(seed: u64) -> Mixed {
        Mixed {
            depth_first: DepthFirst::default(),
            random_path: RandomPath::new(seed),
            new_coverage: NewCoverage::new(seed),
            fresh: VecDeque::new(),
            has_ended: false,
            ops_without_news: 0,
            n_moves: 0,
        }
    }

    fn all(&mut self) -> [&mut dyn Searcher; 3] {
        [&mut self.depth_first, &mut self.random_path, &mut self.new_coverage]
    }

    /// Where to move, if it is time to.
    fn elsewhere(&mut self) -> Option<ProcessId> {
        let is_stuck = self.ops_without_news >= OPS;
        if (self.has_ended || is_stuck)
            && let Some(id) = self.fresh.pop_front()
        {
            return Some(id);
        }
        if !is_stuck {
            return None;
        }
        self.n_moves += 1;
        match self.n_moves % 2 {
            0 => self.new_coverage.next(),
            _ => self.random_path.next(),
        }
    }
}

impl Searcher for Mixed {
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>) {
        self.all().into_iter().for_each(|searcher| searcher.add(id, parent));
    }

    fn remove(&mut self, id: ProcessId) {
        self.all().into_iter().for_each(|searcher| searcher.remove(id));
        self.fresh.retain(|&other| other != id);
        self.has_ended = true;
    }

    fn next(&mut self) -> Option<ProcessId> {
        if let Some(id) = self.elsewhere() {
            self.depth_first.raise(id);
            self.covered();
        }
        self.has_ended = false;
        self.depth_first.next()
    }

    fn progress(&mut self, id: ProcessId, ops_without_news: u64) {
        self.new_coverage.progress(id, ops_without_news);
    }

    fn ran(&mut self, ops: u64) {
        self.ops_without_news += ops;
    }

    fn covered(&mut self) {
        self.ops_without_news = 0;
    }

    fn is_fresh(&mut self, id: ProcessId) {
        self.fresh.push_back(id);
    }
}
