//! Tests to start from: what of them is an input, and how inputs become tests again.
//!
//! A test runs in a directory of its own. Its files are made there; the small regular ones at its
//! top are inputs, as are arguments and standard input.

use crate::cache::ScratchDir;
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use patchlight_engine::{Context, Input, Program, State};
use patchlight_posix::{
    Config, Input as Stdin, Posix, START_TIME, Symbolic, SymbolicArgs, SymbolicString,
};
use patchlight_replay::{Case, File, FileKind, Hex, Mode, Run, make_files};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Larger files are the same in all tests.
const MAX_FILE: usize = 1 << 14;
/// The rights of a file that everybody may read.
const READABLE: u32 = 0o444;

/// Whether a file of a test is an input: a small regular one at the top of the test's directory, which
/// everybody may read. (A recorded file has rights.)
pub fn is_input(file: &File) -> bool {
    let is_readable = file.mode.is_none_or(|Mode(mode)| mode & READABLE == READABLE);
    let is_plain = file.kind == FileKind::Regular && is_readable;
    is_plain && !file.name.contains('/') && file.bytes.0.len() <= MAX_FILE
}

/// Tests on the command line.
#[derive(Args)]
pub struct GivenTests {
    /// Tests to start from: cases as `patchlight replay` reads them, or directories of them
    #[arg(long, value_name = "PATH", num_args = 1..)]
    tests: Vec<PathBuf>,

    /// A file that is standard input of the test behind `--`
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// Files that the test behind `--` finds in its directory
    #[arg(long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The program's arguments in the test to start from
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

impl GivenTests {
    /// Whether there is more than arguments.
    pub fn has_more_than_args(&self) -> bool {
        !self.tests.is_empty() || self.stdin.is_some() || !self.files.is_empty()
    }

    /// The tests; without any, the one that the command line describes.
    pub fn load(&self) -> Result<Vec<Case>> {
        load_cases(&self.tests, self.stdin.as_deref(), &self.files, &self.args)
    }
}

pub struct Seed {
    pub case: Case,
}

/// The tests at `tests`; without any, the one that the command line describes.
pub fn load_cases(
    tests: &[PathBuf],
    stdin: Option<&Path>,
    files: &[PathBuf],
    args: &[OsString],
) -> Result<Vec<Case>> {
    let loaded = patchlight_replay::load(tests, None);
    for problem in &loaded.problems {
        eprintln!("patchlight: {problem}");
    }
    let mut cases = loaded.cases;
    if tests.is_empty() {
        cases.push(command_line(stdin, files, args)?);
    }
    if cases.is_empty() {
        bail!("none of the tests can be read");
    }
    Ok(cases)
}

fn command_line(stdin: Option<&Path>, paths: &[PathBuf], args: &[OsString]) -> Result<Case> {
    let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
    let stdin = stdin.map(read).transpose()?.unwrap_or_default();
    let mut files = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push(File { name, bytes: Hex(read(path)?), ..File::default() });
    }
    let run = Run {
        args: args.iter().map(|arg| Hex(arg.clone().into_vec())).collect(),
        stdin: Hex(stdin),
        files,
        ..Run::default()
    };
    let case = Case { name: "command line".to_string(), run, ..Case::default() };
    case.check()?;
    Ok(case)
}

impl Seed {
    /// Puts a program at its start, with inputs that are as in the test unless a path asks for
    /// others.
    pub fn start(
        &self,
        program: &Program,
        context: &mut Context,
        name: &[u8],
        dir: &Path,
    ) -> Result<(State, Posix)> {
        for (n, arg) in self.case.run.args.iter().enumerate() {
            context.set_seed(&format!("arg{n}"), 0, arg.0.clone());
        }
        context.set_seed("stdin", 0, self.case.run.stdin.0.clone());
        for file in self.symbolic_files() {
            context.set_seed(&format!("file-{}", file.name), 0, file.bytes.0.clone());
        }
        let mut state = State::new(program, super::versions::ENTRY, 8 << 30)?;
        let mut posix = Posix::new(config(&self.case.run, name, dir));
        let started = posix.start_symbolic(program, context, &mut state, &self.symbolic());
        started.map_err(|limit| anyhow!("the inputs: {limit}"))?;
        Ok((state, posix))
    }

    fn symbolic(&self) -> Symbolic {
        let run = &self.case.run;
        let arg = |arg: &Hex| SymbolicArgs { min: 1, max: 1, len: arg.0.len() as u32 };
        let file = |file: &File| SymbolicString {
            name: file.name.clone(),
            len: file.bytes.0.len() as u32,
        };
        Symbolic {
            args: run.args.iter().map(arg).collect(),
            stdin: Some(run.stdin.0.len() as u32),
            files: self.symbolic_files().map(file).collect(),
            ..Symbolic::default()
        }
    }

    fn symbolic_files(&self) -> impl Iterator<Item = &File> {
        self.case.run.files.iter().filter(|file| is_input(file))
    }

    /// The test with other inputs.
    pub fn with_inputs(&self, inputs: &[(Input, Vec<u8>)]) -> Case {
        let mut case = self.case.clone();
        for (input, bytes) in inputs {
            if let Some(n) = input.name.strip_prefix("arg").and_then(|n| n.parse::<usize>().ok()) {
                let until_nul = bytes.iter().copied().take_while(|&byte| byte != 0);
                case.run.args[n] = Hex(until_nul.collect());
            } else if input.name == "stdin" {
                case.run.stdin = Hex(bytes.clone());
            } else if let Some(name) = input.name.strip_prefix("file-")
                && let Some(file) = case.run.files.iter_mut().find(|file| file.name == name)
            {
                file.bytes = Hex(bytes.clone());
            }
        }
        case
    }
}

/// The system in which a test runs under the engine. `name`: the program's, unless the test has one.
pub fn config(run: &Run, name: &[u8], dir: &Path) -> Config {
    let env = run.env.iter().map(|variable| {
        let mut entry = format!("{}=", variable.name).into_bytes();
        entry.extend(&variable.bytes.0);
        entry
    });
    // No file is of the future.
    let newest = run.files.iter().filter_map(|file| file.mtime).max();
    Config {
        args: vec![run.program.as_ref().map_or(name, |Hex(given)| given).to_vec()],
        env: env.collect(),
        executable: dir.join(String::from_utf8_lossy(name).as_ref()),
        cwd: dir.join(&run.cwd),
        stdin: Stdin::Empty,
        terminals: run.are_terminals(),
        start_time: newest.map_or(START_TIME, |mtime| START_TIME.max(mtime.saturating_add(1))),
        ..Config::default()
    }
}

/// A directory with the files of a test.
pub fn directory(run: &Run, name: &str) -> Result<ScratchDir> {
    if let Some(pipe) = run.files.iter().find(|file| file.kind == FileKind::Fifo) {
        bail!("the file {}: pipes are no inputs of the engine's", pipe.name);
    }
    let dir = ScratchDir::new(name)?;
    make_files(&dir.0, run)?;
    Ok(dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_at_the_top_that_everybody_may_read_are_inputs() {
        let file = |name: &str, mode: Option<u32>, len: usize| File {
            name: name.to_string(),
            mode: mode.map(Mode),
            bytes: Hex(vec![0; len]),
            ..File::default()
        };
        assert!(is_input(&file("a", None, 3)));
        assert!(is_input(&file("a", Some(0o644), MAX_FILE)), "as a recorder sees it");
        assert!(!is_input(&file("a", Some(0o600), 3)));
        assert!(!is_input(&file("a", None, MAX_FILE + 1)));
        assert!(!is_input(&file("d/a", None, 3)));
        assert!(!is_input(&File { kind: FileKind::Directory, ..file("d", None, 0) }));
    }
}
