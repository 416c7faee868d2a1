//! One run: from block to block, along its witness.

use super::leads::Side;
use super::{Begin, CutOff, Hunt, HuntError, Level, MAX_CUT_OFF, Met, SeedId, World};
use crate::distance::UNREACHABLE;
use crate::graph::{Node, WayKind};
use patchlight_budget::cost;
use patchlight_engine::{Halt, PathEnd, State, TermId, Witness};
use patchlight_solver::{Budget, Path};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

/// What a question that only makes the engine more precise may take, such as where an address may
/// point to. The witness needs no answer.
const WALKING: Duration = Duration::from_millis(50);
const WALKING_CONFLICTS: u64 = 1000;
/// Blocks between two looks at the clock.
const LOOK_EVERY: u32 = 4096;

/// A run in progress.
pub struct Walk<S> {
    pub state: State,
    pub system: S,
    pub seed: SeedId,
    /// What was decided, the latest first.
    pub trail: Option<Rc<Decided>>,
    /// Where it is.
    pub node: Node,
    /// The piece at hand depended on the input.
    pub asked: bool,
    /// Tells runs apart.
    pub serial: u64,
}

/// A decision of a run.
pub struct Decided {
    pub earlier: Option<Rc<Decided>>,
    /// Where.
    pub at: Node,
    /// The contrary of what was true.
    pub other: TermId,
    /// The path condition before, and a witness of it.
    pub before: Path,
    pub witness: Witness,
}

impl Drop for Decided {
    /// A trail is long: one by one, not each inside of the other.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(mut decided) = next.and_then(Rc::into_inner) {
            next = decided.earlier.take();
        }
    }
}

/// A side of a `switch`.
struct Case {
    to: Node,
    distance: u32,
    wanted: TermId,
}

/// How running on ended.
enum Ran {
    /// At the target.
    There,
    Paused,
    Ended,
}

impl<W: World> Hunt<'_, W> {
    /// Runs on for some ops. The walk, if it is at the level's target.
    pub(super) fn go_on(
        &mut self,
        level: &mut Level<W::System>,
        mut walk: Walk<W::System>,
        ops: u64,
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        let closest = level.closest;
        let patient = *self.context.solver.budget();
        let quick = match patient.conflicts {
            None => Budget { time: Some(WALKING), ..patient },
            Some(_) => Budget { conflicts: Some(WALKING_CONFLICTS), ..patient },
        };
        self.context.solver.set_budget(quick);
        let n_ops = walk.state.path.n_ops;
        let is_there = self.run_on(level, &mut walk, ops);
        self.context.solver.set_budget(patient);
        let steps = (walk.state.path.n_ops - n_ops) * cost::OP + cost::QUESTION;
        self.limits.deadline.spend(steps);
        self.progress.patience.spend(steps);
        let is_there = is_there?;
        if level.closest < closest {
            // What came closer is what others begin with.
            let inputs = self.input_bytes(&walk.state, walk.state.path.witness.values());
            level.base = Begin { seed: walk.seed, inputs: Some(inputs) };
        }
        match is_there {
            Ran::There => return Ok(Some(walk)),
            Ran::Paused => {
                let distance = self.distance(level, &walk.state);
                level.leads.add_paused(walk, distance);
            }
            Ran::Ended => {}
        }
        Ok(None)
    }

    fn run_on(
        &mut self,
        level: &mut Level<W::System>,
        walk: &mut Walk<W::System>,
        ops: u64,
    ) -> Result<Ran, HuntError> {
        let start = walk.state.path.n_ops;
        let mut n_blocks = 0u32;
        loop {
            if level.guidance.is_target(walk.node) {
                return Ok(Ran::There);
            }
            n_blocks += 1;
            let is_late = n_blocks.is_multiple_of(LOOK_EVERY) && self.is_over(level);
            if walk.state.path.n_ops - start >= ops
                || is_late
                || self.context.solver.budget().is_over()
            {
                return Ok(Ran::Paused);
            }
            let n_frames = walk.state.n_frames();
            let (state, system) = (&mut walk.state, &mut walk.system);
            let halt = state.step(self.ground.program, &mut self.context, system, 0);
            self.note_step(level, walk, n_frames);
            match halt {
                Halt::Decide(condition) => self.decide(level, walk, condition),
                Halt::Paused => {}
                Halt::End(end) => {
                    self.note_end(level, walk, &end);
                    return Ok(Ran::Ended);
                }
                Halt::Returned(_) => return Ok(Ran::Ended),
            }
        }
    }

    fn note_end(&mut self, level: &Level<W::System>, walk: &Walk<W::System>, end: &PathEnd) {
        let gap = match end {
            PathEnd::Unsupported(gap) => format!("unsupported: {}", gap.what),
            PathEnd::Limit(limit) => format!("limit: {limit}"),
            PathEnd::Exit(_) | PathEnd::Killed(_) | PathEnd::Bug(_) | PathEnd::Discarded => return,
        };
        self.progress.gaps.note(gap, &walk.state);
        let distance = self.distance(level, &walk.state);
        if level.depth == 0 && distance != UNREACHABLE {
            let inputs = self.input_bytes(&walk.state, walk.state.path.witness.values());
            self.results.cut_off.push(CutOff { seed: walk.seed, inputs, distance });
            self.results.cut_off.sort_by_key(|run| run.distance);
            self.results.cut_off.truncate(MAX_CUT_OFF);
        }
    }

    /// Takes note of a place that a run is at.
    pub(super) fn note_visit(&mut self, state: &State, seed: SeedId, node: Node) {
        self.progress.executed.add_node(node);
        if self.results.watched.remove(&node) {
            let inputs = self.input_bytes(state, state.path.witness.values());
            self.results.met.push(Met { node, seed, inputs });
        }
    }

    /// Takes note of the side of a branch that a walk now goes on at.
    pub(super) fn note_side(
        &mut self,
        level: &mut Level<W::System>,
        walk: &Walk<W::System>,
        branch: Node,
    ) {
        self.note_visit(&walk.state, walk.seed, walk.node);
        for way in self.ground.analysis.graph.ways_of_step(branch, walk.node).into_iter().flatten()
        {
            self.progress.executed.add_way(way);
            level.seen.add_way(way);
        }
    }

    /// How far a state is. The paper looks at the innermost function alone.
    pub(super) fn distance(&self, level: &Level<W::System>, state: &State) -> u32 {
        let frames = (0..state.n_frames()).rev().filter_map(|depth| state.position_at(depth));
        let frames = frames.take(if self.heuristics.extensions { usize::MAX } else { 1 });
        let (graph, distances) = (&self.ground.analysis.graph, &level.guidance.distances);
        self.ground.analysis.to_return.of_frames(graph, distances, frames)
    }

    /// Takes note of where a walk went. Branches whose other side was never taken are leads even if
    /// they do not depend on the input.
    fn note_step(
        &mut self,
        level: &mut Level<W::System>,
        walk: &mut Walk<W::System>,
        n_frames: usize,
    ) {
        let Some((func, op)) = walk.state.position() else { return };
        let Some(node) = self.ground.analysis.graph.node_at(func, op) else { return };
        if node == walk.node && walk.state.n_frames() == n_frames {
            return;
        }
        let (from, asked) = (std::mem::replace(&mut walk.node, node), walk.asked);
        walk.asked = false;
        self.note_visit(&walk.state, walk.seed, node);
        let distance = level.guidance.distances.from(node);
        if distance < level.closest {
            level.closest = distance;
            if level.depth == 0 {
                self.note_progress();
            }
        }
        let graph = &self.ground.analysis.graph;
        for way in graph.ways_of_step(from, node).into_iter().flatten() {
            self.progress.executed.add_way(way);
            let is_new = level.seen.add_way(way);
            let is_own = self.ground.is_own_node(from);
            if !is_new || asked || !is_own || graph.way(way).kind != WayKind::Side {
                continue;
            }
            for other in graph.ways_from(from).filter(|&other| other != way) {
                let to = graph.way(other).to;
                let distance = level.guidance.distances.from(to);
                if !self.progress.executed.has_way(other) && distance != UNREACHABLE {
                    level.leads.add_concrete(from, to, self.behind_inputs(distance));
                }
            }
        }
    }

    /// Answers a question as the witness does. The other answer is a lead.
    fn decide(
        &mut self,
        level: &mut Level<W::System>,
        walk: &mut Walk<W::System>,
        condition: TermId,
    ) {
        walk.asked = true;
        if self.ground.is_own_node(walk.node) {
            self.progress.asked.insert(walk.node);
        }
        let context = &mut self.context;
        let truth = context.is_true_under(&walk.state.path.witness, condition);
        let negation = context.terms.not(condition);
        let (taken, other) = if truth { (condition, negation) } else { (negation, condition) };
        let before = walk.state.path.condition.clone();
        let witness = walk.state.path.witness.clone();
        let (earlier, at) = (walk.trail.clone(), walk.node);
        let decided = |other| {
            let (earlier, before) = (earlier.clone(), before.clone());
            Rc::new(Decided { earlier, at, other, before, witness: witness.clone() })
        };
        if self.distance(level, &walk.state) != UNREACHABLE {
            match self.cases(level, &walk.state) {
                None => self.add_side(level, walk, (condition, !truth), other, decided(taken)),
                Some(cases) => self.add_cases(level, walk, cases, taken, &decided),
            }
        }
        walk.trail = Some(decided(other));
        walk.state.answer(condition, truth);
        walk.state.assume(&mut self.context, taken);
    }

    fn add_side(
        &mut self,
        level: &mut Level<W::System>,
        walk: &mut Walk<W::System>,
        (condition, answer): (TermId, bool),
        wanted: TermId,
        trail: Rc<Decided>,
    ) {
        let mut state = walk.state.fork();
        state.assume(&mut self.context, wanted);
        // One block on, a branch is where its other side leads. Whatever else asks has to ask again,
        // with a witness that goes there.
        if self.is_at_branch(&state) {
            state.answer(condition, answer);
            let ran = state.run(self.ground.program, &mut self.context, 0);
            if let ControlFlow::Break(Halt::End(_)) = ran {
                return;
            }
        }
        let distance = self.distance(level, &state);
        let position = state.position();
        let to = position.and_then(|(func, op)| self.ground.analysis.graph.node_at(func, op));
        self.keep_side(level, walk, state, wanted, trail, (to.unwrap_or(walk.node), distance));
    }

    fn is_at_branch(&self, state: &State) -> bool {
        let Some((func, op)) = state.position() else { return false };
        let body = self.ground.analysis.module.functions[func.index()].body();
        body.is_some_and(|body| body.ops[op as usize].is_branch())
    }

    /// The cases of the `switch` at hand that lead to the target: where, how far, on which condition.
    fn cases(&mut self, level: &Level<W::System>, state: &State) -> Option<Vec<Case>> {
        let (func, _) = state.position()?;
        let distance = |op: u32| {
            let outer = (0..state.n_frames().saturating_sub(1)).rev();
            let outer = outer.filter_map(|depth| state.position_at(depth));
            let frames = std::iter::once((func, op)).chain(outer);
            let frames = frames.take(if self.heuristics.extensions { usize::MAX } else { 1 });
            let (graph, distances) = (&self.ground.analysis.graph, &level.guidance.distances);
            self.ground.analysis.to_return.of_frames(graph, distances, frames)
        };
        let leads = |op: u32| distance(op) != UNREACHABLE;
        let sides = state.switch_sides(self.ground.program, &mut self.context, leads)?;
        let case = |(op, wanted)| {
            let to = self.ground.analysis.graph.node_at(func, op)?;
            Some(Case { to, distance: distance(op), wanted })
        };
        Some(sides.into_iter().filter_map(case).collect())
    }

    /// The cases of a `switch` that a walk does not take. The states stay at the `switch`: it goes
    /// where their witness does.
    fn add_cases(
        &mut self,
        level: &mut Level<W::System>,
        walk: &mut Walk<W::System>,
        cases: Vec<Case>,
        taken: TermId,
        decided: &dyn Fn(TermId) -> Rc<Decided>,
    ) {
        for Case { to, distance, wanted } in cases.into_iter().filter(|case| case.wanted != taken) {
            let mut state = walk.state.fork();
            state.assume(&mut self.context, wanted);
            self.keep_side(level, walk, state, wanted, decided(taken), (to, distance));
        }
    }

    fn keep_side(
        &mut self,
        level: &mut Level<W::System>,
        walk: &Walk<W::System>,
        state: State,
        wanted: TermId,
        trail: Rc<Decided>,
        (to, distance): (Node, u32),
    ) {
        if distance == UNREACHABLE || !level.leads.wants(walk.serial, walk.node, to) {
            return;
        }
        let position = state.position();
        let at = position.and_then(|(func, op)| self.ground.analysis.graph.node_at(func, op));
        let (system, seed, branch) = (walk.system.clone(), walk.seed, walk.node);
        let before = walk.state.path.condition.clone();
        let node = at.unwrap_or(walk.node);
        let serial = self.next_serial();
        let walk = Walk { state, system, seed, trail: Some(trail), node, asked: true, serial };
        let graph = &self.ground.analysis.graph;
        let mut ways = graph.ways_from(branch).filter(|&way| graph.way(way).to == to);
        let is_known = ways.any(|way| level.seen.has_way(way));
        level.leads.add_side(Side { walk, before, wanted, branch, to, distance }, is_known);
    }
}
