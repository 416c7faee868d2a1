//! Hunts for a target: from tests to a test that leads there, or to why there is none.

use super::native::Breakpoints;
use super::world::Seeds;
use crate::effort;
use crate::trace::{MAX_OPS, Traces};
use anyhow::{Context as _, Result, anyhow};
use patchlight_budget::{Budget as Amount, Deadline, Interrupted};
use patchlight_engine::{Context, Program};
use patchlight_guide::analysis::{Analysis, Guidance, Trace};
use patchlight_guide::callees::Precision;
use patchlight_guide::definitions::Stores;
use patchlight_guide::distance::UNREACHABLE;
use patchlight_guide::failing::Failing;
use patchlight_guide::graph::Node;
use patchlight_guide::hunt::obstacle::{Line, Obstacle, Why, line_of_ops};
use patchlight_guide::hunt::{Ground, Heuristics, Hunt, HuntEnd, Limits, Met, Miss, SeedId};
use patchlight_guide::options::Texts;
use patchlight_guide::run::{Traced, trace};
use patchlight_guide::targets::Target;
use patchlight_ir::{Function, Module, SourceMap};
use patchlight_load::{ENTRY, ProgramFiles};
use patchlight_replay::{Case, Origin};
use patchlight_solver::SolverConfig;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::slice;
use std::time::{Duration, Instant};

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

/// Whoever is told of a target.
pub type Log = Rc<dyn Fn(&Hunted) -> Result<()>>;

/// A program to hunt in.
pub struct Subject<'p> {
    pub program: &'p Program,
    /// `argv[0]`.
    pub name: &'p [u8],
    /// The names of the program's own sources.
    pub own: Vec<String>,
    pub files: &'p ProgramFiles,
    /// What tests execute, if anybody knows.
    pub traces: Option<Traces<'p>>,
}

pub struct Hunts<'p> {
    pub(super) known: Known<'p>,
    pub(super) tests: Tests<'p>,
    pub effort: Effort,
    /// Places that no hunt came to, through which all ways to a target go.
    pub(super) closed: HashMap<Node, Closed>,
    pub(super) native: Option<Breakpoints>,
    /// Where each target is written as soon as something is known of it.
    pub log: Option<Log>,
}

/// What is known of the program, whatever the target.
pub(super) struct Known<'p> {
    pub(super) program: &'p Program,
    /// `argv[0]`.
    pub(super) name: &'p [u8],
    pub(super) files: &'p ProgramFiles,
    traces: Option<Traces<'p>>,
    /// Which functions are the program's own, not libc's.
    pub(super) is_own: Vec<bool>,
    pub(super) lines: SourceMap,
    pub(super) analysis: Analysis<'p>,
    /// How long the analysis took.
    analysis_seconds: f64,
    stores: Stores,
    pub(super) texts: Texts,
    failing: Option<Failing<'p>>,
}

/// The tests that hunts start from.
pub(super) struct Tests<'p> {
    pub(super) seeds: Seeds<'p>,
    /// What each test executes, those that were made behind those that were given.
    pub(super) traces: Vec<Trace>,
    /// How long the run of each of them is, in ops.
    pub(super) lengths: Vec<u64>,
    pub(super) n_given: usize,
    /// Those of the given tests that the engine does not run to their end, but that end natively.
    pub(super) cut_off: Vec<SeedId>,
}

/// How hard targets are hunted for.
pub struct Effort {
    pub heuristics: Heuristics,
    /// When everything has to end.
    pub deadline: Deadline,
    /// The most for one target.
    pub max: Amount,
    /// A hunt is given up after this much without progress.
    pub patience: Amount,
    pub batch: u64,
}

impl<'p> Known<'p> {
    fn new(subject: Subject<'p>, precision: Precision) -> Result<Known<'p>> {
        let Subject { program, name, own, files, traces } = subject;
        let module = &program.module;
        let entry = program.function_named(ENTRY).context("the program has no entry point")?;
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
        Ok(Known {
            program,
            name,
            files,
            traces,
            lines: SourceMap::new(module),
            stores: Stores::new(&analysis, &is_own),
            texts: Texts::new(module, &is_own),
            is_own,
            analysis,
            analysis_seconds,
            failing: None,
        })
    }

    fn ground(&self) -> Ground<'_> {
        Ground {
            program: self.program,
            analysis: &self.analysis,
            stores: &self.stores,
            texts: &self.texts,
            is_own: &self.is_own,
        }
    }
}

impl<'p> Tests<'p> {
    fn new(seeds: Seeds<'p>) -> Tests<'p> {
        let (traces, lengths, cut_off) = (Vec::new(), Vec::new(), Vec::new());
        Tests { seeds, traces, lengths, n_given: 0, cut_off }
    }

    /// Keeps the trace of the test behind those that have one.
    pub(super) fn keep_trace(&mut self, traced: Traced) {
        self.traces.push(traced.trace);
        self.lengths.push(traced.n_ops);
    }

    /// Forgets the tests that were made.
    fn forget_made(&mut self) {
        self.seeds.truncate(self.n_given);
        self.traces.truncate(self.n_given);
        self.lengths.truncate(self.n_given);
    }
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
    pub fn new(
        subject: Subject<'p>,
        cases: Vec<Case>,
        heuristics: Heuristics,
        deadline: &Deadline,
    ) -> Result<Hunts<'p>> {
        let precision =
            if heuristics.extensions { Precision::Likely } else { Precision::DirectOnly };
        let mut hunts = Hunts {
            tests: Tests::new(Seeds::new(subject.program, subject.name, cases)?),
            known: Known::new(subject, precision)?,
            effort: Effort {
                heuristics,
                deadline: deadline.clone(),
                max: Amount::seconds(60),
                patience: Amount::seconds(20),
                batch: 10_000,
            },
            closed: HashMap::new(),
            native: None,
            log: None,
        };
        hunts.trace_all()?;
        Ok(hunts)
    }

    fn trace_all(&mut self) -> Result<()> {
        for seed in self.tests.seeds.ids() {
            if self.effort.deadline.is_over() {
                return Err(Interrupted.into());
            }
            let traced = match self.trace_test(seed) {
                Err(_) if self.effort.deadline.is_over() => return Err(Interrupted.into()),
                traced => traced?,
            };
            if traced.is_cut_off {
                let case = self.named_as_program(vec![self.tests.seeds.case(seed).clone()]);
                if self.native()?.ends(&case[0])? {
                    self.tests.cut_off.push(seed);
                }
            }
            self.tests.keep_trace(traced);
        }
        self.tests.n_given = self.tests.traces.len();
        Ok(())
    }

    /// What a test executes that is one to start from: others may know, or want to.
    fn trace_test(&self, seed: SeedId) -> Result<Traced> {
        let Some(traces) = self.known.traces else { return self.trace(seed, MAX_OPS) };
        let trace = traces.of(self.tests.seeds.case(seed), &self.effort.deadline)?;
        Ok(Traced {
            trace: traces.tracer.on_graph(&trace, &self.known.analysis.graph),
            is_cut_off: trace.gap().is_some(),
            n_ops: trace.n_ops,
        })
    }

    /// What a test executes.
    pub(super) fn trace(&self, seed: SeedId, max_ops: u64) -> Result<Traced> {
        let start = self.tests.seeds.start_fixed(seed)?;
        let mut context = Context::default();
        Ok(trace(self.known.program, &self.known.analysis.graph, &mut context, start, max_ops))
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
        let guidance = Rc::new(self.known.analysis.towards(target.nodes.clone(), true));
        let is_unreachable = self.known.analysis.proves_unreachable(&guidance);
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
        let file = self.known.program.module.file(target.file).to_string();
        let analysis_seconds = self.known.analysis_seconds + analysis.as_secs_f64();
        let program =
            std::path::Path::new(&self.known.files.files[0]).file_name().unwrap_or_default();
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
        let gateway = guidance.gateway(&self.known.analysis.graph, &self.executed());
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
                let place =
                    format!("{}:{}", self.known.program.module.file(target.file), target.line);
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
        let own = self.effort.deadline.within(self.effort.max);
        let nearest = self.nearest_seeds(guidance);
        let starts = if self.effort.heuristics.extensions { STARTS } else { PLAIN_STARTS };
        let starts = if is_failing { &starts[..1] } else { starts };
        let mut best: Option<Missed> = None;
        for (n, start) in starts.iter().enumerate() {
            let from = nearest.get(start.first..).unwrap_or_default();
            if from.is_empty() || own.is_over() {
                break;
            }
            let deadline = own.fraction(1, (starts.len() - n) as u32);
            // What the hunt makes is forgotten.
            let n_seeds = self.tests.seeds.len();
            let outcome = self.hunt_from(guidance, start, from, deadline, (watched, passed))?;
            let status = self.status_of(target, outcome)?;
            self.tests.seeds.truncate(n_seeds);
            match status {
                Status::Unreached(missed) => {
                    let is_nearer = |best: &Missed| missed.distance() < best.distance();
                    if best.as_ref().is_none_or(is_nearer) {
                        best = Some(missed);
                    }
                }
                status => return Ok(status),
            }
        }
        Ok(Status::Unreached(best.unwrap_or_else(|| Missed::plain("time", "time"))))
    }

    /// What native runs make of the outcome of a hunt.
    fn status_of(&mut self, target: &Target, outcome: HuntEnd) -> Result<Status> {
        let miss = match outcome {
            HuntEnd::Reached { seed, inputs } => {
                let seeds = &self.tests.seeds;
                let case = self.named(target, seeds.with_inputs(seed, &inputs));
                let seed = seeds.case(seed).name.clone();
                let missed = self.confirm(target, &case)?;
                let reached = Status::Reached { case: Box::new(case), seed };
                return Ok(missed.map_or(reached, Status::Unreached));
            }
            HuntEnd::NotReached(miss) => miss,
        };
        for cut_off in &miss.cut_off {
            if let Some(status) = self.goes_on_natively(target, cut_off)? {
                return Ok(status);
            }
        }
        Ok(Status::Unreached(missed_of(&self.known.program.module, &miss)))
    }

    /// What all tests execute.
    fn executed(&self) -> Trace {
        let mut executed = Trace::new(&self.known.analysis.graph);
        self.tests.traces.iter().for_each(|trace| executed.add(trace));
        executed
    }

    /// Other hunts may start from a test.
    pub(super) fn start_from(&mut self, case: Case) -> Result<()> {
        let Some(seed) = self.tests.seeds.keep(case)? else { return Ok(()) };
        match self.trace_test(seed) {
            // No hunt is left that could start from it.
            Err(_) if self.effort.deadline.is_over() => self.tests.seeds.truncate(seed.0),
            traced => self.tests.keep_trace(traced?),
        }
        Ok(())
    }

    /// Forgets the tests that were made, and what came of hunts.
    pub fn forget_made(&mut self) {
        self.tests.forget_made();
        self.closed.clear();
    }

    /// If only a call that fails leads to a target, and whether a hunt is not worth its time.
    fn failing_call(&mut self, target: &Target) -> Option<(Missed, bool)> {
        let module = &self.known.program.module;
        let failing = match self.known.failing.take() {
            Some(failing) => failing,
            None => Failing::new(module, self.known.program.function_named(ENTRY)?),
        };
        let call = self.known.failing.insert(failing).needed(&target.nodes)?;
        let piece = self.known.analysis.graph.piece(call.branch)?;
        let line = line_of_ops(module, piece.func, piece.first, piece.last);
        let at = line.map(|line| shown_line(module, line));
        let place = at.clone().unwrap_or_default();
        let reason = format!("every way there needs a failing call: {} at {place}", call.name);
        Some((Missed { at, ..Missed::plain("failing call", &reason) }, !call.is_allocation))
    }

    /// Hunts from the first of these seeds; the next ones are others that options are added to.
    fn hunt_from(
        &mut self,
        guidance: &Rc<Guidance>,
        start: &Start,
        nearest: &[SeedId],
        deadline: Deadline,
        (watched, passed): (&HashSet<Node>, &mut Vec<Passed>),
    ) -> Result<HuntEnd> {
        let (from, others) = nearest.split_at(start.n.min(nearest.len()));
        let others = &others[..others.len().min(MAX_OTHERS)];
        let seeds = &mut self.tests.seeds;
        let from: Vec<SeedId> =
            from.iter().map(|&seed| seeds.with_room(seed, start.room)).collect();
        let budget = effort::of_question(&deadline);
        let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        context.follows_witness = true;
        let &Effort { heuristics, patience, batch, .. } = &self.effort;
        let limits = Limits { deadline, patience, batch };
        let ground = self.known.ground();
        let mut hunt = Hunt::new(&ground, heuristics, limits, context, seeds);
        let is_other = |node: &&Node| !guidance.is_target(**node);
        hunt.watch(watched.iter().filter(is_other).copied().collect());
        let outcome = hunt.run(Rc::clone(guidance), &from, others);
        let outcome = outcome.map_err(|error| anyhow!("{error}"));
        for Met { node, seed, inputs } in hunt.take_met() {
            let case = self.tests.seeds.with_inputs(seed, &inputs);
            passed.push(Passed { node, case, seed: self.tests.seeds.case(seed).name.clone() });
        }
        outcome
    }

    /// The tests, nearest to the target first. Those that are nearest at a place where another one is as
    /// well come last: where that one is held up, they are, too.
    fn nearest_seeds(&self, guidance: &Guidance) -> Vec<SeedId> {
        let entry = self.known.program.function_named(ENTRY);
        let Some(start) = entry.and_then(|entry| self.known.analysis.graph.entry(entry)) else {
            return Vec::new();
        };
        let nearest =
            |trace: &Trace| guidance.nearest_of_run(&self.known.analysis.graph, trace, start);
        let mut order: Vec<((u32, Node), usize)> =
            self.tests.traces.iter().enumerate().map(|(n, trace)| (nearest(trace), n)).collect();
        order.sort_unstable();
        let mut places = HashSet::new();
        let (first, more): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|((_, place), _)| places.insert(*place));
        first.into_iter().chain(more).map(|(_, n)| SeedId(n)).collect()
    }

    pub fn named(&self, target: &Target, case: Case) -> Case {
        let file = self.known.program.module.file(target.file).to_string();
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

    fn distance(&self) -> u32 {
        self.closest.unwrap_or(UNREACHABLE)
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
        Why::Gap(what) => ("gap", format!("execution stops at {at}: {what}")),
        Why::Infeasible(None) => ("infeasible", format!("no input takes the branch at {at}")),
        Why::Infeasible(Some(line)) => {
            let decided = shown_line(module, *line);
            let told = format!("the branch at {at} is infeasible after the decision at {decided}");
            ("infeasible", told)
        }
        Why::Result(name) => (
            "result",
            format!("the condition at {at} depends on the result of {name}, not on an input"),
        ),
        Why::NoInput => (
            "no input",
            format!("the condition at {at} did not depend on an input in any run that got there"),
        ),
        Why::Undecided => ("solver", format!("the solver could not decide the condition at {at}")),
        Why::NotCalled(name) => ("not called", format!("the call at {at} never calls {name}")),
        Why::Untried => ("untried", format!("the branch at {at} was not tried")),
    };
    let reason = format!("{told}; {end}");
    Missed { closest, at: Some(at), ..Missed::plain(kind, &reason) }
}

/// `sed/compile.c:812`.
fn shown_line(module: &Module, line: Line) -> String {
    format!("{}:{}", module.file(line.file), line.line)
}
