//! The subjects of `tests/ui/interact` as their comments describe them, and native builds of each with
//! some of its changes: the oracle of change interactions. `README.md` there has the format.
//!
//! Nothing here comes from Patchlight.

use crate::explore_inputs::{Run, all_runs};
use crate::support::{Scratch, is_long, read_all, root};
use patchlight_testing::{CommentedProgram, Dialect, Table};
use serde_json::Value;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A set of changes by their marks, such as `C1`.
pub type Changes = BTreeSet<String>;

const DIALECT: Dialect = Dialect::new(&[
    "options",
    "alphabet",
    "interaction",
    "args",
    "stdin",
    "env",
    "file",
    "does-not-compile",
    "fails-with",
])
.with_marks(&[]);

/// Lines that both versions have, or those of a change. The comments at the top of new have no mark.
struct Piece {
    old: Vec<String>,
    new: Vec<String>,
    mark: Option<String>,
}

pub struct Subject {
    pub name: String,
    pub dir: PathBuf,
    /// New, with what its comments say.
    new: CommentedProgram,
    /// The lines of new with a mark.
    marks: BTreeMap<usize, String>,
    pieces: Vec<Piece>,
}

/// All subjects, by name.
pub fn subjects() -> Vec<Subject> {
    let entries = fs::read_dir(root().join("tests/ui/interact")).expect("the subjects");
    let mut dirs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    dirs.retain(|path| path.is_dir());
    dirs.sort();
    read_all(&dirs, Subject::read)
}

/// All subjects in a long test, otherwise every third, and those of the paper.
pub fn some_of(subjects: Vec<Subject>) -> Table<Subject> {
    let is_papers = |name: &str| ["running-example", "cut-overflow"].contains(&name);
    let table = Table::new("tests/ui/interact", subjects, |subject| subject.name.clone());
    table.sampled(|n, subject| is_long() || n % 3 == 0 || is_papers(&subject.name))
}

impl Subject {
    fn read(dir: &Path) -> Result<Subject, String> {
        let name = dir.file_name().expect("a name").to_string_lossy().into_owned();
        let new = CommentedProgram::read(&dir.join("new.c"), &DIALECT)?;
        let old = CommentedProgram::read(&dir.join("old.c"), &Dialect::new(&[]))?;
        let marks: BTreeMap<usize, String> =
            new.marks.iter().map(|mark| (mark.line, mark.words.clone())).collect();
        let pieces = pieces(&old.text, &new.text, &marks)
            .map_err(|complaint| format!("{name}: {complaint}"))?;
        Ok(Subject { name, dir: dir.to_path_buf(), new, marks, pieces })
    }

    fn comment(&self, key: &str) -> Option<&str> {
        self.new.one(key).expect("a key that is given once")
    }

    /// The lines of new whose changes fail only together; none if there is no interaction.
    pub fn interaction(&self) -> Option<Vec<usize>> {
        match self.new.required("interaction").expect("what interacts") {
            "none" => None,
            lines => Some(lines.split(' ').map(|line| line.parse().expect("a line")).collect()),
        }
    }

    /// What is symbolic, as options of `patchlight explore`.
    pub fn options(&self) -> Vec<String> {
        let options = self.new.words("options").expect("words");
        assert!(!options.is_empty(), "{}: what is symbolic?", self.name);
        options
    }

    /// All inputs over the alphabet.
    pub fn inputs(&self) -> Vec<Run> {
        let alphabet = self.new.text("alphabet").expect("a text").expect("an alphabet");
        all_runs(&self.options(), &alphabet)
    }

    /// The input on which the interaction shows.
    pub fn failing_input(&self) -> Run {
        let named = |key: &str, separator: char| self.new.named(key, separator).expect("pairs");
        let args = self.new.words("args").expect("words");
        Run {
            args: args.into_iter().map(String::into_bytes).collect(),
            env: named("env", '='),
            stdin: self.new.text("stdin").expect("a text").unwrap_or_default(),
            files: named("file", ' '),
        }
    }

    /// The changes without which the failing input passes.
    pub fn needed(&self) -> Changes {
        if let Some(changes) = self.comment("fails-with") {
            return changes.split(' ').map(str::to_string).collect();
        }
        let lines = self.interaction().unwrap_or_default();
        let mark = |line| self.marks.get(line).expect("an interaction of marked lines").clone();
        lines.iter().map(mark).collect()
    }

    /// The mark of a line of new.
    pub fn mark_at(&self, line: usize) -> Option<String> {
        self.marks.get(&line).cloned()
    }

    /// The sets of changes that do not compile.
    pub fn does_not_compile(&self) -> BTreeSet<Changes> {
        let sets = self.comment("does-not-compile").into_iter().flat_map(|sets| sets.split(", "));
        sets.map(|set| set.split(' ').map(str::to_string).collect()).collect()
    }

    pub fn changes(&self) -> Changes {
        self.pieces.iter().filter_map(|piece| piece.mark.clone()).collect()
    }

    /// Every set of changes, the smaller ones first.
    pub fn subsets(&self) -> Vec<Changes> {
        let mut subsets = vec![Changes::new()];
        for change in self.changes() {
            let with = |set: &Changes| set.iter().chain([&change]).cloned().collect();
            let more: Vec<Changes> = subsets.iter().map(with).collect();
            subsets.extend(more);
        }
        subsets.sort_by_key(Changes::len);
        subsets
    }

    /// The program with some of its changes.
    fn text(&self, changes: &Changes) -> String {
        let lines = self.pieces.iter().flat_map(|piece| match &piece.mark {
            Some(mark) if !changes.contains(mark) => &piece.old,
            _ => &piece.new,
        });
        lines.map(|line| format!("{line}\n")).collect()
    }
}

fn pieces(old: &str, new: &str, marks: &BTreeMap<usize, String>) -> Result<Vec<Piece>, String> {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<String>>();
    let (old, new) = (lines(old), lines(new));
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    let piece = |op: &similar::DiffOp| {
        let (tag, before, after) = op.as_tag_tuple();
        let marks: Changes =
            after.clone().filter_map(|index| marks.get(&(index + 1)).cloned()).collect();
        let is_top = before.is_empty() && after.start == 0;
        let n_marks = usize::from(tag != DiffTag::Equal && !is_top);
        if marks.len() != n_marks {
            return Err(format!("one change, apart from others: {marks:?}"));
        }
        let mark = marks.into_iter().next();
        Ok(Piece { old: old[before].to_vec(), new: new[after].to_vec(), mark })
    };
    ops.iter().map(piece).collect()
}

/// What a version does on an input. What one wrote that fails does not count: it names addresses.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    end: String,
    wrote: String,
}

impl Outcome {
    pub fn fails(&self) -> bool {
        self.end == "fails"
    }
}

/// `oracle.c`, compiled.
pub struct Oracle {
    scratch: Scratch,
}

const SANITIZED: [&str; 6] = [
    "-O0",
    "-g",
    "-w",
    "-fsanitize=address,undefined",
    "-Wl,--allow-shlib-undefined",
    "-fno-sanitize-recover=all",
];

/// The compiler's complaints, if there are some.
fn cc(args: &[&str], dir: &Path) -> Result<(), String> {
    let output = Command::new("cc").args(SANITIZED).args(args).current_dir(dir).output();
    let output = output.expect("a C compiler");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    output.status.success().then_some(()).ok_or(messages)
}

impl Oracle {
    pub fn new(name: &str) -> Oracle {
        let scratch = Scratch::new(name);
        let source = root().join("tests/ui/interact/oracle.c");
        let source = source.to_str().expect("UTF-8");
        cc(&["-c", source, "-o", "oracle.o"], scratch.path()).expect("the oracle");
        Oracle { scratch }
    }

    /// A subject with some of its changes; the error is that it does not compile.
    pub fn build(&self, subject: &Subject, changes: &Changes) -> Result<Build, String> {
        let marks: Vec<&str> = changes.iter().map(String::as_str).collect();
        self.compile(&format!("{}-{}", subject.name, marks.join("-")), &subject.text(changes), &[])
    }

    /// What the subject should have become, if that is known.
    pub fn build_fixed(&self, subject: &Subject) -> Option<Build> {
        let text = fs::read_to_string(subject.dir.join("fixed.c")).ok()?;
        let build = self.compile(&format!("{}-fixed", subject.name), &text, &[]);
        Some(build.expect("what compiles"))
    }

    /// New as it is, counting which lines are executed.
    pub fn build_counting(&self, subject: &Subject) -> Build {
        let text = fs::read_to_string(subject.dir.join("new.c")).expect("new");
        let flags = ["--coverage", "-Wl,-u,__gcov_dump"];
        let name = format!("{}-counting", subject.name);
        self.compile(&name, &text, &flags).expect("what compiles")
    }

    fn compile(&self, name: &str, text: &str, flags: &[&str]) -> Result<Build, String> {
        let dir = self.scratch.dir(name);
        fs::write(dir.join("program.c"), text).expect("a writable directory");
        let compile = ["-Dmain=subject_main", "-c", "program.c", "-o", "program.o"];
        cc(&[&compile, flags].concat(), &dir)?;
        let link = ["program.o", "../oracle.o", "-o", "program"];
        cc(&[&link, flags].concat(), &dir).expect("what compiles can be linked");
        Ok(Build { dir })
    }
}

/// A directory with a program that the oracle runs.
pub struct Build {
    dir: PathBuf,
}

impl Build {
    pub fn outcomes<'a>(&self, inputs: impl IntoIterator<Item = &'a Run>) -> Vec<Outcome> {
        let lines: Vec<String> = inputs.into_iter().map(line_of).collect();
        fs::write(self.dir.join("inputs"), lines.join("\n")).expect("a writable directory");
        let mut command = Command::new(self.dir.join("program"));
        let command = command.arg("inputs").current_dir(&self.dir).env_clear().env("LC_ALL", "C");
        let output = command.output().expect("the oracle starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let outcome = |line: &str| {
            let (end, wrote) = line.split_once('\t').expect("an end and what was written");
            let wrote = if end == "fails" { "" } else { wrote };
            Outcome { end: end.to_string(), wrote: wrote.to_string() }
        };
        let outcomes: Vec<Outcome> = text.lines().map(outcome).collect();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(outcomes.len(), lines.len(), "{}: {messages}", self.dir.display());
        outcomes
    }

    /// The lines that a build which counts them executes.
    pub fn executed(&self, input: &Run) -> BTreeSet<usize> {
        let _ = fs::remove_file(self.dir.join("program.gcda"));
        self.outcomes([input]);
        let mut command = Command::new("gcov");
        command.args(["--stdout", "--json-format", "program.gcda"]).current_dir(&self.dir);
        let output = command.output().expect("gcov, which comes with the compiler");
        let counts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let lines = counts["files"][0]["lines"].as_array().expect("lines");
        let executed = lines.iter().filter(|line| line["count"].as_u64() > Some(0));
        executed.map(|line| line["line_number"].as_u64().expect("a number") as usize).collect()
    }
}

/// An input as the oracle reads it.
fn line_of(run: &Run) -> String {
    let word = |kind: &str, bytes: &[u8]| {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{kind}:{digits}")
    };
    let pair = |(name, value): &(String, Vec<u8>)| [name.as_bytes(), b"=", value].concat();
    let args = run.args.iter().map(|arg| word("arg", arg));
    let env = run.env.iter().map(|variable| word("env", &pair(variable)));
    let files = run.files.iter().map(|file| word("file", &pair(file)));
    let words: Vec<String> =
        args.chain(env).chain(files).chain([word("stdin", &run.stdin)]).collect();
    words.join(" ")
}
