//! The engine: runs a linked [`patchlight_ir::Module`].
//!
//! [`Program`] is a module made ready for execution, [`State`] one execution of it, [`State::run`]
//! the interpreter. It returns to its caller for every system call, so the operating system is
//! whoever drives it.
//!
//! **Invariants.** Nothing here knows LLVM, the JVM, POSIX or a file format. No global state, no
//! IO, no clocks: two runs of the same program with the same answers to its system calls are equal
//! op for op.

pub mod alone;
pub mod builtin;
pub mod contents;
pub mod context;
pub mod entered;
pub mod explain;
pub mod explore;
mod float;
pub mod interp;
mod math;
pub mod memory;
pub mod outcome;
pub mod pair;
pub mod program;
mod sites;
pub mod starts;
pub mod state;
mod summary;
pub mod system;
mod term_ops;
pub mod value;
mod wide;

pub use alone::Halt;
pub use context::{Context, Input, InputId, OwnNames, PinReason, Witness};
pub use memory::{Fault, Memory};
pub use outcome::{
    Access, BugKind, Limit, ObjectDescription, PathEnd, Place, ProgramBug, Unsupported, Warning,
    WarningKind,
};
pub use patchlight_expr::{Side, TermId, Terms};
pub use program::{Program, ProgramError};
pub use state::{State, Stop, Syscall, View};
pub use value::Value;
