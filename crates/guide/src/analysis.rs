//! All that is known of a program without running it, and of a target in it.

use crate::callees::Precision;
use crate::distance::{Distances, ToReturn, UNREACHABLE};
use crate::effects::Effects;
use crate::graph::{Graph, Node};
use crate::precondition::Preconditions;
use patchlight_ir::{FuncId, Module};
use std::collections::HashSet;

/// A program, made ready for any number of targets.
pub struct Analysis<'m> {
    pub module: &'m Module,
    pub graph: Graph,
    pub to_return: ToReturn,
    effects: Effects,
    precision: Precision,
    entry: FuncId,
}

/// How the paths of a program lead to a target.
pub struct Guidance {
    pub targets: Vec<Node>,
    pub distances: Distances,
    is_target: HashSet<Node>,
    preconditions: Option<Preconditions>,
}

/// What runs executed: places, and ways between them.
#[derive(Default, Clone, PartialEq, Debug)]
pub struct Trace {
    nodes: Vec<bool>,
    ways: Vec<bool>,
}

impl Trace {
    pub fn new(graph: &Graph) -> Trace {
        Trace { nodes: vec![false; graph.n_nodes()], ways: vec![false; graph.ways().len()] }
    }

    pub fn has(&self, node: Node) -> bool {
        self.nodes[node.index()]
    }

    pub fn has_way(&self, way: usize) -> bool {
        self.ways[way]
    }

    pub fn add_node(&mut self, node: Node) {
        self.nodes[node.index()] = true;
    }

    /// True if it is new.
    pub fn add_way(&mut self, way: usize) -> bool {
        !std::mem::replace(&mut self.ways[way], true)
    }

    /// A step of a run, by at most one jump, call or return. `is_other_frame`: a call or a return.
    pub fn add_step(&mut self, graph: &Graph, from: Node, to: Node, is_other_frame: bool) {
        if from == to && !is_other_frame {
            return;
        }
        self.add_node(to);
        for way in graph.ways_of_step(from, to).into_iter().flatten() {
            self.add_way(way);
        }
    }

    pub fn add(&mut self, other: &Trace) {
        self.nodes.iter_mut().zip(&other.nodes).for_each(|(all, &one)| *all |= one);
        self.ways.iter_mut().zip(&other.ways).for_each(|(all, &one)| *all |= one);
    }
}

impl<'m> Analysis<'m> {
    pub fn new(module: &'m Module, entry: FuncId, precision: Precision) -> Analysis<'m> {
        let graph = Graph::new(module, precision);
        let effects = Effects::new(module, &graph);
        let to_return = ToReturn::new(module, &graph);
        Analysis { module, graph, to_return, effects, precision, entry }
    }

    /// `prunes`: without the ways that provably do not lead there.
    pub fn towards(&self, targets: Vec<Node>, prunes: bool) -> Guidance {
        let make = || Preconditions::new(self.module, &self.graph, &self.effects, &targets);
        let preconditions = prunes.then(make);
        let distances = Distances::new(&self.graph, &targets, preconditions.as_ref());
        let is_target = targets.iter().copied().collect();
        Guidance { targets, distances, is_target, preconditions }
    }

    /// Whether no run of the program comes to the targets of a guidance that prunes.
    pub fn proves_unreachable(&self, guidance: &Guidance) -> bool {
        if !guidance.excludes(self.module, self.graph.entry(self.entry)) {
            return false;
        }
        if self.precision == Precision::Safe {
            return true;
        }
        // The same with all calls that can happen. Pieces are numbered alike in both graphs.
        let safe = Analysis::new(self.module, self.entry, Precision::Safe);
        safe.proves_unreachable(&safe.towards(guidance.targets.clone(), true))
    }
}

impl Guidance {
    pub fn is_target(&self, node: Node) -> bool {
        self.is_target.contains(&node)
    }

    fn excludes(&self, module: &Module, entry: Option<Node>) -> bool {
        let Some(entry) = entry else { return false };
        let excludes = |conditions: &Preconditions| conditions.excludes_start(module, entry);
        self.distances.from(entry) == UNREACHABLE
            || self.preconditions.as_ref().is_some_and(excludes)
    }

    /// Whether a way may lead to the target.
    pub(crate) fn is_open(&self, way: usize) -> bool {
        !self.preconditions.as_ref().is_some_and(|known| known.is_closed(way))
    }

    /// Whether ways lead from a place to the target.
    pub(crate) fn leads_on(&self, node: Node) -> bool {
        self.distances.from(node) != UNREACHABLE && !self.leads_nowhere(node)
    }

    fn leads_nowhere(&self, node: Node) -> bool {
        self.preconditions.as_ref().is_some_and(|conditions| conditions.at(node).is_false())
    }

    /// How far a run came from the target, and where: the least distance of the places that it executed,
    /// those left out that provably do not lead there, and those that it came to only from such.
    pub fn nearest_of_run(&self, graph: &Graph, trace: &Trace, start: Node) -> (u32, Node) {
        // What is left hangs together with the start.
        let (mut seen, mut waiting) = (HashSet::from([start]), vec![start]);
        let mut best = (UNREACHABLE, start);
        while let Some(node) = waiting.pop() {
            if self.leads_nowhere(node) {
                continue;
            }
            best = best.min((self.distances.from(node), node));
            for number in graph.ways_from(node).filter(|&number| trace.has_way(number)) {
                let to = graph.way(number).to;
                if self.is_open(number) && seen.insert(to) {
                    waiting.push(to);
                }
            }
        }
        best
    }
}
