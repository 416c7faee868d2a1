//! Inputs that lead the new version along sequences of its changes.

use super::graph::Subject;
use crate::effort::{self, Spent};
use crate::shadow::confirm::MAX_OPS;
use crate::trace::Traces;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_drive::{Found as _, Seed, concrete, first_process};
use patchlight_engine::explore::names::PathName;
use patchlight_engine::explore::{Ended, Explorer, Limits, Process};
use patchlight_engine::{Context, Input, PathEnd, Program};
use patchlight_guide::changes::{
    NodeKind, NodeNumber, SequenceGraph, SequenceSearch, StatementId, follow,
};
use patchlight_load::Explored;
use patchlight_posix::{Posix, Symbolic};
use patchlight_replay::{Case, Run};
use patchlight_solver::SolverConfig;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// Blocks between two looks at the clock.
const LOOK_EVERY: u64 = 1024;

/// Where executions begin.
pub enum Start<'a> {
    /// With inputs of which nothing is known.
    Symbolic { loaded: &'a Explored, symbolic: Box<Symbolic> },
    /// With a test, near which inputs are made.
    Test(Box<Case>),
}

/// Such a start with its directory.
enum Root<'a> {
    Symbolic(&'a Explored, &'a Symbolic),
    Test(Box<Seed>),
}

impl<'a> Root<'a> {
    fn new(start: &'a Start<'_>) -> Result<Root<'a>> {
        Ok(match start {
            Start::Symbolic { loaded, symbolic } => Root::Symbolic(loaded, symbolic),
            Start::Test(case) => {
                Root::Test(Box::new(Seed::new((**case).clone(), "interact-test")?))
            }
        })
    }

    fn root(
        &self,
        program: &Program,
        context: &mut Context,
        name: &[u8],
    ) -> Result<Process<Posix>> {
        match self {
            Root::Symbolic(loaded, symbolic) => {
                first_process(loaded, context, vec![name.to_vec()], symbolic)
            }
            Root::Test(seed) => {
                let (state, posix) = seed.start(program, context, name)?;
                Ok(Process::new(state, posix))
            }
        }
    }

    fn case(&self, inputs: &[(Input, Vec<u8>)]) -> Case {
        match self {
            Root::Symbolic(_, symbolic) => {
                let run = concrete(Run::default(), symbolic, &inputs.named());
                Case { run, ..Case::default() }
            }
            Root::Test(seed) => seed.with_inputs(inputs),
        }
    }
}

pub struct Generator<'a> {
    pub subject: &'a Subject<'a>,
    /// `argv[0]`.
    pub name: Vec<u8>,
    pub starts: Vec<Start<'a>>,
    pub deadline: Deadline,
    pub max_tests: usize,
    /// Blocks that are executed: unlike time, the same on every machine.
    pub max_blocks: u64,
    pub random_seed: u64,
    /// What inputs execute, if anybody knows. Then sequences have no order.
    pub traces: Option<Traces<'a>>,
}

/// An input, and what the new version comes by on it.
pub struct Test {
    pub case: Case,
    pub sequence: Vec<NodeNumber>,
}

/// What was generated.
#[derive(Default)]
pub struct Generated {
    pub tests: Vec<Test>,
    /// All paths were run to their ends.
    pub is_complete: bool,
    /// Paths that came by no change.
    pub n_elsewhere: usize,
    pub seconds: f64,
    /// Gaps and limits that ended paths.
    pub gaps: BTreeMap<String, usize>,
}

/// What decides when to stop.
struct Plan<'s> {
    sequences: &'s SequenceGraph,
    /// Only inputs that come by a changed statement which none came by before are kept, until all
    /// are covered.
    only_new: bool,
}

/// What one start may take.
struct Share {
    deadline: Deadline,
    /// All tests, with those that there were before.
    tests: usize,
    blocks: u64,
}

impl Generator<'_> {
    /// Along the change sequence graph.
    pub fn sequences(&self) -> Result<Generated> {
        self.generate(&Plan { sequences: &self.subject.sequences, only_new: false })
    }

    /// Each changed statement by itself: inputs until all are covered.
    pub fn in_isolation(&self) -> Result<Generated> {
        let sequences = self.subject.in_isolation();
        self.generate(&Plan { sequences: &sequences, only_new: true })
    }

    fn generate(&self, plan: &Plan<'_>) -> Result<Generated> {
        let begin = Instant::now();
        let mut generated = Generated { is_complete: true, ..Generated::default() };
        let mut covered = HashSet::new();
        for (n, start) in self.starts.iter().enumerate() {
            let n_left = self.starts.len() - n;
            let room = self.max_tests.saturating_sub(generated.tests.len());
            let share = Share {
                deadline: self.deadline.fraction(1, n_left as u32),
                tests: generated.tests.len() + room.div_ceil(n_left),
                blocks: self.max_blocks / self.starts.len() as u64,
            };
            self.explore(start, plan, &share, &mut covered, &mut generated)?;
        }
        generated.seconds = begin.elapsed().as_secs_f64();
        Ok(generated)
    }

    fn explore(
        &self,
        start: &Start<'_>,
        plan: &Plan<'_>,
        share: &Share,
        covered: &mut HashSet<StatementId>,
        generated: &mut Generated,
    ) -> Result<()> {
        let subject = self.subject;
        let program = subject.program;
        let marked = subject.marked(plan.sequences);
        let (graph, to_return) = (&subject.graph, &subject.to_return);
        let searcher =
            SequenceSearch::new(&marked, plan.sequences, graph, to_return, self.random_seed);
        let place = Root::new(start)?;
        let budget = effort::of_question(&share.deadline);
        let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        // What can go wrong at the start goes wrong now.
        let first = Cell::new(Some(place.root(program, &mut context, &self.name)?));
        let root = |_: &mut Context| first.take().expect("there is one path to take up");
        let mut explorer = Explorer::new(program, context, Box::new(searcher), Box::new(root));
        // The search hears of each block.
        explorer.limits = Limits { batch: 1, max_ops: MAX_OPS, ..Limits::default() };
        explorer.add(Arc::new(PathName::default()));
        let (mut n_blocks, mut spent) = (0u64, Spent::default());
        while explorer.n_live() > 0 {
            n_blocks += 1;
            let is_late = n_blocks >= share.blocks
                || n_blocks.is_multiple_of(LOOK_EVERY) && share.deadline.is_over();
            let has_enough = generated.tests.len() >= share.tests
                || plan.only_new && covered.len() == subject.changed.len();
            if is_late || has_enough || explorer.is_over() {
                generated.is_complete = false;
                break;
            }
            let ended = explorer.step()?;
            spent.charge(&share.deadline, explorer.stats.ops, explorer.stats.questions);
            if let Some(ended) = ended {
                self.take(&place, plan, ended, covered, generated)?;
            }
        }
        Ok(())
    }

    /// Makes a test of a path that came to its end, if it comes by a change.
    fn take(
        &self,
        place: &Root<'_>,
        plan: &Plan<'_>,
        ended: Ended<Posix>,
        covered: &mut HashSet<StatementId>,
        generated: &mut Generated,
    ) -> Result<()> {
        match &ended.end {
            PathEnd::Unsupported(gap) => {
                *generated.gaps.entry(format!("unsupported: {}", gap.what)).or_default() += 1;
            }
            PathEnd::Limit(limit) => {
                *generated.gaps.entry(format!("limit: {limit}")).or_default() += 1;
            }
            PathEnd::Exit(_) | PathEnd::Killed(_) | PathEnd::Bug(_) | PathEnd::Discarded => {}
        }
        let Some(inputs) = ended.inputs else { return Ok(()) };
        let mut case = place.case(&inputs);
        case.name = format!("test-{}", generated.tests.len() + 1);
        let sequence = self.visited(&case)?;
        let changes = sequence.iter().map(|&number| self.subject.sequences.node(number));
        let changes = changes.filter(|node| node.kind == NodeKind::Change);
        let changed: HashSet<StatementId> = changes.map(|node| node.statement).collect();
        if changed.is_empty() {
            generated.n_elsewhere += 1;
            return Ok(());
        }
        let is_new = changed.iter().any(|statement| !covered.contains(statement));
        covered.extend(changed);
        if is_new || !plan.only_new {
            generated.tests.push(Test { case, sequence });
        }
        Ok(())
    }

    /// What the new version comes by on an input. Whoever wants an order, or needs more of a run than
    /// is known, has it run.
    fn visited(&self, case: &Case) -> Result<Vec<NodeNumber>> {
        let known = self.traces.map(|traces| (traces, traces.of(case, &self.deadline)));
        let Some((Traces { tracer, .. }, Ok(trace))) = known else { return self.sequence_of(case) };
        if trace.is_limited() {
            return self.sequence_of(case);
        }
        let marked = self.subject.marked(&self.subject.sequences);
        let nodes = tracer
            .ops(&trace)
            .flat_map(|(func, ops)| marked.nodes_of(func, *ops.start()..*ops.end() + 1));
        let nodes: BTreeSet<NodeNumber> = nodes.collect();
        Ok(nodes.into_iter().collect())
    }

    /// What the new version comes by on an input that is fixed, in order.
    fn sequence_of(&self, case: &Case) -> Result<Vec<NodeNumber>> {
        let program = self.subject.program;
        let seed = Seed::new(case.clone(), "confirm")?;
        let (state, posix) = seed.start_fixed(program, &self.name)?;
        let marked = self.subject.marked(&self.subject.sequences);
        let mut context = Context::default();
        Ok(follow(program, &marked, &mut context, (state, posix), MAX_OPS).0)
    }
}
