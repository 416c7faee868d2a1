//! `patchlight interact REV..REV`: the changes of a patch together, without the other stages.

use super::{Executions, Pipeline};
use crate::cache::ScratchDir;
use crate::interact::of_project::OfProject;
use crate::project::build::{self, BuildFailed, Built};
use crate::project::patch;
use crate::project::snapshot::Snapshot;
use crate::test::StudyAll;
use crate::test::pair::Pair;
use crate::test::program_run::ProgramRun;
use crate::test::select::Selector;
use anyhow::Result;
use patchlight_replay::{Case, Version};
use std::fs;
use std::path::Path;

/// Tests that are started from: the first ones, in the order in which they are followed.
const MOST_TESTS: usize = 20;

impl Pipeline<'_> {
    pub fn interact_patch(
        mut self,
        old: &Snapshot,
        new: &Snapshot,
        study: &StudyAll<'_>,
    ) -> Result<()> {
        let (before, after): (Built, Built) = (self.build(old, "old")?, self.build(new, "new")?);
        self.results.patch = patch::changes(&before.sources(), &after.sources())?;
        let recorded = self.record(&after)?;
        for program in &self.project.config.programs.clone() {
            let pair = Pair::load(self.project, [&before, &after], program, self.budget)?;
            let mut found = ProgramRun::new(&pair);
            if found.is_unchanged {
                continue;
            }
            let tests = self.tests(&pair, &after, recorded.tests(program))?;
            let mut lines = Executions::default();
            let changed = self.changed_lines(&pair, &mut lines);
            let selector = Selector::new(&pair, &changed);
            let order = self.select(&selector, &tests, &mut found, &mut lines)?;
            let all: Vec<&Case> = tests.iter().collect();
            let touching: Vec<&Case> = order.iter().map(|&n| &tests[n]).collect();
            let tests = if touching.is_empty() { all } else { touching };
            study(&mut OfProject {
                pair: &pair,
                tests: &tests[..tests.len().min(MOST_TESTS)],
                build: &|patch| self.build_patched(&before, program, patch),
            })?;
        }
        Ok(())
    }

    /// A program of the old version with a patch. None if it cannot be built.
    pub(super) fn build_patched(
        &self,
        old: &Built,
        program: &Path,
        text: &str,
    ) -> Result<Option<Version>> {
        let scratch = ScratchDir::new("half")?;
        let patch = scratch.0.join("half.patch");
        fs::write(&patch, text)?;
        let snapshot = Snapshot::of_directory(&old.sources())?.patched(&patch)?;
        match build::build(self.project, &snapshot, self.repository, "half-patched") {
            Ok((built, _)) => Ok(Some(build::native(&built, program)?)),
            Err(error) if error.is::<BuildFailed>() => Ok(None),
            Err(error) => Err(error),
        }
    }
}
