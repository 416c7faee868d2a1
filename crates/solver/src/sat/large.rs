//! CaDiCaL, for hard queries.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::{Limits, SatAnswer, SatLit, SatSolver};

/// Conflicts between two looks at the memory estimate.
const CONFLICTS_PER_SLICE: u64 = 20_000;
/// Bytes for a clause and for a variable, about.
const BYTES_PER_CLAUSE: u64 = 80;
const BYTES_PER_VAR: u64 = 300;

/// CaDiCaL with limits.
pub struct Large {
    solver: CaDiCal,
    deadline: Rc<Cell<Option<Instant>>>,
    max_var: SatLit,
    n_conflicts: u64,
}

struct Deadline(Rc<Cell<Option<Instant>>>);

impl Terminator for Deadline {
    fn terminated(&mut self) -> bool {
        self.0.get().is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Default for Large {
    fn default() -> Large {
        let mut solver = CaDiCal::new();
        // Bounded variable addition declares variables of its own, which would collide with those
        // of gates that are loaded later.
        solver.set("factor", 0);
        let deadline = Rc::new(Cell::new(None));
        solver.connect_terminator(Deadline(Rc::clone(&deadline)));
        Large { solver, deadline, max_var: 0, n_conflicts: 0 }
    }
}

impl SatSolver for Large {
    fn add_clause(&mut self, clause: &[SatLit]) {
        self.max_var = clause.iter().map(|lit| lit.abs()).fold(self.max_var, SatLit::max);
        match *clause {
            [a] => self.solver.clause1(a),
            [a, b] => self.solver.clause2(a, b),
            [a, b, c] => self.solver.clause3(a, b, c),
            _ => self.solver.clause6(clause),
        }
    }

    fn solve(&mut self, assumptions: &[SatLit], _scope: &[SatLit], limits: &Limits) -> SatAnswer {
        if limits.are_passed(self.estimated_bytes()) {
            return SatAnswer::Unknown;
        }
        self.deadline.set(limits.deadline);
        let first_conflict = self.n_conflicts;
        loop {
            for &lit in assumptions {
                self.solver.assume(lit);
            }
            let n_spent = self.n_conflicts - first_conflict;
            let n_left = limits.conflicts.map_or(u64::MAX, |limit| limit.saturating_sub(n_spent));
            let slice = n_left.min(CONFLICTS_PER_SLICE);
            self.solver.limit("conflicts", slice as i32);
            let status = self.solver.solve();
            self.n_conflicts =
                u64::try_from(self.solver.get_statistic_value("conflicts")).unwrap_or(0);
            match status {
                Status::SATISFIABLE => return SatAnswer::Sat,
                Status::UNSATISFIABLE => return SatAnswer::Unsat,
                Status::UNKNOWN => {}
            }
            let is_spent = n_left <= slice;
            if is_spent || limits.are_passed(self.estimated_bytes()) {
                return SatAnswer::Unknown;
            }
        }
    }

    fn value(&mut self, var: SatLit) -> bool {
        self.solver.val(var) > 0
    }

    fn failed(&mut self, lit: SatLit) -> bool {
        self.solver.failed(lit)
    }

    fn suggest(&mut self, var: SatLit, value: bool) {
        self.solver.phase(if value { var } else { -var });
    }

    fn n_conflicts(&self) -> u64 {
        self.n_conflicts
    }
}

impl Large {
    fn estimated_bytes(&self) -> u64 {
        let n_clauses = self.solver.irredundant() + self.solver.redundant();
        n_clauses.unsigned_abs() * BYTES_PER_CLAUSE
            + self.max_var.unsigned_abs() as u64 * BYTES_PER_VAR
    }
}
