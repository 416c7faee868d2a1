//! What the tests over tables of programs share: the comments in which a program says what is
//! expected of it (`program`), and checking all programs of a table, or those that are asked for
//! (`table`). `tests/ui/README.md` explains both to people who write such programs.
//!
//! Only tests depend on this crate.

pub mod program;
pub mod table;
pub mod words;

pub use program::{CommentedProgram, Dialect, Mark};
pub use table::Table;
