//! `patchlight reach REV..REV`: what becomes of all changed lines, without comparing the versions.

use super::{Executions, Pipeline};
use crate::project::build::Built;
use crate::project::patch;
use crate::project::snapshot::Snapshot;
use crate::reach::hunts::{HuntAll, Hunted};
use crate::test::pair::Pair;
use crate::test::reach;
use anyhow::Result;
use patchlight_replay::Case;
use std::path::Path;

impl Pipeline<'_> {
    /// Hunts for the changed lines of the new version in each program. `hunt_all` says how.
    pub fn reach_patch(
        mut self,
        old: &Snapshot,
        new: &Snapshot,
        hunt_all: &HuntAll<'_>,
    ) -> Result<Vec<Hunted>> {
        let mut all = Vec::new();
        self.for_each_program(old, new, |this, Program { pair, tests, .. }| {
            let changed = this.changed_lines(pair, &mut Executions::default());
            let places: Vec<_> = changed.new.into_iter().collect();
            let tests: Vec<&Case> = tests.iter().collect();
            this.progress.show(|| format!("hunting in {}", pair.name));
            all.extend(reach::hunt_places(pair, &tests, &places, hunt_all)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Builds, records, and does something with each program.
    pub(super) fn for_each_program(
        &mut self,
        old: &Snapshot,
        new: &Snapshot,
        mut work: impl FnMut(&mut Self, Program<'_>) -> Result<()>,
    ) -> Result<()> {
        let (old, new) = (self.build(old, "old")?, self.build(new, "new")?);
        self.results.patch = patch::changes(&old.sources(), &new.sources())?;
        let recorded = self.record(&new)?;
        for path in &self.project.config.programs.clone() {
            let pair = Pair::load(self.project, [&old, &new], path, self.budget)?;
            let tests = self.tests(&pair, &new, recorded.tests(path))?;
            work(self, Program { path, old: &old, pair: &pair, tests: &tests })?;
        }
        Ok(())
    }
}

/// A program of a project, with its tests.
pub(super) struct Program<'a> {
    pub(super) path: &'a Path,
    /// The old version.
    pub(super) old: &'a Built,
    pub(super) pair: &'a Pair,
    pub(super) tests: &'a [Case],
}
