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
mod libraries;
mod minimise;
mod neighbours;
mod normalise;
mod outcome;
mod report;
mod sandbox;
mod sanitizer;
mod shell;
mod system;
mod toolchain;

pub use build::Builder;
pub use bytes::{Hex, Latin1};
pub use case::{
    Arguments, BadCase, BadCommandLines, Case, CaseInput, CaseLimits, File, FileKind, Loaded, Mode,
    Named, NamedBytes, NotHeld, Origin, Run, Template, Terminal, VERSION, command_lines,
    encode_ktest, encode_ktest_case, load, load_bytes,
};
pub use class::{Class, Judgement, Shape};
pub use compare::{Difference, Observed, TextDifference};
pub use error::{Error, Result};
pub use executable::{Executable, same_machine_code};
pub use judge::{Finding, Fix, Judge, Options, Verdict, Version, Versions};
pub use libraries::{Library, LibrarySearch, directories_of};
pub use minimise::{Minimised, minimise};
pub use neighbours::{
    Arity, OptionSpec, Variant, files_changed, from_executable, from_help, neighbours,
    program_options,
};
pub use normalise::{TimeFormat, mask_asserts};
pub use outcome::{Change, Data, End, FileChange, KEPT, LateOutput, NativeOutcome};
pub use report::{Cluster, Report, Summary, compare};
pub use sandbox::{
    LandlockAbi, Protection, RunFailure, RunLimits, Sandbox, SandboxConfig, USER, make_files,
    sandbox_config, serve, serve_if_asked,
};
pub use sanitizer::{
    Frame, SANITIZERS, Sanitizer, SanitizerReport, sanitizer_environment, sanitizer_flags,
};
pub use shell::{command as shell_command, quote};
pub use system::SYSTEM;
pub use toolchain::{Sanitizers, Toolchain};
