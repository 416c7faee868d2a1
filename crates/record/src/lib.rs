//! Keeps what a project's own suite runs the project's programs with.
//!
//! Each program's file is replaced by a recorder (`stub`, `install`) while the suite runs. A recorder
//! reports to this process (`session`), which follows it by `ptrace` while it is the real program
//! (`tracer`, with `calls`, `streams`, `files`, `process`), and makes a case of what it saw (`case`,
//! `environment`, `rewrite`). `output` writes and reads recordings, `check` replays them.
//!
//! **Invariant.** The suite sees what it would see without: nothing that fails here ends a program.

mod calls;
mod case;
mod check;
mod environment;
mod executed;
mod files;
mod install;
mod notes;
mod output;
mod process;
mod ptrace;
mod rewrite;
mod session;
mod signals;
mod streams;
mod stub;
mod suite;
mod tracer;

pub use check::{Checked, check};
pub use executed::{Executed, executed};
pub use install::executables;
pub use notes::{Effect, Note, NoteKind};
pub use output::{Summary, print, read, summary, write};
pub use session::record;
pub use signals::hold as hold_signals;

use anyhow::{Context, Result, bail};
use patchlight_capture::modules::is_captured;
use patchlight_replay::{Case, End};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicI32;

/// The executables below a directory that `patchlight cc` made.
pub fn captured_programs(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut dirs = vec![dir.to_path_buf()];
    while let Some(dir) = dirs.pop() {
        let entries =
            fs::read_dir(&dir).with_context(|| format!("cannot read {}", dir.display()))?;
        for entry in entries.flatten() {
            let (Ok(kind), path) = (entry.file_type(), entry.path()) else { continue };
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if kind.is_dir() && (!is_hidden || path.ends_with(".libs")) {
                dirs.push(path);
            } else if kind.is_file() && !is_hidden {
                let mode = entry.metadata().map_or(0, |data| data.permissions().mode());
                if mode & 0o111 != 0 && is_captured(&path) {
                    found.push(path);
                }
            }
        }
    }
    found.sort();
    match found.is_empty() {
        true => bail!("no executable here was built with `patchlight cc`: use --program"),
        false => Ok(found),
    }
}

/// What is to be recorded.
#[derive(Debug, Default)]
pub struct Plan {
    /// Executables, or libtool's scripts for them.
    pub programs: Vec<PathBuf>,
    /// The suite.
    pub command: Vec<OsString>,
    /// Where the suite runs.
    pub dir: PathBuf,
    /// Nothing below it is taken for the system's, wherever it is.
    pub project: PathBuf,
    /// Variables of the suite beside those of this process.
    pub env: Vec<(OsString, OsString)>,
    /// Where the suite's output goes; this process's own streams if it is absent.
    pub log: Option<std::fs::File>,
    /// The number of a signal that the suite is to be sent, as soon as it is not 0.
    pub stop: Option<Arc<AtomicI32>>,
}

/// What a suite ran.
#[derive(Debug)]
pub struct Recording {
    pub command: Vec<OsString>,
    pub suite: End,
    pub programs: Vec<RecordedProgram>,
    pub n_invocations: u64,
    /// In the order of the suite; those with the same input are one.
    pub invocations: Vec<Invocation>,
    /// Why nothing is known of others, and of how many.
    pub missed: BTreeMap<String, u64>,
    /// Programs that the suite itself made anew: from then on nothing was recorded.
    pub rebuilt: Vec<PathBuf>,
}

impl Recording {
    /// The invocations of the program with this name.
    pub fn of<'a>(&'a self, program: &'a str) -> impl Iterator<Item = &'a Invocation> {
        self.invocations.iter().filter(move |one| one.program == program)
    }
}

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RecordedProgram {
    /// Its file's name, with a number behind it if others have the same.
    pub name: String,
    file: String,
    pub path: PathBuf,
    /// Where it is while the suite runs.
    real: PathBuf,
    pub n_invocations: u64,
}

#[derive(Clone, Debug)]
pub struct Invocation {
    /// The program's name.
    pub program: String,
    /// Its places in the suite, by start.
    pub numbers: Vec<u64>,
    pub case: Case,
    pub behaviour: Behaviour,
    /// What the case's directory stands for.
    pub root: PathBuf,
    /// Shared libraries of the project that it was run with.
    pub libraries: Vec<PathBuf>,
    pub notes: Vec<Note>,
}

/// What a program did.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Behaviour {
    pub end: Option<End>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Standard output was `/dev/null`, where a program that sees this need not write anything.
    pub discards: bool,
    /// Whether that is all.
    pub is_whole: bool,
}

impl Behaviour {
    /// Whether two runs did the same, as far as it was to be seen.
    fn is_like(&self, other: &Behaviour) -> bool {
        let is_seen = !self.discards && !other.discards;
        (self.end, &self.stderr) == (other.end, &other.stderr)
            && (!is_seen || self.stdout == other.stdout)
    }
}

impl Invocation {
    /// Whether the case is what the program was run with.
    pub fn is_test(&self) -> bool {
        self.notes.iter().all(|note| note.kind.effect() != Effect::NoTest)
    }

    /// The same input once more.
    fn again(&mut self, other: &Invocation) {
        self.numbers.extend(&other.numbers);
        for note in &other.notes {
            if !self.notes.contains(note) {
                self.notes.push(note.clone());
            }
        }
        if self.behaviour.is_like(&other.behaviour) {
            // What was written to somebody says more.
            if self.behaviour.discards && !other.behaviour.discards {
                self.behaviour = other.behaviour.clone();
            }
        } else {
            self.behaviour.is_whole = false;
            let varies = Note::new(NoteKind::Varies, "");
            if !self.notes.contains(&varies) {
                self.notes.push(varies);
            }
        }
    }
}
