//! Which path runs next: one file per strategy.
//!
//! A searcher hears of every process that appears and goes, and of how each batch went. The same
//! seed gives the same order.

mod breadth_first;
mod depth_first;
mod mixed;
mod new_coverage;
mod random;
mod random_path;
mod round_robin;
mod shortest_distance;

pub use breadth_first::BreadthFirst;
pub use depth_first::DepthFirst;
pub use mixed::Mixed;
pub use new_coverage::NewCoverage;
pub use random_path::RandomPath;
pub use round_robin::RoundRobin;
pub use shortest_distance::ShortestDistance;

use super::distances::Distances;
use crate::state::State;
use std::sync::Arc;

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct ProcessId(pub u32);

pub trait Searcher {
    /// A new process; `parent` is the one that was forked for it and goes on as well.
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>);

    fn remove(&mut self, id: ProcessId);

    /// The process for the next batch, if there is any.
    fn next(&mut self) -> Option<ProcessId>;

    /// How many ops a process has executed since it last covered something new.
    fn progress(&mut self, id: ProcessId, ops_without_news: u64) {
        let _ = (id, ops_without_news);
    }

    /// A process is somewhere else now.
    fn moved(&mut self, id: ProcessId, state: &State) {
        let _ = (id, state);
    }

    /// The process that runs has covered something new.
    fn covered(&mut self) {}

    /// A new process takes a side of a branch that none took before.
    fn is_fresh(&mut self, id: ProcessId) {
        let _ = id;
    }

    /// A batch executed so many ops.
    fn ran(&mut self, ops: u64) {
        let _ = ops;
    }

    /// Whether a batch ends at a fork.
    fn switches_at_forks(&self) -> bool {
        false
    }
}

/// The strategies. A new one is a file with a searcher, and a line in the lists here.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Strategy {
    Mixed,
    DepthFirst,
    BreadthFirst,
    RandomPath,
    NewCoverage,
}

impl Strategy {
    /// All, with what they are called and what they choose.
    pub const ALL: [(Strategy, &'static str, &'static str); 5] = [
        (Strategy::Mixed, "mixed", "Depth-first, but elsewhere when nothing new is covered"),
        (Strategy::DepthFirst, "depth-first", "The youngest path"),
        (Strategy::BreadthFirst, "breadth-first", "All paths in turn"),
        (Strategy::RandomPath, "random-path", "A random walk from the root of the tree of forks"),
        (Strategy::NewCoverage, "new-coverage", "Paths that covered something new lately"),
    ];

    fn searcher(self, seed: u64) -> Box<dyn Searcher> {
        match self {
            Strategy::Mixed => Box::new(Mixed::new(seed)),
            Strategy::DepthFirst => Box::<DepthFirst>::default(),
            Strategy::BreadthFirst => Box::<BreadthFirst>::default(),
            Strategy::RandomPath => Box::new(RandomPath::new(seed)),
            Strategy::NewCoverage => Box::new(NewCoverage::new(seed)),
        }
    }
}

/// Nearest to given lines until a path ends, then what another strategy chooses, and so on: the way
/// that is the shortest in the text may not be the one that the inputs allow.
pub fn towards(distances: Arc<Distances>, strategies: &[Strategy], seed: u64) -> Box<dyn Searcher> {
    let nearest = Box::new(ShortestDistance::new(distances));
    Box::new(RoundRobin::by_paths(vec![nearest, searcher(strategies, seed)]))
}

/// One strategy, or several in turn.
pub fn searcher(strategies: &[Strategy], seed: u64) -> Box<dyn Searcher> {
    match strategies {
        [] => Box::<DepthFirst>::default(),
        [one] => one.searcher(seed),
        several => {
            let searchers = several.iter().map(|strategy| strategy.searcher(seed));
            Box::new(RoundRobin::new(searchers.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Strategy as S;

    /// A binary tree of forks: each process forks until its depth is reached, then ends.
    fn walk(searcher: &mut dyn Searcher, max_depth: u32) -> Vec<(u32, u32)> {
        let mut depths = vec![Some(0)];
        let mut ended = Vec::new();
        searcher.add(ProcessId(0), None);
        while let Some(id) = searcher.next() {
            let slot = id.0 as usize;
            let depth = depths[slot].expect("only live processes are chosen");
            if depth == max_depth {
                depths[slot] = None;
                searcher.remove(id);
                ended.push((id.0, depth));
                continue;
            }
            depths[slot] = Some(depth + 1);
            depths.push(Some(depth + 1));
            searcher.add(ProcessId(depths.len() as u32 - 1), Some(id));
            searcher.progress(id, u64::from(depth) * 10);
        }
        assert!(depths.iter().all(Option::is_none), "every process was run to its end");
        ended
    }

    #[test]
    fn every_strategy_runs_every_path_to_its_end() {
        let all = S::ALL.map(|(strategy, ..)| strategy);
        for strategy in all {
            assert_eq!(walk(&mut *searcher(&[strategy], 1), 6).len(), 64, "{strategy:?}");
        }
        assert_eq!(walk(&mut *searcher(&all, 1), 6).len(), 64);
    }

    #[test]
    fn the_same_seed_gives_the_same_order() {
        let all = S::ALL.map(|(strategy, ..)| strategy);
        for strategies in [&[S::RandomPath][..], &[S::NewCoverage], &all] {
            let order = |seed| walk(&mut *searcher(strategies, seed), 6);
            assert_eq!(order(5), order(5));
            assert_ne!(order(5), order(6), "{strategies:?}");
        }
    }
}
