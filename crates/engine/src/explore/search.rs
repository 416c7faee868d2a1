//! Which path runs next: one file a strategy.

mod depth_first;

pub use depth_first::DepthFirst;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct ProcessId(pub u32);

pub trait Searcher {
    /// A new process; `parent` is the one that was forked for it and goes on as well.
    fn add(&mut self, id: ProcessId, parent: Option<ProcessId>);

    fn remove(&mut self, id: ProcessId);

    /// The process for the next batch.
    fn next(&mut self) -> Option<ProcessId>;

    /// Whether a batch ends at a fork.
    fn switches_at_forks(&self) -> bool {
        false
    }
}
