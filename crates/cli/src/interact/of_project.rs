//! `patchlight interact REV..REV`: programs of a project, with the tests of its suite.

use super::changes::{Changes, Compared};
use super::generate::Start;
use super::graph::{SourceFile, Subject};
use super::halves::Subset;
use super::{InteractArgs, Plan, Study};
use crate::program::ENTRY;
use crate::test::Pair;
use anyhow::Result;
use patchlight_replay::{Case, Version};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Builds the old version of a project with a patch. None if that fails.
pub type BuildPatched<'a> = dyn Fn(&str) -> Result<Option<Version>> + 'a;

/// A program of a project in two versions.
pub struct OfProject<'a> {
    pub pair: &'a Pair,
    /// The tests that come by the patch, the nearest first.
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
    pub fn half(&self, changes: &Changes, root: &Path, part: &Subset) -> Result<Option<Version>> {
        (self.build)(&changes.half(part, root)?)
    }

    pub(super) fn study(&self, args: &InteractArgs, plan: &Plan) -> Result<()> {
        let begin = Instant::now();
        let Some(changes) = self.changes(args.diff)? else {
            println!("{}: the sources of the versions do not differ", self.pair.name);
            return Ok(());
        };
        let subject = self.subject(&changes)?;
        let root = self.pair.old_root().to_path_buf();
        let build = |part: &Subset| self.half(&changes, &root, part);
        let out = args.out.as_ref().map(|out| out.join(crate::reports::slug(&self.pair.name)));
        println!("{}", self.pair.name);
        let study = Study {
            subject: &subject,
            changes: &changes,
            graph_seconds: begin.elapsed().as_secs_f64(),
            name: self.pair.versions.name.clone(),
            starts: self.starts(),
            versions: &|| Ok(self.pair.native.clone()),
            build: Some(&build),
        };
        study.run(plan, &args.graph, out.as_deref())
    }
}
