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

impl Pipeline<'_> {
    /// Hunts for the changed lines of the new version in each program. `hunt_all` says how.
    pub fn reach_patch(
        mut self,
        old: &Snapshot,
        new: &Snapshot,
        hunt_all: &HuntAll<'_>,
    ) -> Result<Vec<Hunted>> {
        let old: Built = self.build(old, "old")?;
        let new: Built = self.build(new, "new")?;
        self.results.patch = patch::changes(&old.sources(), &new.sources())?;
        let recorded = self.record(&new)?;
        let mut all = Vec::new();
        for program in &self.project.config.programs.clone() {
            let pair = Pair::load(self.project, [&old, &new], program, self.budget)?;
            let tests = self.tests(&pair, &new, recorded.tests(program))?;
            let changed = self.changed_lines(&pair, &mut Executions::default());
            let places: Vec<_> = changed.new.into_iter().collect();
            let tests: Vec<&Case> = tests.iter().collect();
            self.progress.show(|| format!("hunting in {}", pair.name));
            all.extend(reach::hunt_places(&pair, &tests, &places, hunt_all)?);
        }
        Ok(all)
    }
}
