//! What can go wrong in this crate: reading SMT-LIB.

use std::fmt;

use thiserror::Error;

/// A place in a text, counted from 1.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error in SMT-LIB text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExprError {
    #[error("{at}: {message}")]
    Syntax { at: Position, message: String },
    #[error("{at}: unknown symbol `{name}`")]
    UnknownSymbol { at: Position, name: String },
    #[error("{at}: unknown sort `{name}`")]
    UnknownSort { at: Position, name: String },
    #[error("{at}: unknown logic `{name}`")]
    UnknownLogic { at: Position, name: String },
    #[error("{at}: `{op}` {message}")]
    Sort { at: Position, op: String, message: String },
    #[error("{at}: {what} is not supported")]
    Unsupported { at: Position, what: String },
}

impl ExprError {
    /// Where the error is.
    pub fn position(&self) -> Position {
        match self {
            ExprError::Syntax { at, .. }
            | ExprError::UnknownSymbol { at, .. }
            | ExprError::UnknownSort { at, .. }
            | ExprError::UnknownLogic { at, .. }
            | ExprError::Sort { at, .. }
            | ExprError::Unsupported { at, .. } => *at,
        }
    }
}
