//! `patchlight run`: a program as if natively, with every memory access checked.

use crate::exit::Exit;
use crate::left_behind;
use crate::modules;
use crate::program::{ENTRY, ProgramArgs, load};
use crate::report;
use anyhow::{Context, Result};
use clap::Args;
use patchlight_engine::{PathEnd, State};
use patchlight_posix::{Config, Input, Posix, Stream};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    program: ProgramArgs,

    /// Print the number of executed ops and the time that execution took
    #[arg(long)]
    stats: bool,

    /// The most memory that the program may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    max_memory: u64,

    /// Write what the program made and changed to DIR/files, and a list to DIR/changes.txt
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// What the program gets as its arguments
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(args: &RunArgs) -> Result<Exit> {
    if let Some(out) = &args.out {
        left_behind::prepare(out).with_context(|| out.display().to_string())?;
    }
    let program = load(&args.program)?;
    let mut state = State::new(&program, ENTRY, args.max_memory << 20)?;
    let mut posix = Posix::new(config(&args.program.files[0], &args.args)?);
    if let Err(limit) = posix.start(&program, &mut state) {
        return Ok(end(&PathEnd::Limit(limit)));
    }
    let start = Instant::now();
    let path_end =
        patchlight_posix::run(&program, &mut state, &mut posix, u64::MAX, &mut pass_through);
    let elapsed = start.elapsed();
    for warning in &state.warnings {
        eprint!("patchlight: {}", report::describe_warning(warning));
    }
    if args.stats {
        let seconds = elapsed.as_secs_f64();
        eprintln!("patchlight: {} ops in {seconds:.6} s", state.n_ops);
    }
    if let PathEnd::Unsupported(_) = path_end {
        let missing = args.program.files.iter().flat_map(|file| modules::missing(file));
        missing.for_each(|line| eprintln!("patchlight: not captured: {line}"));
    }
    if let Some(out) = &args.out {
        left_behind::write(out, &posix.changes()?).with_context(|| out.display().to_string())?;
    }
    Ok(end(&path_end))
}

/// Says how a program ended, and exits as it did.
pub fn end(path_end: &PathEnd) -> Exit {
    if let Some(text) = report::describe_end(path_end) {
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
pub fn config(file: &Path, args: &[OsString]) -> Result<Config> {
    let name = program_name(file);
    let cwd = std::env::current_dir().context("the current directory")?;
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

/// `dir/tool.c` runs as `dir/tool`, `tool.c` as `./tool`; an executable as it is named.
pub fn program_name(file: &Path) -> OsString {
    let extension = file.extension().and_then(|extension| extension.to_str());
    if !matches!(extension, Some("c" | "ll" | "bc")) {
        return file.into();
    }
    let name = file.with_extension("");
    let in_cwd = file.parent() == Some(Path::new(""));
    if in_cwd { Path::new(".").join(name).into() } else { name.into() }
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
