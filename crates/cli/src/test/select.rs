//! Which tests come by the patch, and which of its lines they execute.

use super::Pair;
use super::progress::Progress;
use super::trace::{Trace, Tracer};
use crate::interrupt;
use crate::setup::in_parallel;
use crate::store::Store;
use anyhow::Result;
use patchlight_replay::Case;
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A line of a project's source.
pub type Place = (String, u32);

/// The changed lines that have code.
#[derive(Default)]
pub struct ChangedLines {
    pub old: BTreeSet<Place>,
    pub new: BTreeSet<Place>,
}

/// What of the patch a test reaches.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// It executes a function that is not the same in both versions.
    pub touches: bool,
    pub old: BTreeSet<Place>,
    pub new: BTreeSet<Place>,
    /// Why that may not be all.
    pub gap: Option<String>,
}

pub struct Selector<'p> {
    old: Tracer<'p>,
    new: Tracer<'p>,
    changed: &'p ChangedLines,
    /// Functions that are not the same in both versions.
    functions: HashSet<String>,
    /// Globals differ from the start, so every test comes by the patch.
    touches_all: bool,
}

impl<'p> Selector<'p> {
    pub fn new(pair: &'p Pair, changed: &'p ChangedLines) -> Selector<'p> {
        let [old, new] = pair.tracers();
        let mut functions = HashSet::new();
        let mut touches_all = false;
        if let Some(summary) = &pair.versions.summary {
            for function in &summary.changed {
                functions.extend([function.name.clone(), function.old_name.clone()]);
            }
            functions.extend(summary.apart.iter().chain(&summary.added).cloned());
            functions.extend(summary.removed.iter().cloned());
            touches_all = !summary.initialisers.is_empty();
        }
        Selector { old, new, changed, functions, touches_all }
    }

    /// What all tests reach, in their order; and of how many that was known before.
    pub fn reach_all(
        &self,
        cases: &[&Case],
        store: &Store,
        progress: &Progress,
    ) -> Result<(Vec<Reach>, usize)> {
        let (n_done, n_known) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let reached = in_parallel(cases, |case| {
            if interrupt::is_asked() {
                return Ok(Reach::default());
            }
            let n_done = n_done.fetch_add(1, Ordering::Relaxed);
            progress.show(|| format!("which tests come by the patch: {n_done} of {}", cases.len()));
            let (reach, was_known) = self.reach(case, store);
            n_known.fetch_add(usize::from(was_known), Ordering::Relaxed);
            Ok(reach)
        })?;
        Ok((reached, n_known.into_inner()))
    }

    fn reach(&self, case: &Case, store: &Store) -> (Reach, bool) {
        let failed = |error: anyhow::Error| (Trace::failed(&error), false);
        let (new, is_known) = self.new.trace(case, store).unwrap_or_else(failed);
        let touches =
            self.touches_all || new.gap.is_some() || self.new.enters(&new, &self.functions);
        let mut reach = Reach {
            touches,
            new: &self.new.lines(&new) & &self.changed.new,
            old: BTreeSet::new(),
            gap: new.gap,
        };
        // What does not come by a changed function is the same in both versions.
        if !touches {
            return (reach, is_known);
        }
        let (old, was_known) = self.old.trace(case, store).unwrap_or_else(failed);
        reach.old = &self.old.lines(&old) & &self.changed.old;
        (reach, is_known && was_known)
    }
}

/// The tests that come by the patch, in the order in which they are followed: each next one
/// executes most of the lines that no test before it does; small ones first.
pub fn order(cases: &[&Case], reached: &[Reach]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..cases.len()).filter(|&n| reached[n].touches).collect();
    left.sort_by_key(|&n| cases[n].size());
    let mut seen: BTreeSet<(bool, &Place)> = BTreeSet::new();
    let mut order = Vec::new();
    while !left.is_empty() {
        let lines = |n: usize| {
            let old = reached[n].old.iter().map(|place| (false, place));
            old.chain(reached[n].new.iter().map(|place| (true, place)))
        };
        let gain = |n: usize| lines(n).filter(|line| !seen.contains(line)).count();
        let gains: Vec<usize> = left.iter().map(|&n| gain(n)).collect();
        let most = gains.iter().copied().max().unwrap_or(0);
        if most == 0 {
            // The others show nothing new by themselves: as they are, small ones first.
            order.extend(left);
            break;
        }
        let best = gains.iter().position(|&gain| gain == most).unwrap_or(0);
        let n = left.remove(best);
        seen.extend(lines(n));
        order.push(n);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_reach_more_of_the_patch_come_first() {
        let case = |n: usize| {
            let mut case = Case::default();
            case.run.stdin.0 = vec![b'x'; n];
            case
        };
        let reach = |lines: &[u32]| Reach {
            touches: !lines.is_empty(),
            new: lines.iter().map(|&line| ("a.c".to_string(), line)).collect(),
            ..Reach::default()
        };
        let cases = [case(1), case(2), case(3), case(4), case(5)];
        let cases: Vec<&Case> = cases.iter().collect();
        let reached = [reach(&[1]), reach(&[]), reach(&[1, 2]), reach(&[3]), reach(&[2])];
        assert_eq!(order(&cases, &reached), [2, 3, 0, 4]);
    }
}
