//! Work on all cores.

use anyhow::Result;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `job` to all items on all cores; results keep the order of the items.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    job: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<(usize, Result<R>)> = std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                match items.get(n) {
                    Some(item) => done.push((n, job(item))),
                    None => return done,
                }
            }
        };
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("workers do not panic")).collect()
    });
    results.sort_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, result)| result).collect()
}
