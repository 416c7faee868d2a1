//! LLVM textual IR → `ir`. See ARCHITECTURE.md.
//!
//! `parse` reads the text of one module into `ast::Module`; `debuginfo` resolves its debug
//! locations. No IO: bytes in, values out.

pub mod ast;
pub mod debuginfo;
mod error;
mod hash;
mod lexer;
pub mod lower;
mod parse;

pub use error::{ParseError, ParseErrorKind};
pub use parse::parse;
