//! `patchlight record`: keeps what a project's own suite runs the project's programs with.

use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::Args;
use patchlight_record::{
    Plan, captured_programs, check, hold_signals, print, read, record, summary, write,
};
use patchlight_replay::End;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a recording goes unless it is said.
const OUT: &str = "patchlight-recording";

#[derive(Args)]
pub struct RecordArgs {
    /// A program of the project (may be repeated) [default: all executables below the project's
    /// directory that were built with `patchlight cc`]
    #[arg(long, value_name = "EXE")]
    program: Vec<PathBuf>,

    /// The project's directory [default: the working directory]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,

    /// Directory for the recording
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,

    /// Replay the recording in DIR and report which tests behave as recorded
    #[arg(long, value_name = "DIR", conflicts_with_all = ["program", "project", "command"])]
    check: Option<PathBuf>,

    /// The command that runs the test suite, such as `make check`
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "check")]
    command: Vec<OsString>,
}

/// The exit status is the suite's.
pub fn run(args: &RecordArgs) -> Result<Exit> {
    if let Some(dir) = &args.check {
        return check_recording(dir);
    }
    let stop = hold_signals()?;
    let dir = std::env::current_dir().context("cannot get the working directory")?;
    let project = args.project.clone().unwrap_or_else(|| dir.clone());
    let programs = match args.program.is_empty() {
        true => captured_programs(&project)?,
        false => args.program.clone(),
    };
    // The suite may change what the name means.
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot create {}", args.out.display()))?;
    let out = args.out.canonicalize()?;
    let plan = Plan {
        programs,
        command: args.command.clone(),
        dir,
        project,
        stop: Some(stop),
        ..Plan::default()
    };
    let recording = record(&plan)?;
    write(&out, &recording)?;
    print(&summary(&recording));
    Ok(match recording.suite {
        End::Signal(signal) => Exit::Killed(signal),
        End::Exit(status) => Exit::Program(status),
        End::Timeout | End::OutputLimit | End::MemoryLimit => Exit::Limit,
    })
}

fn check_recording(dir: &Path) -> Result<Exit> {
    let recording = read(dir)?;
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let checked = check(&recording, n_workers)?;
    for (name, what) in &checked.different {
        println!("{name}: {what}");
    }
    for (name, why) in &checked.unknown {
        println!("{name}: not compared: {why}");
    }
    let share = 100.0 * checked.n_same as f64 / checked.n_tests.max(1) as f64;
    println!(
        "{} of {} tests behave as recorded ({share:.1} %), {} do not, {} not compared",
        checked.n_same,
        checked.n_tests,
        checked.different.len(),
        checked.unknown.len()
    );
    Ok(Exit::Ok)
}
