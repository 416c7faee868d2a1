//! Inputs that lead the new version along sequences of its changes.

use super::graph::Subject;
use crate::cache::ScratchDir;
use crate::explore::concrete::concrete;
use crate::explore::entry::Loaded;
use crate::explore::first_process;
use crate::shadow::confirm::{MAX_OPS, fixed_start};
use crate::shadow::seeds::{Seed, directory};
use anyhow::Result;
use patchlight_engine::explore::names::PathName;
use patchlight_engine::explore::{Ended, Explorer, Limits, Process};
use patchlight_engine::{Context, PathEnd};
use patchlight_guide::changes::{
    NodeKind, NodeNumber, SequenceGraph, SequenceSearch, StatementId, follow,
};
use patchlight_posix::{Posix, Symbolic};
use patchlight_replay::Case;
use patchlight_solver::{Budget, SolverConfig};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What one question to the solver may take.
const MAX_QUESTION: Duration = Duration::from_secs(5);
/// Blocks between two looks at the clock.
const LOOK_EVERY: u64 = 1024;

/// Where executions begin.
pub enum Start<'a> {
    /// With inputs of which nothing is known.
    Symbolic { loaded: &'a Loaded, given: Vec<Vec<u8>>, symbolic: Box<Symbolic> },
    /// With a test, near which inputs are made.
    Test(Box<Case>),
}

pub struct Generator<'a> {
    pub subject: &'a Subject<'a>,
    /// `argv[0]`.
    pub name: Vec<u8>,
    pub starts: Vec<Start<'a>>,
    pub max_time: Duration,
    pub max_tests: usize,
    /// Blocks that are executed: unlike time, the same on every machine.
    pub max_blocks: u64,
    pub random_seed: u64,
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
    deadline: Instant,
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
            let left = self.max_time.saturating_sub(begin.elapsed());
            let room = self.max_tests.saturating_sub(generated.tests.len());
            let share = Share {
                deadline: Instant::now() + left / n_left as u32,
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
        let dir = match start {
            Start::Test(case) => directory(&case.run, "interact-test")?,
            Start::Symbolic { .. } => ScratchDir::new("interact-test")?,
        };
        // What can go wrong at the start goes wrong now.
        self.root(start, &mut Context::default(), &dir.0)?;
        let root =
            |context: &mut Context| self.root(start, context, &dir.0).expect("it was made before");
        let budget = Budget { until: Some(share.deadline), ..Budget::time(MAX_QUESTION) };
        let context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        let mut explorer = Explorer::new(program, context, Box::new(searcher), Box::new(root));
        // The search hears of each block.
        explorer.limits = Limits { batch: 1, max_ops: MAX_OPS, ..Limits::default() };
        explorer.add(Arc::new(PathName::default()));
        let mut n_blocks = 0u64;
        while explorer.n_live() > 0 {
            n_blocks += 1;
            let is_late = n_blocks >= share.blocks
                || n_blocks.is_multiple_of(LOOK_EVERY) && Instant::now() >= share.deadline;
            let has_enough = generated.tests.len() >= share.tests
                || plan.only_new && covered.len() == subject.changed.len();
            if is_late || has_enough || explorer.is_over() {
                generated.is_complete = false;
                break;
            }
            if let Some(ended) = explorer.step()? {
                self.take(start, plan, ended, covered, generated)?;
            }
        }
        Ok(())
    }

    fn root(&self, start: &Start<'_>, context: &mut Context, dir: &Path) -> Result<Process<Posix>> {
        let name = self.name.clone();
        match start {
            Start::Symbolic { loaded, given, symbolic } => {
                let argv = std::iter::once(name).chain(given.iter().cloned()).collect();
                first_process(loaded, context, argv, symbolic)
            }
            Start::Test(case) => {
                let seed = Seed { case: (**case).clone() };
                let program = self.subject.program;
                let (state, posix) = seed.start(program, context, &name, dir)?;
                Ok(Process::new(state, posix))
            }
        }
    }

    /// Makes a test of a path that came to its end, if it comes by a change.
    fn take(
        &self,
        start: &Start<'_>,
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
        let mut case = match start {
            Start::Symbolic { given, symbolic, .. } => {
                let named = inputs.into_iter().map(|(input, bytes)| (input.name, bytes));
                let run = concrete(given, symbolic, &named.collect::<Vec<_>>());
                Case { run, ..Case::default() }
            }
            Start::Test(case) => Seed { case: (**case).clone() }.with_inputs(&inputs),
        };
        case.name = format!("test-{}", generated.tests.len() + 1);
        let sequence = self.sequence_of(&case)?;
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

    /// What the new version comes by on an input that is fixed.
    fn sequence_of(&self, case: &Case) -> Result<Vec<NodeNumber>> {
        let program = self.subject.program;
        let name = self.name.clone();
        let (state, posix, _dir) = fixed_start(program, &name, case)?;
        let marked = self.subject.marked(&self.subject.sequences);
        let mut context = Context::default();
        Ok(follow(program, &marked, &mut context, (state, posix), MAX_OPS).0)
    }
}
