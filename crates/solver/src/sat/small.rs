//! A small conflict-driven solver for the many easy queries.
//!
//! Two watched literals, first-UIP learning with local minimisation, activities, saved phases,
//! Luby restarts. Only variables of the query's scope are decided: the clauses of gates outside it
//! are satisfied by evaluating those gates, so a consistent assignment of the scope is a model.
//! Deliberately absent: preprocessing and deletion of learnt clauses; an instance lives shortly
//! and hard queries go to CaDiCaL.

use super::heap::Heap;
use super::{Limits, SatAnswer, SatLit, SatSolver};

/// A literal: twice the variable, plus one if negated. Variables count from 0 here.
type Lit = u32;
type ClauseRef = u32;

const NO_REASON: ClauseRef = u32::MAX;
const RESTART_UNIT: u64 = 100;
const CONFLICTS_BETWEEN_CLOCK_READS: u64 = 64;
/// Bytes for a variable's entries in all tables, about.
const BYTES_PER_VAR: u64 = 120;

#[derive(Copy, Clone)]
struct Watch {
    clause: ClauseRef,
    /// A literal of the clause; if it is true the clause need not be looked at.
    blocker: Lit,
}

#[derive(Default)]
pub struct Small {
    /// Clauses, each as its length and its literals.
    arena: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 if true, -1 if false, 0 if open.
    values: Vec<i8>,
    levels: Vec<u32>,
    reasons: Vec<ClauseRef>,
    trail: Vec<Lit>,
    /// Where each decision level starts in the trail.
    level_starts: Vec<u32>,
    n_propagated: usize,
    activity: Vec<f32>,
    activity_step: f32,
    heap: Heap,
    phases: Vec<bool>,
    /// The last query in whose scope each variable was.
    scope_of: Vec<u32>,
    query: u32,
    /// Literals that the next query decides first, and how many of them are assigned surely.
    wishes: Vec<Lit>,
    n_granted: usize,
    seen: Vec<bool>,
    model: Vec<bool>,
    core: Vec<Lit>,
    is_refuted: bool,
    n_conflicts: u64,
}

fn from_dimacs(lit: SatLit) -> Lit {
    (lit.unsigned_abs() - 1) << 1 | u32::from(lit < 0)
}

impl SatSolver for Small {
    fn add_clause(&mut self, clause: &[SatLit]) {
        debug_assert!(self.level_starts.is_empty(), "clauses come between queries");
        let mut lits: [Lit; 4] = [0; 4];
        let mut n_open = 0;
        let mut longer = Vec::new();
        for &lit in clause {
            let lit = from_dimacs(lit);
            self.make_room_for(lit >> 1);
            match self.values[lit as usize] {
                1 => return,
                -1 => {}
                _ if n_open < lits.len() => {
                    lits[n_open] = lit;
                    n_open += 1;
                }
                _ => longer.push(lit),
            }
        }
        if longer.is_empty() {
            self.install(&lits[..n_open]);
        } else {
            longer.extend_from_slice(&lits);
            self.install(&longer);
        }
    }

    fn solve(&mut self, assumptions: &[SatLit], scope: &[SatLit], limits: &Limits) -> SatAnswer {
        self.core.clear();
        if self.is_refuted {
            return SatAnswer::Unsat;
        }
        let assumptions: Vec<Lit> = assumptions.iter().map(|&lit| from_dimacs(lit)).collect();
        self.enter_scope(scope);
        self.n_granted = 0;
        let outcome = self.search(&assumptions, limits);
        if outcome == SatAnswer::Sat {
            let is_true = |var: &SatLit| self.values[(*var as usize - 1) * 2] == 1;
            let values: Vec<bool> = scope.iter().map(is_true).collect();
            for (&var, value) in scope.iter().zip(values) {
                self.model[var as usize - 1] = value;
            }
        }
        self.backtrack(0);
        self.wishes.clear();
        outcome
    }

    fn value(&mut self, var: SatLit) -> bool {
        self.model[var as usize - 1]
    }

    fn failed(&mut self, lit: SatLit) -> bool {
        self.core.contains(&from_dimacs(lit))
    }

    fn suggest(&mut self, var: SatLit, value: bool) {
        self.make_room_for(var as u32 - 1);
        self.phases[var as usize - 1] = value;
    }

    fn n_conflicts(&self) -> u64 {
        self.n_conflicts
    }
}

impl Small {
    /// Makes the next query decide these literals first and in this order. In its model the first
    /// literal is true if that is possible at all; then the second, given the first; and so on.
    pub fn set_wishes(&mut self, wishes: impl Iterator<Item = SatLit>) {
        self.wishes.extend(wishes.map(from_dimacs));
    }

    fn make_room_for(&mut self, var: u32) {
        let n_vars = var as usize + 1;
        if self.levels.len() >= n_vars {
            return;
        }
        self.watches.resize_with(2 * n_vars, Vec::new);
        self.values.resize(2 * n_vars, 0);
        self.levels.resize(n_vars, 0);
        self.reasons.resize(n_vars, NO_REASON);
        self.activity.resize(n_vars, 0.0);
        self.phases.resize(n_vars, false);
        self.scope_of.resize(n_vars, 0);
        self.seen.resize(n_vars, false);
        self.model.resize(n_vars, false);
        self.heap.grow(n_vars);
    }

    /// Takes a clause of open literals.
    fn install(&mut self, lits: &[Lit]) {
        match lits {
            [] => self.is_refuted = true,
            &[unit] => {
                self.assign(unit, NO_REASON);
                self.is_refuted |= self.propagate().is_some();
            }
            _ => {
                self.store_clause(lits);
            }
        }
    }

    fn store_clause(&mut self, lits: &[Lit]) -> ClauseRef {
        let clause = self.arena.len() as ClauseRef;
        self.arena.push(lits.len() as u32);
        self.arena.extend_from_slice(lits);
        self.watches[lits[0] as usize].push(Watch { clause, blocker: lits[1] });
        self.watches[lits[1] as usize].push(Watch { clause, blocker: lits[0] });
        clause
    }

    fn lits(&self, clause: ClauseRef) -> std::ops::Range<usize> {
        let start = clause as usize + 1;
        start..start + self.arena[clause as usize] as usize
    }

    fn enter_scope(&mut self, scope: &[SatLit]) {
        self.query += 1;
        self.heap.clear();
        if self.activity_step == 0.0 {
            self.activity_step = 1.0;
        }
        for &var in scope {
            let var = var as u32 - 1;
            self.make_room_for(var);
            self.scope_of[var as usize] = self.query;
            self.heap.insert(var, &self.activity);
        }
    }

    fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        self.values[lit as usize] = 1;
        self.values[lit as usize ^ 1] = -1;
        let var = (lit >> 1) as usize;
        self.levels[var] = self.level();
        self.reasons[var] = reason;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let start = self.level_starts[level as usize] as usize;
        for &lit in &self.trail[start..] {
            self.values[lit as usize] = 0;
            self.values[lit as usize ^ 1] = 0;
            let var = lit >> 1;
            self.phases[var as usize] = lit & 1 == 0;
            if self.scope_of[var as usize] == self.query {
                self.heap.insert(var, &self.activity);
            }
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.n_propagated = self.n_propagated.min(start);
        self.n_granted = 0;
    }

    /// Assigns all that follows; gives a clause that is false, if there is one.
    fn propagate(&mut self) -> Option<ClauseRef> {
        while self.n_propagated < self.trail.len() {
            let falsified = self.trail[self.n_propagated] ^ 1;
            self.n_propagated += 1;
            let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
            let conflict = self.visit_watches(falsified, &mut watches);
            self.watches[falsified as usize] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    fn visit_watches(&mut self, falsified: Lit, watches: &mut Vec<Watch>) -> Option<ClauseRef> {
        let mut kept = 0;
        let mut at = 0;
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            if self.values[watch.blocker as usize] == 1 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let range = self.lits(watch.clause);
            let lits = &mut self.arena[range];
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let watch = Watch { blocker: first, ..watch };
            if self.values[first as usize] != 1 {
                let values = &self.values;
                let other = lits[2..].iter().position(|&lit| values[lit as usize] != -1);
                if let Some(other) = other {
                    lits.swap(1, other + 2);
                    let moved = lits[1];
                    self.watches[moved as usize].push(watch);
                    continue;
                }
                watches[kept] = watch;
                kept += 1;
                if self.values[first as usize] == -1 {
                    watches.copy_within(at.., kept);
                    watches.truncate(kept + watches.len() - at);
                    return Some(watch.clause);
                }
                self.assign(first, watch.clause);
                continue;
            }
            watches[kept] = watch;
            kept += 1;
        }
        watches.truncate(kept);
        None
    }

    fn search(&mut self, assumptions: &[Lit], limits: &Limits) -> SatAnswer {
        let first_conflict = self.n_conflicts;
        let mut restarts = 1;
        let mut next_restart = first_conflict + RESTART_UNIT * luby(restarts);
        loop {
            if let Some(conflict) = self.propagate() {
                self.n_conflicts += 1;
                if self.level() == 0 {
                    self.is_refuted = true;
                    return SatAnswer::Unsat;
                }
                self.learn(conflict);
                if self.is_past(limits, first_conflict) {
                    return SatAnswer::Unknown;
                }
                continue;
            }
            if self.n_conflicts >= next_restart {
                restarts += 1;
                next_restart = self.n_conflicts + RESTART_UNIT * luby(restarts);
                self.backtrack(assumptions.len() as u32);
                continue;
            }
            match self.decide(assumptions) {
                Decision::Made => {}
                Decision::AllAssigned => return SatAnswer::Sat,
                Decision::AssumptionFailed => return SatAnswer::Unsat,
            }
        }
    }

    fn is_past(&self, limits: &Limits, first_conflict: u64) -> bool {
        let n_here = self.n_conflicts - first_conflict;
        if limits.conflicts.is_some_and(|limit| n_here >= limit) {
            return true;
        }
        if !n_here.is_multiple_of(CONFLICTS_BETWEEN_CLOCK_READS) {
            return false;
        }
        let bytes = self.arena.len() as u64 * 8 + self.levels.len() as u64 * BYTES_PER_VAR;
        limits.are_passed(bytes)
    }

    fn decide(&mut self, assumptions: &[Lit]) -> Decision {
        while let Some(&assumption) = assumptions.get(self.level() as usize) {
            match self.values[assumption as usize] {
                1 => self.level_starts.push(self.trail.len() as u32),
                -1 => {
                    self.refute_assumption(assumption);
                    return Decision::AssumptionFailed;
                }
                _ => {
                    self.level_starts.push(self.trail.len() as u32);
                    self.assign(assumption, NO_REASON);
                    return Decision::Made;
                }
            }
        }
        // A wish is decided only when all before it are assigned, and they stay assigned as long
        // as it does: one that comes out false follows from those before it.
        while let Some(&wish) = self.wishes.get(self.n_granted) {
            self.n_granted += 1;
            if self.values[wish as usize] == 0 {
                self.level_starts.push(self.trail.len() as u32);
                self.assign(wish, NO_REASON);
                return Decision::Made;
            }
        }
        while let Some(var) = self.heap.pop(&self.activity) {
            let lit = var << 1 | u32::from(!self.phases[var as usize]);
            if self.values[lit as usize] == 0 {
                self.level_starts.push(self.trail.len() as u32);
                self.assign(lit, NO_REASON);
                return Decision::Made;
            }
        }
        Decision::AllAssigned
    }

    /// Learns from a false clause and goes back to where the learnt clause has one open literal.
    fn learn(&mut self, conflict: ClauseRef) {
        let mut learnt: Vec<Lit> = vec![0];
        let mut n_open = 0;
        let mut clause = conflict;
        let mut at = self.trail.len();
        let mut skip_first = false;
        loop {
            for i in self.lits(clause).skip(usize::from(skip_first)) {
                let lit = self.arena[i];
                let var = (lit >> 1) as usize;
                if self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                self.bump(var);
                if self.levels[var] == self.level() {
                    n_open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            skip_first = true;
            let pivot = loop {
                at -= 1;
                if self.seen[(self.trail[at] >> 1) as usize] {
                    break self.trail[at];
                }
            };
            n_open -= 1;
            if n_open == 0 {
                learnt[0] = pivot ^ 1;
                break;
            }
            self.seen[(pivot >> 1) as usize] = false;
            clause = self.reasons[(pivot >> 1) as usize];
        }
        self.finish_learning(learnt);
    }

    fn finish_learning(&mut self, mut learnt: Vec<Lit>) {
        let all = learnt.clone();
        let kept = learnt.split_off(1);
        learnt.extend(kept.into_iter().filter(|&lit| !self.is_implied(lit)));
        for lit in all {
            self.seen[(lit >> 1) as usize] = false;
        }
        self.activity_step *= 1.0 / 0.92;
        if learnt.len() == 1 {
            self.backtrack(0);
            self.assign(learnt[0], NO_REASON);
            return;
        }
        let level_of = |lit: &Lit| self.levels[(*lit >> 1) as usize];
        let highest = (1..learnt.len()).max_by_key(|&i| level_of(&learnt[i])).unwrap_or(1);
        learnt.swap(1, highest);
        self.backtrack(self.levels[(learnt[1] >> 1) as usize]);
        let clause = self.store_clause(&learnt);
        self.assign(learnt[0], clause);
    }

    /// Whether a literal of a learnt clause follows from the clause's other literals.
    fn is_implied(&self, lit: Lit) -> bool {
        let reason = self.reasons[(lit >> 1) as usize];
        reason != NO_REASON
            && self.lits(reason).all(|i| {
                let var = (self.arena[i] >> 1) as usize;
                var == (lit >> 1) as usize || self.seen[var] || self.levels[var] == 0
            })
    }

    fn bump(&mut self, var: usize) {
        self.activity[var] += self.activity_step;
        if self.activity[var] > 1e30 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-30);
            self.activity_step *= 1e-30;
        }
        self.heap.raised(var as u32, &self.activity);
    }

    /// Collects the assumptions from which the falsehood of `assumption` follows.
    fn refute_assumption(&mut self, assumption: Lit) {
        self.core.push(assumption);
        if self.levels[(assumption >> 1) as usize] == 0 {
            return;
        }
        self.seen[(assumption >> 1) as usize] = true;
        let start = self.level_starts.first().map_or(0, |&start| start as usize);
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = (lit >> 1) as usize;
            if !self.seen[var] {
                continue;
            }
            self.seen[var] = false;
            match self.reasons[var] {
                NO_REASON => self.core.push(lit),
                reason => {
                    for i in self.lits(reason) {
                        let other = (self.arena[i] >> 1) as usize;
                        if other != var && self.levels[other] > 0 {
                            self.seen[other] = true;
                        }
                    }
                }
            }
        }
        self.seen[(assumption >> 1) as usize] = false;
    }
}

enum Decision {
    Made,
    AllAssigned,
    AssumptionFailed,
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, …
fn luby(n: u64) -> u64 {
    let mut n = n;
    loop {
        let size = (n + 1).next_power_of_two();
        if n + 1 == size {
            return size / 2;
        }
        n -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Large;
    use super::*;

    #[test]
    fn restarts_follow_the_luby_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn wishes_are_granted_in_their_order() {
        let mut state = 99u64;
        let mut random = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let n_vars = 10;
        let scope: Vec<SatLit> = (1..=n_vars).collect();
        let mut n_sat = 0;
        for _ in 0..300 {
            let mut literal = || {
                let var = random(n_vars as u64) as SatLit + 1;
                if random(2) == 0 { var } else { -var }
            };
            let clauses: Vec<[SatLit; 3]> =
                (0..36).map(|_| [0; 3].map(|_: i32| literal())).collect();
            let wishes: Vec<SatLit> = (0..8).map(|_| literal()).collect();
            let mut small = Small::default();
            clauses.iter().for_each(|clause| small.add_clause(clause));
            small.set_wishes(wishes.iter().copied());
            let outcome = small.solve(&[], &scope, &Limits::default());
            // Of all models, the one whose granted wishes come first in the order of words.
            let granted = (0..1u32 << n_vars)
                .filter_map(|model| {
                    let holds = |&lit: &SatLit| (model >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
                    let is_model = clauses.iter().all(|clause| clause.iter().any(holds));
                    is_model.then(|| wishes.iter().map(holds).collect::<Vec<bool>>())
                })
                .max();
            assert_eq!(outcome == SatAnswer::Sat, granted.is_some());
            if let Some(granted) = granted {
                n_sat += 1;
                let found = wishes.iter().map(|&lit| small.value(lit.abs()) == (lit > 0));
                assert_eq!(found.collect::<Vec<bool>>(), granted);
            }
        }
        assert!((50..300).contains(&n_sat), "{n_sat}");
    }

    /// Random 3-SAT about the threshold, solved incrementally under assumptions by both solvers.
    #[test]
    fn the_small_solver_agrees_with_cadical_on_random_formulas() {
        let mut state = 12345u64;
        let mut random = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for round in 0..60 {
            let n_vars = 20 + round;
            let (mut small, mut large) = (Small::default(), Large::default());
            let mut clauses: Vec<[SatLit; 3]> = Vec::new();
            let scope: Vec<SatLit> = (1..=n_vars as SatLit).collect();
            for step in 0..6 {
                for _ in 0..n_vars * 7 / 10 {
                    let clause = [0; 3].map(|_: i32| {
                        let var = random(n_vars) as SatLit + 1;
                        if random(2) == 0 { var } else { -var }
                    });
                    small.add_clause(&clause);
                    large.add_clause(&clause);
                    clauses.push(clause);
                }
                let assumptions: Vec<SatLit> =
                    (0..step).map(|i| if random(2) == 0 { i + 1 } else { -(i + 1) }).collect();
                let limits = Limits::default();
                let outcome = small.solve(&assumptions, &scope, &limits);
                assert_eq!(outcome, large.solve(&assumptions, &scope, &limits));
                if outcome == SatAnswer::Sat {
                    let mut holds = |lit: SatLit| small.value(lit.abs()) == (lit > 0);
                    assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit))));
                    assert!(assumptions.iter().all(|&lit| holds(lit)));
                } else {
                    let core: Vec<SatLit> =
                        assumptions.iter().copied().filter(|&lit| small.failed(lit)).collect();
                    assert_eq!(large.solve(&core, &scope, &limits), SatAnswer::Unsat);
                }
            }
        }
    }
}
