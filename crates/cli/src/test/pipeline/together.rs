//! The changes of a patch together: inputs along their sequences, as a stage; which of them an error
//! needs; `patchlight interact REV..REV`, without the other stages.

use super::untested::Program;
use super::{Executions, Pipeline};
use crate::cache::{Key, ScratchDir};
use crate::interact::Made;
use crate::interact::of_project::{Along, OfProject};
use crate::interrupt;
use crate::project::build::{self, BuildFailed, Built};
use crate::project::snapshot::Snapshot;
use crate::results::{Finding, UnknownKind};
use crate::test::StudyAll;
use crate::test::native::Native;
use crate::test::pair::Pair;
use crate::test::program_run::ProgramRun;
use crate::test::select::Selector;
use anyhow::Result;
use patchlight_replay::{Case, Class};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Tests that are started from: the first ones, in the order in which they are followed.
const MOST_TESTS: usize = 20;
/// Of the time that is left after the build, inputs along the changes get this part.
const SHARE_OF_TOGETHER: u32 = 6;
/// Building parts of the patch takes no more than this part of the budget.
const SHARE_OF_PARTS: u32 = 5;
/// Of so many errors it is found out which changes they need.
const MOST_EXPLAINED: usize = 3;

impl Pipeline<'_> {
    pub fn interact_patch(
        mut self,
        old: &Snapshot,
        new: &Snapshot,
        study: &StudyAll<'_>,
    ) -> Result<()> {
        self.for_each_program(old, new, |this, Program { path, old, pair, tests }| {
            let mut found = ProgramRun::new(pair);
            if found.is_unchanged {
                return Ok(());
            }
            let mut lines = Executions::default();
            let changed = this.changed_lines(pair, &mut lines);
            let selector = Selector::new(pair, &changed);
            let order = this.select(&selector, tests, &mut found, &mut lines)?;
            let all: Vec<&Case> = tests.iter().collect();
            let touching: Vec<&Case> = order.iter().map(|&n| &tests[n]).collect();
            let tests = if touching.is_empty() { all } else { touching };
            study(&mut OfProject {
                pair,
                tests: &tests[..tests.len().min(MOST_TESTS)],
                build: &|patch| this.build_patched(old, path, patch, None),
            })
        })
    }

    /// Inputs along the sequences of changes, if the patch has several.
    pub(super) fn together(
        &mut self,
        pair: &Pair,
        native: &Native<'_>,
        seeds: &[&Case],
        end: Instant,
        found: &mut ProgramRun,
    ) -> Result<()> {
        if interrupt::is_asked() {
            return Ok(());
        }
        let begin = Instant::now();
        let seeds = &seeds[..seeds.len().min(MOST_TESTS)];
        let mut parts = vec![pair.key.as_str().as_bytes().to_vec()];
        for seed in seeds {
            parts.push(serde_json::to_vec(&seed.run)?);
        }
        let key = Key::of(parts.iter().map(Vec::as_slice));
        let known = self.store.get::<Option<Along>>("together", &key)?;
        let is_known = known.is_some();
        let along = match known {
            Some((along, _)) => along,
            None => {
                self.progress.show(|| "following the changes together".to_string());
                let time = end.saturating_duration_since(begin) / SHARE_OF_TOGETHER;
                let build = |_: &str| Ok(Made::LackOfTime);
                let along =
                    OfProject { pair, tests: seeds, build: &build }.along_sequences(time)?;
                self.store.put("together", &key, &along, begin.elapsed().as_secs_f64())?;
                along
            }
        };
        let Some(along) = along else { return Ok(()) };
        for (what, count) in &along.gaps {
            let kind = match what.starts_with("unsupported") {
                true => UnknownKind::Unsupported,
                false => UnknownKind::Limit,
            };
            found.unknown(kind, what.clone(), *count as u64);
        }
        let cases: Vec<&Case> = along.cases.iter().collect();
        let (compared, is_compared) = native.cross_check(&self.store, &cases)?;
        let (n, n_changes, differing) = (cases.len(), along.n_changes, compared.differing.len());
        found.add_compared(compared, "together");
        let result = format!("{n} inputs along {n_changes} changes, {differing} differ");
        self.stage("together", begin, is_known && is_compared, result);
        self.results.graphs.push(along.graph);
        Ok(())
    }

    /// Says of regressions which changes they need, if they need several.
    pub(super) fn explain_together(
        &mut self,
        pair: &Pair,
        old: &Built,
        program: &Path,
        findings: &mut [Finding],
    ) -> Result<()> {
        let begin = Instant::now();
        let n_changes: usize = self.results.patch.iter().map(|file| file.hunks.len()).sum();
        let is_bad = |class: Class| matches!(class, Class::Regression | Class::Bug);
        let mut bad: Vec<&mut Finding> = findings
            .iter_mut()
            .filter(|finding| is_bad(finding.class))
            .take(MOST_EXPLAINED)
            .collect();
        if bad.is_empty() || n_changes == 0 || interrupt::is_asked() {
            return Ok(());
        }
        self.progress.show(|| "building parts of the patch".to_string());
        let until = begin + self.budget.0 / SHARE_OF_PARTS;
        let cases: Vec<Case> = bad.iter().map(|finding| finding.case.clone()).collect();
        let build = |patch: &str| self.build_patched(old, program, patch, Some(until));
        let of_project = OfProject { pair, tests: &[], build: &build };
        let needed = of_project.needed_for(&cases.iter().collect::<Vec<_>>())?;
        let n = needed.iter().flatten().count();
        for (finding, together) in bad.iter_mut().zip(needed) {
            finding.together = together;
        }
        if n > 0 {
            let result = format!("{n} errors need several changes");
            self.stage("parts", begin, false, result);
        }
        Ok(())
    }

    /// A program of the old version with a patch.
    fn build_patched(
        &self,
        old: &Built,
        program: &Path,
        text: &str,
        until: Option<Instant>,
    ) -> Result<Made> {
        if until.is_some_and(|until| Instant::now() >= until) || interrupt::is_asked() {
            return Ok(Made::LackOfTime);
        }
        let scratch = ScratchDir::new("half")?;
        let patch = scratch.0.join("half.patch");
        fs::write(&patch, text)?;
        let snapshot = Snapshot::of_directory(&old.sources())?.patched(&patch)?;
        match build::build(self.project, &snapshot, self.repository, "half-patched") {
            Ok((built, _)) => Ok(Made::Version(build::native(&built, program)?)),
            Err(error) if error.is::<BuildFailed>() => Ok(Made::DoesNotCompile),
            Err(error) => Err(error),
        }
    }
}
