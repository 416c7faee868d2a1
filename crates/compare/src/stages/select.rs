//! Which tests execute changed code, and which of its lines.

use super::bench::Bench;
use super::progress::Progress;
use super::{Done, Said, Share, Stage, Work};
use crate::pair::Pair;
use crate::trace::{Trace, Tracers};
use anyhow::Result;
use patchlight_budget::{Cut, Deadline};
use patchlight_pool::{Turn, in_parallel, n_processors};
use patchlight_project::store::Store;
use patchlight_replay::Case;
use patchlight_results::{StageName, UnknownKind, touching};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A line of a project's source.
pub type LineOfFile = (String, u32);

/// The changed lines that have code.
#[derive(Default)]
pub struct ChangedLines {
    pub old: BTreeSet<LineOfFile>,
    pub new: BTreeSet<LineOfFile>,
    /// The project's files that the program has code of, in either version, changed or not.
    pub files: BTreeSet<String>,
}

/// What of the patch a test reaches.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// It executes a function that is not the same in both versions.
    pub touches: bool,
    /// The functions of that kind that it executes.
    pub functions: BTreeSet<String>,
    pub old: BTreeSet<LineOfFile>,
    pub new: BTreeSet<LineOfFile>,
    /// Why that may not be all.
    pub gap: Option<String>,
    /// There was no time to find out.
    pub is_cut: bool,
}

pub struct Selector<'p> {
    tracers: &'p Tracers<'p>,
    changed: &'p ChangedLines,
    /// Functions that are not the same in both versions, by their labels in each.
    old_functions: HashSet<String>,
    new_functions: HashSet<String>,
    /// Every test may execute changed code: globals differ from the start, or there is code that the
    /// engine does not see.
    touches_all: bool,
}

impl<'p> Selector<'p> {
    pub fn new(
        pair: &'p Pair,
        tracers: &'p Tracers<'p>,
        changed: &'p ChangedLines,
    ) -> Selector<'p> {
        let (mut old_functions, mut new_functions) = (HashSet::new(), HashSet::new());
        let mut touches_all = false;
        if let Some(summary) = &pair.versions.summary {
            for function in &summary.differing {
                old_functions.extend(function.old.clone());
                new_functions.extend(function.new.clone());
            }
            touches_all = !summary.initialisers.is_empty() || !pair.is_missing_same;
        }
        Selector { tracers, changed, old_functions, new_functions, touches_all }
    }

    /// What all tests reach, in their order; and of how many that was known before. Of a test that
    /// there was no time for nothing is known, so it counts as one that executes changed code.
    pub fn reach_all(
        &self,
        cases: &[&Case],
        store: &Store,
        deadline: &Deadline,
        progress: &Progress,
    ) -> Result<(Vec<Reach>, usize)> {
        let (n_done, n_known) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let look = |_: &mut (), case: &&Case, turn: &Turn| -> Result<Reach> {
            let n_done = n_done.fetch_add(1, Ordering::Relaxed);
            progress.show(|| format!("tracing tests: {n_done} of {}", cases.len()));
            let (reach, was_known) = self.reach(case, store, turn.deadline());
            n_known.fetch_add(usize::from(was_known), Ordering::Relaxed);
            Ok(reach)
        };
        let reached = in_parallel(n_processors(), cases, deadline, || Ok(()), look)?;
        let reached = reached.into_iter().map(|reach| reach.unwrap_or_else(Reach::cut));
        Ok((reached.collect(), n_known.into_inner()))
    }

    fn reach(&self, case: &Case, store: &Store, deadline: &Deadline) -> (Reach, bool) {
        let failed = |error: anyhow::Error| (Trace::failed(&error), false);
        let Tracers { old: of_old, new: of_new } = self.tracers;
        let (new, is_known) = of_new.trace(case, store, deadline).unwrap_or_else(failed);
        let functions = of_new.entered_of(&new, &self.new_functions);
        let touches = self.touches_all || new.gap().is_some() || !functions.is_empty();
        let mut reach = Reach {
            touches,
            functions,
            new: &of_new.lines(&new) & &self.changed.new,
            old: BTreeSet::new(),
            gap: new.gap().map(str::to_string),
            is_cut: deadline.is_over(),
        };
        // What does not execute a changed function is the same in both versions.
        if !touches {
            return (reach, is_known);
        }
        let (old, was_known) = of_old.trace(case, store, deadline).unwrap_or_else(failed);
        reach.old = &of_old.lines(&old) & &self.changed.old;
        reach.functions.extend(of_old.entered_of(&old, &self.old_functions));
        (reach, is_known && was_known)
    }
}

impl Reach {
    fn cut(cut: Cut) -> Reach {
        Reach { touches: true, gap: Some(cut.to_string()), is_cut: true, ..Reach::default() }
    }
}

pub const STAGE: Stage = Stage {
    name: StageName::Select,
    about: "finds the tests that execute changed code, and the changed lines that none executes",
    share: Share::Of(1, 4),
    needs: &[StageName::Record, StageName::Unify],
    work: Work::Program(select),
};

fn select(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let all: Vec<&Case> = bench.tests.iter().collect();
    let (store, progress) = (bench.surroundings.store, bench.surroundings.progress);
    let (reached, n_known) = bench.selector.reach_all(&all, store, deadline, progress)?;
    for (case, reach) in all.iter().zip(&reached) {
        bench.add_reach(&case.name, reach.clone(), |executed| &mut executed.by_tests);
    }
    let mut gaps: BTreeMap<&str, u64> = BTreeMap::new();
    let traced = reached.iter().filter(|reach| !reach.is_cut);
    for gap in traced.filter_map(|reach| reach.gap.as_deref()) {
        *gaps.entry(gap).or_default() += 1;
    }
    for (gap, count) in gaps {
        bench.found.unknown(UnknownKind::Unsupported, format!("tracing a test: {gap}"), count);
    }
    let n_untraced = reached.iter().filter(|reach| reach.is_cut).count();
    if n_untraced > 0 {
        let what = "no time to trace a test".to_string();
        bench.found.unknown(UnknownKind::Limit, what, n_untraced as u64);
    }
    bench.touching = order(&all, &reached);
    // What was not traced may execute changed code, and is compared; nobody knows whether it does.
    let n = reached.iter().filter(|reach| reach.touches && !reach.is_cut).count();
    let all = all.len();
    bench.found.program.n_touching = n;
    bench.found.program.n_untraced = n_untraced;
    let untraced = match n_untraced {
        0 => String::new(),
        n => format!(", no time to trace {n}"),
    };
    let result = format!("{}{}{untraced}", touching(n, all), before(n_known, all));
    Ok(Some(Said { is_cached: n_known == all, is_partial: n_untraced > 0, result }))
}

/// How many of some tests were known, if that has to be said.
pub fn before(n_known: usize, all: usize) -> String {
    let is_some = n_known > 0 && n_known < all;
    if is_some { format!(" ({n_known} as before)") } else { String::new() }
}

/// The tests that execute changed code, in the order in which they are followed: each next one
/// executes most of the lines that no test before it does; small ones first.
pub fn order(cases: &[&Case], reached: &[Reach]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..cases.len()).filter(|&n| reached[n].touches).collect();
    left.sort_by_key(|&n| cases[n].size());
    let mut seen: BTreeSet<(bool, &LineOfFile)> = BTreeSet::new();
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
            case.run.stdin = vec![b'x'; n].into();
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
