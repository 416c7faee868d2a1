//! Deciding bit-vector queries: fast, exact, and checked.
//!
//! [`Solver`] is the chain of layers: constants, sets of byte values, facts, independent slices, the
//! caller's witness, kept models and cores, SAT. Below it: [`blast`] turns terms into gates, [`instance`] loads them
//! into SAT solvers, [`sat`] is the solvers. [`Z3`] is a second backend over SMT-LIB.
//!
//! Invariants: every model is evaluated against the query before anyone sees it; past a budget the
//! answer is `Unknown`, never a guess; terms with shadows are projected by the caller. Deliberately
//! absent: programs, paths' meaning, threads (a solver belongs to one thread).

pub mod blast;
mod budget;
mod bytes;
mod cache;
mod canonical;
pub mod circuit;
mod error;
mod fixed;
pub mod instance;
mod known;
mod path;
mod queries;
mod rope;
pub mod sat;
mod script;
mod solver;
mod trie;
mod z3;

pub use budget::{Budget, Why};
pub use error::SolverError;
pub use fixed::{Simplified, simplify};
pub use path::Path;
pub use queries::{Enumeration, Range};
pub use script::{Response, ScriptError, ScriptRunner};
pub use solver::{Answer, Backend, Solver, SolverConfig, SolverStats};
pub use z3::Z3;
