//! Finds errors that several changes of a patch only make together.

pub mod changes;
mod found;
mod generate;
pub mod graph;
pub mod halves;
pub mod of_project;
mod outcome;

pub use found::{Counts, Error, Found, Test};
pub use halves::Made;

use crate::versions::{OneVersion, Sources, unify};
use anyhow::{Context, Result, bail};
use changes::{Changes, Compared};
use generate::{Generator, Start};
use graph::{SourceFile, Subject};
use halves::{Build, Halves, Split, Subset};
use outcome::Interactions;
use patchlight_budget::Deadline;
use patchlight_cache::Cache;
use patchlight_load::explored;
use patchlight_posix::Symbolic;
use patchlight_replay::{Case, Versions};
use std::collections::BTreeMap;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How inputs are made.
pub struct Plan {
    pub deadline: Deadline,
    pub max_tests: usize,
    pub random_seed: u64,
    /// Changes by themselves, too.
    pub isolation: bool,
    pub graph_only: bool,
}

/// One program, and everything that its changes are looked at with.
pub struct Study<'a> {
    subject: &'a Subject<'a>,
    changes: &'a Changes,
    graph_seconds: f64,
    name: Vec<u8>,
    starts: Vec<Start<'a>>,
    /// Both versions natively.
    versions: &'a dyn Fn() -> Result<Versions>,
    /// None if the patch cannot be split.
    build: Option<&'a Build<'a>>,
}

/// Whoever shows what was found.
pub type Show<'a> = dyn Fn(&Found<'_>) -> Result<()> + 'a;

impl Study<'_> {
    pub fn run(self, plan: &Plan, show: &Show<'_>) -> Result<()> {
        let subject = self.subject;
        let mut found = Found::new(subject, self.changes, self.graph_seconds);
        if plan.graph_only {
            return show(&found);
        }
        let generator = Generator {
            subject,
            name: self.name,
            starts: self.starts,
            deadline: plan.deadline.clone(),
            max_tests: plan.max_tests,
            max_blocks: u64::MAX,
            random_seed: plan.random_seed,
            traces: None,
        };
        let generated = generator.sequences()?;
        let never = Deadline::never(plan.deadline.interrupt());
        let versions = (self.versions)()?;
        let outcome = Interactions::new(subject, &versions, &generated, &never)?;
        let n_changes = self.changes.hunks.len();
        let splits = match self.build.filter(|_| n_changes > 1) {
            Some(build) => Halves::new(n_changes, &versions, build, &never).judge_all(&outcome)?,
            None => outcome.errors.iter().map(|_| Split::not_made(n_changes)).collect(),
        };
        found.take(&outcome, splits, &generated, &versions.new.plain);
        if plan.isolation {
            let alone = generator.in_isolation()?;
            found.take_isolation(&Interactions::new(subject, &versions, &alone, &never)?);
        }
        show(&found)
    }
}

/// Where executions begin.
pub enum Begin {
    Tests(Vec<Case>),
    /// With inputs of which nothing is known.
    Symbolic {
        symbolic: Symbolic,
        fuzz_len: u32,
    },
}

/// Two programs whose changes are looked at.
pub struct Programs<'a> {
    pub sources: &'a Sources,
    /// Changed statements are the lines of a textual diff, not what changed in the program.
    pub by_text: bool,
    pub begin: Begin,
    /// A later version without the new one's errors.
    pub fixed: &'a [PathBuf],
    /// Where native builds go.
    pub builds: &'a Path,
}

/// Looks at how the changes between two programs act together.
pub fn study_programs(programs: Programs<'_>, plan: &Plan, show: &Show<'_>) -> Result<()> {
    let Programs { sources, by_text, begin, fixed, builds } = programs;
    let started = Instant::now();
    let (changes, paths) = changes(sources, by_text)?;
    let (chooses_args, fuzz_len) = match &begin {
        Begin::Tests(_) => (false, 0),
        Begin::Symbolic { symbolic, fuzz_len, .. } => (symbolic.chooses_args(), *fuzz_len),
    };
    let loaded = explored(&sources.new, chooses_args, fuzz_len, true)?;
    let files = loaded.sources.iter().map(|name| {
        let path = paths.get(name).cloned().unwrap_or_else(|| PathBuf::from(name));
        (name.clone(), SourceFile { shown: name.clone(), path })
    });
    let subject = Subject::new(&loaded.program, loaded.entry, files.collect(), &changes)?;
    let graph_seconds = started.elapsed().as_secs_f64();
    let build = |part: &Subset| halves::build_sources(&sources.old, &changes, builds, part);
    let is_source = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
    let starts = match begin {
        Begin::Tests(cases) => cases.into_iter().map(|case| Start::Test(Box::new(case))).collect(),
        Begin::Symbolic { symbolic, .. } => {
            vec![Start::Symbolic { loaded: &loaded, symbolic: Box::new(symbolic) }]
        }
    };
    let study = Study {
        subject: &subject,
        changes: &changes,
        graph_seconds,
        name: sources.new.name()?.into_vec(),
        starts,
        versions: &|| outcome::build(sources, fixed, builds),
        build: sources.old.files.iter().all(is_source).then_some(&build),
    };
    study.run(plan, show)
}

/// What differs, and where the sources of the new version are, by name.
fn changes(sources: &Sources, by_text: bool) -> Result<(Changes, BTreeMap<String, PathBuf>)> {
    let cache = Cache::open()?;
    let old = OneVersion::load(&cache, &sources.old).context("the old version")?;
    let new = OneVersion::load(&cache, &sources.new).context("the new version")?;
    let unified = unify(&old, &new)?;
    let compared = Compared {
        sources: [&old.sources, &new.sources],
        new: &new.module,
        both: &unified.module,
        summary: &unified.summary,
        shown: &|name| name.to_string(),
    };
    let changes = Changes::new(&compared, by_text)?;
    if changes.hunks.is_empty() {
        bail!("the sources of both versions are the same");
    }
    Ok((changes, new.sources))
}
