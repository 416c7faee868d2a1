//! Places that only a call which fails leads to: allocations that give nothing, descriptors that
//! cannot be closed. An allocation fails if an input makes its size far too large; the other calls fail
//! only on descriptors or signals that do not exist, so a hunt is not worth its time. That no run ever
//! comes there is not proved.
//!
//! **Invariants.** The graph must have all calls that can happen. A side of a branch counts as one of
//! failure only if no other definition of what it depends on leads there.

use crate::analysis::Analysis;
use crate::callees::Precision;
use crate::definitions::reaching;
use crate::formula::{Atom, Var, Verdict, ones};
use crate::graph::{Graph, Node, WayKind};
use crate::guards;
use crate::precondition::before_write;
use patchlight_ir::{Body, FuncId, Module, Op, Reg};
use std::collections::HashSet;

/// They give null where there is no memory.
const ALLOCATIONS: [&str; 7] =
    ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "strdup", "strndup"];
/// They give 0 unless they fail, on descriptors or signals that do not exist.
const STATUSES: [&str; 9] = [
    "close",
    "closedir",
    "atexit",
    "pipe",
    "sigemptyset",
    "sigfillset",
    "sigaddset",
    "sigprocmask",
    "sigaction",
];
/// How far a value is followed.
const MAX_DEPTH: u32 = 12;

/// A call that would have to fail.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct FailingCall {
    pub name: String,
    /// Whether a size may make it fail.
    pub is_allocation: bool,
    /// The branch on its result.
    pub branch: Node,
}

/// What of a program is executed if no call fails.
pub struct Failing<'m> {
    analysis: Analysis<'m>,
    /// By way: the call that has to fail.
    closed: Vec<Option<FuncId>>,
    /// By node: whether it can be executed all the same.
    open: Vec<bool>,
}

impl<'m> Failing<'m> {
    pub fn new(module: &'m Module, entry: FuncId) -> Failing<'m> {
        let analysis = Analysis::new(module, entry, Precision::Safe);
        let graph = &analysis.graph;
        let needed =
            |way| Search { analysis: &analysis, seen: HashSet::new(), call: None }.of_way(way);
        let closed: Vec<Option<FuncId>> = (0..graph.ways().len()).map(needed).collect();
        let open = executed(graph, graph.entry(entry), &closed);
        Failing { analysis, closed, open }
    }

    /// The call that has to fail for a run to come to one of these places, if all ways there go
    /// through such calls; of several an allocation. Nodes are pieces, which all graphs of a program
    /// have alike.
    pub fn needed(&self, targets: &[Node]) -> Option<FailingCall> {
        if targets.iter().any(|target| self.open[target.index()]) {
            return None;
        }
        let graph = &self.analysis.graph;
        let mut seen: HashSet<Node> = targets.iter().copied().collect();
        let mut waiting = targets.to_vec();
        let mut found: Option<FailingCall> = None;
        while let Some(node) = waiting.pop() {
            for &number in graph.ways_to(node) {
                let from = graph.way(number as usize).from;
                match self.closed[number as usize] {
                    Some(func) if self.open[from.index()] => {
                        let name = self.analysis.module.functions[func.index()].name.clone();
                        let is_allocation = ALLOCATIONS.contains(&plain(&name));
                        if is_allocation || found.is_none() {
                            found = Some(FailingCall { name, is_allocation, branch: from });
                        }
                    }
                    _ if seen.insert(from) => waiting.push(from),
                    _ => {}
                }
            }
        }
        found
    }
}

/// The name of a function without what libc puts before it.
fn plain(name: &str) -> &str {
    name.trim_start_matches('_')
}

fn executed(graph: &Graph, start: Option<Node>, closed: &[Option<FuncId>]) -> Vec<bool> {
    let mut open = vec![false; graph.n_nodes()];
    let mut waiting: Vec<Node> = start.into_iter().collect();
    waiting.iter().for_each(|start| open[start.index()] = true);
    while let Some(node) = waiting.pop() {
        for number in graph.ways_from(node).filter(|&number| closed[number].is_none()) {
            let to = graph.way(number).to;
            if !std::mem::replace(&mut open[to.index()], true) {
                waiting.push(to);
            }
        }
    }
    open
}

/// Whether a value is what is wanted only if a call fails.
struct Search<'a, 'm> {
    analysis: &'a Analysis<'m>,
    seen: HashSet<(FuncId, u32, Reg, [u64; 3])>,
    /// The call.
    call: Option<FuncId>,
}

impl Search<'_, '_> {
    fn of_way(mut self, number: usize) -> Option<FuncId> {
        let graph = &self.analysis.graph;
        let way = graph.way(number);
        if way.kind != WayKind::Side {
            return None;
        }
        let (piece, side) = (graph.piece(way.from)?, graph.piece(way.to)?);
        let body = self.analysis.module.functions[piece.func.index()].body()?;
        let atoms = guards::of_side(body, &body.ops[piece.last as usize], side.block);
        for atom in atoms {
            let Var::Reg(reg) = atom.var else { continue };
            if self.is_failure(piece.func, piece.last, reg, atom, 0) && self.call.is_some() {
                return self.call;
            }
        }
        None
    }

    /// Whether a register that satisfies an atom before an op says that a call failed.
    fn is_failure(&mut self, func: FuncId, at: u32, reg: Reg, atom: Atom, depth: u32) -> bool {
        let function = &self.analysis.module.functions[func.index()];
        let Some(body) = function.body().filter(|_| depth < MAX_DEPTH) else { return false };
        let atom = Atom { var: Var::Reg(reg), ..atom };
        let wanted = [atom.mask, atom.low, atom.span];
        let (definitions, from_start) = reaching(self.analysis, body, func, at, reg);
        let is_parameter = from_start && reg.0 < function.n_params;
        if definitions.is_empty() && !is_parameter {
            return false;
        }
        for op in definitions {
            // A value that goes round in a loop comes from somewhere else.
            let is_new = self.seen.insert((func, op, reg, wanted));
            if is_new && !self.is_failing_definition(func, body, op, atom, depth) {
                return false;
            }
        }
        let is_new = is_parameter && self.seen.insert((func, u32::MAX, reg, wanted));
        !is_new || self.are_failing_arguments(func, usize::from(reg.0), atom, depth)
    }

    fn is_failing_definition(
        &mut self,
        func: FuncId,
        body: &Body,
        at: u32,
        atom: Atom,
        depth: u32,
    ) -> bool {
        let op = &body.ops[at as usize];
        match *op {
            Op::Const { value, .. } => !atom.holds_for(value),
            Op::Call { func: callee, .. } => self.is_failing_result(callee, atom, depth),
            _ => match before_write(op, &atom) {
                Verdict::Atom(before) => match before.var {
                    Var::Reg(reg) => self.is_failure(func, at, reg, before, depth + 1),
                    Var::Cell(_) => false,
                },
                Verdict::False => true,
                Verdict::True => false,
            },
        }
    }

    fn is_failing_result(&mut self, callee: FuncId, atom: Atom, depth: u32) -> bool {
        let function = &self.analysis.module.functions[callee.index()];
        let name = plain(&function.name);
        let is_null = atom.low == 0 && atom.span == 0 && atom.mask == ones(64);
        if ALLOCATIONS.contains(&name) && is_null || STATUSES.contains(&name) && !atom.holds_for(0)
        {
            self.call = self.call.or(Some(callee));
            return true;
        }
        let Some(body) = function.body() else { return false };
        let mut returns = body.ops.iter().enumerate().filter_map(|(at, op)| match *op {
            Op::Ret { a, n } if n > 0 => Some((at as u32, a)),
            _ => None,
        });
        let leaves = |op: &Op| matches!(op, Op::TailCall { .. } | Op::TailCallPtr { .. });
        !body.ops.iter().any(leaves)
            && returns.all(|(at, reg)| self.is_failure(callee, at, reg, atom, depth + 1))
    }

    fn are_failing_arguments(&mut self, func: FuncId, n: usize, atom: Atom, depth: u32) -> bool {
        let graph = &self.analysis.graph;
        let Some(entry) = graph.entry(func) else { return false };
        let ways = graph.ways_to(entry);
        !ways.is_empty()
            && ways.iter().all(|&number| {
                let way = graph.way(number as usize);
                let Some(piece) = graph.piece(way.from) else { return false };
                let caller = &self.analysis.module.functions[piece.func.index()];
                let Some(body) = caller.body() else { return false };
                let call = &body.ops[piece.last as usize];
                let Op::Call { .. } = call else { return false };
                let args = call.call_args().map_or(&[][..], |(args, n)| body.args(args, n));
                let arg = args.get(n).copied();
                arg.is_some_and(|reg| self.is_failure(piece.func, piece.last, reg, atom, depth + 1))
            })
    }
}
