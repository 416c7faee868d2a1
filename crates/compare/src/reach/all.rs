//! Hunts for all targets, one after the other. Whatever a run comes to on its way counts for all of
//! them, and a test that was found is one to start from.

use super::hunts::{Hunted, Hunts, Missed, Passed, Status};
use anyhow::Result;
use patchlight_guide::graph::Node;
use patchlight_guide::targets::Target;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Native runs for one target that may show something else than was expected.
const MAX_UNCONFIRMED: u32 = 3;

/// The targets, and what is known of them.
struct All<'t> {
    targets: &'t [Target],
    hunted: Vec<Option<Hunted>>,
    /// Tests that were not confirmed, by target.
    n_unconfirmed: Vec<u32>,
}

impl Hunts<'_> {
    /// `varies`: tests are tried with all options that the program knows before.
    pub fn hunt_all(&mut self, targets: &[Target], varies: bool) -> Result<Vec<Hunted>> {
        let mut all = All {
            targets,
            hunted: targets.iter().map(|_| None).collect(),
            n_unconfirmed: vec![0; targets.len()],
        };
        for (n, status) in self.covered(targets)?.into_iter().enumerate() {
            let hunted = |status| self.hunted(&targets[n], status, Duration::ZERO, Duration::ZERO);
            all.hunted[n] = status.map(hunted);
        }
        if varies && self.effort.heuristics.extensions && self.effort.heuristics.options {
            let own = self.effort.deadline.within(self.effort.max);
            let passed = self.vary(&all.watched(), &own)?;
            self.take(&mut all, passed)?;
        }
        for (n, target) in targets.iter().enumerate() {
            if all.hunted[n].is_some() {
                continue;
            }
            if self.effort.deadline.is_over() {
                let missed =
                    Missed::plain("interrupted", "interrupted before the search for it began");
                let status = Status::Unreached(missed);
                all.hunted[n] = Some(self.hunted(target, status, Duration::ZERO, Duration::ZERO));
                continue;
            }
            let (hunted, passed) = self.hunt_and_watch(target, &all.watched())?;
            let found = match &hunted.status {
                Status::Reached { case, .. } => Some((**case).clone()),
                _ => None,
            };
            self.note(&hunted)?;
            all.hunted[n] = Some(hunted);
            self.take(&mut all, passed)?;
            found.map_or(Ok(()), |found| self.start_from(found))?;
        }
        Ok(all.hunted.into_iter().flatten().collect())
    }

    /// Takes tests that lead to targets, if native runs confirm it.
    fn take(&mut self, all: &mut All<'_>, passed: Vec<Passed>) -> Result<()> {
        for Passed { node, case, seed } in passed {
            for n in 0..all.targets.len() {
                let target = &all.targets[n];
                if !target.nodes.contains(&node) || !all.is_open(n) {
                    continue;
                }
                let begin = Instant::now();
                let case = self.named(target, case.clone());
                if self.confirm(target, &case)?.is_some() {
                    all.n_unconfirmed[n] += 1;
                    continue;
                }
                let before = all.hunted[n].as_ref().map_or(0.0, |hunted| hunted.seconds);
                let time = begin.elapsed() + Duration::from_secs_f64(before);
                let status = Status::Reached { case: Box::new(case.clone()), seed: seed.clone() };
                let hunted = self.hunted(target, status, time, Duration::ZERO);
                self.note(&hunted)?;
                all.hunted[n] = Some(hunted);
                self.start_from(case)?;
            }
        }
        Ok(())
    }

    fn note(&self, hunted: &Hunted) -> Result<()> {
        self.log.as_ref().map_or(Ok(()), |log| log(hunted))
    }
}

impl All<'_> {
    /// Whether nobody knows yet how to come to a target.
    fn is_open(&self, n: usize) -> bool {
        let is_known = |hunted: &Hunted| !matches!(hunted.status, Status::Unreached(_));
        self.n_unconfirmed[n] < MAX_UNCONFIRMED && !self.hunted[n].as_ref().is_some_and(is_known)
    }

    fn watched(&self) -> HashSet<Node> {
        let open = (0..self.targets.len()).filter(|&n| self.is_open(n));
        open.flat_map(|n| self.targets[n].nodes.iter().copied()).collect()
    }
}
