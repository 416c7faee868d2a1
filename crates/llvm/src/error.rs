//! Why a text is not a module of LLVM IR that we can read.

use thiserror::Error;

/// A parse error with its place. `Display` gives `LINE:COLUMN: reason`; put the file's name and a
/// colon before it.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{line}:{column}: {kind}")]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    pub kind: Box<ParseErrorKind>,
}

#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum ParseErrorKind {
    #[error("expected {expected}, found {found}")]
    Expected { expected: &'static str, found: String },
    #[error("unknown instruction `{0}`")]
    UnknownInstruction(String),
    #[error("unknown type `{0}`")]
    UnknownType(String),
    #[error("typed pointers are not supported: use clang 15 or newer (opaque pointers)")]
    TypedPointer,
    #[error("undefined {what} `{name}`")]
    Undefined { what: &'static str, name: String },
    #[error("redefinition of {what} `{name}`")]
    Redefined { what: &'static str, name: String },
    #[error("`{name}` has type {found}, expected {expected}")]
    TypeMismatch { name: String, found: String, expected: String },
    #[error("{what} nests more than {limit} levels deep")]
    TooDeep { what: &'static str, limit: u32 },
    #[error("the text is larger than 2 GiB")]
    TooLarge,
    #[error("this is LLVM bitcode: turn it into text with llvm-dis")]
    Bitcode,
    #[error("the text is not UTF-8")]
    NotUtf8,
    #[error("{0}")]
    Invalid(String),
}
