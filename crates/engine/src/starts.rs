//! How often a program was put at its start, by what it was given there.
//!
//! Whoever puts programs at their start takes note of it, so that work which is done twice is seen.
//! **Absent: what inputs are.** Whoever starts a program has a number for them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What a program is started for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum StartKind {
    /// One run, on inputs that are fixed.
    Run,
    /// A search near these inputs, which may begin again with others.
    Search,
}

/// All starts of a program. Workers share it.
#[derive(Default)]
pub struct Starts(Mutex<HashMap<u64, [u32; 2]>>);

/// Starts, counted.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct StartCounts {
    pub n_runs: u64,
    pub n_searches: u64,
    /// The most runs on the same inputs.
    pub most_runs: u32,
    /// The most starts on the same inputs.
    pub most: u32,
}

impl Starts {
    /// `inputs`: the same number for the same inputs.
    pub fn note(&self, inputs: u64, kind: StartKind) {
        let mut starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        starts.entry(inputs).or_default()[kind as usize] += 1;
    }

    pub fn counts(&self) -> StartCounts {
        let starts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut counts = StartCounts::default();
        for &[runs, searches] in starts.values() {
            counts.n_runs += u64::from(runs);
            counts.n_searches += u64::from(searches);
            counts.most_runs = counts.most_runs.max(runs);
            counts.most = counts.most.max(runs + searches);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_counted_by_inputs_and_kind() {
        let starts = Starts::default();
        assert_eq!(starts.counts(), StartCounts::default());
        for (inputs, kind) in
            [(1, StartKind::Run), (2, StartKind::Run), (1, StartKind::Search), (1, StartKind::Run)]
        {
            starts.note(inputs, kind);
        }
        let expected = StartCounts { n_runs: 3, n_searches: 1, most_runs: 2, most: 3 };
        assert_eq!(starts.counts(), expected);
    }
}
