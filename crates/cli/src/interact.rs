//! `patchlight interact`: finds errors that several changes of a patch only make together.

mod changes;
mod generate;
mod graph;
mod halves;
mod outcome;
mod report;

use crate::cache::{Cache, ScratchDir};
use crate::exit::Exit;
use crate::explore::entry;
use crate::explore::inputs::InputArgs;
use crate::shadow::seeds::load_cases;
use crate::shadow::versions::{Sources, VersionArgs};
use crate::unify::OneVersion;
use anyhow::{Context, Result, bail};
use changes::Changes;
use clap::Args;
use generate::{Generator, Start};
use graph::Subject;
use outcome::Outcome;
use report::Report;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct InteractArgs {
    #[command(flatten)]
    versions: VersionArgs,

    #[command(flatten)]
    inputs: InputArgs,

    /// Tests to start from, instead of symbolic inputs alone
    #[arg(long, value_name = "PATH", num_args = 1..)]
    tests: Vec<PathBuf>,

    /// A file that is standard input of the test behind `--`
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// Files that the test behind `--` finds in its directory
    #[arg(long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,

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

    /// Where report.json and the inputs go
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

    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(args: &InteractArgs) -> Result<Exit> {
    let max_time = Duration::try_from_secs_f64(args.max_time).context("--max-time")?;
    let sources = args.versions.sources()?;
    let begin = Instant::now();
    let changes = changes(args, &sources)?;
    let symbolic = args.inputs.symbolic()?;
    let loaded = entry::load(&sources.new, symbolic.chooses_args(), args.inputs.fuzz_len, true)?;
    let subject = Subject::new(&loaded, &changes)?;
    let graph_seconds = begin.elapsed().as_secs_f64();
    for file in &args.graph {
        subject.write_graph(file)?;
    }
    let mut report = Report::new(&subject, &changes, graph_seconds);
    if args.graph_only {
        report.print();
        return Ok(Exit::Ok);
    }
    let starts = starts(args, symbolic)?;
    let generator = Generator {
        subject: &subject,
        name: crate::run::program_name(&sources.new.files[0]),
        starts,
        max_time,
        max_tests: args.max_tests,
        random_seed: args.random_seed,
    };
    let generated = generator.sequences()?;
    let scratch = ScratchDir::new("interact")?;
    let builds = args.out.as_ref().map_or(scratch.0.clone(), |out| out.join("build"));
    fs::create_dir_all(&builds).with_context(|| format!("cannot make {}", builds.display()))?;
    let versions = outcome::build(&sources, &args.fixed, &builds)?;
    let outcome = Outcome::new(&subject, &versions, &generated)?;
    let halves = halves::Halves::new(&sources, &changes, &versions, &builds);
    report.take(&outcome, halves.judge_all(&outcome)?, &generated, &versions.new.plain.path);
    if args.isolation {
        let alone = generator.in_isolation()?;
        report.take_isolation(&Outcome::new(&subject, &versions, &alone)?);
    }
    if let Some(dir) = &args.out {
        report.write(dir)?;
    }
    report.print();
    Ok(Exit::Ok)
}

fn changes(args: &InteractArgs, sources: &Sources) -> Result<Changes> {
    let cache = Cache::open()?;
    let old = OneVersion::load(&cache, &sources.old).context("the old version")?;
    let new = OneVersion::load(&cache, &sources.new).context("the new version")?;
    let changes = Changes::new(&old, &new, args.diff)?;
    if changes.hunks.is_empty() {
        bail!("the sources of the versions do not differ");
    }
    Ok(changes)
}

/// Where executions begin: with the tests, or with symbolic inputs alone.
fn starts(args: &InteractArgs, symbolic: patchlight_posix::Symbolic) -> Result<Vec<Start>> {
    let has_test = !args.tests.is_empty() || args.stdin.is_some() || !args.files.is_empty();
    if has_test {
        let (stdin, files) = (args.stdin.as_deref(), &args.files);
        let cases = load_cases(&args.tests, stdin, files, &args.args)?;
        return Ok(cases.into_iter().map(|case| Start::Test(Box::new(case))).collect());
    }
    use std::os::unix::ffi::OsStringExt;
    let given = args.args.iter().map(|arg| arg.clone().into_vec()).collect();
    Ok(vec![Start::Symbolic { given, symbolic: Box::new(symbolic) }])
}
