//! A program while its stages run.

use super::early::Early;
use super::lines::Executions;
use super::native::NativeRuns;
use super::program_run::ProgramRun;
use super::progress::Progress;
use super::select::{Reach, Selector};
use super::usage::PatchedTexts;
use crate::interact::Made;
use crate::pair::Pair;
use crate::trace::{Tracers, Traces};
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_cache::ScratchDir;
use patchlight_project::Project;
use patchlight_project::build::{self, BuildCut, BuildFailed, Built, Order};
use patchlight_project::git::Repository;
use patchlight_project::snapshot::Snapshot;
use patchlight_project::store::Store;
use patchlight_replay::Case;
use patchlight_results::{ChangeGraph, Executed, Finding};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What all stages of a test share.
#[derive(Copy, Clone)]
pub struct Surroundings<'a> {
    pub project: &'a Project,
    pub repository: Option<&'a Repository>,
    pub store: &'a Store,
    pub progress: &'a Progress,
}

/// A program, and what its stages have found out by now.
pub struct Bench<'a> {
    pub surroundings: Surroundings<'a>,
    /// Its file, relative to the project's directory.
    pub path: &'a Path,
    /// The old version.
    pub old: &'a Built,
    pub pair: &'a Pair,
    pub native: &'a NativeRuns<'a>,
    /// Says what is confirmed.
    pub early: &'a Early<'a>,
    /// What each version executes on tests.
    pub tracers: &'a Tracers<'a>,
    pub selector: &'a Selector<'a>,
    /// How many pieces of text the patch changes.
    pub n_hunks: usize,
    /// What the patch changes of texts.
    pub texts: &'a PatchedTexts,
    pub tests: &'a [Case],
    pub lines: &'a mut Executions,
    /// The tests that execute changed code, by number, in the order in which they are followed.
    pub touching: Vec<usize>,
    /// Inputs that lead to changed lines which no test executes.
    pub reached: Vec<Case>,
    /// What each input executes of the patch, by its name.
    pub executed: Vec<(String, Reach)>,
    pub found: ProgramRun,
    pub findings: Vec<Finding>,
    pub graph: Option<ChangeGraph>,
}

impl<'a> Bench<'a> {
    /// What the new version executes on tests.
    pub fn traces(&self) -> Traces<'a> {
        Traces { tracer: &self.tracers.new, store: self.surroundings.store }
    }

    /// Notes what an input executes.
    pub fn add_reach(&mut self, name: &str, reach: Reach, count: fn(&mut Executed) -> &mut u32) {
        self.lines.add(&reach, count);
        self.executed.push((name.to_string(), reach));
    }

    /// Notes which lines are executed by inputs on which the versions were compared: of the others
    /// nothing is known. Gives the functions that differ and that such inputs execute, by the names
    /// that they have in either version.
    pub fn settle_compared(&mut self) -> BTreeSet<String> {
        let mut entered = BTreeSet::new();
        for (name, reach) in std::mem::take(&mut self.executed) {
            if self.found.compared.contains(&name) {
                self.lines.add(&reach, |executed| &mut executed.n_compared);
                entered.extend(reach.functions);
            }
        }
        entered
    }

    /// What the versions are compared on: the inputs that were made first, then the tests that
    /// execute changed code.
    pub fn seeds(&self) -> Vec<Case> {
        let touching = self.touching.iter().map(|&n| &self.tests[n]);
        self.reached.iter().chain(touching).cloned().collect()
    }
}

impl Surroundings<'_> {
    /// A program of the old version with a patch.
    pub fn build_patched(
        &self,
        old: &Built,
        program: &Path,
        text: &str,
        deadline: &Deadline,
    ) -> Result<Made> {
        if deadline.is_over() {
            return Ok(Made::LackOfTime);
        }
        let scratch = ScratchDir::new("half")?;
        let patch = scratch.0.join("half.patch");
        fs::write(&patch, text)?;
        let snapshot = Snapshot::of_directory(&old.sources())?.patched(&patch)?;
        let order = Order {
            project: self.project,
            snapshot: &snapshot,
            repository: self.repository,
            said: "half-patched",
            deadline,
        };
        let made = build::build(&order).and_then(|(built, _)| {
            build::sanitize(&order, &built)?;
            Ok(built)
        });
        match made {
            Ok(built) => Ok(Made::Version(build::native(&built, program)?)),
            Err(error) if error.is::<BuildFailed>() => Ok(Made::DoesNotCompile),
            Err(error) if error.is::<BuildCut>() => Ok(Made::LackOfTime),
            Err(error) => Err(error),
        }
    }
}
