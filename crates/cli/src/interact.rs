//! `patchlight interact`: finds errors that several changes of a patch only make together.

use crate::args::{GivenTests, VersionArgs, or_revisions};
use crate::exit::Exit;
use crate::inputs::InputArgs;
use crate::interrupt;
use anyhow::{Context, Result, bail};
use clap::Args;
use patchlight_budget::{Budget, Deadline};
use patchlight_cache::ScratchDir;
use patchlight_compare::interact::of_project::OfProject;
use patchlight_compare::interact::{Begin, Found, Plan, Programs, study_programs};
use patchlight_posix::Symbolic;
use patchlight_report::interact::{Report, write_graph};
use patchlight_results::slug;
use std::fs;
use std::path::{Path, PathBuf};

const PROGRAM_HELP: &str = "\
.c files that contain both versions: `change(old, new)` of `patchlight.h` marks what changed. Or \
the revisions REV..REV of a project with patchlight.toml";

#[derive(Args)]
#[command(mut_args(|arg| or_revisions(arg, PROGRAM_HELP)))]
pub struct InteractArgs {
    #[command(flatten)]
    versions: VersionArgs,

    #[command(flatten)]
    inputs: InputArgs,

    #[command(flatten)]
    tests: GivenTests,

    /// Take the changes from a textual diff, as in the paper, instead of comparing the programs
    #[arg(long)]
    diff: bool,

    /// A later version that fixes the new one's errors, to tell errors from progress
    #[arg(long, value_name = "FILES", num_args = 1..)]
    fixed: Vec<PathBuf>,

    /// Write the change sequence graph: FILE.svg, FILE.dot or FILE.json (may be repeated)
    #[arg(long, value_name = "FILE")]
    graph: Vec<PathBuf>,

    /// Only make the graph, run nothing
    #[arg(long)]
    graph_only: bool,

    /// Also test each change by itself and compare the results
    #[arg(long)]
    isolation: bool,

    /// Directory for report.html, report.json, the graph and the inputs
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Time limit for generating inputs, such as 90s or 5m
    #[arg(long, alias = "max-time", value_name = "TIME", default_value = "30s")]
    budget: Budget,

    /// Limit of inputs
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_tests: usize,

    /// Seed of the random number generator
    #[arg(long = "seed", alias = "random-seed", value_name = "N", default_value_t = 1)]
    random_seed: u64,
}

pub fn run(args: &InteractArgs) -> Result<Exit> {
    let interrupt = interrupt::listen();
    let plan = Plan {
        deadline: Deadline::new(args.budget, &interrupt),
        max_tests: args.max_tests,
        random_seed: args.random_seed,
        isolation: args.isolation,
        graph_only: args.graph_only,
    };
    if let Some(range) = args.versions.range() {
        return crate::test::interact(range, &interrupt, &|program: &mut OfProject<'_>| {
            let name = &program.pair.name;
            let out = args.out.as_ref().map(|out| out.join(slug(name)));
            println!("{name}");
            let show = |found: &Found<'_>| show(args, found, out.as_deref());
            if !program.study(args.diff, &plan, &show)? {
                println!("{name}: the sources of both versions are the same");
            }
            Ok(())
        });
    }
    let sources = args.versions.sources()?;
    let scratch = ScratchDir::new("interact")?;
    let builds = args.out.as_ref().map_or(scratch.0.clone(), |out| out.join("build"));
    fs::create_dir_all(&builds).with_context(|| format!("cannot create {}", builds.display()))?;
    let programs = Programs {
        sources: &sources,
        by_text: args.diff,
        begin: begin(args)?,
        fixed: &args.fixed,
        builds: &builds,
    };
    study_programs(programs, &plan, &|found| show(args, found, args.out.as_deref()))?;
    Ok(Exit::Ok)
}

/// Where executions begin: with the tests, or with symbolic inputs alone.
fn begin(args: &InteractArgs) -> Result<Begin> {
    let symbolic = args.inputs.symbolic()?;
    if args.tests.is_empty() {
        return Ok(Begin::Symbolic { symbolic, fuzz_len: args.inputs.fuzz_len });
    }
    if symbolic != Symbolic::default() {
        bail!(
            "options such as --sym-arg make inputs from scratch; the inputs of a test to start from, \
             such as the arguments after `--`, are symbolic without them"
        );
    }
    Ok(Begin::Tests(args.tests.load()?))
}

fn show(args: &InteractArgs, found: &Found<'_>, out: Option<&Path>) -> Result<()> {
    for file in &args.graph {
        write_graph(found.subject, file)?;
    }
    let report = Report(found);
    if let Some(dir) = out.filter(|_| !args.graph_only) {
        report.write(dir)?;
    }
    println!("{}", report.text());
    Ok(())
}
