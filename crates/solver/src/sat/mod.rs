//! SAT solvers behind one interface.
//!
//! [`Small`] is our own: it takes a query in microseconds, decides only variables that the query
//! can reach, and gives up after a few conflicts. [`Large`] is CaDiCaL, for what is hard.

mod heap;
mod large;
mod small;

use std::time::Instant;

pub use large::Large;
pub use small::Small;

/// A SAT solver's answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SatAnswer {
    Sat,
    Unsat,
    /// A limit was reached.
    Unknown,
}

/// How far a SAT solver may go.
#[derive(Copy, Clone, Debug, Default)]
pub struct Limits {
    pub deadline: Option<Instant>,
    pub conflicts: Option<u64>,
    /// Bytes that clauses and variables may take, estimated.
    pub memory: Option<u64>,
}

impl Limits {
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether it is too late, or so many bytes are too many.
    pub fn are_passed(&self, n_bytes: u64) -> bool {
        self.memory.is_some_and(|limit| n_bytes > limit) || self.is_late()
    }
}

/// A variable with a sign, as in DIMACS: variables count from 1.
pub type SatLit = i32;

/// An incremental SAT solver.
pub trait SatSolver {
    fn add_clause(&mut self, clause: &[SatLit]);

    /// Solves under assumptions. `scope` lists the variables that the assumptions depend on: a
    /// solver may leave others unassigned.
    fn solve(&mut self, assumptions: &[SatLit], scope: &[SatLit], limits: &Limits) -> SatAnswer;

    /// The value of a variable in the model that was just found.
    fn value(&mut self, var: SatLit) -> bool;

    /// Whether an assumption took part in the refutation that was just found.
    fn failed(&mut self, lit: SatLit) -> bool;

    /// The value to try first for a variable.
    fn suggest(&mut self, var: SatLit, value: bool);

    /// Conflicts so far, over all calls.
    fn n_conflicts(&self) -> u64;
}
