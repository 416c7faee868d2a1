//! `patchlight run`: a program as if natively, with every memory access checked.

use crate::args::{ProgramArgs, mebibytes};
use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::Args;
use patchlight_capture::modules;
use patchlight_drive::describe::{describe_end, describe_warning};
use patchlight_drive::{CannotStart, left_behind, start_fixed};
use patchlight_engine::PathEnd;
use patchlight_load::{ENTRY, ProgramFiles, load};
use patchlight_posix::{Config, Input, Stream};
use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    program: ProgramArgs,

    /// Print the number of executed ops and the time taken
    #[arg(long)]
    stats: bool,

    /// Memory limit of the program, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8192, value_parser = mebibytes())]
    max_memory: u64,

    /// Write files that the program created or changed to DIR/files, and a list to DIR/changes.txt
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(args: &RunArgs) -> Result<Exit> {
    if let Some(out) = &args.out {
        left_behind::prepare(out).with_context(|| out.display().to_string())?;
    }
    let files = args.program.files();
    let program = load(&files)?;
    let config = config(&files, &args.args)?;
    let (mut state, mut posix) = match start_fixed(&program, ENTRY, config, args.max_memory << 20) {
        Err(CannotStart::Limit(limit)) => return Ok(end(&PathEnd::Limit(limit))),
        started => started?,
    };
    let start = Instant::now();
    let mut is_read = true;
    let mut sink = |stream: Stream, bytes: &[u8]| {
        let written = pass_through(stream, bytes);
        let is_broken = |error: &std::io::Error| error.kind() == ErrorKind::BrokenPipe;
        is_read &= !(stream == Stream::Out && written.as_ref().is_err_and(is_broken));
        written
    };
    let path_end = patchlight_posix::run(&program, &mut state, &mut posix, &|_| true, &mut sink);
    let elapsed = start.elapsed();
    for warning in state.path.warnings.iter() {
        eprint!("patchlight: {}", describe_warning(warning));
    }
    if args.stats {
        let seconds = elapsed.as_secs_f64();
        eprintln!("patchlight: {} ops in {seconds:.6} s", state.path.n_ops);
    }
    if let PathEnd::Unsupported(_) = path_end {
        let missing = args.program.files.iter().flat_map(|file| modules::missing(file));
        missing.for_each(|line| eprintln!("patchlight: not captured: {line}"));
    }
    if let Some(out) = &args.out {
        left_behind::write(out, &posix.changes()?).with_context(|| out.display().to_string())?;
    }
    // Its last output came to nobody, too late for the program to be told.
    if !is_read && matches!(path_end, PathEnd::Exit(_)) {
        return Ok(Exit::Killed(libc::SIGPIPE));
    }
    Ok(end(&path_end))
}

/// Says how a program ended, and exits as it did.
pub fn end(path_end: &PathEnd) -> Exit {
    if let Some(text) = describe_end(path_end) {
        eprint!("patchlight: {text}");
    }
    match path_end {
        PathEnd::Exit(status) => Exit::Program(*status),
        PathEnd::Discarded => Exit::Program(0),
        PathEnd::Killed(signal) => Exit::Killed(*signal),
        PathEnd::Bug(_) => Exit::Bug,
        PathEnd::Unsupported(_) => Exit::Unsupported,
        PathEnd::Limit(_) => Exit::Limit,
    }
}

/// The system that the user's shell would give the program.
pub fn config(program: &ProgramFiles, args: &[OsString]) -> Result<Config> {
    let name = program.name()?;
    let cwd = std::env::current_dir().context("cannot get the current directory")?;
    let mut argv = vec![name.clone().into_vec()];
    argv.extend(args.iter().map(|arg| arg.clone().into_vec()));
    let env = std::env::vars_os().map(|(key, value)| {
        let mut entry = key.into_vec();
        entry.push(b'=');
        entry.extend(value.as_bytes());
        entry
    });
    Ok(Config {
        args: argv,
        env: env.collect(),
        executable: cwd.join(&name),
        cwd,
        stdin: Input::Host,
        terminals: [
            std::io::stdin().is_terminal(),
            std::io::stdout().is_terminal(),
            std::io::stderr().is_terminal(),
        ],
        ..Config::default()
    })
}

/// Writes what a program writes.
pub fn pass_through(stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
    match stream {
        Stream::Err => std::io::stderr().write_all(bytes),
        _ => write_now(bytes),
    }
}

fn write_now(bytes: &[u8]) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}
