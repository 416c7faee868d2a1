//! Hunts for a target: from tests to a test that leads there, or to why there is none.

use super::native::Native;
use super::world::Seeds;
use crate::interrupt;
use crate::program::{ENTRY, ProgramArgs};
use anyhow::{Context as _, Result, anyhow};
use patchlight_engine::{Context, PathEnd, Program};
use patchlight_guide::analysis::{Analysis, Guidance, Trace};
use patchlight_guide::callees::Precision;
use patchlight_guide::definitions::Stores;
use patchlight_guide::distance::UNREACHABLE;
use patchlight_guide::failing::Failing;
use patchlight_guide::graph::Node;
use patchlight_guide::hunt::obstacle::{Line, Obstacle, Why, line_of_ops};
use patchlight_guide::hunt::{Ground, Heuristics, Hunt, Limits, Met, Miss, Outcome, SeedId};
use patchlight_guide::options::Texts;
use patchlight_guide::run::{Traced, trace};
use patchlight_guide::targets::Target;
use patchlight_ir::{Function, Module, SourceMap};
use patchlight_replay::{Case, Origin};
use patchlight_solver::{Budget, SolverConfig};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::slice;
use std::time::{Duration, Instant};

/// Tests that take longer are not traced to their end.
pub const MAX_OPS: u64 = 50_000_000;
/// What one question to the solver may take.
const MAX_QUESTION: Duration = Duration::from_secs(5);
/// Seeds that options are added to besides.
const MAX_OTHERS: usize = 8;

/// A hunt starts several times, each time from some of the seeds, the nearest first.
struct Start {
    first: usize,
    n: usize,
    /// How many bytes arguments may grow by.
    room: u32,
}

const STARTS: &[Start] = &[Start { first: 0, n: 8, room: 0 }, Start { first: 0, n: 8, room: 16 }];
/// The same without what goes beyond the paper: from one seed after the other.
const PLAIN_STARTS: &[Start] = &[
    Start { first: 0, n: 1, room: 0 },
    Start { first: 1, n: 1, room: 0 },
    Start { first: 2, n: 1, room: 0 },
];

pub struct Hunts<'p> {
    pub(super) program: &'p Program,
    pub(super) analysis: Analysis<'p>,
    stores: Stores,
    pub(super) texts: Texts,
    /// Which functions are the program's own, not libc's.
    pub(super) is_own: Vec<bool>,
    pub(super) seeds: Seeds<'p>,
    /// `argv[0]`.
    pub(super) name: &'p [u8],
    /// What each test executes, those that were made behind those that were given.
    pub(super) traces: Vec<Trace>,
    /// How long the run of each of them is, in ops.
    pub(super) lengths: Vec<u64>,
    pub(super) n_given: usize,
    /// Those of the given tests that the engine does not run to their end, but that end natively.
    pub(super) cut_off: Vec<SeedId>,
    failing: Option<Failing<'p>>,
    pub(super) lines: SourceMap,
    /// Places that no hunt came to, through which all ways to a target go.
    pub(super) closed: HashMap<Node, Closed>,
    pub(super) native: Option<Native>,
    pub(super) args: &'p ProgramArgs,
    pub heuristics: Heuristics,
    pub max_time: Duration,
    /// A hunt ends that came no nearer for so long.
    pub patience: Duration,
    pub batch: u64,
    /// Where each target is written as soon as something is known of it.
    pub log: Option<PathBuf>,
    /// What was analysed once for all targets took so long.
    analysis_seconds: f64,
}

/// How targets are hunted for.
pub type HuntAll<'a> = dyn Fn(&mut Hunts<'_>, &[Target]) -> Result<Vec<Hunted>> + 'a;

/// What became of a target.
pub struct Hunted {
    pub program: String,
    pub file: String,
    pub line: u32,
    pub status: Status,
    pub seconds: f64,
    /// Distances and preconditions, with what is analysed once for all targets.
    pub analysis_seconds: f64,
}

pub enum Status {
    /// By this test.
    Covered(String),
    Reached {
        case: Box<Case>,
        seed: String,
    },
    Unreachable,
    Unreached(Missed),
}

/// A hunt that came to no place behind a gateway: so would the hunt for any other target there.
pub(super) struct Closed {
    missed: Missed,
    /// How far the target is from the gateway.
    behind: u32,
    /// The target.
    place: String,
}

/// Why a target was not reached.
#[derive(Clone)]
pub struct Missed {
    /// The branches that were left at the nearest.
    pub closest: Option<u32>,
    /// What kind of reason it is, for tables.
    pub kind: &'static str,
    /// The place that nothing got past.
    pub at: Option<String>,
    /// The same for people.
    pub reason: String,
    /// The target that was hunted for instead, since all ways to both begin at the same place.
    pub with: Option<String>,
}

/// A test that leads to a place which was watched while something else was hunted for.
pub struct Passed {
    pub node: Node,
    pub case: Case,
    /// What it was made of.
    pub seed: String,
}

impl<'p> Hunts<'p> {
    /// `own`: the names of the program's own sources.
    pub fn new(
        program: &'p Program,
        name: &'p [u8],
        own: &[String],
        cases: Vec<Case>,
        heuristics: Heuristics,
        args: &'p ProgramArgs,
    ) -> Result<Hunts<'p>> {
        let module = &program.module;
        let entry = program.function_named(ENTRY).context("the program has no start")?;
        let precision =
            if heuristics.extensions { Precision::Likely } else { Precision::DirectOnly };
        let begin = Instant::now();
        let analysis = Analysis::new(module, entry, precision);
        let analysis_seconds = begin.elapsed().as_secs_f64();
        let own: HashSet<&String> = own.iter().collect();
        let is_own = |function: &Function| {
            let loc = function.body().and_then(|body| body.locs.first());
            let file = loc.and_then(|loc| module.files.get(loc.file.index()));
            file.is_some_and(|file| own.contains(file))
        };
        let is_own: Vec<bool> = module.functions.iter().map(is_own).collect();
        let stores = Stores::new(&analysis, &is_own);
        let texts = Texts::new(module, &is_own);
        let seeds = Seeds::new(program, name, cases)?;
        let mut hunts = Hunts {
            program,
            analysis,
            stores,
            texts,
            is_own,
            seeds,
            name,
            traces: Vec::new(),
            lengths: Vec::new(),
            n_given: 0,
            cut_off: Vec::new(),
            failing: None,
            lines: SourceMap::new(module),
            closed: HashMap::new(),
            native: None,
            args,
            heuristics,
            max_time: Duration::from_secs(60),
            patience: Duration::from_secs(20),
            batch: 10_000,
            log: None,
            analysis_seconds,
        };
        hunts.trace_all()?;
        Ok(hunts)
    }

    fn trace_all(&mut self) -> Result<()> {
        for seed in self.seeds.ids() {
            if interrupt::is_asked() {
                return Err(interrupt::Interrupted.into());
            }
            let traced = self.trace(seed, MAX_OPS)?;
            let is_cut_off = matches!(traced.end, PathEnd::Unsupported(_) | PathEnd::Limit(_));
            if is_cut_off {
                let case = self.named_as_program(vec![self.seeds.case(seed).clone()]);
                if self.native()?.ends(&case[0])? {
                    self.cut_off.push(seed);
                }
            }
            self.keep_trace(traced);
        }
        self.n_given = self.traces.len();
        Ok(())
    }

    /// What a test executes.
    pub(super) fn trace(&self, seed: SeedId, max_ops: u64) -> Result<Traced> {
        let start = self.seeds.start_concrete(seed)?;
        let mut context = Context::default();
        Ok(trace(self.program, &self.analysis.graph, &mut context, start, max_ops))
    }

    /// Of the test behind those that have one.
    pub(super) fn keep_trace(&mut self, traced: Traced) {
        self.traces.push(traced.trace);
        self.lengths.push(traced.n_ops);
    }

    /// Hunts for a target alone.
    pub fn hunt(&mut self, target: &Target) -> Result<Hunted> {
        match self.covered(slice::from_ref(target))?.pop().flatten() {
            Some(status) => Ok(self.hunted(target, status, Duration::ZERO, Duration::ZERO)),
            None => Ok(self.hunt_and_watch(target, &HashSet::new())?.0),
        }
    }

    /// Hunts for a target that no test executes, and keeps tests that lead to other places on the way.
    pub fn hunt_and_watch(
        &mut self,
        target: &Target,
        watched: &HashSet<Node>,
    ) -> Result<(Hunted, Vec<Passed>)> {
        let (begin, mut passed) = (Instant::now(), Vec::new());
        let guidance = Rc::new(self.analysis.towards(target.nodes.clone(), true));
        let is_unreachable = self.analysis.proves_unreachable(&guidance);
        let analysis = begin.elapsed();
        let status = match target.nodes.is_empty() || is_unreachable {
            true => Status::Unreachable,
            false => self.status(target, &guidance, watched, &mut passed)?,
        };
        let hunted = self.hunted(target, status, begin.elapsed(), analysis);
        Ok((hunted, passed))
    }

    pub fn hunted(
        &self,
        target: &Target,
        status: Status,
        time: Duration,
        analysis: Duration,
    ) -> Hunted {
        let file = self.program.module.file(target.file).to_string();
        let analysis_seconds = self.analysis_seconds + analysis.as_secs_f64();
        let program = std::path::Path::new(&self.args.files[0]).file_name().unwrap_or_default();
        let program = program.to_string_lossy().into_owned();
        let seconds = time.as_secs_f64();
        Hunted { program, file, line: target.line, status, seconds, analysis_seconds }
    }

    fn status(
        &mut self,
        target: &Target,
        guidance: &Rc<Guidance>,
        watched: &HashSet<Node>,
        passed: &mut Vec<Passed>,
    ) -> Result<Status> {
        let gateway = guidance.gateway(&self.analysis.graph, &self.executed());
        let (failing, is_hopeless) = self.failing_call(target).unzip();
        if let Some(missed) = failing.clone().filter(|_| is_hopeless == Some(true)) {
            return Ok(Status::Unreached(missed));
        }
        if let Some(closed) = gateway.and_then(|gateway| self.closed.get(&gateway)) {
            let behind = gateway.map_or(0, |gateway| guidance.distances.from(gateway));
            return Ok(Status::Unreached(failing.unwrap_or_else(|| closed.missed(behind))));
        }
        let mut watched = watched.clone();
        watched.extend(gateway);
        let is_failing = failing.is_some();
        let status = match self.hunt_from_seeds(target, guidance, is_failing, &watched, passed)? {
            Status::Unreached(missed) => Status::Unreached(failing.unwrap_or(missed)),
            status => status,
        };
        let Some(gateway) = gateway else { return Ok(status) };
        match (&status, passed.iter().find(|passed| passed.node == gateway)) {
            (_, Some(found)) => self.start_from(found.case.clone())?,
            // What the engine came to, but no native run, is not closed.
            (Status::Unreached(missed), None) if !is_failing && missed.closest != Some(0) => {
                let place = format!("{}:{}", self.program.module.file(target.file), target.line);
                let (missed, behind) = (missed.clone(), guidance.distances.from(gateway));
                self.closed.insert(gateway, Closed { missed, behind, place });
            }
            (_, None) => {}
        }
        Ok(status)
    }

    /// Hunts from the tests that are nearest to the target, as they are and then with room; as they are
    /// alone if only a call that fails leads there.
    fn hunt_from_seeds(
        &mut self,
        target: &Target,
        guidance: &Rc<Guidance>,
        is_failing: bool,
        watched: &HashSet<Node>,
        passed: &mut Vec<Passed>,
    ) -> Result<Status> {
        let begin = Instant::now();
        let nearest = self.nearest_seeds(guidance);
        let starts = if self.heuristics.extensions { STARTS } else { PLAIN_STARTS };
        let n_starts = if is_failing { 1 } else { starts.len() };
        let n_seeds = self.seeds.len();
        let mut best: Option<Missed> = None;
        for (n, start) in starts[..n_starts].iter().enumerate() {
            let left = self.max_time.saturating_sub(begin.elapsed());
            let chosen = nearest.iter().skip(start.first).take(start.n);
            let from: Vec<SeedId> =
                chosen.map(|&seed| self.seeds.with_room(seed, start.room)).collect();
            if left.is_zero() || from.is_empty() || interrupt::is_asked() {
                break;
            }
            let deadline = Instant::now() + left / (n_starts - n) as u32;
            let others = nearest.iter().skip(start.first + start.n).take(MAX_OTHERS);
            let others: Vec<SeedId> = others.copied().collect();
            let outcome = self.hunt_from(guidance, &from, &others, deadline, (watched, passed))?;
            let missed = match outcome {
                Outcome::Reached { seed: from, inputs } => {
                    let case = self.named(target, self.seeds.with_inputs(from, &inputs));
                    let seed = self.seeds.case(from).name.clone();
                    match self.confirm(target, &case)? {
                        None => {
                            self.seeds.truncate(n_seeds);
                            return Ok(Status::Reached { case: Box::new(case), seed });
                        }
                        Some(missed) => missed,
                    }
                }
                Outcome::NotReached(miss) => {
                    let found = miss
                        .cut_off
                        .iter()
                        .find_map(|cut_off| self.goes_on_natively(target, cut_off).transpose());
                    if let Some(status) = found.transpose()? {
                        self.seeds.truncate(n_seeds);
                        return Ok(status);
                    }
                    missed_of(&self.program.module, &miss)
                }
            };
            self.seeds.truncate(n_seeds);
            let far = |missed: &Missed| missed.closest.unwrap_or(UNREACHABLE);
            let is_nearer = |best: &Missed| far(&missed) < far(best);
            if best.as_ref().is_none_or(is_nearer) {
                best = Some(missed);
            }
        }
        Ok(Status::Unreached(best.unwrap_or_else(|| Missed::plain("time", "time"))))
    }

    /// What all tests execute.
    fn executed(&self) -> Trace {
        let mut executed = Trace::new(&self.analysis.graph);
        self.traces.iter().for_each(|trace| executed.add(trace));
        executed
    }

    /// Other hunts may start from a test.
    pub(super) fn start_from(&mut self, case: Case) -> Result<()> {
        if let Some(seed) = self.seeds.keep(case)? {
            let traced = self.trace(seed, MAX_OPS)?;
            self.keep_trace(traced);
        }
        Ok(())
    }

    /// Forgets the tests that were made, and what came of hunts.
    pub fn forget_made(&mut self) {
        self.seeds.truncate(self.n_given);
        self.traces.truncate(self.n_given);
        self.lengths.truncate(self.n_given);
        self.closed.clear();
    }

    /// If only a call that fails leads to a target, and whether a hunt is not worth its time.
    fn failing_call(&mut self, target: &Target) -> Option<(Missed, bool)> {
        let module = &self.program.module;
        let failing = match self.failing.take() {
            Some(failing) => failing,
            None => Failing::new(module, self.program.function_named(ENTRY)?),
        };
        let call = self.failing.insert(failing).needed(&target.nodes)?;
        let piece = self.analysis.graph.piece(call.branch)?;
        let line = line_of_ops(module, piece.func, piece.first, piece.last);
        let at = line.map(|line| shown_line(module, line));
        let place = at.clone().unwrap_or_default();
        let reason = format!("all ways there need a call that fails: {} at {place}", call.name);
        Some((Missed { at, ..Missed::plain("failing call", &reason) }, !call.is_allocation))
    }

    fn hunt_from(
        &mut self,
        guidance: &Rc<Guidance>,
        from: &[SeedId],
        others: &[SeedId],
        deadline: Instant,
        (watched, passed): (&HashSet<Node>, &mut Vec<Passed>),
    ) -> Result<Outcome> {
        let budget = Budget { until: Some(deadline), ..Budget::time(MAX_QUESTION) };
        let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        context.follows_witness = true;
        let ground = Ground {
            program: self.program,
            analysis: &self.analysis,
            stores: &self.stores,
            texts: &self.texts,
            is_own: &self.is_own,
        };
        let is_interrupted = interrupt::is_asked;
        let limits =
            Limits { deadline, patience: self.patience, batch: self.batch, is_interrupted };
        let mut hunt = Hunt::new(&ground, self.heuristics, limits, context, &mut self.seeds);
        let is_other = |node: &&Node| !guidance.is_target(**node);
        hunt.watch(watched.iter().filter(is_other).copied().collect());
        let outcome = hunt.run(Rc::clone(guidance), from, others);
        let outcome = outcome.map_err(|error| anyhow!("{error}"));
        for Met { node, seed, inputs } in hunt.take_met() {
            let case = self.seeds.with_inputs(seed, &inputs);
            passed.push(Passed { node, case, seed: self.seeds.case(seed).name.clone() });
        }
        outcome
    }

    /// The tests, nearest to the target first. Those that are nearest at a place where another one is as
    /// well come last: where that one is held up, they are, too.
    fn nearest_seeds(&self, guidance: &Guidance) -> Vec<SeedId> {
        let entry = self.program.function_named(ENTRY);
        let Some(start) = entry.and_then(|entry| self.analysis.graph.entry(entry)) else {
            return Vec::new();
        };
        let nearest = |trace: &Trace| guidance.nearest_of_run(&self.analysis.graph, trace, start);
        let mut order: Vec<((u32, Node), usize)> =
            self.traces.iter().enumerate().map(|(n, trace)| (nearest(trace), n)).collect();
        order.sort_unstable();
        let mut places = HashSet::new();
        let (first, more): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|((_, place), _)| places.insert(*place));
        first.into_iter().chain(more).map(|(_, n)| SeedId(n)).collect()
    }

    pub fn named(&self, target: &Target, case: Case) -> Case {
        let file = self.program.module.file(target.file).to_string();
        let base = std::path::Path::new(&file).file_name().unwrap_or_default();
        let name = format!("{}-{}", base.to_string_lossy(), target.line);
        let origin = Origin { phase: "reach".to_string(), file: file.clone(), line: target.line };
        Case { name, origin: Some(origin), ..case }
    }
}

impl Missed {
    pub(super) fn plain(kind: &'static str, reason: &str) -> Missed {
        Missed { closest: None, kind, at: None, reason: reason.to_string(), with: None }
    }
}

impl Closed {
    /// Why another target behind the gateway was not reached, so far behind it.
    fn missed(&self, behind: u32) -> Missed {
        let closest = self.missed.closest.map(|n| n.saturating_sub(self.behind) + behind);
        Missed { closest, with: Some(self.place.clone()), ..self.missed.clone() }
    }
}

fn missed_of(module: &Module, miss: &Miss) -> Missed {
    let closest = (miss.closest != UNREACHABLE).then_some(miss.closest);
    let end = miss.reason;
    let Some(Obstacle { at, why }) = &miss.obstacle else {
        return Missed { closest, ..Missed::plain("time", &end.to_string()) };
    };
    let at = shown_line(module, *at);
    let (kind, told) = match why {
        Why::Gap(what) => ("gap", format!("a run ends at {at}: {what}")),
        Why::Infeasible(None) => ("infeasible", format!("no input takes the side at {at}")),
        Why::Infeasible(Some(line)) => {
            let decided = shown_line(module, *line);
            let told = format!("the side at {at} is infeasible with what is decided at {decided}");
            ("infeasible", told)
        }
        Why::Result(name) => (
            "result",
            format!("the condition at {at} depends on what {name} gives, and on no input"),
        ),
        Why::NoInput => (
            "no input",
            format!("the condition at {at} depends on no input in any run that came there"),
        ),
        Why::Undecided => ("solver", format!("the solver does not decide the condition at {at}")),
        Why::NotCalled(name) => ("not called", format!("the call at {at} never calls {name}")),
        Why::Untried => ("untried", format!("the side at {at} was not tried")),
    };
    let reason = format!("{told}; {end}");
    Missed { closest, at: Some(at), ..Missed::plain(kind, &reason) }
}

/// `sed/compile.c:812`.
fn shown_line(module: &Module, line: Line) -> String {
    format!("{}:{}", module.file(line.file), line.line)
}
