//! How far it is to a target: branches to take at least.
//!
//! A call that may lead to the target is a branch as well: going past it is its other side. That is
//! how the paper's Figure 3 counts.

use crate::graph::{Graph, Node, WayKind};
use crate::precondition::Preconditions;
use patchlight_ir::{FuncId, Module, Op};
use std::collections::VecDeque;

/// No way leads there.
pub const UNREACHABLE: u32 = u32::MAX;

/// From everywhere to the nearest of some places.
pub struct Distances(Vec<u32>);

impl Distances {
    /// `closed`: ways that do not count.
    pub fn new(graph: &Graph, targets: &[Node], closed: Option<&Preconditions>) -> Distances {
        // Which functions lead there decides what going past their calls costs.
        let by_flow = search(graph, targets, |_, _| Some(0));
        let leads = |node: Node| by_flow[node.index()] != UNREACHABLE;
        let cost = |number: usize, kind: WayKind| {
            if closed.is_some_and(|closed| closed.is_closed(number)) {
                return None;
            }
            Some(match kind {
                WayKind::Side => 1,
                WayKind::Past => {
                    let from = graph.way(number).from;
                    let ways = graph.ways_from(from).map(|number| graph.way(number));
                    let mut calls = ways.filter(|way| way.kind == WayKind::Call);
                    u32::from(calls.any(|way| leads(way.to)))
                }
                WayKind::Jump | WayKind::Call | WayKind::Member => 0,
            })
        };
        Distances(search(graph, targets, cost))
    }

    pub fn from(&self, node: Node) -> u32 {
        self.0[node.index()]
    }
}

/// Branches until a function is left, from each node.
pub struct ToReturn(Vec<u32>);

impl ToReturn {
    pub fn new(module: &Module, graph: &Graph) -> ToReturn {
        let leaves = |node: &Node| {
            let Some(piece) = graph.piece(*node) else { return false };
            let body = module.functions[piece.func.index()].body();
            body.is_some_and(|body| {
                let op = &body.ops[piece.last as usize];
                matches!(op, Op::Ret { .. } | Op::TailCall { .. } | Op::TailCallPtr { .. })
            })
        };
        let ends: Vec<Node> = (0..graph.n_nodes() as u32).map(Node).filter(leaves).collect();
        ToReturn(search(graph, &ends, |_, kind| match kind {
            WayKind::Side => Some(1),
            WayKind::Jump | WayKind::Past => Some(0),
            WayKind::Call | WayKind::Member => None,
        }))
    }

    /// The distance of an execution whose frames are at these ops, the innermost first; each outer
    /// one waits at its call.
    pub fn of_frames(
        &self,
        graph: &Graph,
        distances: &Distances,
        frames: impl Iterator<Item = (FuncId, u32)>,
    ) -> u32 {
        let (mut best, mut left) = (UNREACHABLE, 0u32);
        for (n, (func, op)) in frames.enumerate() {
            let Some(node) = graph.node_at(func, if n == 0 { op } else { op + 1 }) else { break };
            best = best.min(left.saturating_add(distances.from(node)));
            left = left.saturating_add(self.0[node.index()]);
            if left >= best {
                break;
            }
        }
        best
    }
}

/// Shortest ways backwards from `targets`, where a way costs 0 or 1, or does not exist.
fn search(
    graph: &Graph,
    targets: &[Node],
    cost: impl Fn(usize, WayKind) -> Option<u32>,
) -> Vec<u32> {
    let mut distances = vec![UNREACHABLE; graph.n_nodes()];
    let mut queue: VecDeque<(u32, Node)> = targets.iter().map(|&target| (0, target)).collect();
    targets.iter().for_each(|target| distances[target.index()] = 0);
    while let Some((distance, node)) = queue.pop_front() {
        if distances[node.index()] < distance {
            continue;
        }
        for &number in graph.ways_to(node) {
            let way = graph.way(number as usize);
            let Some(cost) = cost(number as usize, way.kind) else { continue };
            let before = &mut distances[way.from.index()];
            if distance + cost < *before {
                *before = distance + cost;
                match cost {
                    0 => queue.push_front((distance, way.from)),
                    _ => queue.push_back((distance + cost, way.from)),
                }
            }
        }
    }
    distances
}
