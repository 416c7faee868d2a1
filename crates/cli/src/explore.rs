//! `patchlight explore`: makes inputs symbolic, runs all paths, writes a test for each.

mod cases;
mod concrete;
mod entry;
mod inputs;
mod ktest;
mod lcov;
mod progress;
mod replay;
mod rerun;
mod store;
mod summary;
mod testcomp;

use crate::exit::Exit;
use crate::program::ProgramArgs;
use anyhow::{Context as _, Result, anyhow};
use cases::Case;
use clap::Args;
use entry::Loaded;
use inputs::InputArgs;
use patchlight_engine::explore::names::PathName;
use patchlight_engine::explore::search::{self, Strategy};
use patchlight_engine::explore::{Explorer, Process};
use patchlight_engine::{Context, State};
use patchlight_posix::{Config, Input, Posix, Symbolic};
use patchlight_solver::{Budget, SolverConfig};
use progress::Progress;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use store::{Format, Store};
use summary::{CoverageSummary, Summary};

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

    /// Files of its own for each test, in these formats [default: all up to 1,000 tests]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',')]
    write: Vec<Format>,

    /// Run each test natively and say where prediction and reality differ
    #[arg(long)]
    replay: bool,

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
    let loaded = entry::load(&args.program, chooses_args, args.inputs.fuzz_len)?;
    let program = &loaded.program;
    let start = Instant::now();
    let budget = Budget::time(Duration::from_secs_f64(args.max_query_time));
    let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
    args.inputs.set_seed(&mut context)?;
    let first = |context: &mut Context| first_process(&loaded, context, args, &symbolic);
    // What can go wrong with it goes wrong now.
    first(&mut Context::default())?;
    let root = |context: &mut Context| first(context).expect("it was made before");
    let searcher = search::searcher(&args.search, args.random_seed);
    let mut explorer = Explorer::new(program, context, searcher, Box::new(root));
    explorer.limits.max_forks = args.max_forks;
    explorer.limits.max_depth = args.max_depth;
    explorer.limits.max_ops = args.max_ops;
    explorer.add(PathName::default());
    let mut store = Store::create(&args.out)?;
    let mut summary = Summary::default();
    let mut progress = Progress::new();
    let given = program_args(args);
    let deadline = args.max_time.map(|seconds| start + Duration::from_secs_f64(seconds));
    while explorer.n_live() > 0 {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            summary.stopped = Some("--max-time".to_string());
            break;
        }
        let ended = explorer.step().map_err(|error| anyhow!("{error}"))?;
        if let Some(ended) = ended.filter(|ended| summary.count(&ended.end)) {
            summary.tests += 1;
            let (number, context) = (store.next_number(), &mut explorer.context);
            store.add(&Case::new(number, program, context, ended, &given, &symbolic))?;
        }
        store.tick()?;
        progress.tick(&explorer, &summary);
    }
    progress.finish();
    summary.paths_live = explorer.n_live();
    summary.seconds = start.elapsed().as_secs_f64();
    summary.take_stats(&explorer);
    finish(&loaded, args, &first, &mut store, &mut summary)?;
    summary.print();
    Ok(Exit::Ok)
}

/// What is done with the tests once all are there. `first` makes the process in its first state.
fn finish(
    loaded: &Loaded,
    args: &ExploreArgs,
    first: &dyn Fn(&mut Context) -> Result<Process<Posix>>,
    store: &mut Store,
    summary: &mut Summary,
) -> Result<()> {
    let formats = store::formats(&args.write, summary.tests);
    store.write_files(&formats, &command_line(args), &args.program.files[0])?;
    let with_lcov = formats.contains(&Format::Lcov);
    if with_lcov || args.replay {
        let reruns = rerun_all(loaded, args, first, store)?;
        if with_lcov {
            store.write("coverage.info", reruns.coverage.to_lcov().as_bytes())?;
        }
        let (lines_reached, lines) = reruns.coverage.n_lines();
        let not_confirmed = reruns.not_confirmed;
        summary.coverage = Some(CoverageSummary { lines, lines_reached, not_confirmed });
        if args.replay {
            let is_fuzz_target = loaded.has_fuzz_main;
            summary.replay = Some(replay::replay_all(args, is_fuzz_target, store, &reruns.places)?);
        }
    }
    store.write("stats.json", serde_json::to_string_pretty(summary)?.as_bytes())
}

/// What running all tests again shows.
struct Reruns<'p> {
    coverage: lcov::Coverage<'p>,
    not_confirmed: Vec<u64>,
    /// Where each test goes, for `--replay`.
    places: replay::Predicted,
}

fn rerun_all<'p>(
    loaded: &'p Loaded,
    args: &ExploreArgs,
    first: &dyn Fn(&mut Context) -> Result<Process<Posix>>,
    store: &mut Store,
) -> Result<Reruns<'p>> {
    let coverage = lcov::Coverage::new(&loaded.program, &loaded.sources);
    let places = replay::Predicted::default();
    let mut reruns = Reruns { coverage, not_confirmed: Vec::new(), places };
    let mut rerun = rerun::Rerun::new(&loaded.program, first)?;
    for case in store.cases()? {
        let case = case?;
        let mut reached = lcov::Reached::default();
        if !rerun.run(&case, &mut reached)? && case.end.is_prediction() {
            reruns.not_confirmed.push(case.case);
        }
        reruns.coverage.add(&reached);
        if args.replay {
            reruns.places.add(&reruns.coverage, case.case, &reached);
        }
    }
    Ok(reruns)
}

/// The program's `argv`, as far as it is given.
fn command_line(args: &ExploreArgs) -> Vec<Vec<u8>> {
    let mut argv = vec![crate::run::program_name(&args.program.files[0]).into_vec()];
    argv.extend(program_args(args));
    argv
}

/// What comes after `--`.
fn program_args(args: &ExploreArgs) -> Vec<Vec<u8>> {
    args.args.iter().map(|arg| arg.clone().into_vec()).collect()
}

fn first_process(
    loaded: &Loaded,
    context: &mut Context,
    args: &ExploreArgs,
    symbolic: &Symbolic,
) -> Result<Process<Posix>> {
    let program = &loaded.program;
    let mut state = State::new(program, loaded.entry, 8 << 30)?;
    let cwd = std::env::current_dir().context("the current directory")?;
    let name = crate::run::program_name(&args.program.files[0]);
    let config = Config {
        args: command_line(args),
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
