//! Pair execution: the old and the new version of a program in one run.
//!
//! *Together*, one state serves both versions; where they differ, a value is a shadow. A branch on a
//! shadow has up to four cases, and in two of them the versions *part*. Then each runs by itself, on
//! a state of its own that began as a copy, until both are at the same op of the same frame again:
//! there the two states are compared and become one.
//!
//! Whatever cannot be done together (a jump that belongs to one version, an address that differs, a
//! system call on systems that differ, an object that only one version has) is done in the same way,
//! by parting for a single op.
//!
//! **Invariants.** The path condition is over both versions: the version that runs has it, and hands
//! it over. Solver, evaluator and path conditions never see a shadow. The old version runs first.

mod decide;
mod difference;
mod flips;
mod initial;
mod join;
mod meeting;
mod solo;
mod turns;

use crate::context::{Context, Input};
use crate::explore::search::Searcher;
use crate::explore::{Explorer, Process, System};
use crate::outcome::{PathEnd, Place};
use crate::program::Program;
use crate::state::{State, Stop, View};
use crate::value::Value;

use flips::Flips;
use meeting::Meetings;
use patchlight_expr::{Assignment, TermId, Terms};
use patchlight_ir::FuncId;
use patchlight_solver::{Answer, Path, SolverError};
use solo::Parted;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::ControlFlow;
use turns::Turns;

/// A system of which one can see from outside what a program has done.
pub trait Observed: System {
    /// Makes one system of the new version's and the old one's, which come from the same one. What
    /// was written may differ (as shadows then), nothing else.
    fn join(&mut self, terms: &mut Terms, old: &Self) -> bool;

    /// Everything that can be seen, by name: what was written, and the files that are not as before.
    fn visible(&mut self) -> Vec<(String, Vec<Value>)>;
}

/// One version with the system around it.
struct Half<S> {
    state: State,
    system: S,
    end: Option<PathEnd>,
}

impl<S: System> Half<S> {
    fn fork(&mut self) -> Half<S> {
        let (system, end) = (self.system.clone(), self.end.clone());
        Half { state: self.state.fork(), system, end }
    }
}

/// Both versions as one.
struct Together<S> {
    state: State,
    system: S,
    /// The old version's system, once it is not the new one's any more.
    old_system: Option<S>,
}

impl<S: System> Together<S> {
    fn fork(&mut self) -> Together<S> {
        let (system, old_system) = (self.system.clone(), self.old_system.clone());
        Together { state: self.state.fork(), system, old_system }
    }
}

#[expect(clippy::large_enum_variant, reason = "a pair is moved once a batch")]
enum Shape<S> {
    Together(Together<S>),
    Parted(Box<Parted<S>>),
}

/// Two versions on one path through both.
struct Pair<S> {
    head: Head,
    shape: Shape<S>,
}

/// What is known of a pair, whatever its shape.
#[derive(Clone)]
struct Head {
    /// How many partings off the seed's path it is.
    depth: u32,
    /// The seed's own path, on which the witness is the seed.
    is_seed: bool,
    /// Made by a question that came while the versions executed one op each: unless they part there,
    /// it can wait.
    tentative: bool,
    /// Where it last parted.
    last_parting: Option<Site>,
}

impl Head {
    /// How far off the seed's path something is that is found here. Only what the seed itself shows
    /// is not off it at all.
    fn distance(&self) -> u32 {
        self.depth.max(u32::from(!self.is_seed))
    }

    /// A pair that leaves the path of this one.
    fn beside(&self) -> Head {
        Head { is_seed: false, ..self.clone() }
    }
}

/// Where versions part, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    pub func: FuncId,
    pub pc: u32,
    /// The innermost place first.
    pub places: Vec<Place>,
    pub kind: PartingKind,
}

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum PartingKind {
    /// A branch that only old takes (`false`) or that only new takes (`true`).
    Branch(bool),
    /// They go to different cases or functions.
    Jump,
    /// A check that fails in the old (`false`) or in the new version (`true`) only.
    Check(bool),
    /// A branch of one version's own (new if `true`), on the side that the seed does not take.
    Solo(bool),
}

/// What a test shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shows {
    /// The versions part.
    Parting,
    /// They end differently, or one of them leaves the way of the other for good.
    Divergence { old: PathEnd, new: PathEnd },
    /// They end alike and on one way, and what they leave behind differs.
    Output,
}

/// An input on which the versions differ.
#[derive(Clone, Debug)]
pub struct Found {
    pub shows: Shows,
    pub site: Option<Site>,
    pub depth: u32,
    /// What is seen from outside differs, as far as the engine can tell.
    pub visible: Option<bool>,
    pub inputs: Vec<(Input, Vec<u8>)>,
    /// When the versions part here, in terms of the inputs.
    pub condition: Option<String>,
}

/// What forks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Mode {
    /// Partings and the branches of one version alone.
    Concolic,
    /// Every branch.
    Explore,
    /// Partings, which end the old version at once.
    Paper,
}

#[derive(Clone, Debug)]
pub struct PairLimits {
    /// Ops that one version may execute while the other one waits.
    pub max_solo_ops: u64,
    /// Ops of a pair in all.
    pub max_ops: u64,
}

impl Default for PairLimits {
    fn default() -> PairLimits {
        PairLimits { max_solo_ops: 50_000_000, max_ops: u64::MAX }
    }
}

#[derive(Clone, Debug, Default)]
pub struct PairStats {
    pub pairs: u64,
    pub partings: u64,
    pub joins: u64,
    pub questions: u64,
    pub ops: u64,
    /// Paths through both versions that came to their ends.
    pub paths: u64,
    /// Some path came by the code that the patch changes.
    pub touched: bool,
    /// What was given up, by what limits it.
    pub limits: BTreeMap<&'static str, u64>,
    pub unsupported: BTreeMap<String, u64>,
}

/// The input of a test is not the nearest one to the seed, which cuts no path off.
const NEAREST_TEST: &str = "nearest test";

impl PairStats {
    /// Whether no path was cut off.
    pub fn is_complete(&self) -> bool {
        self.unsupported.is_empty() && self.limits.keys().all(|&why| why == NEAREST_TEST)
    }
}

/// A state of the new version, just after it parted from the old one.
pub struct Divergence<S> {
    pub state: State,
    pub system: S,
    pub site: Site,
}

pub struct PairExplorer<'p, S> {
    pub program: &'p Program,
    pub context: Context,
    pub mode: Mode,
    pub limits: PairLimits,
    pub stats: PairStats,
    pub found: Vec<Found>,
    /// What inputs are called in conditions.
    pub shown_input: fn(&str) -> String,
    /// Where the bounded phase starts.
    pub divergences: Vec<Divergence<S>>,
    /// Shallow pairs first.
    queue: BTreeMap<u32, VecDeque<Pair<S>>>,
    meetings: Meetings,
    turns: Turns,
    flips: Flips<S>,
    /// How often pairs were queued for the same parting.
    queued: HashMap<u64, u32>,
}

/// Ops between two looks at the clock.
const BATCH: u64 = 20_000;

impl<'p, S: Observed> PairExplorer<'p, S> {
    pub fn new(program: &'p Program, context: Context, mode: Mode) -> Self {
        PairExplorer {
            program,
            context,
            mode,
            limits: PairLimits::default(),
            stats: PairStats::default(),
            found: Vec::new(),
            shown_input: str::to_string,
            divergences: Vec::new(),
            queue: BTreeMap::new(),
            meetings: Meetings::default(),
            turns: Turns::default(),
            flips: Flips::default(),
            queued: HashMap::new(),
        }
    }

    /// Takes up a path on which both versions are at their start.
    pub fn add(&mut self, mut state: State, system: S) {
        state.view = View::Both;
        let head = Head { depth: 0, is_seed: true, tentative: false, last_parting: None };
        let shape = Shape::Together(Together { state, system, old_system: None });
        self.push(Pair { head, shape });
    }

    fn push(&mut self, pair: Pair<S>) {
        self.stats.pairs += 1;
        self.queue.entry(pair.head.depth).or_default().push_back(pair);
    }

    /// Pairs that are waiting.
    pub fn n_live(&self) -> usize {
        self.queue.values().map(VecDeque::len).sum::<usize>() + self.flips.len()
    }

    /// Explores the new version alone from where it parted. The context belongs to the exploration
    /// until it is given back.
    pub fn explore_new(
        &mut self,
        divergence: Divergence<S>,
        searcher: Box<dyn Searcher>,
    ) -> Explorer<'p, S> {
        let context = std::mem::take(&mut self.context);
        let root = Box::new(|_: &mut Context| unreachable!("its paths begin in the middle"));
        let mut explorer = Explorer::new(self.program, context, searcher, root);
        explorer.add_process(Process::new(divergence.state, divergence.system));
        explorer
    }

    /// Runs a batch of the next pair. False if there is none.
    pub fn step(&mut self) -> Result<bool, SolverError> {
        let Some(mut entry) = self.queue.first_entry() else { return self.flip_next() };
        let depth = *entry.key();
        let pair = entry.get_mut().pop_front();
        if entry.get().is_empty() {
            entry.remove();
        }
        let Some(Pair { head, shape }) = pair else { return Ok(true) };
        let left = match shape {
            Shape::Together(together) => self.advance_together(head, together)?,
            Shape::Parted(parted) => self.advance_parted(head, parted)?,
        };
        if let Some(pair) = left {
            self.queue.entry(depth).or_default().push_front(pair);
        }
        Ok(true)
    }

    /// What is left of a pair after a batch.
    fn advance_together(
        &mut self,
        head: Head,
        mut together: Together<S>,
    ) -> Result<Option<Pair<S>>, SolverError> {
        let before = together.state.path.n_ops;
        let stop = self.run_together(&mut together);
        self.stats.ops += together.state.path.n_ops - before;
        self.stats.touched |= together.state.touched;
        let is_split = together.state.memory.is_split();
        match stop {
            Stop::Paused if together.state.path.n_ops >= self.limits.max_ops => {
                self.give_up("ops of a path");
                Ok(None)
            }
            Stop::Paused | Stop::Syscall(_) => {
                Ok(Some(Pair { head, shape: Shape::Together(together) }))
            }
            Stop::Decide(condition) => self.decide_together(head, together, condition).map(Some),
            Stop::Apart => Ok(Some(self.part(head, together, None))),
            // The object may be there for one of them.
            Stop::End(PathEnd::Bug(_)) if is_split => Ok(Some(self.part(head, together, None))),
            Stop::End(end) => {
                self.finish_together(head, together, &end)?;
                Ok(None)
            }
            Stop::Returned(status) => {
                let status = status_of(&mut self.context, &mut together.state, status);
                self.finish_together(head, together, &PathEnd::Exit(status))?;
                Ok(None)
            }
        }
    }

    fn give_up(&mut self, why: &'static str) {
        *self.stats.limits.entry(why).or_default() += 1;
    }

    fn run_together(&mut self, together: &mut Together<S>) -> Stop {
        let Together { state, system, old_system } = together;
        let end = state.path.n_ops + BATCH;
        let stop = loop {
            let ops = end.saturating_sub(state.path.n_ops);
            let stop = state.run_view(self.program, &mut self.context, ops);
            let is_split = state.memory.is_split();
            // The object that is missing may be there for one of them.
            let parts = match stop {
                Stop::Apart => true,
                Stop::End(PathEnd::Bug(_)) => is_split,
                _ => false,
            };
            if !parts || !self.take_turns(state) {
                break stop;
            }
            if state.path.n_ops >= end {
                break Stop::Paused;
            }
        };
        match stop {
            Stop::Syscall(_) if old_system.is_some() || state.memory.is_split() => Stop::Apart,
            Stop::Syscall(call) => {
                match system.syscall(self.program, &mut self.context, state, call) {
                    ControlFlow::Break(stop) => stop,
                    ControlFlow::Continue(()) => Stop::Paused,
                }
            }
            stop => stop,
        }
    }

    /// Lets each version execute the op at hand by itself. `site`: where they are known to part.
    fn part(&mut self, head: Head, together: Together<S>, site: Option<Site>) -> Pair<S> {
        let Together { mut state, system, old_system } = together;
        let is_silent =
            state.position().is_some_and(|(func, pc)| self.program.arms_at(func, pc).is_some());
        state.touched |= is_silent;
        let at = state.pair_position().expect("a program that runs is somewhere");
        let after_return = state.return_position();
        let systems_differ = old_system.is_some();
        let old_state = state.part(&mut self.context.terms);
        let old_system = old_system.unwrap_or_else(|| system.clone());
        let old = Half { state: old_state, system: old_system, end: None };
        let new = Half { state, system, end: None };
        let mut parted = Parted::new(old, new, at, site);
        (parted.is_silent, parted.systems_differ) = (is_silent, systems_differ);
        parted.after_return = after_return;
        Pair { head, shape: Shape::Parted(Box::new(parted)) }
    }

    /// The inputs nearest to the seed that satisfy a path condition.
    fn inputs_for(
        &mut self,
        path: &Path,
        state: &State,
    ) -> Result<Vec<(Input, Vec<u8>)>, SolverError> {
        let context = &mut self.context;
        let seed = context.seed();
        let model = match context.solver.canonical_model(&mut context.terms, path, &seed)? {
            Answer::Sat(model) => model,
            _ => {
                self.give_up(NEAREST_TEST);
                state.path.witness.values().clone()
            }
        };
        Ok(self.named(state, &model))
    }

    fn named(&self, state: &State, model: &Assignment) -> Vec<(Input, Vec<u8>)> {
        let named = state.path.inputs.iter().map(|&id| {
            let input = self.context.input(id).clone();
            let mut bytes = model.bytes(input.array).to_vec();
            bytes.resize(input.len as usize, 0);
            (input, bytes)
        });
        named.collect()
    }

    /// A condition in terms of the inputs of a state.
    fn in_words(&self, state: &State, condition: TermId) -> String {
        let name = |array| {
            let mut inputs = state.path.inputs.iter().map(|&id| self.context.input(id));
            let found = inputs.find(|input| input.array == array);
            found.map_or_else(|| "?".to_string(), |input| (self.shown_input)(&input.name))
        };
        self.context.terms.infix(condition, &name)
    }

    /// The op `at` of the top frame of a state, and how it came there.
    fn site_at(&self, state: &State, pc: u32, kind: PartingKind) -> Site {
        let func = state.position().expect("a program that runs is somewhere").0;
        let mut places = self.program.places(func, pc as usize);
        places.extend(state.backtrace(self.program).into_iter().skip(1));
        Site { func, pc, places, kind }
    }
}

/// The low byte of what `main` returned, under the new version's view.
fn status_of(context: &mut Context, state: &mut State, status: Value) -> i32 {
    let word = match status {
        Value::Word(word) => word,
        Value::Term(term) => {
            state.path.exit_status = Some(term);
            let side = match state.view {
                View::One(side) => side,
                View::Both => patchlight_expr::Side::New,
            };
            let term = context.terms.project(term, side);
            context.word_under(&state.path.witness, term)
        }
    };
    word as i32 & 0xff
}
