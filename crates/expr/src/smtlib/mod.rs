//! SMT-LIB 2, in and out.
//!
//! [`Reader`] turns the text of a script into [`Command`]s one by one; [`write_query`] makes a
//! script of assertions. Booleans are terms of width 1; the reader keeps them apart from
//! bit-vectors of width 1 while it checks sorts. Deliberately absent: quantifiers, sorts other
//! than Booleans, bit-vectors and arrays of them, equality between arrays.

mod lexer;
mod operators;
mod reader;
mod sorts;
mod writer;

pub use reader::{Command, Declaration, Reader};
pub use sorts::{Sort, Value};
pub use writer::{symbol_of_array, write_query};
