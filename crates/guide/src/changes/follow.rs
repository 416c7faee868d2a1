//! Which nodes of the graph a run comes by, in their order.

use super::sequence_graph::{NodeNumber, SequenceGraph};
use super::statements::Statements;
use patchlight_engine::alone::{Pace, Seen, to_end};
use patchlight_engine::explore::System;
use patchlight_engine::{Context, Limit, PathEnd, Program, State};
use patchlight_ir::{FuncId, Module};
use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// The code of the graph's nodes, for runs that go from block to block.
pub struct Marked<'a> {
    statements: &'a Statements,
    graph: &'a SequenceGraph,
    /// Functions with a node.
    functions: HashSet<FuncId>,
    /// By function, the ops after which a run may pause: where blocks and calls end.
    ends: HashMap<FuncId, Vec<u32>>,
}

impl<'a> Marked<'a> {
    pub fn new(module: &'a Module, statements: &'a Statements, graph: &'a SequenceGraph) -> Self {
        let nodes = graph.nodes.iter();
        let functions: HashSet<FuncId> =
            nodes.map(|node| statements.get(node.statement).func).collect();
        let mut ends = HashMap::new();
        for &func in &functions {
            let Some(body) = module.functions[func.index()].body() else { continue };
            let is_end = |op: &u32| {
                let op = &body.ops[*op as usize];
                op.is_terminator() || crate::graph::is_call(op)
            };
            ends.insert(func, (0..body.ops.len() as u32).filter(is_end).collect());
        }
        Marked { statements, graph, functions, ends }
    }

    /// The nodes with one of some ops of a function.
    pub fn nodes_of(&self, func: FuncId, ops: Range<u32>) -> impl Iterator<Item = NodeNumber> {
        let ops = ops.filter(move |_| self.functions.contains(&func));
        let statements = ops.filter_map(move |op| self.statements.of(func, op as usize));
        statements.filter_map(|statement| self.graph.number_of(statement))
    }

    /// The ops that were executed by a run that was at `from` and is elsewhere now.
    fn to_end(&self, func: FuncId, from: u32) -> Range<u32> {
        let ends = &self.ends[&func];
        let end = ends[ends.partition_point(|&end| end < from)..].first();
        from..end.map_or(from, |&end| end + 1)
    }
}

/// Follows one run.
#[derive(Clone, Default)]
pub struct Follower {
    /// Where the run was when it was last looked at, and how many ops it had executed.
    position: Option<(FuncId, u32)>,
    n_ops: u64,
    /// By frame, the node whose statement is being executed.
    within: Rc<Vec<Option<NodeNumber>>>,
    /// The node that was visited last.
    pub last: Option<NodeNumber>,
}

impl Follower {
    /// Looks at a run that has gone on by one block at most. Calls `visit` for each node.
    pub fn look(&mut self, marked: &Marked<'_>, state: &State, mut visit: impl FnMut(NodeNumber)) {
        let now = state.position();
        let (was, n_ops) = (self.position, self.n_ops);
        (self.position, self.n_ops) = (now, state.path.n_ops);
        let depth = state.n_frames();
        if let Some((func, op)) = was
            && (n_ops != state.path.n_ops || was != now)
            && marked.functions.contains(&func)
        {
            // A question in the middle of a block stops before the op that asks.
            let executed = match now {
                Some((at, next)) if at == func && self.is_ahead(marked, func, op, next, depth) => {
                    op..next
                }
                _ => marked.to_end(func, op),
            };
            self.execute(marked, func, executed, &mut visit);
        }
        if self.within.len() != depth {
            Rc::make_mut(&mut self.within).resize(depth, None);
        }
    }

    /// The statement in which a run ended was begun.
    fn end(&mut self, marked: &Marked<'_>, state: &State, mut visit: impl FnMut(NodeNumber)) {
        if let Some((func, op)) =
            state.position().filter(|(func, _)| marked.functions.contains(func))
        {
            self.execute(marked, func, op..op + 1, &mut visit);
        }
    }

    fn is_ahead(
        &self,
        marked: &Marked<'_>,
        func: FuncId,
        op: u32,
        next: u32,
        depth: usize,
    ) -> bool {
        self.within.len() == depth && op < next && marked.to_end(func, op).contains(&next)
    }

    fn execute(
        &mut self,
        marked: &Marked<'_>,
        func: FuncId,
        ops: Range<u32>,
        visit: &mut impl FnMut(NodeNumber),
    ) {
        for op in ops {
            let Some(statement) = marked.statements.of(func, op as usize) else { continue };
            let number = marked.graph.number_of(statement);
            let Some(within) = self.within.last().copied() else { return };
            if number != within {
                if let Some(place) = Rc::make_mut(&mut self.within).last_mut() {
                    *place = number;
                }
                if let Some(number) = number {
                    self.last = Some(number);
                    visit(number);
                }
            }
        }
    }
}

/// Runs a program whose inputs are known to its end: the nodes that it comes by, and the end.
pub fn follow<S: System>(
    program: &Program,
    marked: &Marked<'_>,
    context: &mut Context,
    (mut state, mut system): (State, S),
    max_ops: u64,
) -> (Vec<NodeNumber>, PathEnd) {
    let mut follower = Follower::default();
    let mut visited = Vec::new();
    follower.look(marked, &state, |_| {});
    let run = (&mut state, &mut system);
    let end = to_end(program, context, run, Pace::Blocks, max_ops, |Seen { state, .. }| {
        follower.look(marked, state, |number| visited.push(number));
        ControlFlow::Continue(())
    });
    if !matches!(end, PathEnd::Limit(Limit::Ops)) {
        follower.end(marked, &state, |number| visited.push(number));
    }
    (visited, end)
}
