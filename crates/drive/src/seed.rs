//! Tests to start from: what of them is an input, and how inputs become tests again.
//!
//! A test runs in a directory of its own, in which its files are made. Arguments are inputs, as are
//! standard input and files of the working directory, if they are small, and the variables that
//! somebody asks for.

use crate::concrete::{Found, concrete};
use crate::start::{CannotStart, MAX_MEMORY, start_fixed, start_symbolic};
use crate::starts::note_start;
use anyhow::{Result, bail};
use patchlight_cache::ScratchDir;
use patchlight_engine::starts::StartKind;
use patchlight_engine::{Context, Program, State};
use patchlight_inputs::InputName;
use patchlight_load::ENTRY;
use patchlight_posix::{
    Config, Input as Stdin, Posix, START_TIME, Symbolic, SymbolicArgs, SymbolicString,
};
use patchlight_replay::{Case, File, FileKind, Hex, Mode, Named, NamedBytes, Run, make_files};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Larger files, and larger standard input, are the same in all tests.
const MAX_FILE: usize = 1 << 14;
/// The rights of a file that everybody may read.
const READABLE: u32 = 0o444;
/// How many symbolic bytes a variable has beyond its value: a program that asks for one that is not
/// set wants one.
const VARIABLE_ROOM: u32 = 16;

/// Whether a file of a test is an input: a small regular one in the working directory, if that is the
/// top of the test's directory, which everybody may read. (A recorded file has rights.)
pub fn is_input(run: &Run, file: &File) -> bool {
    let is_readable = file.mode.is_none_or(|Mode(mode)| mode & READABLE == READABLE);
    let is_plain = file.kind == FileKind::Regular && is_readable;
    // Inputs are called as files of the working directory are.
    let is_there = run.cwd.is_empty() && !file.name.contains('/');
    is_plain && is_there && file.bytes.0.len() <= MAX_FILE
}

/// A test to start from, and what of it may become other.
#[derive(Clone)]
pub struct Seed {
    pub case: Case,
    /// How many bytes longer arguments may become.
    pub room: u32,
    /// Variables that are inputs.
    pub variables: BTreeSet<String>,
    /// Where its files are. Those that are inputs are not looked for there.
    dir: Rc<ScratchDir>,
}

impl Seed {
    /// A test as it is. Makes its files; `dir` is a name for their directory that no other seed of
    /// this thread has at the time.
    pub fn new(case: Case, dir: &str) -> Result<Seed> {
        if let Some(pipe) = case.run.files.iter().find(|file| file.kind == FileKind::Fifo) {
            bail!("{}: named pipes are not supported as inputs", pipe.name);
        }
        case.check()?;
        let dir = ScratchDir::new(dir)?;
        make_files(&dir.0, &case.run)?;
        Ok(Seed { case, room: 0, variables: BTreeSet::new(), dir: Rc::new(dir) })
    }

    /// Puts a program at its start, with inputs that are as in the test unless a path asks for
    /// others. `name`: the program's, unless the test has one.
    pub fn start(
        &self,
        program: &Program,
        context: &mut Context,
        name: &[u8],
    ) -> Result<(State, Posix), CannotStart> {
        note_start(program, &self.case.run, StartKind::Search);
        let values = self.values().into_iter();
        context.set_seeds(values.map(|(name, bytes)| (name.to_string(), bytes.to_vec())));
        let mut config = self.config(name);
        config.env = environment(self.case.run.env.iter().filter(|one| !self.is_variable(one)));
        if !self.has_small_stdin() {
            config.stdin = Stdin::Bytes(self.case.run.stdin.0.to_vec().into());
        }
        start_symbolic(program, ENTRY, context, config, &self.symbolic())
    }

    /// Puts a program at its start on the test as it is.
    pub fn start_fixed(
        &self,
        program: &Program,
        name: &[u8],
    ) -> Result<(State, Posix), CannotStart> {
        let run = &self.case.run;
        note_start(program, run, StartKind::Run);
        let mut config = self.config(name);
        config.args.extend(run.args.iter().map(|Hex(bytes)| bytes.to_vec()));
        config.stdin = Stdin::Bytes(run.stdin.0.to_vec().into());
        start_fixed(program, ENTRY, config, MAX_MEMORY)
    }

    /// The test with other inputs. What was not found is as it was.
    pub fn with_inputs(&self, found: &(impl Found + ?Sized)) -> Case {
        let found: BTreeMap<InputName, &[u8]> = found.named().into_iter().collect();
        let mut inputs = self.values();
        for (name, bytes) in &mut inputs {
            *bytes = found.get(name).unwrap_or(bytes);
        }
        let mut known = self.case.run.clone();
        known.args.clear();
        let run = concrete(known, &self.symbolic(), &inputs);
        Case { run, ..self.case.clone() }
    }

    /// Which inputs there are.
    pub fn symbolic(&self) -> Symbolic {
        let run = &self.case.run;
        let arg = |arg: &Hex| SymbolicArgs { min: 1, max: 1, len: arg.0.len() as u32 + self.room };
        let file = |file: &File| SymbolicString {
            name: file.name.clone(),
            len: file.bytes.0.len() as u32,
        };
        let variable = |variable: &Named| SymbolicString {
            name: variable.name.clone(),
            len: variable.bytes.0.len() as u32 + self.room.max(VARIABLE_ROOM),
        };
        Symbolic {
            args: run.args.iter().map(arg).collect(),
            stdin: self.has_small_stdin().then_some(run.stdin.0.len() as u32),
            files: self.files().map(file).collect(),
            env: self.variables().map(variable).collect(),
            ..Symbolic::default()
        }
    }

    /// What these inputs are in the test.
    fn values(&self) -> Vec<NamedBytes<'_>> {
        let run = &self.case.run;
        let mut values: Vec<NamedBytes<'_>> = Vec::new();
        if self.has_small_stdin() {
            values.push((InputName::Stdin, &run.stdin.0));
        }
        let args = run.args.iter().enumerate();
        values.extend(args.map(|(n, arg)| (InputName::Argument(n), arg.0.as_slice())));
        let file = |file: &'_ File| InputName::File(file.name.clone());
        values.extend(self.files().map(|one| (file(one), one.bytes.0.as_slice())));
        let variable = |variable: &'_ Named| InputName::Variable(variable.name.clone());
        values.extend(self.variables().map(|one| (variable(one), one.bytes.0.as_slice())));
        values
    }

    fn has_small_stdin(&self) -> bool {
        self.case.run.stdin.0.len() <= MAX_FILE
    }

    /// Files and standard input that are the same in all tests because of their size.
    pub fn too_large(&self) -> impl Iterator<Item = &str> {
        let files = self.case.run.files.iter().filter(|file| file.bytes.0.len() > MAX_FILE);
        let stdin = (!self.has_small_stdin()).then_some("standard input");
        files.map(|file| file.name.as_str()).chain(stdin)
    }

    fn files(&self) -> impl Iterator<Item = &File> {
        self.case.run.files.iter().filter(|file| is_input(&self.case.run, file))
    }

    fn variables(&self) -> impl Iterator<Item = &Named> {
        self.case.run.env.iter().filter(|variable| self.is_variable(variable))
    }

    fn is_variable(&self, variable: &Named) -> bool {
        self.variables.contains(&variable.name)
    }

    /// The system in which the test runs under the engine, but for arguments and standard input.
    fn config(&self, name: &[u8]) -> Config {
        let (run, dir) = (&self.case.run, &self.dir.0);
        // No file is of the future.
        let newest = run.files.iter().filter_map(|file| file.mtime).max();
        Config {
            args: vec![run.program.as_ref().map_or(name, |Hex(given)| given).to_vec()],
            env: environment(&run.env),
            executable: dir.join(String::from_utf8_lossy(name).as_ref()),
            cwd: dir.join(&run.cwd),
            stdin: Stdin::Empty,
            terminals: run.are_terminals(),
            start_time: newest.map_or(START_TIME, |mtime| START_TIME.max(mtime.saturating_add(1))),
            ..Config::default()
        }
    }
}

fn environment<'a>(variables: impl IntoIterator<Item = &'a Named>) -> Vec<Vec<u8>> {
    let entry = |variable: &Named| [variable.name.as_bytes(), b"=", &variable.bytes.0].concat();
    variables.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_engine::explore::names::InputBytes;

    fn file(name: &str, mode: Option<u32>, len: usize) -> File {
        let (name, bytes) = (name.to_string(), Hex::from(vec![b'x'; len]));
        File { name, mode: mode.map(Mode), bytes, ..File::default() }
    }

    fn hex(text: &str) -> Hex {
        Hex::from(text.as_bytes().to_vec())
    }

    #[test]
    fn small_files_at_the_top_that_everybody_may_read_are_inputs() {
        let is_input = |file: &File| is_input(&Run::default(), file);
        assert!(is_input(&file("a", None, 3)));
        assert!(is_input(&file("a", Some(0o644), MAX_FILE)), "as a recorder sees it");
        assert!(!is_input(&file("a", Some(0o600), 3)));
        assert!(!is_input(&file("a", None, MAX_FILE + 1)));
        assert!(!is_input(&file("d/a", None, 3)));
        assert!(!is_input(&File { kind: FileKind::Directory, ..file("d", None, 0) }));
    }

    #[test]
    fn large_data_stays_as_it_is() {
        let stdin = Hex::from(vec![b'x'; MAX_FILE + 1]);
        let files = vec![file("large", None, MAX_FILE + 1), file("small", None, MAX_FILE)];
        let run = Run { stdin, files, ..Run::default() };
        let seed = Seed::new(Case { run, ..Case::default() }, "large").expect("a seed");
        assert_eq!(seed.symbolic().stdin, None);
        assert_eq!(seed.too_large().collect::<Vec<_>>(), ["large", "standard input"]);
        assert_eq!(seed.with_inputs(&named(&[("stdin", "y")])), seed.case);
    }

    #[test]
    fn no_file_is_an_input_of_a_test_that_runs_further_down() {
        let run = Run {
            files: vec![file("a", None, 3), file("d/a", None, 3)],
            cwd: "d".to_string(),
            ..Run::default()
        };
        assert!(!run.files.iter().any(|file| is_input(&run, file)));
        let seed = Seed::new(Case { run, ..Case::default() }, "further-down").expect("a seed");
        assert!(seed.symbolic().files.is_empty());
        let found = [("file-a", "top"), ("file-d/a", "below")];
        let case = seed.with_inputs(&named(&found));
        assert_eq!(case, seed.case, "{found:?} are no inputs");
    }

    #[test]
    fn inputs_that_were_found_take_the_place_of_the_tests() {
        let variable =
            |name: &str, value: &str| Named { name: name.to_string(), bytes: hex(value) };
        let run = Run {
            args: (0..12).map(|n| hex(&n.to_string())).collect(),
            env: vec![variable("A", "a"), variable("B", "b")],
            stdin: hex("in"),
            files: vec![file("f", Some(0o644), 2), file("g", None, 1)],
            ..Run::default()
        };
        let seed = Seed::new(Case { run, ..Case::default() }, "other-inputs").expect("a seed");
        let seed = Seed { room: 1, variables: BTreeSet::from(["A".to_string()]), ..seed };
        let found = [
            ("arg2", "two"),
            ("arg11", "e\0l"),
            ("arg12", "none"),
            ("env-A", "other\0\0"),
            ("env-B", "not an input"),
            ("file-f", "other\0"),
            ("own-stdin", "the program's"),
        ];
        let mut expected = seed.case.clone();
        let args = ["0", "1", "two", "3", "4", "5", "6", "7", "8", "9", "10", "e"];
        expected.run.args = args.map(hex).to_vec();
        expected.run.env[0].bytes = hex("other");
        expected.run.files[0].bytes = hex("other\0");
        assert_eq!(seed.with_inputs(&named(&found)), expected);
    }

    fn named(inputs: &[(&str, &str)]) -> InputBytes {
        let input =
            |&(name, bytes): &(&str, &str)| ((name.to_string(), 0), bytes.as_bytes().to_vec());
        inputs.iter().map(input).collect()
    }
}
