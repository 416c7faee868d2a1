//! Where changes may meet (Definition 4): statements that depend on more than one of them.

use super::statements::{StatementId, Statements};
use crate::dependence::{Contracted, DependenceKind, Dependences};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Which changed statements each statement depends on.
pub struct Interactions {
    depends: HashMap<StatementId, BTreeSet<StatementId>>,
    changes: HashSet<StatementId>,
    /// Statements, and what depends on what directly.
    graph: Contracted,
}

impl Interactions {
    pub fn new(
        statements: &Statements,
        dependences: &Dependences,
        changes: &[StatementId],
    ) -> Interactions {
        let mut depends: HashMap<StatementId, BTreeSet<StatementId>> = HashMap::new();
        for &change in changes {
            let affected = dependences.affected_by(&statements.get(change).ops);
            for place in affected.iter() {
                let statement = statements.of(place.func, place.op);
                // What a statement does to itself is no interaction.
                if let Some(statement) = statement.filter(|&statement| statement != change) {
                    depends.entry(statement).or_default().insert(change);
                }
            }
        }
        let graph = dependences.contracted(statements.ids().count(), |place| {
            statements.of(place.func, place.op).map(StatementId::index)
        });
        let changes = changes.iter().copied().collect();
        Interactions { depends, changes, graph }
    }

    /// The changed statements that a statement depends on, itself not.
    pub fn of(&self, statement: StatementId) -> BTreeSet<StatementId> {
        self.depends.get(&statement).cloned().unwrap_or_default()
    }

    /// All potential interaction locations with the changes that may meet there.
    pub fn all(&self) -> BTreeMap<StatementId, BTreeSet<StatementId>> {
        let many = self.depends.iter().filter(|(_, changes)| changes.len() > 1);
        many.map(|(&id, changes)| (id, changes.clone())).collect()
    }

    /// Those at which changes meet that did not meet before: statements that only hand on what met in
    /// another one are left out. A changed statement is in the graph anyway, so it stands for nobody.
    pub fn important(&self) -> BTreeMap<StatementId, BTreeSet<StatementId>> {
        let mut all = self.all();
        all.retain(|id, _| !self.changes.contains(id));
        let mut alike: BTreeMap<&BTreeSet<StatementId>, Vec<StatementId>> = BTreeMap::new();
        for (&id, changes) in &all {
            alike.entry(changes).or_default().push(id);
        }
        let first: HashSet<StatementId> =
            alike.values().flat_map(|statements| self.first_of(statements)).collect();
        all.retain(|id, _| first.contains(id));
        all
    }

    /// Of statements at which the same changes meet, those at which they do so first. Of statements that
    /// depend on one another in a circle these are the ones that something comes to from outside; not
    /// over memory or by a call, if there are many: in a large program that is half of the circle.
    fn first_of(&self, statements: &[StatementId]) -> Vec<StatementId> {
        let mut is_alike = vec![false; self.graph.n_nodes()];
        statements.iter().for_each(|id| is_alike[id.index()] = true);
        let [by_any, by_value] = [true, false].map(|all_kinds| self.comes_in(&is_alike, all_kinds));
        let mut first = Vec::new();
        for circle in Circles::new(&self.graph, &is_alike).that_met_nowhere_before(statements) {
            let entrances = |comes_in: &[bool]| -> Vec<StatementId> {
                circle.iter().copied().filter(|id| comes_in[id.index()]).collect()
            };
            let mut found = entrances(&by_any);
            if found.len() > MANY {
                let by_value = entrances(&by_value);
                found = if by_value.is_empty() { found } else { by_value };
            }
            first.extend(if found.is_empty() { circle } else { found });
        }
        first
    }

    /// By node: whether a statement that is not of these, but depends on a change or is one, leads
    /// to it directly.
    fn comes_in(&self, is_alike: &[bool], all_kinds: bool) -> Vec<bool> {
        let mut comes_in = vec![false; self.graph.n_nodes()];
        let affected = self.depends.keys().chain(&self.changes);
        let affected = affected.filter(|id| !is_alike[id.index()]);
        let mut waiting: Vec<u32> = affected.map(|id| id.0).collect();
        while let Some(node) = waiting.pop() {
            for (after, kind) in self.graph.after(node) {
                let is_wide = matches!(
                    kind,
                    DependenceKind::Memory | DependenceKind::Allocation | DependenceKind::Call
                );
                if (all_kinds || !is_wide)
                    && !std::mem::replace(&mut comes_in[after as usize], true)
                    && self.graph.group(after).is_none()
                {
                    waiting.push(after);
                }
            }
        }
        comes_in
    }
}

/// A circle with more entrances than this is one that memory and calls through pointers make.
const MANY: usize = 50;

/// Statements of one kind that depend on one another in a circle, over helpers or not, by Tarjan's
/// algorithm.
struct Circles {
    /// By node, the number of its circle; `UNSEEN` outside.
    number: Vec<u32>,
    /// By circle: whether statements of the kind that are not in it lead to it, and whether any do.
    met_before: Vec<bool>,
    leads_on: Vec<bool>,
}

const UNSEEN: u32 = u32::MAX;

impl Circles {
    fn new(graph: &Contracted, is_alike: &[bool]) -> Circles {
        let n = graph.n_nodes();
        let counts = |node: u32| graph.group(node).is_none_or(|group| is_alike[group]);
        let mut circles =
            Circles { number: vec![UNSEEN; n], met_before: Vec::new(), leads_on: Vec::new() };
        let (mut order, mut lowest, mut n_seen) = (vec![UNSEEN; n], vec![UNSEEN; n], 0);
        let mut open: Vec<u32> = Vec::new();
        for start in (0..n as u32).filter(|&node| is_alike[node as usize]) {
            let mut stack: Vec<(u32, Vec<u32>)> = Vec::new();
            let mut next = Some(start).filter(|&node| order[node as usize] == UNSEEN);
            loop {
                if let Some(node) = next.take() {
                    order[node as usize] = n_seen;
                    lowest[node as usize] = n_seen;
                    n_seen += 1;
                    open.push(node);
                    stack.push((node, graph.before(node).filter(|&node| counts(node)).collect()));
                }
                let Some((node, left)) = stack.last_mut() else { break };
                let node = *node;
                match left.pop() {
                    Some(before) if order[before as usize] == UNSEEN => next = Some(before),
                    Some(before) if circles.number[before as usize] == UNSEEN => {
                        let low = lowest[node as usize].min(order[before as usize]);
                        lowest[node as usize] = low;
                    }
                    Some(_) => {}
                    None => {
                        stack.pop();
                        if let Some(&(above, _)) = stack.last() {
                            let low = lowest[above as usize].min(lowest[node as usize]);
                            lowest[above as usize] = low;
                        }
                        if lowest[node as usize] == order[node as usize] {
                            circles.close(graph, is_alike, &mut open, node);
                        }
                    }
                }
            }
        }
        circles
    }

    /// What is open from `first` on is a circle; all that it depends on is closed.
    fn close(&mut self, graph: &Contracted, is_alike: &[bool], open: &mut Vec<u32>, first: u32) {
        let from = open.iter().rposition(|&node| node == first).expect("an open node");
        let members: Vec<u32> = open.drain(from..).collect();
        let number = self.met_before.len() as u32;
        members.iter().for_each(|&node| self.number[node as usize] = number);
        let before = members.iter().flat_map(|&node| graph.before(node));
        let known = before.map(|node| self.number[node as usize]).filter(|&n| n != UNSEEN);
        let mut others = known.filter(|&other| other != number);
        let met_before = others.any(|other| self.leads_on[other as usize]);
        let has_some = members.iter().any(|&node| is_alike[node as usize]);
        self.met_before.push(met_before);
        self.leads_on.push(met_before || has_some);
    }

    /// The statements of each circle to which no other statements of the kind lead.
    fn that_met_nowhere_before(&self, statements: &[StatementId]) -> Vec<Vec<StatementId>> {
        let mut members: BTreeMap<u32, Vec<StatementId>> = BTreeMap::new();
        for &id in statements {
            let number = self.number[id.index()];
            if !self.met_before[number as usize] {
                members.entry(number).or_default().push(id);
            }
        }
        members.into_values().collect()
    }
}
