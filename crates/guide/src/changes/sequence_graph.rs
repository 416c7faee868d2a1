//! The change sequence graph (Algorithm 1): changed statements, where they may meet, and outputs, with
//! the ways on which control goes from one to the next.
//!
//! The paper joins a place where changes meet to the changes that meet there, whatever lies between;
//! these are edges of their own kind here. A search follows the ways of control.

use super::flow::Flow;
use super::interactions::Interactions;
use super::statements::{StatementId, Statements};
use crate::graph::{Graph, Node};
use patchlight_ir::{FuncId, Module};
use std::collections::{BTreeSet, HashMap};

/// A node of the graph, by its place among all.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct NodeNumber(pub u32);

impl NodeNumber {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum NodeKind {
    Change,
    /// Several changes may meet here.
    Interaction,
    /// What it does is seen from outside.
    Output,
}

#[derive(Clone, Debug)]
pub struct GraphNode {
    pub statement: StatementId,
    pub kind: NodeKind,
    /// The changes that it depends on.
    pub depends_on: Vec<NodeNumber>,
    /// The pieces of code with its ops.
    pub pieces: Vec<Node>,
}

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum EdgeKind {
    /// Control may go from one to the other without coming by a third.
    Flow,
    /// The change may affect what happens there.
    Dependence,
}

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Edge {
    pub from: NodeNumber,
    pub to: NodeNumber,
    pub kind: EdgeKind,
}

pub struct SequenceGraph {
    pub nodes: Vec<GraphNode>,
    /// In order.
    pub edges: Vec<Edge>,
    /// What the program comes to first.
    pub starts: Vec<NodeNumber>,
    by_statement: HashMap<StatementId, NodeNumber>,
}

impl SequenceGraph {
    pub fn new(
        module: &Module,
        graph: &Graph,
        entry: FuncId,
        statements: &Statements,
        changes: &[StatementId],
        interactions: &Interactions,
    ) -> SequenceGraph {
        let important = interactions.important();
        let mut this = SequenceGraph::of_nodes(module, graph, statements, changes, &important);
        let flow = Flow::new(module, graph, statements, &this.by_statement);
        this.starts = flow.first_in(entry);
        for (n, node) in this.nodes.iter().enumerate() {
            let from = NodeNumber(n as u32);
            let next = flow.after(from, &node.pieces).into_iter();
            this.edges.extend(next.map(|to| Edge { from, to, kind: EdgeKind::Flow }));
        }
        for (n, node) in this.nodes.iter_mut().enumerate() {
            let to = NodeNumber(n as u32);
            let changes = interactions.of(node.statement);
            let changes = changes.iter().filter_map(|change| this.by_statement.get(change));
            node.depends_on = changes.copied().collect();
            if node.kind == NodeKind::Interaction {
                let changes = node.depends_on.iter();
                let edge = |&from: &NodeNumber| Edge { from, to, kind: EdgeKind::Dependence };
                this.edges.extend(changes.map(edge));
            }
        }
        this.edges.sort_unstable();
        this
    }

    /// Changes by themselves: from each the program only has to come to an output.
    pub fn in_isolation(
        module: &Module,
        graph: &Graph,
        statements: &Statements,
        changes: &[StatementId],
    ) -> SequenceGraph {
        let nowhere = std::collections::BTreeMap::new();
        let mut this = SequenceGraph::of_nodes(module, graph, statements, changes, &nowhere);
        let (changes, outputs): (Vec<NodeNumber>, Vec<NodeNumber>) =
            this.numbers().partition(|&number| this.node(number).kind == NodeKind::Change);
        for &from in &changes {
            let edge = |&to: &NodeNumber| Edge { from, to, kind: EdgeKind::Flow };
            this.edges.extend(outputs.iter().map(edge));
        }
        this.starts = changes;
        this
    }

    fn of_nodes(
        module: &Module,
        graph: &Graph,
        statements: &Statements,
        changes: &[StatementId],
        important: &std::collections::BTreeMap<StatementId, BTreeSet<StatementId>>,
    ) -> SequenceGraph {
        let mut kinds: HashMap<StatementId, NodeKind> = HashMap::new();
        let outputs = statements.outputs(module);
        kinds.extend(outputs.into_iter().map(|id| (id, NodeKind::Output)));
        kinds.extend(important.keys().map(|&id| (id, NodeKind::Interaction)));
        kinds.extend(changes.iter().map(|&id| (id, NodeKind::Change)));
        let mut order: Vec<(StatementId, NodeKind)> = kinds.into_iter().collect();
        order.sort_unstable_by_key(|&(id, _)| {
            let statement = statements.get(id);
            (statement.file, statement.line, id)
        });
        let node = |(statement, kind): (StatementId, NodeKind)| {
            let ops = statements.get(statement).ops.iter();
            let pieces = ops.filter_map(|place| graph.node_at(place.func, place.op as u32));
            let mut pieces: Vec<Node> = pieces.collect();
            pieces.dedup();
            GraphNode { statement, kind, depends_on: Vec::new(), pieces }
        };
        let nodes: Vec<GraphNode> = order.into_iter().map(node).collect();
        let numbers = (0..nodes.len() as u32).map(NodeNumber);
        let by_statement = nodes.iter().map(|node| node.statement).zip(numbers).collect();
        SequenceGraph { nodes, edges: Vec::new(), starts: Vec::new(), by_statement }
    }

    pub fn numbers(&self) -> impl Iterator<Item = NodeNumber> + use<> {
        (0..self.nodes.len() as u32).map(NodeNumber)
    }

    pub fn node(&self, number: NodeNumber) -> &GraphNode {
        &self.nodes[number.index()]
    }

    pub fn number_of(&self, statement: StatementId) -> Option<NodeNumber> {
        self.by_statement.get(&statement).copied()
    }

    /// What control may come to next after a node; `None`: at the program's start.
    pub fn next(&self, after: Option<NodeNumber>) -> Vec<NodeNumber> {
        let Some(after) = after else { return self.starts.clone() };
        let edges = self.edges.iter();
        let edges = edges.filter(|edge| edge.from == after && edge.kind == EdgeKind::Flow);
        edges.map(|edge| edge.to).collect()
    }
}
