//! `patchlight interact`: finds errors that several changes of a patch only make together.

mod changes;
mod generate;
mod graph;
mod halves;
pub mod of_project;
mod outcome;
mod report;

use crate::cache::{Cache, ScratchDir};
use crate::exit::Exit;
use crate::explore::entry::{self, Loaded};
use crate::explore::inputs::InputArgs;
use crate::shadow::seeds::GivenTests;
use crate::shadow::versions::{Sources, VersionArgs};
use crate::unify::{OneVersion, unify};
use anyhow::{Context, Result, bail};
use changes::{Changes, Compared};
use clap::Args;
use generate::{Generator, Start};
use graph::{SourceFile, Subject};
pub use halves::Made;
use halves::{Build, Halves, Split, Subset};
use of_project::OfProject;
use outcome::Outcome;
use patchlight_posix::Symbolic;
use patchlight_replay::Versions;
use report::Report;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct InteractArgs {
    #[command(flatten)]
    versions: VersionArgs,

    #[command(flatten)]
    inputs: InputArgs,

    #[command(flatten)]
    tests: GivenTests,

    /// Changed statements are the lines that a textual diff has, as in the paper, not what changed in
    /// the program
    #[arg(long)]
    diff: bool,

    /// A later version without the new one's errors: differences are errors or progress
    #[arg(long, value_name = "FILES", num_args = 1..)]
    fixed: Vec<PathBuf>,

    /// Write the change sequence graph: FILE.svg, FILE.dot or FILE.json (may be repeated)
    #[arg(long, value_name = "FILE")]
    graph: Vec<PathBuf>,

    /// Make the graph only, run nothing
    #[arg(long)]
    graph_only: bool,

    /// Also look at each change by itself, and compare what is found
    #[arg(long)]
    isolation: bool,

    /// Where report.html, report.json, the graph and the inputs go
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The most seconds for making inputs
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    max_time: f64,

    /// The most inputs
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_tests: usize,

    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    random_seed: u64,
}

pub fn run(args: &InteractArgs) -> Result<Exit> {
    let plan = Plan {
        max_time: Duration::try_from_secs_f64(args.max_time).context("--max-time")?,
        max_tests: args.max_tests,
        random_seed: args.random_seed,
        isolation: args.isolation,
        graph_only: args.graph_only,
    };
    if let Some(range) = args.versions.range() {
        return crate::test::interact(range, &|program: &mut OfProject<'_>| {
            program.study(args, &plan)
        });
    }
    let sources = args.versions.sources()?;
    let begin = Instant::now();
    let (changes, paths) = changes(args, &sources)?;
    let symbolic = args.inputs.symbolic()?;
    let loaded = entry::load(&sources.new, symbolic.chooses_args(), args.inputs.fuzz_len, true)?;
    let files = loaded.sources.iter().map(|name| {
        let path = paths.get(name).cloned().unwrap_or_else(|| PathBuf::from(name));
        (name.clone(), SourceFile { shown: name.clone(), path })
    });
    let subject = Subject::new(&loaded.program, loaded.entry, files.collect(), &changes)?;
    let graph_seconds = begin.elapsed().as_secs_f64();
    let scratch = ScratchDir::new("interact")?;
    let builds = args.out.as_ref().map_or(scratch.0.clone(), |out| out.join("build"));
    fs::create_dir_all(&builds).with_context(|| format!("cannot make {}", builds.display()))?;
    let build = |part: &Subset| halves::build_sources(&sources.old, &changes, &builds, part);
    let is_source = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
    let study = Study {
        subject: &subject,
        changes: &changes,
        graph_seconds,
        name: crate::run::program_name(&sources.new.files[0]).into_vec(),
        starts: starts(args, &loaded, symbolic)?,
        versions: &|| outcome::build(&sources, &args.fixed, &builds),
        build: sources.old.files.iter().all(is_source).then_some(&build),
    };
    study.run(&plan, &args.graph, args.out.as_deref())?;
    Ok(Exit::Ok)
}

/// How inputs are made.
pub struct Plan {
    pub max_time: Duration,
    pub max_tests: usize,
    pub random_seed: u64,
    /// Changes by themselves, too.
    pub isolation: bool,
    pub graph_only: bool,
}

/// One program, and everything that its changes are looked at with.
struct Study<'a> {
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

impl Study<'_> {
    fn run(self, plan: &Plan, graphs: &[PathBuf], out: Option<&Path>) -> Result<()> {
        let subject = self.subject;
        for file in graphs {
            subject.write_graph(file)?;
        }
        let mut report = Report::new(subject, self.changes, self.graph_seconds);
        if plan.graph_only {
            report.print();
            return Ok(());
        }
        let generator = Generator {
            subject,
            name: self.name,
            starts: self.starts,
            max_time: plan.max_time,
            max_tests: plan.max_tests,
            max_blocks: u64::MAX,
            random_seed: plan.random_seed,
        };
        let generated = generator.sequences()?;
        let versions = (self.versions)()?;
        let outcome = Outcome::new(subject, &versions, &generated)?;
        let n_changes = self.changes.hunks.len();
        let splits = match self.build.filter(|_| n_changes > 1) {
            Some(build) => Halves::new(n_changes, &versions, build).judge_all(&outcome)?,
            None => outcome.errors.iter().map(|_| Split::not_made(n_changes)).collect(),
        };
        report.take(&outcome, splits, &generated, &versions.new.plain.path);
        if plan.isolation {
            let alone = generator.in_isolation()?;
            report.take_isolation(&Outcome::new(subject, &versions, &alone)?);
        }
        if let Some(dir) = out {
            report.write(dir)?;
        }
        report.print();
        Ok(())
    }
}

/// What differs, and where the sources of the new version are, by name.
fn changes(args: &InteractArgs, sources: &Sources) -> Result<(Changes, BTreeMap<String, PathBuf>)> {
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
    let changes = Changes::new(&compared, args.diff)?;
    if changes.hunks.is_empty() {
        bail!("the sources of the versions do not differ");
    }
    Ok((changes, new.sources))
}

/// Where executions begin: with the tests, or with symbolic inputs alone.
fn starts<'l>(
    args: &InteractArgs,
    loaded: &'l Loaded,
    symbolic: Symbolic,
) -> Result<Vec<Start<'l>>> {
    if args.tests.has_more_than_args() {
        let cases = args.tests.load()?.into_iter();
        return Ok(cases.map(|case| Start::Test(Box::new(case))).collect());
    }
    let given = args.tests.args.iter().map(|arg| arg.clone().into_vec()).collect();
    Ok(vec![Start::Symbolic { loaded, given, symbolic: Box::new(symbolic) }])
}
