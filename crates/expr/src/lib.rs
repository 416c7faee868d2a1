//! Hash-consed bit-vector terms: building, rewriting, evaluating, and SMT-LIB in and out.
//!
//! - [`Terms`] owns every term; a [`TermId`] is a 32-bit index into it.
//! - Rewrites run while a term is built ([`rewrite`]); each rule has a name and a counter.
//! - [`Evaluator`] gives any term's value under an [`Assignment`].
//! - [`facts`] holds intervals and known bits, computed when somebody asks.
//! - [`smtlib`] reads and writes queries.
//!
//! Invariants: equal terms of one arena have equal ids; no operand of a term is younger than the
//! term; no traversal recurses along a term's depth. Deliberately absent: solving, IO, any notion
//! of a program or of a path.

mod array;
mod assignment;
mod bits;
mod build;
mod error;
mod eval;
pub mod facts;
mod infix;
mod kind;
mod ops;
pub mod rewrite;
mod shadow;
mod shape;
pub mod smtlib;
mod substitute;
mod support;
mod table;
mod term;
mod terms;

pub use array::{ArrayDef, ArrayId, Contents};
pub use assignment::Assignment;
pub use bits::Bits;
pub use error::{ExprError, Position};
pub use eval::Evaluator;
pub use facts::{Facts, FactsTable};
pub use kind::Kind;
pub use shadow::Side;
pub use shape::Shape;
pub use substitute::Substitution;
pub use support::{InputKey, SupportTable};
pub use term::{MAX_WIDTH, Node, TermId};
pub use terms::{MemoryUse, Terms};
