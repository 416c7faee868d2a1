//! Native truth: programs run in a sandbox, versions compared, differences classified.
//!
//! **Invariants.** Nothing here prints or reads the environment. What a program does to its host
//! is nothing, or it is not run. Order of results never depends on which run ended first.

mod build;
mod bytes;
mod case;
mod class;
mod compare;
mod error;
mod executable;
mod judge;
mod minimise;
mod neighbours;
mod normalise;
mod outcome;
mod report;
mod sandbox;
mod sanitizer;

pub use build::Builder;
pub use bytes::{Hex, Latin1};
pub use case::{
    BadCase, Case, CaseInput, CaseLimits, File, FileKind, Loaded, Mode, Named, Origin, Run,
    Template, Terminal, VERSION, encode_ktest, load,
};
pub use class::{Class, Judgement, Shape};
pub use compare::{Difference, Observed, TextDifference};
pub use error::{Error, Result};
pub use executable::Executable;
pub use judge::{Finding, Fix, Judge, Options, Verdict, Version, Versions};
pub use minimise::minimise;
pub use neighbours::{
    Arity, OptionSpec, files_changed, from_executable, from_help, neighbours, program_options,
};
pub use normalise::{TimeFormat, mask_asserts};
pub use outcome::{Change, Data, End, FileChange, KEPT, Outcome};
pub use report::{Cluster, Report, Summary, compare};
pub use sandbox::{
    Config, Limits, Protection, RunFailure, SYSTEM, Sandbox, USER, make_files, serve,
};
pub use sanitizer::{Frame, SanitizerReport};
