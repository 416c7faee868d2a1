//! Native truth: programs run in a sandbox, versions compared, differences classified.
//!
//! **Invariants.** Nothing here prints or reads the environment. What a program does to its host
//! is nothing, or it is not run. Order of results never depends on which run ended first.

mod bytes;
mod case;
mod error;
mod executable;
mod outcome;
mod sandbox;

pub use bytes::{Hex, Latin1};
pub use case::{
    BadCase, Case, CaseInput, CaseLimits, File, FileKind, Loaded, Mode, Named, Origin, Run,
    Template, VERSION, encode_ktest, load,
};
pub use error::{Error, Result};
pub use executable::Executable;
pub use outcome::{Change, Data, End, FileChange, KEPT, Outcome};
pub use sandbox::{Config, Limits, Protection, RunFailure, Sandbox, USER, serve};
