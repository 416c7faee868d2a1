//! The operating system that drives a [`patchlight_engine::State`]: it answers the program's
//! system calls from a model of Linux on x86-64.
//!
//! [`Posix`] is everything outside of the program that the program can see: descriptors, files,
//! signals, clocks. It is cheap to copy, because each state of an exploration owns one.
//!
//! **Invariants.** Nothing is written to the host; the host is read when the program opens a file,
//! looks at a path or reads standard input, and only then. Two runs with the same [`Config`] and
//! the same host files see the same answers: clocks, process numbers and random bytes are part of
//! the model. A call that the model does not know ends the path as `Unsupported`, with its name;
//! a wrong pointer handed to a call ends it as the program's bug.
//!
//! **Absent.** Other processes, threads, sockets, memory shared with anyone.

mod calls;
mod clock;
mod config;
mod data;
mod descriptors;
mod dispatch;
mod fs;
mod kernel;
mod output;
mod pair;
mod run;
mod signals;
mod start;
mod streams;
mod symbolic;
mod symbolic_files;
mod symbolic_terminals;
mod syscalls;
#[cfg(test)]
mod tests;

pub use config::{Config, Credentials, START_TIME};
pub use data::Data;
pub use fs::changes::{Change, Entry, EntryKind, What};
pub use fs::node::Time;
pub use patchlight_inputs::FileForm;
pub use run::{Posix, run};
pub use streams::{Input, Stream};
pub use symbolic::{Symbolic, SymbolicArgs, SymbolicString};
