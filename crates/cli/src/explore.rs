//! `patchlight explore`: makes inputs symbolic, runs all paths, writes a test for each.

mod cases;
pub mod concrete;
mod drive;
pub mod entry;
pub mod inputs;
pub mod lcov;
mod paths;
mod progress;
mod replay;
pub mod rerun;
mod store;
mod summary;
mod target;
mod testcomp;

use crate::cache::Key;
use crate::exit::Exit;
use crate::module_file::encode_module;
use crate::program::ProgramArgs;
use anyhow::{Context as _, Result, anyhow};
use cases::Case;
use clap::Args;
use drive::{DriveArgs, Sink};
use entry::Loaded;
use inputs::InputArgs;
use patchlight_engine::explore::pool::{Gauges, Work};
use patchlight_engine::explore::search;
use patchlight_engine::explore::{Ended, Explorer, Limits, Process};
use patchlight_engine::{Context, PathEnd, Program, State};
use patchlight_posix::{Config, Credentials, Input, Posix, Symbolic};
use patchlight_replay::USER;
use patchlight_solver::{Budget, SolverConfig};
use progress::Progress;
use std::collections::HashSet;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::Arc;
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

    #[command(flatten)]
    drive: DriveArgs,

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
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = drive::seconds)]
    max_query_time: Duration,

    /// Fork at each byte that libc's string functions look at
    #[arg(long)]
    no_summaries: bool,

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

pub fn run(args: &ExploreArgs) -> Result<Exit> {
    let symbolic = args.inputs.symbolic()?;
    let chooses_args = symbolic.chooses_args();
    let (fuzz_len, with_summaries) = (args.inputs.fuzz_len, !args.no_summaries);
    let loaded = entry::load(&args.program, chooses_args, fuzz_len, with_summaries)?;
    let program = &loaded.program;
    let start = Instant::now();
    let deadline = args.drive.deadline();
    let limits = Limits {
        max_forks: args.max_forks,
        max_depth: args.max_depth,
        max_ops: args.max_ops,
        ..Limits::default()
    };
    let first =
        |context: &mut Context| first_process(&loaded, context, command_line(args), &symbolic);
    // What can go wrong with the first process and with the seed goes wrong now.
    first(&mut Context::default())?;
    args.inputs.set_seed(&mut Context::default())?;
    let new_context = || {
        let budget = Budget { until: deadline, ..Budget::time(args.max_query_time) };
        let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        args.inputs.set_seed(&mut context).expect("it was read before");
        context
    };
    let target = args.drive.target.as_deref();
    let distances = target.map(|place| target::distances(program, place)).transpose()?;
    let distances = distances.map(Arc::new);
    let new_explorer = |n: usize| {
        let (strategies, seed) = (&args.drive.search, args.drive.random_seed + n as u64);
        let searcher = match &distances {
            Some(distances) => search::towards(Arc::clone(distances), strategies, seed),
            None => search::searcher(strategies, seed),
        };
        let root = |context: &mut Context| first(context).expect("it was made before");
        let mut explorer = Explorer::new(program, new_context(), searcher, Box::new(root));
        explorer.limits = limits.clone();
        explorer
    };
    let given = program_args(args);
    let finish_path = |explorer: &mut Explorer<'_, Posix>, ended: Ended<Posix>| {
        let end = ended.end.clone();
        Finished {
            end,
            case: Case::new(0, program, &mut explorer.context, ended, &given, &symbolic),
        }
    };
    let work = Work {
        explorer: &new_explorer,
        context: &new_context,
        finish: &finish_path,
        max_parked_bytes: args.drive.max_parked_bytes(),
        is_out_of_memory: &|| args.drive.is_out_of_memory(),
    };
    let mut report = Report::new(args, program)?;
    let exploration = exploration_key(args, program)?;
    let (totals, stopped) =
        drive::run(&args.drive, deadline, &args.out, &exploration, &work, &mut report)?;
    report.progress.finish();
    let Report { mut store, mut summary, .. } = report;
    summary.stopped = stopped.map(str::to_string);
    summary.seconds = start.elapsed().as_secs_f64();
    summary.take_totals(program, &totals);
    finish(&loaded, args, &first, &mut store, &mut summary)?;
    summary.print();
    Ok(Exit::Ok)
}

/// A path that came to its end, and its test.
struct Finished {
    end: PathEnd,
    case: Case,
}

/// Where everything that is found goes.
struct Report<'p> {
    program: &'p Program,
    store: Store,
    summary: Summary,
    progress: Progress,
    /// The inputs of the tests that an exploration wrote before it was resumed: a path that ended
    /// after the last checkpoint ends again.
    earlier: HashSet<Vec<Vec<u8>>>,
}

impl<'p> Report<'p> {
    fn new(args: &ExploreArgs, program: &'p Program) -> Result<Report<'p>> {
        let mut summary = Summary::default();
        let mut earlier = HashSet::new();
        let store = if args.drive.resume {
            let (store, cases) = Store::resume(&args.out)?;
            for case in &cases {
                summary.count_earlier(&case.end);
                earlier.insert(input_bytes(case));
            }
            store
        } else {
            Store::create(&args.out)?
        };
        Ok(Report { program, store, summary, progress: Progress::new(), earlier })
    }
}

impl Sink<Finished> for Report<'_> {
    fn ended(&mut self, ended: Finished) -> Result<()> {
        if self.earlier.contains(&input_bytes(&ended.case)) || !self.summary.count(&ended.end) {
            return Ok(());
        }
        self.summary.tests += 1;
        self.store.add(&Case { case: self.store.next_number(), ..ended.case })
    }

    fn flush(&mut self) -> Result<()> {
        self.store.flush()
    }

    fn tick(&mut self, gauges: &Gauges) -> Result<()> {
        self.progress.tick(self.program, gauges, &self.summary);
        self.store.tick()
    }
}

/// Inputs determine the path, so they tell tests apart.
fn input_bytes(case: &Case) -> Vec<Vec<u8>> {
    case.inputs.iter().map(|input| input.bytes.0.clone()).collect()
}

/// Stands for the program and all that decides which paths it has.
fn exploration_key(args: &ExploreArgs, program: &Program) -> Result<String> {
    let module = encode_module(&program.module)?;
    let options = format!("{:?} {:?} {}", args.inputs, args.args, args.no_summaries);
    Ok(Key::of([module.as_slice(), options.as_bytes()]).as_str().to_string())
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

/// The program at its start. `argv`: what is given of its command line, with its name.
pub fn first_process(
    loaded: &Loaded,
    context: &mut Context,
    argv: Vec<Vec<u8>>,
    symbolic: &Symbolic,
) -> Result<Process<Posix>> {
    let program = &loaded.program;
    let mut state = State::new(program, loaded.entry, 8 << 30)?;
    let cwd = std::env::current_dir().context("the current directory")?;
    let config = Config {
        executable: cwd.join(std::ffi::OsStr::from_bytes(&argv[0])),
        args: argv,
        cwd,
        stdin: Input::Empty,
        ..Config::default()
    };
    let config = match symbolic.file_forms.is_empty() {
        true => config,
        // Rights mean nothing to root; natively, tests run as this user.
        false => Config { who: Credentials::of(USER), ..config },
    };
    let mut posix = Posix::new(config);
    let started = posix.start_symbolic(program, context, &mut state, symbolic);
    started.map_err(|limit| anyhow!("the inputs: {limit}"))?;
    Ok(Process::new(state, posix))
}
