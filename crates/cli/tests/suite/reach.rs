//! `patchlight reach` on the programs of `tests/ui/reach`.
//!
//! `args:`, `stdin:` and `file: NAME TEXT` are the test to start from. A mark `//~ STATUS` at a line
//! makes it a target and says what must become of it: `covered`, `reached`, `unreached` or
//! `unreachable`; in `reasons`, of what kind the reason is, and with `at=LINE` the line of the place.

use crate::support::{Scratch, entries, in_steps, read_all, root};
use patchlight_testing::{CommentedProgram, Dialect, Mark, Table};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

const DIALECT: Dialect = Dialect::new(&["args", "stdin", "file"]).with_marks(&["at"]);

struct Subject {
    path: PathBuf,
    args: Vec<String>,
    stdin: Option<Vec<u8>>,
    files: Vec<(String, Vec<u8>)>,
    /// Lines and what must become of them.
    targets: Vec<(u32, String)>,
}

fn subjects(dir: &str) -> Table<Subject> {
    let dir = format!("tests/ui/reach/{dir}");
    let subjects =
        read_all(&entries(&dir, &["c"]), |path| subject(&CommentedProgram::read(path, &DIALECT)?));
    Table::new(&dir, subjects, Subject::name).at_least(1)
}

fn subject(program: &CommentedProgram) -> Result<Subject, String> {
    let target = |mark: &Mark| {
        let place = mark.attribute("at").map(|line| format!(" {line}")).unwrap_or_default();
        (mark.line as u32, format!("{}{place}", mark.words))
    };
    Ok(Subject {
        path: program.path.clone(),
        args: program.words("args")?,
        stdin: program.text("stdin")?,
        files: program.named("file", ' ')?,
        targets: program.marks.iter().map(target).collect(),
    })
}

fn read(path: PathBuf) -> Subject {
    let program = CommentedProgram::read(&path, &DIALECT);
    program.and_then(|program| subject(&program)).expect("a subject")
}

impl Subject {
    fn name(&self) -> String {
        self.path.file_stem().expect("a name").to_string_lossy().into_owned()
    }

    /// What becomes of the targets, with the case of each that was reached.
    fn hunt(&self, flags: &[&str]) -> Vec<Value> {
        let name = self.name();
        let scratch = Scratch::new(&format!("reach-{name}"));
        let out = scratch.path().join("out");
        let mut command = in_steps("reach");
        command.arg(&self.path).arg("--out").arg(&out).args(flags);
        for (line, _) in &self.targets {
            command.arg("--target").arg(format!("{name}.c:{line}"));
        }
        if let Some(stdin) = &self.stdin {
            let file = scratch.path().join("stdin");
            fs::write(&file, stdin).expect("a writable directory");
            command.arg("--stdin").arg(&file);
        }
        for (name, text) in &self.files {
            let file = scratch.path().join(name);
            fs::write(&file, text).expect("a writable directory");
            command.arg("--file").arg(&file);
        }
        let output = command.arg("--").args(&self.args).output().expect("patchlight starts");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name}: {messages}");
        let report = fs::read_to_string(out.join("report.json")).expect("a report");
        let report: Value = serde_json::from_str(&report).expect("JSON");
        report["targets"].as_array().expect("targets").clone()
    }

    fn statuses(&self, flags: &[&str]) -> Vec<(u32, String)> {
        let hunted = self.hunt(flags);
        let status = |target: &Value| {
            let line = target["line"].as_u64().expect("a line") as u32;
            (line, target["status"].as_str().expect("a status").to_string())
        };
        hunted.iter().map(status).collect()
    }
}

fn figure(n: u32) -> Subject {
    read(root().join(format!("tests/ui/reach/figures/figure{n}.c")))
}

/// Whether the last target is reached without what goes beyond the paper.
fn paper_reaches(n: u32, flags: &[&str]) -> bool {
    let flags = [&["--no-extensions", "--budget", "1Gsteps"], flags].concat();
    let statuses = figure(n).statuses(&flags);
    statuses.last().expect("a target").1 == "reached"
}

const GREEDY: [&str; 2] = ["--no-regeneration", "--no-switching"];

#[test]
fn figures_3_and_4_are_reached_by_greedy_exploration() {
    assert!(paper_reaches(3, &GREEDY));
    assert!(paper_reaches(4, &GREEDY));
}

#[test]
fn figure_5_is_reached_by_regeneration_and_not_without_it() {
    assert!(paper_reaches(5, &["--no-switching"]));
    assert!(!paper_reaches(5, &["--no-regeneration"]));
}

#[test]
fn figure_6_is_reached_by_definition_switching_and_not_without_it() {
    assert!(paper_reaches(6, &[]));
    assert!(paper_reaches(6, &["--no-options"]), "an option that is there becomes another one");
    assert!(paper_reaches(6, &["--no-regeneration"]), "an option is added");
    assert!(!paper_reaches(6, &["--no-switching"]));
}

#[test]
fn a_case_that_reaches_a_target_is_one_that_replay_takes() {
    let hunted = figure(6).hunt(&[]);
    let case = &hunted[0]["case"];
    let args = case["run"]["args"].as_array().expect("arguments");
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(args.iter().any(|arg| arg.as_str() == Some(&hex("-w"))), "{case}");
}

fn check(dir: &str) {
    subjects(dir).check(|subject| same(subject.statuses(&[]), &subject.targets));
}

/// Whether lines became what they must.
fn same(found: Vec<(u32, String)>, expected: &[(u32, String)]) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?} instead of {expected:?}")),
    }
}

#[test]
fn targets_of_the_figures_are_as_their_comments_say() {
    check("figures");
}

#[test]
fn targets_of_the_subjects_are_as_their_comments_say() {
    check("subjects");
}

#[test]
fn a_target_that_is_not_reached_says_what_kind_of_place_nothing_got_past() {
    subjects("reasons").check(|subject| {
        let hunted = subject.hunt(&["--budget", "2Gsteps", "--patience", "200Msteps"]);
        let reasons = hunted.iter().map(|target| {
            let at = target["at"].as_str().unwrap_or_default().rsplit(':').next();
            let kind = target["kind"].as_str().unwrap_or_default();
            let line = target["line"].as_u64().expect("a line") as u32;
            (line, format!("{kind} {}", at.unwrap_or_default()))
        });
        same(reasons.collect(), &subject.targets)
    });
}

#[test]
fn targets_behind_the_same_place_are_hunted_for_once() {
    let subject = read(root().join("tests/ui/reach/reasons/hunted_for_together.c"));
    let hunted = subject.hunt(&["--budget", "2Gsteps", "--patience", "200Msteps"]);
    let (first, second) = (&hunted[0], &hunted[1]);
    assert_eq!(first["with"], Value::Null);
    let place = second["with"].as_str().expect("another target");
    assert!(place.ends_with(&format!("hunted_for_together.c:{}", first["line"])), "{place}");
    // One more branch lies between them.
    let closest = |target: &Value| target["closest"].as_u64().expect("a distance");
    assert_eq!(closest(second), closest(first) + 1);
}

#[test]
fn the_line_that_declares_a_function_which_is_called_is_not_taken_for_unreachable() {
    let mut subject = read(root().join("tests/ui/reach/subjects/call_chain.c"));
    let text = fs::read_to_string(&subject.path).expect("a readable source");
    let is_declaration = |line: &&str| line.starts_with("static ") && line.ends_with(')');
    let declared = text.lines().zip(1..).find(|(line, _)| is_declaration(line));
    let (_, line) = declared.expect("a function");
    subject.targets.insert(0, (line, String::new()));
    let lines: Vec<u32> = subject.statuses(&[]).into_iter().map(|(line, _)| line).collect();
    assert!(!lines.contains(&line), "{lines:?}");
}

/// What becomes of a subject's targets with a recorded test instead of its own.
fn with_recorded(subject: &Subject, case: &str) -> Vec<(u32, String)> {
    let scratch = Scratch::new("reach-recorded");
    let tests = scratch.path().join("tests.jsonl");
    fs::write(&tests, case.replace('\n', "")).expect("a writable directory");
    let (path, targets) = (subject.path.clone(), subject.targets.clone());
    let alone = Subject { path, targets, args: Vec::new(), stdin: None, files: Vec::new() };
    alone.statuses(&["--tests", tests.to_str().expect("UTF-8")])
}

#[test]
fn a_file_of_a_recorded_test_is_an_input_though_it_has_rights() {
    let mut subject = read(root().join("tests/ui/reach/subjects/file_header.c"));
    subject.targets.drain(..subject.targets.len() - 1);
    let case = r#"{"version":1,"name":"recorded","run":{"args":[{"text":"data"}],
        "files":[{"name":"data","bytes":{"text":"abcdefghijkl"},"mode":"644","mtime":1483269744}]}}"#;
    assert_eq!(with_recorded(&subject, case), subject.targets);
}

#[test]
fn files_of_a_recorded_test_have_the_times_that_they_had() {
    let subject = read(root().join("tests/ui/reach/recorded/file_times.c"));
    let case = r#"{"version":1,"name":"recorded","run":{"args":[],"files":[
        {"name":"dir","kind":"directory","bytes":"","mode":"555","mtime":1750000000},
        {"name":"dir/file","bytes":"","mode":"600","mtime":646056000}]}}"#;
    assert_eq!(with_recorded(&subject, case), subject.targets);
}

#[test]
fn an_interrupted_hunt_reports_what_is_known() {
    let subject = read(root().join("tests/ui/reach/interrupted/many_paths.c"));
    let scratch = Scratch::new("reach-interrupted");
    let out = scratch.path().join("out");
    let mut command = in_steps("reach");
    command.arg(&subject.path).arg("--out").arg(&out);
    command.args(["--max-time", "600", "--patience", "600"]);
    for (line, _) in &subject.targets {
        command.arg("--target").arg(format!("many_paths.c:{line}"));
    }
    let command = command.arg("--").args(&subject.args).stdout(Stdio::piped());
    let running = command.spawn().expect("patchlight starts");
    // The first target is reached at once; then the second is hunted for.
    let log = out.join("targets.jsonl");
    while !fs::read_to_string(&log).is_ok_and(|log| log.contains("\"reached\"")) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // SAFETY: a signal to a process of ours that was not waited for.
    unsafe { libc::kill(running.id() as i32, libc::SIGINT) };
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(128 + libc::SIGINT));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Interrupted"));
    let report = fs::read_to_string(out.join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let targets = report["targets"].as_array().expect("targets");
    let is_interrupted = |target: &Value| {
        let reason = target["reason"].as_str().unwrap_or_default();
        target["status"] == "unreached" && reason.contains("interrupted")
    };
    assert_eq!(targets[0]["status"], "reached", "{report}");
    assert!(targets[1..].iter().all(is_interrupted), "{report}");
    assert_eq!(targets[2]["reason"], "interrupted before the search for it began");
}

/// The subject's blocks that its test does not execute.
fn drawn(name: &str) -> Vec<Value> {
    let subject = read(root().join("tests/ui/reach/drawn").join(name));
    subject.hunt(&["--draw", "100", "--budget", "2Gsteps", "--patience", "500Msteps"])
}

#[test]
fn blocks_that_share_their_line_are_reached_one_by_one() {
    let all = drawn("same_line.c");
    assert_eq!(all.len(), 2, "{all:?}");
    for target in &all {
        assert_eq!(target["status"], "reached", "{target}");
        let arg = target["case"]["run"]["args"][0].as_str().expect("an argument");
        let byte = |n: usize| {
            arg.get(2 * n..2 * n + 2).map_or(0, |hex| u8::from_str_radix(hex, 16).expect("hex"))
        };
        match target["line"].as_u64() {
            Some(7) => assert!(byte(0).max(byte(1)) > b'k', "{arg}"),
            line => assert!(line == Some(11) && byte(0) > byte(1), "{arg}"),
        }
    }
}

#[test]
fn a_native_run_that_comes_by_another_block_of_the_line_confirms_nothing() {
    let all = drawn("another_clock.c");
    let of_status = |status: &str| all.iter().filter(|one| one["status"] == status).count();
    assert_eq!((all.len(), of_status("reached")), (2, 0), "{all:?}");
    assert!(all.iter().any(|target| target["kind"] == "native"), "{all:?}");
}
