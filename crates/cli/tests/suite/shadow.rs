//! `subjects`: programs that are two versions, and what `patchlight shadow` finds in them.
//!
//! | directive | |
//! |---|---|
//! | `args: ARGS` | a test to start from; the versions agree on it |
//! | `seed: parts` | the versions agree on the tests, and part on the way (`parts-annotated`: plain ones do not) |
//! | `seed: differs` | they do not agree on the tests |
//! | `finds: OLD \| NEW` | what the versions do on some input that is found from each test above (since the last such lines) |
//! | `options: …`, `stdin: TEXT` | options of `patchlight shadow`, and standard input |
//! | `paths: N` | how many inputs part the versions |
//!
//! A line of code at which they part is marked `//~ new` (new alone takes the branch or fails), `//~ old`,
//! or both. What is found is run natively, on builds with sanitizers.
//!
//! Everything holds for the two versions as plain programs, too. With `only=annotated`, it is the
//! annotation that makes the versions part: the plain ones have no branch there.

use crate::support::{Scratch, entries, in_steps, root};
use patchlight_testing::program::Directive;
use patchlight_testing::words::words;
use patchlight_testing::{CommentedProgram, Dialect, Mark, Table};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The least number of subjects in each directory.
const AT_LEAST: [(&str, usize); 4] =
    [("subjects", 4), ("subjects/patterns", 15), ("subjects/changes", 16), ("subjects/chains", 8)];
const DIALECT: Dialect =
    Dialect::new(&["args", "seed", "finds", "options", "stdin", "paths"]).with_marks(&["only"]);
/// Inputs of a subject that are run natively beyond those that must be found.
const MAX_NATIVE: usize = 6;

/// Inputs that must be found from some tests.
#[derive(Default)]
struct Group {
    tests: Vec<Vec<String>>,
    finds: Vec<[String; 2]>,
}

#[derive(Default)]
struct Subject {
    path: PathBuf,
    groups: Vec<Group>,
    options: Vec<String>,
    stdin: Vec<u8>,
    n_paths: Option<usize>,
    seed_parts: bool,
    /// The same for plain versions.
    plain_seed_parts: bool,
    seed_differs: bool,
    /// Lines at which they part, and whether new is the one that takes the branch or fails.
    places: BTreeSet<(u64, bool)>,
    /// Those of plain versions.
    plain_places: BTreeSet<(u64, bool)>,
}

impl Subject {
    fn read(path: &Path) -> Result<Subject, String> {
        let program = CommentedProgram::read(path, &DIALECT)?;
        let mut subject = Subject {
            path: path.to_path_buf(),
            options: program.words("options")?,
            stdin: program.text("stdin")?.unwrap_or_default(),
            n_paths: program.number("paths")?,
            ..Subject::default()
        };
        match program.one("seed")? {
            None => {}
            Some("parts") => (subject.seed_parts, subject.plain_seed_parts) = (true, true),
            Some("parts-annotated") => subject.seed_parts = true,
            Some("differs") => subject.seed_differs = true,
            Some(other) => return Err(format!("seed: {other}")),
        }
        program.directives.iter().try_for_each(|directive| subject.take(directive))?;
        program.marks.iter().try_for_each(|mark| subject.take_place(mark))?;
        match subject.groups.is_empty() {
            true => Err("no tests".to_string()),
            false => Ok(subject),
        }
    }

    /// Tests and what is found from them, in their order.
    fn take(&mut self, directive: &Directive) -> Result<(), String> {
        match directive.key.as_str() {
            "args" => {
                if self.groups.last().is_none_or(|group| !group.finds.is_empty()) {
                    self.groups.push(Group::default());
                }
                let group = self.groups.last_mut().ok_or("a group")?;
                group.tests.push(words(&directive.value)?);
            }
            "finds" => {
                let (old, new) = directive.value.split_once(" | ").ok_or("a find without ` | `")?;
                let group = self.groups.last_mut().ok_or("a find without a test")?;
                group.finds.push([old.to_string(), new.to_string()]);
            }
            _ => {}
        }
        Ok(())
    }

    fn take_place(&mut self, mark: &Mark) -> Result<(), String> {
        for side in mark.words.split(' ') {
            if !["old", "new"].contains(&side) {
                return Err(format!("line {}: old or new, not {side}", mark.line));
            }
            let place = (mark.line as u64, side == "new");
            self.places.insert(place);
            match mark.attribute("only") {
                None => drop(self.plain_places.insert(place)),
                Some("annotated") => {}
                Some(other) => return Err(format!("line {}: only={other}", mark.line)),
            }
        }
        Ok(())
    }
}

/// What a version does natively.
#[derive(PartialEq, Debug)]
struct Native {
    /// `exit N`, `signal N`, or `error`: a sanitizer's.
    end: String,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// The old and the new version, built with sanitizers.
struct Executables([PathBuf; 2]);

impl Executables {
    fn build(source: &Path, scratch: &Scratch) -> Result<Executables, String> {
        let build = |version: &str| {
            let executable = scratch.path().join(version);
            let output = Command::new("cc")
                .args([
                    "-O0",
                    "-g",
                    "-w",
                    "-fsanitize=address,undefined",
                    "-Wl,--allow-shlib-undefined",
                ])
                .args(["-fno-sanitize-recover=all", &format!("-D{version}")])
                .arg("-I")
                .arg(root().join("crates/toolchain/harness"))
                .arg(source)
                .arg("-o")
                .arg(&executable)
                .output()
                .map_err(|error| error.to_string())?;
            let messages = String::from_utf8_lossy(&output.stderr).into_owned();
            output.status.success().then_some(executable).ok_or(messages)
        };
        Ok(Executables([build("PATCHLIGHT_OLD")?, build("PATCHLIGHT_NEW")?]))
    }

    fn run(
        &self,
        args: &[Vec<u8>],
        stdin: &[u8],
        scratch: &Scratch,
    ) -> Result<[Native; 2], String> {
        let input = scratch.path().join("stdin");
        fs::write(&input, stdin).map_err(|error| error.to_string())?;
        let run = |executable: &Path| {
            let output = Command::new(executable)
                .args(args.iter().map(|arg| OsString::from_vec(arg.clone())))
                .env("ASAN_OPTIONS", "detect_leaks=0")
                .stdin(Stdio::from(fs::File::open(&input).map_err(|error| error.to_string())?))
                .output()
                .map_err(|error| error.to_string())?;
            let said = String::from_utf8_lossy(&output.stderr);
            let end = match (output.status.code(), output.status.signal()) {
                _ if said.contains("AddressSanitizer") || said.contains("runtime error:") => {
                    "error".to_string()
                }
                (Some(status), _) => format!("exit {status}"),
                (None, signal) => format!("signal {}", signal.unwrap_or(0)),
            };
            Ok::<_, String>(Native { end, stdout: output.stdout, stderr: output.stderr })
        };
        let [old, new] = &self.0;
        Ok([run(old)?, run(new)?])
    }
}

/// How `shadow` gets to know the two versions of a source with `change(old, new)`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Form {
    Annotated,
    /// As two plain programs, without any annotation.
    Plain,
}

impl Form {
    fn arguments(self, source: &Path, scratch: &Scratch) -> Result<Vec<OsString>, String> {
        if self == Form::Annotated {
            return Ok(vec![source.into()]);
        }
        let mut arguments = Vec::new();
        for version in ["old", "new"] {
            let dir = scratch.path().join(version);
            fs::create_dir_all(&dir).map_err(|error| error.to_string())?;
            let plain = dir.join("plain.c");
            let define = format!("#define PATCHLIGHT_{}", version.to_uppercase());
            let text = format!("{define}\n#include {:?}\n", source.to_string_lossy());
            fs::write(&plain, text).map_err(|error| error.to_string())?;
            arguments.extend([format!("--{version}").into(), plain.into_os_string()]);
        }
        Ok(arguments)
    }
}

/// Runs `patchlight shadow`, and gives back its tests.
pub fn shadow(
    form: Form,
    source: &Path,
    flags: &[String],
    args: &[String],
    scratch: &Scratch,
) -> Result<Vec<Value>, String> {
    let dir = scratch.path().join("results");
    let output = in_steps("shadow")
        .args(form.arguments(source, scratch)?)
        .args(flags)
        .arg("--out")
        .arg(&dir)
        .arg("--")
        .args(args)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("shadow fails:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = fs::read_to_string(dir.join("tests.jsonl")).map_err(|error| error.to_string())?;
    text.lines().map(|line| serde_json::from_str(line).map_err(|e| e.to_string())).collect()
}

/// Which version takes the branch or fails where a test says that they part: new if true.
pub fn side(test: &Value) -> Option<bool> {
    match test["what"].as_str()? {
        "only the new version takes the branch" | "a check fails in the new version only" => {
            Some(true)
        }
        "only the old version takes the branch" | "a check fails in the old version only" => {
            Some(false)
        }
        _ => None,
    }
}

/// The bytes of a case's hexadecimal digits.
pub fn bytes(hex: &Value) -> Vec<u8> {
    let digits = hex.as_str().unwrap_or_default();
    let pairs = (0..digits.len() / 2).map(|n| &digits[2 * n..2 * n + 2]);
    pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
}

fn ends(test: &Value) -> [&str; 2] {
    [0, 1].map(|version| test["outcomes"][version]["end"].as_str().unwrap_or_default())
}

fn agrees(form: Form, subject: &Subject) -> Result<(), String> {
    let name = subject.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let scratch = Scratch::new(&format!("subject-{form:?}-{name}"));
    let executables = Executables::build(&subject.path, &scratch)?;
    for group in &subject.groups {
        for test in &group.tests {
            let checked = Checked { form, subject, executables: &executables, scratch: &scratch };
            checked.check(group, test).map_err(|why| format!("from {}: {why}", test.join(" ")))?;
        }
    }
    Ok(())
}

struct Checked<'a> {
    form: Form,
    subject: &'a Subject,
    executables: &'a Executables,
    scratch: &'a Scratch,
}

impl Checked<'_> {
    fn check(&self, group: &Group, seed: &[String]) -> Result<(), String> {
        let Checked { subject, scratch, .. } = self;
        let args: Vec<Vec<u8>> = seed.iter().map(|arg| arg.clone().into_bytes()).collect();
        let [old, new] = self.executables.run(&args, &subject.stdin, scratch)?;
        if (old == new) == subject.seed_differs {
            return Err(format!("natively: {old:?}, {new:?}"));
        }
        let mut flags = subject.options.clone();
        flags.push("--no-native".to_string());
        if !subject.stdin.is_empty() {
            let stdin = scratch.path().join("seed");
            fs::write(&stdin, &subject.stdin).map_err(|error| error.to_string())?;
            flags.extend(["--stdin".to_string(), stdin.to_string_lossy().into_owned()]);
        }
        let tests = shadow(self.form, &subject.path, &flags, seed, scratch)?;
        self.check_places(&tests)?;
        self.check_paths(&tests)?;
        for find in &group.finds {
            let found = |test: &&Value| {
                test["differs"] == true && ends(test) == [find[0].as_str(), find[1].as_str()]
            };
            let test = tests.iter().find(found).ok_or(format!("no input with {find:?}"))?;
            self.confirm(test)?;
        }
        tests.iter().take(MAX_NATIVE).try_for_each(|test| self.confirm(test))
    }

    fn check_places(&self, tests: &[Value]) -> Result<(), String> {
        let subject = self.subject;
        let parted = |test: &Value| Some((test["line"].as_u64()?, self.side(test)?));
        let found: BTreeSet<_> = tests.iter().filter_map(parted).collect();
        let (places, expected) = match self.form {
            Form::Annotated => (&subject.places, subject.seed_parts),
            Form::Plain => (&subject.plain_places, subject.plain_seed_parts),
        };
        if let Some((line, new)) = places.difference(&found).next() {
            let side = if *new { "new" } else { "old" };
            return Err(format!("no parting at line {line}, {side}: {found:?}"));
        }
        let seed_parts = tests.iter().any(|test| test["phase"] == "suite");
        if seed_parts != expected && !subject.seed_differs {
            return Err(format!("the seed parts: {seed_parts}"));
        }
        Ok(())
    }

    /// A branch of one version alone is one at which plain versions part.
    fn side(&self, test: &Value) -> Option<bool> {
        match test["what"].as_str()? {
            "a branch that only the new version has" if self.form == Form::Plain => Some(true),
            "a branch that only the old version has" if self.form == Form::Plain => Some(false),
            _ => side(test),
        }
    }

    fn check_paths(&self, tests: &[Value]) -> Result<(), String> {
        let parting = tests.iter().filter(|test| test["phase"] != "output");
        let inputs: BTreeSet<String> =
            parting.map(|test| test["case"]["run"].to_string()).collect();
        match self.subject.n_paths {
            Some(n) if n != inputs.len() => Err(format!("{} paths instead of {n}", inputs.len())),
            _ => Ok(()),
        }
    }

    /// What the engine says of a test is what happens natively.
    fn confirm(&self, test: &Value) -> Result<(), String> {
        let run = &test["case"]["run"];
        let args: Vec<Vec<u8>> = run["args"].as_array().into_iter().flatten().map(bytes).collect();
        let native = self.executables.run(&args, &bytes(&run["stdin"]), self.scratch)?;
        let expected = ends(test).map(|end| match end.split(' ').next() {
            Some("exit" | "signal") => end,
            _ => "error",
        });
        let differs = native[0] != native[1];
        if native.each_ref().map(|native| native.end.as_str()) != expected
            || differs != (test["differs"] == true)
        {
            return Err(format!("on {run}: {:?} expected, natively {native:?}", ends(test)));
        }
        Ok(())
    }
}

#[test]
fn the_papers_example_is_found_natively_and_the_engine_agrees() {
    let scratch = Scratch::new("shadow-native");
    let source = root().join("subjects/figure3.c");
    shadow(Form::Annotated, &source, &[], &["00000009".to_string()], &scratch).expect("tests");
    let text = fs::read_to_string(scratch.path().join("results/report.json")).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["disagreements"], Value::Array(Vec::new()));
    let found = report["findings"].as_array().into_iter().flatten();
    let regressions: Vec<_> = found.filter(|finding| finding["class"] == "regression").collect();
    assert!(!regressions.is_empty(), "{text}");
}

fn subjects() -> Table<PathBuf> {
    let mut subjects = Vec::new();
    for (dir, at_least) in AT_LEAST {
        let paths = entries(dir, &["c"]);
        assert!(paths.len() >= at_least, "{dir} has {} subjects", paths.len());
        subjects.extend(paths);
    }
    Table::new("subjects", subjects, |path| file_name(path))
}

pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn what_is_to_be_found_in_each_subject_is_found_and_true() {
    subjects().check(|path| agrees(Form::Annotated, &Subject::read(path)?));
}

#[test]
fn what_is_to_be_found_in_each_subject_is_found_without_annotations() {
    subjects().check(|path| agrees(Form::Plain, &Subject::read(path)?));
}
