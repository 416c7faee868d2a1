//! Which tests come by the patch, and which of its lines they execute.

use super::Pair;
use super::progress::Progress;
use super::trace::{Trace, Tracer};
use crate::cache::Key;
use crate::interrupt;
use crate::setup::in_parallel;
use crate::store::Store;
use anyhow::Result;
use patchlight_replay::Case;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

const STAGE: &str = "reach";

/// A line of a project's source.
pub type Place = (String, u32);

/// The changed lines that have code.
#[derive(Default)]
pub struct ChangedLines {
    pub old: BTreeSet<Place>,
    pub new: BTreeSet<Place>,
}

/// What of the patch a test reaches.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Reach {
    /// It executes a function that is not the same in both versions.
    pub touches: bool,
    pub old: BTreeSet<Place>,
    pub new: BTreeSet<Place>,
    /// Why that may not be all.
    pub gap: Option<String>,
}

pub struct Selector<'p> {
    pair: &'p Pair,
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
        Selector { pair, old, new, changed, functions, touches_all }
    }

    /// What all tests reach, in their order; and whether all of it was known before.
    pub fn reach_all(
        &self,
        cases: &[&Case],
        store: &Store,
        progress: &Progress,
    ) -> Result<(Vec<Reach>, bool)> {
        let mut reached: Vec<Option<Reach>> = Vec::new();
        for case in cases {
            reached.push(store.get(STAGE, &self.key(case)?)?.map(|(reach, _)| reach));
        }
        let todo: Vec<usize> = (0..cases.len()).filter(|&n| reached[n].is_none()).collect();
        let n_done = AtomicUsize::new(0);
        let made = in_parallel(&todo, |&n| {
            if interrupt::is_asked() {
                return Ok(None);
            }
            let n_done = n_done.fetch_add(1, Ordering::Relaxed);
            progress.show(|| format!("which tests come by the patch: {n_done} of {}", todo.len()));
            Ok(Some(self.reach(cases[n])))
        })?;
        for (&n, made) in todo.iter().zip(made) {
            if let Some(reach) = made {
                store.put(STAGE, &self.key(cases[n])?, &reach, 0.0)?;
                reached[n] = Some(reach);
            }
        }
        Ok((reached.into_iter().map(Option::unwrap_or_default).collect(), todo.is_empty()))
    }

    fn reach(&self, case: &Case) -> Reach {
        let failed = |error: anyhow::Error| Trace {
            lines: BTreeSet::new(),
            functions: BTreeSet::new(),
            gap: Some(format!("{error:#}")),
        };
        let new = self.new.trace(case).unwrap_or_else(failed);
        let touches = self.touches_all
            || new.gap.is_some()
            || new.functions.iter().any(|name| self.functions.contains(name));
        // What does not come by a changed function is the same in both versions.
        let old = touches.then(|| self.old.trace(case).unwrap_or_else(failed));
        let of_old = old.as_ref().map(|old| &old.lines & &self.changed.old);
        Reach {
            touches,
            new: &new.lines & &self.changed.new,
            old: of_old.unwrap_or_default(),
            gap: new.gap,
        }
    }

    fn key(&self, case: &Case) -> Result<Key> {
        let lines = serde_json::to_string(&(&self.changed.old, &self.changed.new))?;
        let run = serde_json::to_string(&case.run)?;
        Ok(Key::of([self.pair.key.as_str(), &lines, &run].map(str::as_bytes)))
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
