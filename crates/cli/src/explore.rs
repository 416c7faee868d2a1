//! `patchlight explore`: makes inputs symbolic, runs all paths, writes a test for each.

mod cases;
mod concrete;
mod entry;
mod inputs;
mod summary;

use crate::exit::Exit;
use crate::program::ProgramArgs;
use anyhow::{Context as _, Result, anyhow};
use cases::CaseWriter;
use clap::Args;
use inputs::InputArgs;
use patchlight_engine::explore::names::PathName;
use patchlight_engine::explore::search::{self, Strategy};
use patchlight_engine::explore::{Ended, Explorer, Process};
use patchlight_engine::{Context, Program, State};
use patchlight_posix::{Config, Input, Posix, Symbolic};
use patchlight_solver::{Budget, SolverConfig};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use summary::Summary;

#[derive(Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    inputs: InputArgs,

    /// Where tests, statistics and reports go
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS")]
    max_time: Option<f64>,

    /// The most forks of all paths together
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_forks: u64,

    /// The most forks along one path
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    max_depth: u32,

    /// The most ops along one path
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_ops: u64,

    /// The most seconds for one question to the solver
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    max_query_time: f64,

    /// Which path runs next: depth-first, breadth-first, random-path, new-coverage, or several in
    /// turn
    #[arg(long, value_name = "STRATEGIES", value_delimiter = ',', value_parser = strategy,
          default_value = "depth-first")]
    search: Vec<Strategy>,

    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    random_seed: u64,

    /// What the program gets as its arguments
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

fn strategy(name: &str) -> Result<Strategy, String> {
    Strategy::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

pub fn run(args: &ExploreArgs) -> Result<Exit> {
    let symbolic = args.inputs.symbolic()?;
    let chooses_args = symbolic.chooses_args();
    let (program, entry) = entry::load(&args.program, chooses_args, args.inputs.fuzz_len)?;
    let start = Instant::now();
    let budget = Budget::time(Duration::from_secs_f64(args.max_query_time));
    let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
    args.inputs.set_seed(&mut context)?;
    let first = |context: &mut Context| first_process(&program, entry, context, args, &symbolic);
    // What can go wrong with it goes wrong now.
    first(&mut Context::default())?;
    let root = |context: &mut Context| first(context).expect("it was made before");
    let searcher = search::searcher(&args.search, args.random_seed);
    let mut explorer = Explorer::new(&program, context, searcher, Box::new(root));
    explorer.limits.max_forks = args.max_forks;
    explorer.limits.max_depth = args.max_depth;
    explorer.limits.max_ops = args.max_ops;
    explorer.add(PathName::default());
    let mut cases = CaseWriter::create(&args.out, program_args(args), symbolic.clone())?;
    let mut summary = Summary::default();
    let deadline = args.max_time.map(|seconds| start + Duration::from_secs_f64(seconds));
    while explorer.n_live() > 0 {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            summary.stopped = Some("--max-time".to_string());
            break;
        }
        if let Some(ended) = explorer.step().map_err(|error| anyhow!("{error}"))? {
            record(&mut explorer, &mut cases, &mut summary, ended)?;
        }
    }
    summary.paths_live = explorer.n_live();
    summary.seconds = start.elapsed().as_secs_f64();
    summary.take_stats(&explorer);
    cases.finish(&summary)?;
    summary.print();
    Ok(Exit::Ok)
}

fn record(
    explorer: &mut Explorer<'_, Posix>,
    cases: &mut CaseWriter,
    summary: &mut Summary,
    ended: Ended<Posix>,
) -> Result<()> {
    if summary.count(&ended.end) {
        cases.add(&mut explorer.context, ended, summary)?;
    }
    Ok(())
}

/// What comes after `--`.
fn program_args(args: &ExploreArgs) -> Vec<Vec<u8>> {
    args.args.iter().map(|arg| arg.clone().into_vec()).collect()
}

fn first_process(
    program: &Program,
    entry: &str,
    context: &mut Context,
    args: &ExploreArgs,
    symbolic: &Symbolic,
) -> Result<Process<Posix>> {
    let mut state = State::new(program, entry, 8 << 30)?;
    let cwd = std::env::current_dir().context("the current directory")?;
    let name = crate::run::program_name(&args.program.files[0]);
    let mut argv = vec![name.clone().into_vec()];
    argv.extend(program_args(args));
    let config = Config {
        args: argv,
        executable: cwd.join(&name),
        cwd,
        stdin: Input::Empty,
        ..Config::default()
    };
    let mut posix = Posix::new(config);
    let started = posix.start_symbolic(program, context, &mut state, symbolic);
    started.map_err(|limit| anyhow!("the inputs: {limit}"))?;
    Ok(Process::new(state, posix))
}
