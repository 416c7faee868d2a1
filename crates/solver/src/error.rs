//! What can go wrong besides a query being hard.

use patchlight_expr::{ExprError, TermId};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum SolverError {
    #[error("cannot run `{command}`: {source}")]
    Start { command: String, source: std::io::Error },
    #[error("lost the connection to `{command}`: {source}")]
    Connection { command: String, source: std::io::Error },
    #[error("`{command}` answered `{answer}`")]
    Answer { command: String, answer: String },
    #[error("`{command}` answered something unreadable: {source}")]
    Unreadable { command: String, source: ExprError },
    #[error("the backends disagree: {ours} here, {theirs} there")]
    Disagreement { ours: String, theirs: String },
    #[error("a model does not satisfy {constraint}: this is a bug in the solver")]
    WrongModel { constraint: TermId },
}
