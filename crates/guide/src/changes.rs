//! Changes that act together: the graph of the sequences in which a program can come by them, after
//! the paper on change interaction errors.
//!
//! A *statement* is what a line of a function became. A statement is *visited* when control comes to
//! it from another statement of the same function, or with the function's start: going on in it after
//! a call that it makes is no new visit.
//!
//! **Invariants.** Everything here is about one program, the new version. Which statements are
//! changed, and which functions are the program's own, is the caller's knowledge.

mod flow;
mod follow;
mod interactions;
mod search;
mod sequence_graph;
mod statements;

pub use follow::{Follower, Marked, follow};
pub use interactions::Interactions;
pub use search::SequenceSearch;
pub use sequence_graph::{Edge, EdgeKind, GraphNode, NodeKind, NodeNumber, SequenceGraph};
pub use statements::{Statement, StatementId, Statements};
