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
pub mod search;

use crate::context::{Context, Input};
use crate::outcome::{Limit, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop, Syscall};
use crate::value::Value;
use coverage::Coverage;
use decisions::{Decision, Decisions};
use patchlight_expr::{Assignment, TermId};
use patchlight_solver::{Answer, SolverError};
use search::{ProcessId, Searcher};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The operating system around a state: it answers system calls.
pub trait System: Clone {
    /// Performs a call and gives its result to the state. Breaks with [`Stop::End`] or
    /// [`Stop::Decide`]; after the latter nothing has changed and the call is performed again.
    fn syscall(
        &mut self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        call: Syscall,
    ) -> ControlFlow<Stop>;
}

/// A path in progress.
pub struct Process<S> {
    pub state: State,
    pub system: S,
    pub decisions: Decisions,
    /// Ops executed when it last covered something new.
    pub covered_at: u64,
}

impl<S: System> Process<S> {
    pub fn new(state: State, system: S) -> Process<S> {
        Process { state, system, decisions: Decisions::default(), covered_at: 0 }
    }

    fn fork(&mut self) -> Process<S> {
        Process {
            state: self.state.fork(),
            system: self.system.clone(),
            decisions: self.decisions.clone(),
            covered_at: self.covered_at,
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
    /// Forks along one path.
    pub max_depth: u32,
    /// Ops along one path.
    pub max_ops: u64,
    /// Ops between two looks at the searcher.
    pub batch: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_forks: u64::MAX, max_depth: u32::MAX, max_ops: u64::MAX, batch: 20_000 }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub forks: u64,
    /// Questions that were asked of the solver's chain.
    pub questions: u64,
    /// Sides of branches that were not taken, by what limits them.
    pub not_explored: BTreeMap<&'static str, u64>,
    pub ops: u64,
}

pub struct Explorer<'p, S> {
    pub program: &'p Program,
    pub context: Context,
    pub limits: Limits,
    pub stats: Stats,
    pub coverage: Coverage,
    searcher: Box<dyn Searcher>,
    processes: Vec<Option<Process<S>>>,
    free: Vec<ProcessId>,
    n_live: usize,
}

/// What became of a batch.
enum Batch {
    Ended(PathEnd),
    Goes,
}

impl<'p, S: System> Explorer<'p, S> {
    pub fn new(program: &'p Program, context: Context, searcher: Box<dyn Searcher>) -> Self {
        Explorer {
            program,
            context,
            limits: Limits::default(),
            stats: Stats::default(),
            coverage: Coverage::new(program),
            searcher,
            processes: Vec::new(),
            free: Vec::new(),
            n_live: 0,
        }
    }

    pub fn add(&mut self, process: Process<S>) {
        self.insert(process, None);
    }

    fn insert(&mut self, process: Process<S>, parent: Option<ProcessId>) {
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
    }

    /// Paths in progress.
    pub fn n_live(&self) -> usize {
        self.n_live
    }

    /// Runs one batch. The path that ended with it, if one did.
    pub fn step(&mut self) -> Result<Option<Ended<S>>, SolverError> {
        let Some(id) = self.searcher.next() else { return Ok(None) };
        let slot = self.processes[id.0 as usize].take();
        let mut process = slot.expect("the searcher knows only live processes");
        match self.run_batch(id, &mut process)? {
            Batch::Goes => {
                self.processes[id.0 as usize] = Some(process);
                Ok(None)
            }
            Batch::Ended(end) => {
                self.searcher.remove(id);
                self.free.push(id);
                self.n_live -= 1;
                self.finish(end, process).map(Some)
            }
        }
    }

    fn run_batch(&mut self, id: ProcessId, process: &mut Process<S>) -> Result<Batch, SolverError> {
        let start = process.state.n_ops;
        let outcome = loop {
            let done = process.state.n_ops - start;
            if process.state.n_ops >= self.limits.max_ops {
                break Batch::Ended(PathEnd::Limit(Limit::Ops));
            }
            if done >= self.limits.batch {
                break Batch::Goes;
            }
            let left = self.limits.batch - done;
            let stop = match process.state.run(self.program, &mut self.context, left) {
                Stop::Syscall(call) => {
                    let (state, system) = (&mut process.state, &mut process.system);
                    match system.syscall(self.program, &mut self.context, state, call) {
                        ControlFlow::Break(stop) => stop,
                        ControlFlow::Continue(()) => continue,
                    }
                }
                stop => stop,
            };
            match stop {
                Stop::Decide(condition) => {
                    let forked = self.decide(id, process, condition)?;
                    if forked && self.searcher.switches_at_forks() {
                        break Batch::Goes;
                    }
                }
                Stop::End(end) => break Batch::Ended(end),
                Stop::Returned(status) => {
                    break Batch::Ended(PathEnd::Exit(self.returned(process, status)));
                }
                Stop::Paused => break Batch::Goes,
                Stop::Syscall(_) => unreachable!("performed above"),
            }
        };
        self.stats.ops += process.state.n_ops - start;
        Ok(outcome)
    }

    fn returned(&mut self, process: &mut Process<S>, status: Value) -> i32 {
        let word = match status {
            Value::Word(word) => word,
            Value::Term(term) => {
                process.state.exit_status = Some(term);
                self.context.word_under(&process.state.witness, term)
            }
        };
        word as i32 & 0xff
    }

    /// Answers a question; true if the process was forked for it.
    fn decide(
        &mut self,
        id: ProcessId,
        process: &mut Process<S>,
        condition: TermId,
    ) -> Result<bool, SolverError> {
        self.stats.questions += 1;
        if self.coverage.visit(process.state.position()) {
            process.covered_at = process.state.n_ops;
        }
        let context = &mut self.context;
        let truth = context.is_true_under(&process.state.witness, condition);
        let negation = context.terms.not(condition);
        let (taken, other) = if truth { (condition, negation) } else { (negation, condition) };
        let (path, witness) = (&process.state.path, process.state.witness.values());
        let answer = context.solver.check(&mut context.terms, path, other, witness)?;
        process.state.answer(condition, truth);
        let model = match answer {
            Answer::Unsat(_) => {
                process.decisions.push(Decision::implied(truth));
                return Ok(false);
            }
            Answer::Sat(model) => model,
            Answer::Unknown(_) => {
                self.give_up("solver", process, taken, truth);
                return Ok(false);
            }
        };
        if self.stats.forks >= self.limits.max_forks {
            self.give_up("--max-forks", process, taken, truth);
            return Ok(false);
        }
        if process.decisions.n_forks() >= self.limits.max_depth {
            self.give_up("--max-depth", process, taken, truth);
            return Ok(false);
        }
        let mut child = process.fork();
        child.state.answer(condition, !truth);
        child.state.assume(&mut self.context, other);
        child.state.witness = self.context.new_witness(model);
        child.decisions.push(Decision::forked(!truth));
        process.state.assume(&mut self.context, taken);
        process.decisions.push(Decision::forked(truth));
        self.stats.forks += 1;
        self.insert(child, Some(id));
        Ok(true)
    }

    /// The other side stays unexplored, which is counted.
    fn give_up(&mut self, why: &'static str, process: &mut Process<S>, taken: TermId, truth: bool) {
        *self.stats.not_explored.entry(why).or_default() += 1;
        process.state.assume(&mut self.context, taken);
        process.decisions.push(Decision::forked(truth));
    }

    fn finish(&mut self, end: PathEnd, process: Process<S>) -> Result<Ended<S>, SolverError> {
        self.coverage.visit(process.state.position());
        let context = &mut self.context;
        let seed = context.seed();
        let path = &process.state.path;
        let (model, known) =
            match context.solver.canonical_model(&mut context.terms, path, &seed)? {
                Answer::Sat(model) => (model, true),
                // The witness satisfies the path condition too; it only is not the nearest.
                _ => (process.state.witness.values().clone(), false),
            };
        if !known {
            *self.stats.not_explored.entry("nearest test").or_default() += 1;
        }
        let inputs = process.state.inputs.iter().map(|&id| {
            let input = context.input(id).clone();
            let mut bytes = model.bytes(input.array).to_vec();
            bytes.resize(input.len as usize, 0);
            (input, bytes)
        });
        let inputs = Some(inputs.collect());
        Ok(Ended { end, inputs, model, process })
    }
}
