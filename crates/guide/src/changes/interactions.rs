//! Where changes may meet (Definition 4): statements that depend on more than one of them.

use super::statements::{StatementId, Statements};
use crate::dependence::Dependences;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Which changed statements each statement depends on.
pub struct Interactions {
    depends: HashMap<StatementId, BTreeSet<StatementId>>,
    changes: HashSet<StatementId>,
    /// The statements that each one depends on directly, as far as any change affects it.
    direct: HashMap<StatementId, BTreeSet<StatementId>>,
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
        let mut direct: HashMap<StatementId, BTreeSet<StatementId>> = HashMap::new();
        for (&id, _) in depends.iter().filter(|(_, changes)| changes.len() > 1) {
            let before = statements.get(id).ops.iter().flat_map(|&place| dependences.of(place));
            let before = before.filter_map(|(place, _)| statements.of(place.func, place.op));
            direct.insert(id, before.filter(|&other| other != id).collect());
        }
        let changes = changes.iter().copied().collect();
        Interactions { depends, changes, direct }
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
        let circle_of = self.circles(&all);
        // By circle: whether all that meets in it met before it, and its members that something new
        // comes to.
        let mut has_met: HashSet<usize> = HashSet::new();
        let mut entrances: HashMap<usize, BTreeSet<StatementId>> = HashMap::new();
        for (&id, changes) in &all {
            let circle = circle_of[&id];
            for before in self.before(id).filter(|before| circle_of.get(before) != Some(&circle)) {
                if all.get(&before) == Some(changes) {
                    has_met.insert(circle);
                }
                if self.changes.contains(&before) || self.depends.contains_key(&before) {
                    entrances.entry(circle).or_default().insert(id);
                }
            }
        }
        all.retain(|id, _| {
            let circle = circle_of[id];
            let is_entrance = entrances.get(&circle).is_none_or(|members| members.contains(id));
            !has_met.contains(&circle) && is_entrance
        });
        all
    }

    fn before(&self, id: StatementId) -> impl Iterator<Item = StatementId> + '_ {
        self.direct.get(&id).into_iter().flatten().copied()
    }

    /// Statements that depend on one another in a circle, and on the same changes, have one number
    /// (Kosaraju's algorithm).
    fn circles(
        &self,
        all: &BTreeMap<StatementId, BTreeSet<StatementId>>,
    ) -> HashMap<StatementId, usize> {
        let alike =
            |id: StatementId| self.before(id).filter(move |before| all.get(before) == all.get(&id));
        let mut after: HashMap<StatementId, Vec<StatementId>> = HashMap::new();
        for &id in all.keys() {
            alike(id).for_each(|before| after.entry(before).or_default().push(id));
        }
        let mut order = Vec::new();
        let mut seen = HashSet::new();
        for &start in all.keys() {
            let mut stack = vec![(start, false)];
            while let Some((id, is_done)) = stack.pop() {
                if is_done {
                    order.push(id);
                } else if seen.insert(id) {
                    stack.push((id, true));
                    stack.extend(alike(id).map(|before| (before, false)));
                }
            }
        }
        let mut circle_of = HashMap::new();
        for (number, &start) in order.iter().rev().enumerate() {
            let mut stack = vec![start];
            while let Some(id) = stack.pop() {
                if let std::collections::hash_map::Entry::Vacant(place) = circle_of.entry(id) {
                    place.insert(number);
                    stack.extend(after.get(&id).into_iter().flatten());
                }
            }
        }
        circle_of
    }
}
