//! Runs all paths that symbolic inputs allow, finds errors, writes a test for each path.

mod cases;
mod drive;
mod paths;
mod progress;
mod replay;
mod rerun;
mod store;
mod summary;
mod target;
mod testcomp;

pub use drive::DriveOptions;
pub use store::Format;
pub use summary::Summary;

use anyhow::{Context as _, Result};
use cases::Case;
use drive::Sink;
use patchlight_cache::Key;
use patchlight_drive::{coverage, first_process};
use patchlight_engine::explore::pool::{Gauges, Work};
use patchlight_engine::explore::search;
use patchlight_engine::explore::{Ended, Explorer, Limits, Process};
use patchlight_engine::{Context, PathEnd, Program};
use patchlight_load::module_file::encode_module;
use patchlight_load::{Explored, ProgramFiles, explored};
use patchlight_posix::{Posix, Symbolic};
use patchlight_replay::CaseInput;
use patchlight_solver::{Budget, SolverConfig};
use progress::Progress;
use serde::Deserialize;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Store;
use summary::CoverageSummary;

/// What is explored, and how.
pub struct Options {
    pub program: ProgramFiles,
    pub inputs: Inputs,
    /// Where tests, statistics and reports go.
    pub out: PathBuf,
    pub drive: DriveOptions,
    pub limits: Limits,
    /// The most time for one question to the solver.
    pub max_query_time: Duration,
    /// Fork at each byte that libc's string functions look at.
    pub no_summaries: bool,
    /// Files of its own for each test, in these formats.
    pub write: Vec<Format>,
    /// Run each test natively and compare.
    pub replay: bool,
    /// What the program gets as its arguments.
    pub args: Vec<OsString>,
}

/// What is symbolic, and what it is unless a path asks for something else.
#[derive(Debug)]
pub struct Inputs {
    pub symbolic: Symbolic,
    /// The most bytes that a fuzz target gets.
    pub fuzz_len: u32,
    /// The inputs near which tests are made, in order.
    pub seed: Vec<CaseInput>,
}

/// The inputs of a `case-N.json`, in order.
pub fn read_seed(path: &Path) -> Result<Vec<CaseInput>> {
    #[derive(Deserialize)]
    struct Written {
        inputs: Vec<CaseInput>,
    }
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let case: Written = serde_json::from_slice(&text).with_context(|| {
        format!("{}: not a test written by `patchlight explore`", path.display())
    })?;
    Ok(case.inputs)
}

fn set_seeds(context: &mut Context, inputs: &[CaseInput]) {
    context.set_seeds(inputs.iter().map(|input| (input.name.clone(), input.bytes.0.to_vec())));
}

/// Explores a program and writes what was found.
pub fn explore(args: &Options) -> Result<Summary> {
    let symbolic = &args.inputs.symbolic;
    let chooses_args = symbolic.chooses_args();
    let (fuzz_len, with_summaries) = (args.inputs.fuzz_len, !args.no_summaries);
    let loaded = explored(&args.program, chooses_args, fuzz_len, with_summaries)?;
    let program = &loaded.program;
    let start = Instant::now();
    let deadline = args.drive.deadline();
    let argv = command_line(args)?;
    let first = |context: &mut Context| first_process(&loaded, context, argv.clone(), symbolic);
    // What can go wrong with the first process goes wrong now.
    first(&mut Context::default())?;
    let new_context = || {
        let budget = Budget { until: deadline, ..Budget::time(args.max_query_time) };
        let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        set_seeds(&mut context, &args.inputs.seed);
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
        explorer.limits = args.limits.clone();
        explorer
    };
    let given = program_args(args);
    let finish_path = |explorer: &mut Explorer<'_, Posix>, ended: Ended<Posix>| {
        let end = ended.end.clone();
        Finished {
            end,
            case: Case::new(0, program, &mut explorer.context, ended, &given, symbolic),
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
    Ok(summary)
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
    fn new(args: &Options, program: &'p Program) -> Result<Report<'p>> {
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
    case.inputs.iter().map(|input| input.bytes.0.to_vec()).collect()
}

/// Stands for the program and all that decides which paths it has.
fn exploration_key(args: &Options, program: &Program) -> Result<String> {
    let module = encode_module(&program.module)?;
    let options = format!("{:?} {:?} {}", args.inputs, args.args, args.no_summaries);
    Ok(Key::of([module.as_slice(), options.as_bytes()]).as_str().to_string())
}

/// What is done with the tests once all are there. `first` makes the process in its first state.
fn finish(
    loaded: &Explored,
    args: &Options,
    first: &dyn Fn(&mut Context) -> Result<Process<Posix>>,
    store: &mut Store,
    summary: &mut Summary,
) -> Result<()> {
    let formats = store::formats(&args.write, summary.tests);
    store.write_files(&formats, &command_line(args)?, &args.program.files[0])?;
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
    coverage: coverage::Coverage<'p>,
    not_confirmed: Vec<u64>,
    /// Where each test goes, for `--replay`.
    places: replay::Predicted,
}

fn rerun_all<'p>(
    loaded: &'p Explored,
    args: &Options,
    first: &dyn Fn(&mut Context) -> Result<Process<Posix>>,
    store: &mut Store,
) -> Result<Reruns<'p>> {
    let coverage = coverage::Coverage::new(&loaded.program, &loaded.sources);
    let places = replay::Predicted::default();
    let mut reruns = Reruns { coverage, not_confirmed: Vec::new(), places };
    let mut rerun = rerun::Rerun::new(&loaded.program, first)?;
    for case in store.cases()? {
        let case = case?;
        let mut reached = coverage::Reached::default();
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
fn command_line(args: &Options) -> Result<Vec<Vec<u8>>> {
    let mut argv = vec![args.program.name()?.into_vec()];
    argv.extend(program_args(args));
    Ok(argv)
}

/// What comes after `--`.
fn program_args(args: &Options) -> Vec<Vec<u8>> {
    args.args.iter().map(|arg| arg.clone().into_vec()).collect()
}
