//! How control goes from one marked statement to the next.
//!
//! Ways go along jumps, into functions and, from a function that is left, to behind each call of it.
//! Going past a call stands for all that the callee does without coming by a mark; so a way that
//! enters a function comes back to where it came from.

use super::statements::Statements;
use super::{NodeNumber, StatementId};
use crate::graph::{Graph, Node, WayKind};
use patchlight_ir::{FuncId, Module, Op};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a piece of code does about marks.
#[derive(Clone, Default)]
struct Marks {
    /// The marked statements of its ops in order, `None` for others; ops without a line belong to
    /// what is before them.
    visits: Vec<Option<NodeNumber>>,
}

/// Nodes of the graph, as bits.
#[derive(Clone, Default, PartialEq)]
struct NodeSet(Vec<u64>);

impl NodeSet {
    fn insert(&mut self, NodeNumber(number): NodeNumber) {
        let word = number as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    fn add(&mut self, other: &NodeSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(all, some)| *all |= some);
    }

    fn iter(&self) -> impl Iterator<Item = NodeNumber> + '_ {
        let words = self.0.iter().enumerate();
        let numbers = words.flat_map(|(n, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| n as u32 * 64 + bit)
        });
        numbers.map(NodeNumber)
    }
}

/// What happens first when a function is entered.
#[derive(Clone, Default, PartialEq)]
struct Entered {
    first: NodeSet,
    /// It can be left without coming by a mark.
    passes: bool,
}

/// Where a way is: before a piece, in a statement perhaps.
type At = (Node, Option<NodeNumber>);

pub struct Flow<'a> {
    module: &'a Module,
    graph: &'a Graph,
    marks: HashMap<Node, Marks>,
    entered: Vec<Entered>,
    /// By function, the pieces that call it.
    callers: HashMap<FuncId, Vec<Node>>,
}

/// What ways come to.
#[derive(Default)]
struct Found {
    nodes: NodeSet,
    /// The functions that ways leave.
    left: BTreeSet<FuncId>,
}

impl<'a> Flow<'a> {
    pub fn new(
        module: &'a Module,
        graph: &'a Graph,
        statements: &Statements,
        numbers: &HashMap<StatementId, NodeNumber>,
    ) -> Flow<'a> {
        let marks = marks(module, graph, statements, numbers);
        let callers = callers(module, graph);
        let entered = vec![Entered::default(); module.functions.len()];
        let mut flow = Flow { module, graph, marks, entered, callers };
        flow.enter_all();
        flow
    }

    /// What entering each function leads to first: the least solution.
    fn enter_all(&mut self) {
        let all = (0..self.module.functions.len()).map(FuncId::from_index);
        let mut waiting: Vec<FuncId> = all.rev().collect();
        let mut is_waiting = vec![true; waiting.len()];
        while let Some(func) = waiting.pop() {
            is_waiting[func.index()] = false;
            let now = match self.graph.entry(func) {
                // What is outside of the program comes back.
                None => Entered { first: NodeSet::default(), passes: true },
                Some(entry) => {
                    let mut found = Found::default();
                    self.walk(vec![(entry, None)], &mut HashSet::new(), &mut found);
                    Entered { first: found.nodes, passes: found.left.contains(&func) }
                }
            };
            if now != self.entered[func.index()] {
                self.entered[func.index()] = now;
                for &call in self.callers.get(&func).into_iter().flatten() {
                    let caller = self.graph.piece(call).map(|piece| piece.func);
                    if let Some(caller) = caller.filter(|caller| !is_waiting[caller.index()]) {
                        is_waiting[caller.index()] = true;
                        waiting.push(caller);
                    }
                }
            }
        }
    }

    /// The marks that come first when a function is entered.
    pub fn first_in(&self, func: FuncId) -> Vec<NodeNumber> {
        self.entered[func.index()].first.iter().collect()
    }

    /// The marks that come next after a visit of one, whose ops are in these pieces.
    pub fn after(&self, number: NodeNumber, pieces: &[Node]) -> Vec<NodeNumber> {
        let mut found = Found::default();
        let mut seen = HashSet::new();
        let starts = pieces.iter().copied().collect::<BTreeSet<Node>>().into_iter();
        for node in starts {
            // From behind each visit in the piece; what comes before it is another way.
            let visits = &self.marks[&node].visits;
            let places = visits.iter().enumerate().filter(|(_, mark)| **mark == Some(number));
            for (place, _) in places {
                self.go_through((node, Some(number)), place + 1, &mut seen, &mut found);
            }
        }
        let mut left: Vec<FuncId> = std::mem::take(&mut found.left).into_iter().collect();
        let mut has_left: HashSet<FuncId> = left.iter().copied().collect();
        while let Some(func) = left.pop() {
            for &call in self.callers.get(&func).into_iter().flatten() {
                let Some(piece) = self.graph.piece(call) else { continue };
                let within = self.marks.get(&call).and_then(|marks| marks.visits.last().copied());
                let mut next = Found::default();
                // A call that a tail call replaced is left at once.
                match self.behind(call) {
                    Some(behind) => {
                        self.walk(vec![(behind, within.flatten())], &mut seen, &mut next);
                    }
                    None => _ = next.left.insert(piece.func),
                }
                found.nodes.add(&next.nodes);
                left.extend(next.left.into_iter().filter(|func| has_left.insert(*func)));
            }
        }
        found.nodes.iter().collect()
    }

    fn behind(&self, call: Node) -> Option<Node> {
        let mut ways = self.graph.ways_from(call).map(|number| self.graph.way(number));
        ways.find(|way| way.kind == WayKind::Past).map(|way| way.to)
    }

    /// Goes on until marks are met, without leaving functions.
    fn walk(&self, starts: Vec<At>, seen: &mut HashSet<At>, found: &mut Found) {
        let mut waiting = starts;
        while let Some(at) = waiting.pop() {
            if seen.insert(at) {
                waiting.extend(self.through(at, 0, found));
            }
        }
    }

    /// The same, from a place inside of a piece.
    fn go_through(&self, at: At, place: usize, seen: &mut HashSet<At>, found: &mut Found) {
        let next = self.through(at, place, found);
        self.walk(next, seen, found);
    }

    /// Through a piece, from a place of its visits on: where a way is then.
    fn through(&self, (node, mut within): At, place: usize, found: &mut Found) -> Vec<At> {
        for &visit in self.marks.get(&node).into_iter().flat_map(|marks| &marks.visits[place..]) {
            match visit {
                Some(number) if within != visit => {
                    found.nodes.insert(number);
                    return Vec::new();
                }
                _ => within = visit,
            }
        }
        let ways = self.graph.ways_from(node).map(|number| self.graph.way(number));
        let calls = ways.clone().filter(|way| way.kind == WayKind::Call);
        let callees: Vec<FuncId> = calls.flat_map(|way| self.functions_at(way.to)).collect();
        for callee in &callees {
            found.nodes.add(&self.entered[callee.index()].first);
        }
        let is_left =
            callees.is_empty() || callees.iter().any(|callee| self.entered[callee.index()].passes);
        let Some(piece) = self.graph.piece(node) else { return Vec::new() };
        let body = self.module.functions[piece.func.index()].body();
        let last = body.map(|body| body.ops[piece.last as usize]);
        if matches!(last, Some(Op::Ret { .. }))
            || is_left && last.as_ref().is_some_and(is_tail_call)
        {
            found.left.insert(piece.func);
        }
        let goes_on = |kind: WayKind| match kind {
            WayKind::Jump | WayKind::Side => true,
            WayKind::Past => is_left,
            WayKind::Call | WayKind::Member => false,
        };
        ways.filter(|way| goes_on(way.kind)).map(|way| (way.to, within)).collect()
    }

    /// The functions that a node is the start of, or a group of such.
    fn functions_at(&self, node: Node) -> Vec<FuncId> {
        if let Some(piece) = self.graph.piece(node) {
            return vec![piece.func];
        }
        let members = self.graph.ways_from(node).map(|number| self.graph.way(number).to);
        members.filter_map(|entry| Some(self.graph.piece(entry)?.func)).collect()
    }
}

fn is_tail_call(op: &Op) -> bool {
    matches!(op, Op::TailCall { .. } | Op::TailCallPtr { .. } | Op::Forward { .. })
}

fn marks(
    module: &Module,
    graph: &Graph,
    statements: &Statements,
    numbers: &HashMap<StatementId, NodeNumber>,
) -> HashMap<Node, Marks> {
    let marked: HashSet<FuncId> = numbers.keys().map(|&id| statements.get(id).func).collect();
    let mut all: HashMap<Node, Marks> = HashMap::new();
    for func in marked {
        let Some(body) = module.functions[func.index()].body() else { continue };
        for op in 0..body.ops.len() {
            let Some(statement) = statements.of(func, op) else { continue };
            let Some(node) = graph.node_at(func, op as u32) else { continue };
            let visits = &mut all.entry(node).or_default().visits;
            let mark = numbers.get(&statement).copied();
            if visits.last() != Some(&mark) {
                visits.push(mark);
            }
        }
    }
    all
}

fn callers(module: &Module, graph: &Graph) -> HashMap<FuncId, Vec<Node>> {
    let mut callers: HashMap<FuncId, Vec<Node>> = HashMap::new();
    for index in 0..module.functions.len() {
        let func = FuncId::from_index(index);
        let Some(entry) = graph.entry(func) else { continue };
        for &number in graph.ways_to(entry) {
            let way = graph.way(number as usize);
            match way.kind {
                WayKind::Call => callers.entry(func).or_default().push(way.from),
                WayKind::Member => {
                    let calls = graph.ways_to(way.from).iter();
                    let calls = calls.map(|&call| graph.way(call as usize).from);
                    callers.entry(func).or_default().extend(calls);
                }
                WayKind::Jump | WayKind::Side | WayKind::Past => {}
            }
        }
    }
    callers
}
