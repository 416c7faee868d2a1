//! Programs at their start.
//!
//! **Every process of the engine begins here**: with all that it reads known ([`start_fixed`]), or
//! with inputs ([`start_symbolic`]).

use anyhow::{Context as _, Result};
use patchlight_engine::explore::Process;
use patchlight_engine::{Context, Limit, Program, ProgramError, State};
use patchlight_load::Explored;
use patchlight_posix::{Config, Credentials, Input, Posix, Symbolic};
use patchlight_replay::USER;
use std::os::unix::ffi::OsStrExt;

/// The most memory of a program, in bytes, unless somebody asks for another limit.
pub const MAX_MEMORY: u64 = 8 << 30;

/// Why a program cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum CannotStart {
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error("cannot set up the inputs: {0}")]
    Limit(Limit),
}

/// A program in a system of which everything is known.
pub fn start_fixed(
    program: &Program,
    entry: &str,
    config: Config,
    max_memory: u64,
) -> Result<(State, Posix), CannotStart> {
    let mut state = State::new(program, entry, max_memory)?;
    let posix = Posix::new(config);
    posix.start(program, &mut state).map_err(CannotStart::Limit)?;
    Ok((state, posix))
}

/// A program in a system of which parts are inputs.
pub fn start_symbolic(
    program: &Program,
    entry: &str,
    context: &mut Context,
    config: Config,
    symbolic: &Symbolic,
) -> Result<(State, Posix), CannotStart> {
    let mut state = State::new(program, entry, MAX_MEMORY)?;
    let mut posix = Posix::new(config);
    let started = posix.start_symbolic(program, context, &mut state, symbolic);
    started.map_err(CannotStart::Limit)?;
    Ok((state, posix))
}

/// A program of whose inputs nothing is known, in the current directory. `argv`: what is given of its
/// command line, with its name.
pub fn first_process(
    loaded: &Explored,
    context: &mut Context,
    argv: Vec<Vec<u8>>,
    symbolic: &Symbolic,
) -> Result<Process<Posix>> {
    let cwd = std::env::current_dir().context("cannot get the current directory")?;
    let config = Config {
        executable: cwd.join(std::ffi::OsStr::from_bytes(&argv[0])),
        args: argv,
        cwd,
        stdin: Input::Empty,
        ..Config::default()
    };
    let config = match symbolic.file_forms.is_empty() {
        true => config,
        // Rights mean nothing to root; natively, tests run as this user.
        false => Config { who: Credentials::of(USER), ..config },
    };
    let (state, posix) = start_symbolic(&loaded.program, loaded.entry, context, config, symbolic)?;
    Ok(Process::new(state, posix))
}
