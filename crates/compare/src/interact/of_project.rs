//! `patchlight interact REV..REV`: programs of a project, with the tests of its suite.

use super::changes::{Changes, Compared};
use super::generate::{Generator, Start};
use super::graph::{SourceFile, Subject};
use super::halves::{Halves, Made, Subset};
use super::{Plan, Show, Study};
use crate::pair::Pair;
use crate::trace::Traces;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_load::ENTRY;
use patchlight_replay::Case;
use patchlight_results::{ChangeGraph, Together};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Builds the old version of a project with a patch.
pub type BuildPatched<'a> = dyn Fn(&str) -> Result<Made> + 'a;

/// Inputs that are made at most.
const MOST_INPUTS: usize = 500;
/// For each second of the budget.
const INPUTS_PER_SECOND: usize = 4;
const BLOCKS_PER_SECOND: u64 = 20_000;

/// What following the sequences of changes gave.
#[derive(Default, Serialize, Deserialize)]
pub struct Along {
    pub cases: Vec<Case>,
    pub graph: ChangeGraph,
    pub n_changes: usize,
    /// Gaps and limits that ended paths.
    pub gaps: BTreeMap<String, usize>,
}

/// A program of a project in two versions.
pub struct OfProject<'a> {
    pub pair: &'a Pair,
    /// The tests that execute changed code, the nearest first.
    pub tests: &'a [&'a Case],
    pub build: &'a BuildPatched<'a>,
}

impl OfProject<'_> {
    pub fn changes(&self, by_text: bool) -> Result<Option<Changes>> {
        let versions = &self.pair.versions;
        let Some(summary) = &versions.summary else { return Ok(None) };
        let [old, new] = &versions.source_paths;
        let compared = Compared {
            sources: [old, new],
            new: &versions.new.module,
            both: &versions.both.module,
            summary,
            shown: &|name| self.pair.path_of(name),
        };
        let changes = Changes::new(&compared, by_text)?;
        Ok((!changes.hunks.is_empty()).then_some(changes))
    }

    pub fn subject<'s>(&'s self, changes: &Changes) -> Result<Subject<'s>> {
        let versions = &self.pair.versions;
        let source = |(name, path): (&String, &std::path::PathBuf)| {
            let source = SourceFile { shown: self.pair.path_of(name), path: path.clone() };
            (name.clone(), source)
        };
        let sources: BTreeMap<_, _> = versions.source_paths[1].iter().map(source).collect();
        Subject::new(&versions.new, ENTRY, sources, changes)
    }

    pub fn starts(&self) -> Vec<Start<'static>> {
        self.tests.iter().map(|&case| Start::Test(Box::new(case.clone()))).collect()
    }

    /// The old version with some of the changes.
    pub fn half(&self, changes: &Changes, root: &Path, part: &Subset) -> Result<Made> {
        (self.build)(&changes.half(part, root)?)
    }

    /// Inputs along the sequences of the changes, and the graph. None if there are not several.
    /// What is made depends on the budget, and on the time that there is for it only in need.
    pub fn along_sequences(
        &self,
        traces: Traces<'_>,
        deadline: &Deadline,
    ) -> Result<Option<Along>> {
        let budget = self.pair.seconds();
        let changes = self.changes(false)?.filter(|changes| changes.hunks.len() > 1);
        let Some(changes) = changes else { return Ok(None) };
        let subject = self.subject(&changes)?;
        let generator = Generator {
            subject: &subject,
            name: self.pair.versions.name.clone(),
            starts: self.starts(),
            deadline: deadline.clone(),
            max_tests: MOST_INPUTS.min(INPUTS_PER_SECOND * budget as usize),
            max_blocks: BLOCKS_PER_SECOND * budget,
            random_seed: 1,
            traces: Some(traces),
        };
        let generated = generator.sequences()?;
        let cases = generated.tests.into_iter().map(|test| {
            let name = format!("interactions {}", test.case.name);
            Case { name, ..test.case }
        });
        let graph = subject.data(&self.pair.name);
        let n_changes = changes.hunks.len();
        Ok(Some(Along { cases: cases.collect(), graph, n_changes, gaps: generated.gaps }))
    }

    /// Which changes a case needs to show its error, if it needs several.
    pub fn needed_for(
        &self,
        cases: &[&Case],
        deadline: &Deadline,
    ) -> Result<Vec<Option<Together>>> {
        let changes = self.changes(false)?.filter(|changes| changes.hunks.len() > 1);
        let Some(changes) = changes else { return Ok(vec![None; cases.len()]) };
        let root = self.pair.old_root();
        let build = |part: &Subset| self.half(&changes, root, part);
        let mut halves = Halves::new(changes.hunks.len(), &self.pair.native, &build, deadline);
        let places = |part: &Subset| -> Vec<String> {
            let hunks = part.iter().map(|&n| &changes.hunks[n]);
            hunks.map(|hunk| format!("{}:{}", hunk.file, hunk.new.start)).collect()
        };
        let together = |case: &&Case| {
            let split = halves.judge(case)?;
            let needed = split.needed.first().filter(|_| split.needs_several());
            Ok(needed.map(|needed| Together {
                changes: places(needed),
                parts: split
                    .halves
                    .iter()
                    .filter(|(part, _)| part.is_subset(needed))
                    .map(|(part, half)| (places(part), half.to_string()))
                    .collect(),
            }))
        };
        cases.iter().map(together).collect()
    }

    /// Looks at how the changes act together. False if the sources do not differ.
    pub fn study(&self, by_text: bool, plan: &Plan, show: &Show<'_>) -> Result<bool> {
        let begin = Instant::now();
        let Some(changes) = self.changes(by_text)? else { return Ok(false) };
        let subject = self.subject(&changes)?;
        let root = self.pair.old_root().to_path_buf();
        let build = |part: &Subset| self.half(&changes, &root, part);
        let study = Study {
            subject: &subject,
            changes: &changes,
            graph_seconds: begin.elapsed().as_secs_f64(),
            name: self.pair.versions.name.clone(),
            starts: self.starts(),
            versions: &|| Ok(self.pair.native.clone()),
            build: Some(&build),
        };
        study.run(plan, show)?;
        Ok(true)
    }
}
