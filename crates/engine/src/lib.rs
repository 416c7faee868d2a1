//! The engine: runs a linked [`patchlight_ir::Module`].
//!
//! [`Program`] is a module made ready for execution, [`State`] one execution of it, [`State::run`]
//! the interpreter. It returns to its caller for every system call, so the operating system is
//! whoever drives it.
//!
//! **Invariants.** Nothing here knows LLVM, the JVM, POSIX or a file format. No global state, no
//! IO, no clocks: two runs of the same program with the same answers to its system calls are equal
//! op for op.

pub mod builtin;
pub mod explain;
mod float;
pub mod interp;
mod math;
pub mod memory;
pub mod outcome;
pub mod program;
pub mod state;
mod wide;

pub use memory::{Fault, Memory};
pub use outcome::{
    Access, BugKind, Limit, ObjectDescription, PathEnd, Place, ProgramBug, Unsupported, Warning,
    WarningKind,
};
pub use program::{Program, ProgramError};
pub use state::{State, Stop, Syscall};
