//! The hunt for an input that leads to a target.
//!
//! It starts with an input that is there: the program runs on it, its *witness*, and at each
//! decision that depends on the input the other side becomes a *lead*, with its distance to the
//! target. Leads are taken up nearest first:
//!
//! - **greedy**: if inputs exist that take the other side, the run goes on there for a batch of ops;
//! - **regeneration** (`regenerate.rs`): if not, the constraints that forbid it name earlier decisions;
//!   the program runs again on an input that takes one of those the other way;
//! - **definition switching** (`switch.rs`): if the branch does not depend on the input on this path,
//!   but on which definition was executed, another definition becomes the target for a while;
//! - **options**: a wanted result of `getopt`, `strcmp` or `getenv` names an argument or a variable that
//!   the command line lacks.
//!
//! **Invariants.** The witness of a run always satisfies its path condition. Feasibility is asked
//! only of leads that are taken up. Nothing here decides that a target cannot be reached.

mod leads;
pub mod obstacle;
mod regenerate;
mod switch;
mod walk;

pub use leads::Reason;
use walk::Walk;

use crate::analysis::{Analysis, Guidance, Trace};
use crate::definitions::{Finder, Stores};
use crate::distance::UNREACHABLE;
use crate::graph::Node;
use crate::options::{Addition, Texts};
use leads::{Lead, Leads, Side};
use obstacle::{Attempt, Gaps, Obstacle};
use patchlight_budget::{Budget, Cut, Deadline};
use patchlight_engine::explore::System;
use patchlight_engine::explore::names::InputBytes;
use patchlight_engine::{Context, Program, State};
use patchlight_solver::{Answer, SolverError};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How deeply targets may be nested.
const MAX_DEPTH: u32 = 8;
/// Runs that ended with a gap or a limit of which the inputs are kept.
const MAX_CUT_OFF: usize = 8;
/// Branches by which sides that no input takes count as further away.
const BEHIND_INPUTS: u32 = 2;
/// Ops that a run on a given input may take before its leads are looked at.
const FIRST_RUN: u64 = 20_000_000;

#[derive(thiserror::Error, Debug)]
pub enum HuntError {
    #[error("{0}")]
    Solver(#[from] SolverError),
    #[error("cannot start the program: {0}")]
    Start(String),
}

/// An input to start from, by its number.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct SeedId(pub usize);

/// Where programs are started, and what can be added to an input.
pub trait World {
    type System: System;

    /// The program at its start, with the seed's bytes as the context's.
    fn start(
        &self,
        context: &mut Context,
        seed: SeedId,
    ) -> Result<(State, Self::System), HuntError>;

    /// Seeds like another one with these inputs, and something added to it in several ways.
    fn extend(
        &mut self,
        seed: SeedId,
        inputs: Option<&InputBytes>,
        addition: &Addition,
    ) -> Vec<SeedId>;
}

/// Which heuristics are used.
#[derive(Copy, Clone, Debug)]
pub struct Heuristics {
    pub regeneration: bool,
    pub switching: bool,
    pub options: bool,
    /// What goes beyond the paper: decisions inside of functions that return, structures, arrays,
    /// inputs that grow, the environment.
    pub extensions: bool,
}

#[derive(Clone, Debug)]
pub struct Limits {
    pub deadline: Deadline,
    /// A hunt is given up after this much without progress.
    pub patience: Budget,
    /// Ops between two looks at the leads.
    pub batch: u64,
}

/// What became of a hunt.
pub enum HuntEnd {
    Reached { seed: SeedId, inputs: InputBytes },
    NotReached(Miss),
}

/// How a hunt failed.
pub struct Miss {
    /// The least distance that a run came to.
    pub closest: u32,
    pub reason: Reason,
    /// What no run got past.
    pub obstacle: Option<Obstacle>,
    /// Runs that ended with a gap or a limit, nearest to the target first.
    pub cut_off: Vec<CutOff>,
}

/// A run that ended with a gap or a limit.
pub struct CutOff {
    pub seed: SeedId,
    pub inputs: InputBytes,
    distance: u32,
}

/// A place that was watched, and an input that leads there.
pub struct Met {
    pub node: Node,
    pub seed: SeedId,
    pub inputs: InputBytes,
}

/// What is known of the program.
#[derive(Copy, Clone)]
pub struct Ground<'a> {
    pub program: &'a Program,
    pub analysis: &'a Analysis<'a>,
    pub stores: &'a Stores,
    pub texts: &'a Texts,
    /// Which functions are the program's own, not libc's.
    pub is_own: &'a [bool],
}

impl<'a> Ground<'a> {
    /// Finds what branches depend on.
    fn finder(&self, through_pointers: bool) -> Finder<'a, 'a> {
        Finder::new(self.analysis, self.stores, self.is_own, through_pointers)
    }

    fn is_own_node(&self, node: Node) -> bool {
        self.analysis.graph.piece(node).is_some_and(|piece| self.is_own[piece.func.index()])
    }
}

pub struct Hunt<'a, W: World> {
    ground: Ground<'a>,
    heuristics: Heuristics,
    limits: Limits,
    context: Context,
    world: &'a mut W,
    /// Seeds that are nearly as near as the one at hand.
    others: Vec<SeedId>,
    progress: Progress,
    results: Results,
}

/// What the runs of a hunt did.
struct Progress {
    executed: Trace,
    /// Inputs that were tried.
    tried: HashSet<(SeedId, InputBytes)>,
    /// What was added, for which level.
    additions: HashSet<(u32, SeedId, Addition)>,
    /// Definitions that were hunted for.
    switched: HashSet<Node>,
    /// Gaps and limits that ended runs.
    gaps: Gaps,
    /// What came of sides that were tried.
    attempts: HashMap<(Node, Node), Attempt>,
    /// Branches of the program's own that depended on the input in some run.
    asked: HashSet<Node>,
    n_walks: u64,
    /// When it is given up unless something comes nearer.
    patience: Deadline,
}

/// What a hunt finds besides its target.
#[derive(Default)]
struct Results {
    /// Places whose first visit is kept: targets of other hunts.
    watched: HashSet<Node>,
    met: Vec<Met>,
    cut_off: Vec<CutOff>,
}

impl Progress {
    fn new(ground: &Ground<'_>, limits: &Limits) -> Progress {
        Progress {
            executed: Trace::new(&ground.analysis.graph),
            tried: HashSet::new(),
            additions: HashSet::new(),
            switched: HashSet::new(),
            gaps: Gaps::default(),
            attempts: HashMap::new(),
            asked: HashSet::new(),
            n_walks: 0,
            patience: limits.deadline.within(limits.patience),
        }
    }
}

/// One target and what leads to it.
struct Level<S> {
    guidance: Rc<Guidance>,
    leads: Leads<S>,
    /// Ways that runs of this level took.
    seen: Trace,
    depth: u32,
    until: Deadline,
    /// The nearest that a run came.
    closest: u32,
    /// Where its runs begin unless they know better.
    base: Begin,
}

/// Where a run begins: a seed, with other inputs perhaps.
#[derive(Clone)]
struct Begin {
    seed: SeedId,
    inputs: Option<InputBytes>,
}

/// A walk with the system of a world.
type WalkOf<W> = Walk<<W as World>::System>;

impl<'a, W: World> Hunt<'a, W> {
    pub fn new(
        ground: &Ground<'a>,
        heuristics: Heuristics,
        limits: Limits,
        context: Context,
        world: &'a mut W,
    ) -> Hunt<'a, W> {
        let progress = Progress::new(ground, &limits);
        Hunt {
            ground: *ground,
            heuristics,
            limits,
            context,
            world,
            others: Vec::new(),
            progress,
            results: Results::default(),
        }
    }

    /// Keeps inputs that lead to these places, whatever is hunted for.
    pub fn watch(&mut self, nodes: HashSet<Node>) {
        self.results.watched = nodes;
    }

    /// What runs came to of the places that are watched.
    pub fn take_met(&mut self) -> Vec<Met> {
        std::mem::take(&mut self.results.met)
    }

    /// Hunts from some seeds, the nearest first: what leads on from them is tried in one order. What the
    /// command line lacks is added to the others as well: an option may lead elsewhere with what else
    /// the seed has.
    pub fn run(
        &mut self,
        guidance: Rc<Guidance>,
        seeds: &[SeedId],
        others: &[SeedId],
    ) -> Result<HuntEnd, HuntError> {
        let Some((&seed, more)) = seeds.split_first() else {
            return Err(HuntError::Start("no input to start from".to_string()));
        };
        self.others = others.to_vec();
        let base = Begin { seed, inputs: None };
        let mut level = Level {
            guidance,
            leads: Leads::default(),
            seen: Trace::new(&self.ground.analysis.graph),
            depth: 0,
            until: self.limits.deadline.clone(),
            closest: UNREACHABLE,
            base: base.clone(),
        };
        let found = match self.run_all(&mut level, more)? {
            None => self.pursue(&mut level, base)?,
            found => found,
        };
        if let Some(walk) = found {
            let inputs = self.nearest_inputs(&walk)?;
            return Ok(HuntEnd::Reached { seed: walk.seed, inputs });
        }
        let reason = match self.limits.deadline.cut() {
            Some(Cut::Interrupted) => Reason::Interrupted,
            Some(Cut::Time | Cut::Steps) => Reason::Time,
            None if self.progress.patience.is_over() => Reason::Patience,
            None => Reason::NoLeads,
        };
        let obstacle = self.obstacle(&level.guidance);
        let cut_off = std::mem::take(&mut self.results.cut_off);
        Ok(HuntEnd::NotReached(Miss { closest: level.closest, reason, obstacle, cut_off }))
    }

    /// Runs the program on seeds, for what leads on from there; those at the end of the list first, so that
    /// of equally near leads those of its beginning are tried first.
    fn run_all(
        &mut self,
        level: &mut Level<W::System>,
        seeds: &[SeedId],
    ) -> Result<Option<WalkOf<W>>, HuntError> {
        let until = level.until.fraction(1, 3);
        for &seed in seeds.iter().rev() {
            let Some(walk) = self.begin(Begin { seed, inputs: None })? else { continue };
            let found = self.go_on(level, walk, FIRST_RUN)?;
            if found.is_some() || until.is_over() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether a level's time is over, nothing came nearer for long, or somebody wants an end.
    fn is_over(&self, level: &Level<W::System>) -> bool {
        level.until.is_over() || self.progress.patience.is_over()
    }

    /// Something came nearer.
    fn note_progress(&mut self) {
        self.progress.patience = self.limits.deadline.within(self.limits.patience);
    }

    /// Follows leads until a run is at the level's target.
    fn pursue(
        &mut self,
        level: &mut Level<W::System>,
        begin: Begin,
    ) -> Result<Option<WalkOf<W>>, HuntError> {
        if let Some(walk) = self.begin(begin)? {
            let found = self.go_on(level, walk, FIRST_RUN)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        let mut additions = self.last_resorts(level);
        while !self.is_over(level) {
            let found = match level.leads.pop() {
                Some((distance, lead)) if self.is_worth_trying(level, distance, &lead) => {
                    self.try_lead(level, lead)?
                }
                Some(_) => None,
                None if additions.is_empty() => break,
                None => {
                    let addition = additions.remove(0);
                    self.add(level, &addition)?
                }
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The paper's hunt only goes on where it comes closer to the target than it was.
    fn is_worth_trying(
        &self,
        level: &Level<W::System>,
        distance: u32,
        lead: &Lead<W::System>,
    ) -> bool {
        let is_paused = matches!(lead, Lead::Paused(_));
        self.heuristics.extensions || is_paused || distance < level.closest
    }

    fn try_lead(
        &mut self,
        level: &mut Level<W::System>,
        lead: Lead<W::System>,
    ) -> Result<Option<WalkOf<W>>, HuntError> {
        match lead {
            Lead::Paused(walk) => self.go_on(level, *walk, self.limits.batch),
            Lead::Side(side) => self.try_side(level, *side),
            Lead::Concrete { branch, to } => self.switch(level, branch, to),
        }
    }

    /// How far a side counts that no input takes: sides at which inputs decide are tried before those that
    /// are a little nearer, since hunting for definitions takes long.
    fn behind_inputs(&self, distance: u32) -> u32 {
        distance.saturating_add(if self.heuristics.extensions { BEHIND_INPUTS } else { 0 })
    }

    /// What is added when no lead is left: room, and whatever texts the program knows.
    fn last_resorts(&self, level: &Level<W::System>) -> Vec<Addition> {
        if level.depth > 0 || !self.heuristics.extensions {
            return Vec::new();
        }
        let mut all = vec![Addition::Room(8)];
        all.extend(self.ground.texts.all().cloned());
        all.push(Addition::Room(64));
        all
    }

    /// The program at its start; `None` if it ran on these inputs before.
    fn begin(&mut self, begin: Begin) -> Result<Option<WalkOf<W>>, HuntError> {
        let Begin { seed, inputs } = begin;
        if !self.progress.tried.insert((seed, inputs.clone().unwrap_or_default())) {
            return Ok(None);
        }
        let (mut state, system) = self.world.start(&mut self.context, seed)?;
        if let Some(inputs) = inputs {
            state.take_inputs(&mut self.context, Rc::new(inputs));
        }
        let position = state.position();
        let node = position.and_then(|(func, op)| self.ground.analysis.graph.node_at(func, op));
        let Some(node) = node else { return Ok(None) };
        let serial = self.next_serial();
        self.note_visit(&state, seed, node);
        Ok(Some(Walk { state, system, seed, trail: None, node, asked: false, serial }))
    }

    fn next_serial(&mut self) -> u64 {
        self.progress.n_walks += 1;
        self.progress.n_walks
    }

    /// Goes to the other side of a decision, or finds out why that is impossible.
    fn try_side(
        &mut self,
        level: &mut Level<W::System>,
        side: Side<W::System>,
    ) -> Result<Option<WalkOf<W>>, HuntError> {
        let (solver, terms) = (&mut self.context.solver, &mut self.context.terms);
        let witness = side.walk.state.path.witness.clone();
        let answer = solver.check(terms, &side.before, side.wanted, witness.values())?;
        match answer {
            Answer::Sat(model) => {
                let mut walk = side.walk;
                walk.state.path.witness = self.context.new_witness(model);
                self.note_side(level, &walk, side.branch);
                self.go_on(level, walk, self.limits.batch)
            }
            Answer::Unsat(core) => {
                let decided = self.forbidding(&side, &core).first().map(|decided| decided.at);
                let attempt = Attempt::Infeasible(decided);
                self.progress.attempts.insert((side.branch, side.to), attempt);
                if self.heuristics.regeneration {
                    let found = self.regenerate(level, &side, &core)?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                let (branch, to) = (side.branch, side.to);
                level.leads.add_concrete(branch, to, self.behind_inputs(side.distance));
                Ok(None)
            }
            Answer::Unknown(_) => {
                self.progress.attempts.insert((side.branch, side.to), Attempt::Undecided);
                Ok(None)
            }
        }
    }

    /// The inputs nearest to the seed that lead along a walk.
    fn nearest_inputs(&mut self, walk: &WalkOf<W>) -> Result<InputBytes, HuntError> {
        // Starting again makes the context's seed that of the walk.
        self.world.start(&mut self.context, walk.seed)?;
        let seed = self.context.seed();
        let (solver, terms) = (&mut self.context.solver, &mut self.context.terms);
        let answer = solver.canonical_model(terms, &walk.state.path.condition, &seed)?;
        let model = match answer {
            Answer::Sat(model) => model,
            // The witness leads there too; it only is not the nearest.
            Answer::Unsat(_) | Answer::Unknown(_) => walk.state.path.witness.values().clone(),
        };
        Ok(self.input_bytes(&walk.state, &model))
    }
}
