//! Exploration: runs all paths of a program that its inputs allow, within limits.
//!
//! A [`Process`] is a path in progress: a state and the system around it. When it asks a question
//! that both answers may fit, it is forked; the witness decides one side for free, the model of the
//! other side's query is the fork's witness. A [`search::Searcher`] says which process runs next,
//! for a batch of ops.
//!
//! **Invariants.** Which paths exist does not depend on the order in which they are run. Every end
//! that is reported carries the inputs nearest to the seed that lead there.

pub mod coverage;
pub mod decisions;
pub mod distances;
pub mod names;
pub mod pool;
pub mod search;
pub mod times;

use crate::alone::Halt;
use crate::context::{Context, Input};
use crate::outcome::{Limit, PathEnd};
use crate::program::Program;
use crate::state::State;
pub use crate::system::System;
use crate::value::Value;
use coverage::Coverage;
use decisions::{Decision, Decisions};
use names::{InputBytes, PathName};
use patchlight_expr::{Assignment, Side, TermId};
use patchlight_solver::{Answer, SolverError};
use search::{ProcessId, Searcher};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use times::QueryTimes;

/// A path in progress.
pub struct Process<S> {
    pub state: State,
    pub system: S,
    pub decisions: Decisions,
    /// Ops executed when it last covered something new.
    covered_at: u64,
    /// The path that it is on, as long as it has not come to the end of the name.
    replayed: Option<Arc<PathName>>,
}

impl<S: System> Process<S> {
    pub fn new(state: State, system: S) -> Process<S> {
        let decisions = Decisions::default();
        Process { state, system, decisions, covered_at: 0, replayed: None }
    }

    /// What its name says about the next question.
    fn foretold(&self) -> Option<Decision> {
        self.replayed.as_ref()?.decisions.get(self.decisions.len())
    }

    fn fork(&mut self) -> Process<S> {
        Process {
            state: self.state.fork(),
            system: self.system.clone(),
            decisions: self.decisions.clone(),
            covered_at: self.covered_at,
            replayed: None,
        }
    }
}

/// A path that came to its end.
pub struct Ended<S> {
    pub end: PathEnd,
    pub process: Process<S>,
    /// The inputs that lead here, nearest to the seed. `None` if the solver gave up on them.
    pub inputs: Option<Vec<(Input, Vec<u8>)>>,
    /// All of them as an assignment.
    pub model: Assignment,
}

/// What an exploration may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    pub max_forks: u64,
    /// Forks so far, of all explorers that share these limits.
    pub forks_made: Arc<AtomicU64>,
    /// Forks along one path.
    pub max_depth: u32,
    /// Ops along one path.
    pub max_ops: u64,
    /// Ops between two looks at the searcher.
    pub batch: u64,
    /// Counts how often somebody wanted all explorers to end their batches.
    pub calls: Arc<AtomicU64>,
}

impl Default for Limits {
    fn default() -> Limits {
        let forks_made = Arc::default();
        Limits {
            max_forks: u64::MAX,
            forks_made,
            max_depth: u32::MAX,
            max_ops: u64::MAX,
            batch: 20_000,
            calls: Arc::default(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub forks: u64,
    /// Questions that were asked of the solver's chain.
    pub questions: u64,
    pub query_times: QueryTimes,
    /// Sides of branches that were not taken, by what limits them.
    pub not_explored: BTreeMap<&'static str, u64>,
    pub ops: u64,
    /// Queries that came down to SAT, in contexts that are gone.
    pub solver_queries: u64,
}

/// Makes the process at the start of all paths, in a context.
pub type Root<'p, S> = Box<dyn Fn(&mut Context) -> Process<S> + 'p>;

pub struct Explorer<'p, S> {
    pub program: &'p Program,
    pub context: Context,
    pub limits: Limits,
    pub stats: Stats,
    pub coverage: Coverage,
    root: Root<'p, S>,
    searcher: Box<dyn Searcher + 'p>,
    processes: Vec<Option<Process<S>>>,
    free: Vec<ProcessId>,
    n_live: usize,
    /// How many of `limits.calls` were heard.
    n_heard: u64,
    /// The solver's deadline left a question without an answer.
    is_late: bool,
}

/// What became of a batch.
enum Batch {
    Ended(PathEnd),
    Goes,
}

/// What became of a question.
#[derive(Eq, PartialEq)]
enum Decided {
    Answered,
    Forked,
    /// It is asked again if anybody goes on with the path.
    Late,
}

impl<'p, S: System> Explorer<'p, S> {
    pub fn new(
        program: &'p Program,
        context: Context,
        searcher: Box<dyn Searcher + 'p>,
        root: Root<'p, S>,
    ) -> Self {
        Explorer {
            root,
            program,
            context,
            limits: Limits::default(),
            stats: Stats::default(),
            coverage: Coverage::new(program),
            searcher,
            processes: Vec::new(),
            free: Vec::new(),
            n_live: 0,
            n_heard: 0,
            is_late: false,
        }
    }

    /// Takes up a path where its name ends; the empty name is the program's start.
    pub fn add(&mut self, name: Arc<PathName>) {
        let mut process = (self.root)(&mut self.context);
        process.state.take_inputs(&mut self.context, Rc::new(name.inputs.clone()));
        process.state.take_choices(Some(Rc::from(&name.choices[..])));
        process.replayed = Some(name);
        self.insert(process, None);
    }

    /// Takes up a path in progress.
    pub fn add_process(&mut self, process: Process<S>) {
        self.insert(process, None);
    }

    /// Gives up at most `n` paths in progress, the least promising first, and returns their names.
    pub fn park(&mut self, n: usize) -> Vec<Arc<PathName>> {
        let mut live: Vec<(u64, ProcessId)> = (0..self.processes.len() as u32)
            .map(ProcessId)
            .filter_map(|id| {
                let process = self.processes[id.0 as usize].as_ref()?;
                let n_ops = process.state.path.n_ops;
                Some((n_ops - process.covered_at.min(n_ops), id))
            })
            .collect();
        live.sort_unstable_by(|a, b| b.cmp(a));
        live.truncate(n);
        let names = live.iter().map(|&(_, id)| {
            let process = self.processes[id.0 as usize].take().expect("just seen");
            self.searcher.remove(id);
            self.free.push(id);
            self.n_live -= 1;
            name_of(&self.context, &process)
        });
        names.collect()
    }

    /// The names of all paths in progress.
    pub fn names(&self) -> Vec<Arc<PathName>> {
        let live = self.processes.iter().flatten();
        live.map(|process| name_of(&self.context, process)).collect()
    }

    /// Exchanges the strategy.
    pub fn set_searcher(&mut self, mut searcher: Box<dyn Searcher + 'p>) {
        for (n, process) in self.processes.iter().enumerate() {
            if process.is_some() {
                searcher.add(ProcessId(n as u32), None);
            }
        }
        self.searcher = searcher;
    }

    /// Exchanges the context for an empty one; no path may be in progress.
    pub fn replace_context(&mut self, context: Context) {
        assert_eq!(self.n_live, 0, "states live in their context");
        self.processes.clear();
        self.free.clear();
        let pins = std::mem::take(&mut self.context.pins);
        self.stats.solver_queries += self.context.solver.stats().by_sat;
        self.context = context;
        self.context.pins = pins;
    }

    fn insert(&mut self, process: Process<S>, parent: Option<ProcessId>) -> ProcessId {
        self.n_live += 1;
        let id = match self.free.pop() {
            Some(id) => {
                self.processes[id.0 as usize] = Some(process);
                id
            }
            None => {
                self.processes.push(Some(process));
                ProcessId(self.processes.len() as u32 - 1)
            }
        };
        self.searcher.add(id, parent);
        if let Some(process) = &self.processes[id.0 as usize] {
            self.searcher.moved(id, &process.state);
        }
        id
    }

    /// Notes where a process is.
    fn look_around(&mut self, process: &mut Process<S>) {
        if self.coverage.visit(&process.state) {
            process.covered_at = process.state.path.n_ops;
            self.searcher.covered();
        }
    }

    /// Paths in progress.
    pub fn n_live(&self) -> usize {
        self.n_live
    }

    /// Whether somebody waits for the current batch to end. Once it is known, `hear` it.
    pub fn is_called(&self) -> bool {
        self.is_late || self.limits.calls.load(Ordering::Relaxed) != self.n_heard
    }

    pub fn hear(&mut self) {
        self.n_heard = self.limits.calls.load(Ordering::Relaxed);
    }

    /// Whether the solver's time is over: no path may go on, since questions have no answers.
    pub fn is_over(&self) -> bool {
        self.is_late || self.context.solver.budget().is_over()
    }

    /// Runs one batch. The path that ended with it, if one did.
    pub fn step(&mut self) -> Result<Option<Ended<S>>, SolverError> {
        let Some(id) = self.searcher.next() else { return Ok(None) };
        let slot = self.processes[id.0 as usize].take();
        let mut process = slot.expect("the searcher knows only live processes");
        match self.run_batch(id, &mut process)? {
            Batch::Goes => {
                let without_news = process.state.path.n_ops.saturating_sub(process.covered_at);
                self.searcher.progress(id, without_news);
                self.searcher.moved(id, &process.state);
                self.processes[id.0 as usize] = Some(process);
                Ok(None)
            }
            Batch::Ended(end) => {
                let Some(model) = self.nearest_inputs(&process)? else {
                    // The path will end again.
                    self.is_late = true;
                    self.processes[id.0 as usize] = Some(process);
                    return Ok(None);
                };
                self.searcher.remove(id);
                self.free.push(id);
                self.n_live -= 1;
                Ok(Some(self.finish(end, process, model)))
            }
        }
    }

    fn run_batch(&mut self, id: ProcessId, process: &mut Process<S>) -> Result<Batch, SolverError> {
        let start = process.state.path.n_ops;
        let outcome = loop {
            let done = process.state.path.n_ops - start;
            if process.state.path.n_ops >= self.limits.max_ops {
                break Batch::Ended(PathEnd::Limit(Limit::Ops));
            }
            if done >= self.limits.batch {
                break Batch::Goes;
            }
            let left = self.limits.batch - done;
            let halt = match process.state.run(self.program, &mut self.context, left) {
                ControlFlow::Break(halt) => halt,
                ControlFlow::Continue(call) => {
                    self.look_around(process);
                    let (state, system) = (&mut process.state, &mut process.system);
                    match state.perform(self.program, &mut self.context, system, call) {
                        ControlFlow::Break(halt) => halt,
                        ControlFlow::Continue(()) => continue,
                    }
                }
            };
            match halt {
                Halt::Decide(condition) => {
                    let decided = self.decide(id, process, condition)?;
                    self.is_late |= decided == Decided::Late;
                    let switches = decided == Decided::Forked && self.searcher.switches_at_forks();
                    if switches || self.is_called() {
                        break Batch::Goes;
                    }
                }
                Halt::End(end) => break Batch::Ended(end),
                Halt::Returned(status) => {
                    break Batch::Ended(PathEnd::Exit(self.returned(process, status)));
                }
                Halt::Paused => break Batch::Goes,
            }
        };
        self.stats.ops += process.state.path.n_ops - start;
        self.searcher.ran(process.state.path.n_ops - start);
        Ok(outcome)
    }

    fn returned(&mut self, process: &mut Process<S>, status: Value) -> i32 {
        let word = match status {
            Value::Word(word) => word,
            Value::Term(term) => {
                let term = self.context.terms.project(term, Side::New);
                process.state.path.exit_status = Some(term);
                self.context.word_under(&process.state.path.witness, term)
            }
        };
        word as i32 & 0xff
    }

    /// Answers a question, and forks the process for it if both answers fit.
    fn decide(
        &mut self,
        id: ProcessId,
        process: &mut Process<S>,
        condition: TermId,
    ) -> Result<Decided, SolverError> {
        if let Some(decision) = process.foretold() {
            self.follow(process, condition, decision);
            return Ok(Decided::Answered);
        }
        self.stats.questions += 1;
        self.look_around(process);
        let context = &mut self.context;
        let truth = context.is_true_under(&process.state.path.witness, condition);
        let negation = context.terms.not(condition);
        let (taken, other) = if truth { (condition, negation) } else { (negation, condition) };
        let (path, witness) = (&process.state.path.condition, process.state.path.witness.values());
        let asked = Instant::now();
        let answer = context.solver.check(&mut context.terms, path, other, witness)?;
        self.stats.query_times.add(asked.elapsed(), process.state.position());
        if matches!(answer, Answer::Unknown(_)) && context.solver.budget().is_over() {
            return Ok(Decided::Late);
        }
        process.state.answer(condition, truth);
        let model = match answer {
            Answer::Unsat(_) => {
                process.decisions.push(Decision::implied(truth));
                return Ok(Decided::Answered);
            }
            Answer::Sat(model) => model,
            Answer::Unknown(_) => {
                self.give_up("solver", process, taken, truth);
                return Ok(Decided::Answered);
            }
        };
        if self.limits.forks_made.load(Ordering::Relaxed) >= self.limits.max_forks {
            self.give_up("--max-forks", process, taken, truth);
            return Ok(Decided::Answered);
        }
        if process.decisions.n_forks() >= self.limits.max_depth {
            self.give_up("--max-depth", process, taken, truth);
            return Ok(Decided::Answered);
        }
        let mut child = process.fork();
        child.state.answer(condition, !truth);
        child.state.assume(&mut self.context, other);
        child.state.path.witness = self.context.new_witness(model);
        child.decisions.push(Decision::forked(!truth));
        process.state.assume(&mut self.context, taken);
        process.decisions.push(Decision::forked(truth));
        self.limits.forks_made.fetch_add(1, Ordering::Relaxed);
        self.stats.forks += 1;
        let (coverage, terms) = (&mut self.coverage, &self.context.terms);
        if coverage.take(&process.state, terms, condition, truth) {
            process.covered_at = process.state.path.n_ops;
            self.searcher.covered();
        }
        let is_fresh = coverage.take(&child.state, terms, condition, !truth);
        let child = self.insert(child, Some(id));
        if is_fresh {
            self.searcher.is_fresh(child);
        }
        Ok(Decided::Forked)
    }

    /// Answers a question as the path's name says.
    fn follow(&mut self, process: &mut Process<S>, condition: TermId, decision: Decision) {
        let context = &mut self.context;
        let truth = context.is_true_under(&process.state.path.witness, condition);
        if truth != decision.truth {
            // The name belongs to another program. The inputs are taken as a new start.
            *self.stats.not_explored.entry("a path of another program").or_default() += 1;
            process.replayed = None;
            process.state.take_choices(None);
        }
        process.state.answer(condition, truth);
        if decision.forked {
            let taken = if truth { condition } else { self.context.terms.not(condition) };
            process.state.assume(&mut self.context, taken);
        }
        process.decisions.push(Decision { truth, ..decision });
    }

    /// The other side stays unexplored, which is counted.
    fn give_up(&mut self, why: &'static str, process: &mut Process<S>, taken: TermId, truth: bool) {
        *self.stats.not_explored.entry(why).or_default() += 1;
        process.state.assume(&mut self.context, taken);
        process.decisions.push(Decision::forked(truth));
    }

    /// The inputs nearest to the seed that lead along a path; `None` if it is too late to find them.
    fn nearest_inputs(&mut self, process: &Process<S>) -> Result<Option<Assignment>, SolverError> {
        let context = &mut self.context;
        let seed = context.seed();
        let path = &process.state.path.condition;
        let answer = context.solver.canonical_model(&mut context.terms, path, &seed)?;
        if let Answer::Sat(model) = answer {
            return Ok(Some(model));
        }
        if context.solver.budget().is_over() {
            return Ok(None);
        }
        // The witness satisfies the path condition too; it only is not the nearest.
        *self.stats.not_explored.entry("nearest test").or_default() += 1;
        Ok(Some(process.state.path.witness.values().clone()))
    }

    fn finish(&mut self, mut end: PathEnd, mut process: Process<S>, model: Assignment) -> Ended<S> {
        self.coverage.visit(&process.state);
        let context = &mut self.context;
        if let PathEnd::Bug(_) = end {
            // The op that failed is executed again: the report is about the test's inputs.
            process.state.path.witness = context.new_witness(model.clone());
            let again = process.state.run(self.program, context, 1);
            if let ControlFlow::Break(Halt::End(PathEnd::Bug(bug))) = again {
                end = PathEnd::Bug(bug);
            }
        }
        let inputs = process.state.path.inputs.iter().map(|&id| {
            let input = context.input(id).clone();
            let mut bytes = model.bytes(input.array).to_vec();
            bytes.resize(input.len as usize, 0);
            (input, bytes)
        });
        let inputs = Some(inputs.collect());
        Ended { end, inputs, model, process }
    }
}

fn name_of<S: System>(context: &Context, process: &Process<S>) -> Arc<PathName> {
    // A name that has not been followed to its end is still the name.
    if let Some(name) = &process.replayed
        && process.foretold().is_some()
    {
        return Arc::clone(name);
    }
    let mut inputs = InputBytes::new();
    for &id in process.state.path.inputs.iter() {
        let input = context.input(id);
        let mut bytes = process.state.path.witness.values().bytes(input.array).to_vec();
        bytes.resize(input.len as usize, 0);
        inputs.insert((input.name.clone(), input.occurrence), bytes);
    }
    let choices = process.state.choices().to_vec();
    Arc::new(PathName { decisions: process.decisions.clone(), choices, inputs })
}
