//! Why a hunt came no nearer: of the branches that runs came to, but did not take to the side of the
//! target, the nearest, and what is known of it.

use super::{Hunt, World};
use crate::analysis::Guidance;
use crate::distance::UNREACHABLE;
use crate::graph::{Node, WayKind};
use patchlight_engine::State;
use patchlight_ir::{FileId, FuncId, Module, Op};
use std::collections::BTreeMap;

/// Places where runs ended before their time, by what ended them.
const MAX_GAPS: usize = 64;

/// A line of the program.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Line {
    pub file: FileId,
    pub line: u32,
}

/// What no run got past.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Obstacle {
    pub at: Line,
    pub why: Why,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Why {
    /// Runs ended there with something that the engine cannot do, or a limit.
    Gap(String),
    /// The side is infeasible, with what was decided at this line if not by itself.
    Infeasible(Option<Line>),
    /// What the condition depends on is what this function of libc gives, on no input.
    Result(String),
    /// The condition depends on no input in any run that came there.
    NoInput,
    /// The solver did not decide whether inputs go there.
    Undecided,
    /// The call through a pointer never calls the function that leads there.
    NotCalled(String),
    /// The side was not tried before the hunt ended.
    Untried,
}

impl Why {
    /// Of several that are equally near, what says most comes first.
    fn rank(&self) -> u8 {
        match self {
            Why::Gap(_) => 0,
            Why::Infeasible(_) => 1,
            Why::Result(_) => 2,
            Why::NoInput => 3,
            Why::Undecided => 4,
            Why::NotCalled(_) => 5,
            Why::Untried => 6,
        }
    }
}

/// What came of trying a side.
#[derive(Copy, Clone)]
pub(super) enum Attempt {
    /// With the decision at this node, if one is known.
    Infeasible(Option<Node>),
    Undecided,
}

/// Where runs ended with a gap: what it was, and the frames, the innermost first.
#[derive(Default)]
pub(super) struct Gaps {
    places: BTreeMap<String, Vec<Vec<(FuncId, u32)>>>,
}

impl Gaps {
    pub(super) fn note(&mut self, what: String, state: &State) {
        let places = self.places.entry(what).or_default();
        let frames = (0..state.n_frames()).rev().filter_map(|depth| state.position_at(depth));
        let frames: Vec<(FuncId, u32)> = frames.collect();
        if places.len() < MAX_GAPS && !places.contains(&frames) {
            places.push(frames);
        }
    }
}

impl<W: World> Hunt<'_, W> {
    pub(super) fn obstacle(&self, guidance: &Guidance) -> Option<Obstacle> {
        let sides = self.nearest_sides(guidance);
        let distance = sides.first().map_or(UNREACHABLE, |&(distance, ..)| distance);
        let gap = self.nearest_gap(guidance).filter(|(near, _)| *near <= distance);
        let found = sides.iter().filter_map(|&(_, from, to)| {
            Some(Obstacle { at: self.line_of(from)?, why: self.why(from, to) })
        });
        gap.map(|(_, gap)| gap).into_iter().chain(found).min_by_key(|found| found.why.rank())
    }

    /// The sides that no run took of the program's own branches that some run came to, those nearest to
    /// the target.
    fn nearest_sides(&self, guidance: &Guidance) -> Vec<(u32, Node, Node)> {
        let graph = &self.ground.analysis.graph;
        let mut nearest: Vec<(u32, Node, Node)> = Vec::new();
        for (number, way) in graph.ways().iter().enumerate() {
            let distance = guidance.distances.from(way.to);
            let is_choice = matches!(way.kind, WayKind::Side | WayKind::Member);
            if !is_choice || distance == UNREACHABLE || self.progress.executed.has_way(number) {
                continue;
            }
            let from = match way.kind {
                WayKind::Member => self.executed_call(way.from),
                _ => Some(way.from).filter(|&from| self.progress.executed.has(from)),
            };
            let is_own = |&from: &Node| self.ground.is_own_node(from);
            let from = from.filter(is_own).filter(|_| !self.progress.executed.has(way.to));
            let Some(from) = from else { continue };
            let best = nearest.first().map_or(UNREACHABLE, |&(distance, ..)| distance);
            if distance < best {
                nearest.clear();
            }
            if distance <= best {
                nearest.push((distance, from, way.to));
            }
        }
        nearest
    }

    /// A call of a group's that a run executed.
    fn executed_call(&self, group: Node) -> Option<Node> {
        let graph = &self.ground.analysis.graph;
        let mut calls = graph.ways_to(group).iter().map(|&number| graph.way(number as usize).from);
        calls.find(|&call| self.progress.executed.has(call))
    }

    fn nearest_gap(&self, guidance: &Guidance) -> Option<(u32, Obstacle)> {
        let (graph, distances) = (&self.ground.analysis.graph, &guidance.distances);
        let mut nearest: Option<(u32, Obstacle)> = None;
        for (what, places) in &self.progress.gaps.places {
            for frames in places {
                let to_return = &self.ground.analysis.to_return;
                let distance = to_return.of_frames(graph, distances, frames.iter().copied());
                let own = frames.iter().find(|(func, _)| self.ground.is_own[func.index()]);
                let at = own.and_then(|&(func, op)| self.line_of(graph.node_at(func, op)?));
                let is_nearer = nearest.as_ref().is_none_or(|(best, _)| distance < *best);
                if let Some(at) = at.filter(|_| is_nearer && distance != UNREACHABLE) {
                    nearest = Some((distance, Obstacle { at, why: Why::Gap(what.clone()) }));
                }
            }
        }
        nearest
    }

    fn why(&self, from: Node, to: Node) -> Why {
        let graph = &self.ground.analysis.graph;
        match self.progress.attempts.get(&(from, to)) {
            Some(Attempt::Infeasible(decided)) => {
                return Why::Infeasible(decided.and_then(|decided| self.line_of(decided)));
            }
            Some(Attempt::Undecided) => return Why::Undecided,
            None if self.progress.asked.contains(&from) => return Why::Untried,
            None => {}
        }
        let is_side = graph.ways_from(from).any(|number| graph.way(number).kind == WayKind::Side);
        let piece = graph.piece(to);
        match piece.filter(|_| !is_side) {
            Some(piece) => Why::NotCalled(self.name_of(piece.func)),
            None => self.deciding_result(from, to).map_or(Why::NoInput, Why::Result),
        }
    }

    /// The function of libc whose result decides a branch, if nothing outside of the branch's function
    /// does.
    fn deciding_result(&self, from: Node, to: Node) -> Option<String> {
        let definitions = self.ground.finder(true).of_side(from, to);
        let graph = &self.ground.analysis.graph;
        let func = |node: Node| graph.piece(node).map(|piece| piece.func);
        if definitions.iter().any(|definition| func(definition.node) != func(from)) {
            return None;
        }
        let result = definitions.iter().find_map(|definition| definition.call)?;
        let body = self.ground.analysis.module.functions[result.func.index()].body()?;
        let Op::Call { func, .. } = body.ops[result.op as usize] else { return None };
        (!self.ground.is_own[func.index()]).then(|| self.name_of(func))
    }

    fn name_of(&self, func: FuncId) -> String {
        self.ground.analysis.module.functions[func.index()].name.clone()
    }

    pub(super) fn line_of(&self, node: Node) -> Option<Line> {
        let piece = self.ground.analysis.graph.piece(node)?;
        line_of_ops(self.ground.analysis.module, piece.func, piece.first, piece.last)
    }
}

/// The line of the last op that has one.
pub fn line_of_ops(module: &Module, func: FuncId, first: u32, last: u32) -> Option<Line> {
    let body = module.functions[func.index()].body()?;
    let mut locs = (first..=last).rev().map(|op| body.loc(op as usize));
    locs.find(|loc| loc.line != 0).map(|loc| Line { file: loc.file, line: loc.line })
}
