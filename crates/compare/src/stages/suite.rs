//! The project's own suite, recorded: what it runs the programs with.
//!
//! What a suite does depends on its own files, not on the code that it tests: as long as nothing
//! but C sources differs, what was recorded before stands for it.

use anyhow::{Context, Result};
use patchlight_budget::Interrupt;
use patchlight_cache::Key;
use patchlight_capture::cc::KEEP;
use patchlight_project::Project;
use patchlight_project::build::Built;
use patchlight_project::snapshot::{self, Kind};
use patchlight_project::store::Store;
use patchlight_record::{self, Plan};
use patchlight_replay::{Case, End};
use patchlight_results::{StageName, Suite, Unknown, UnknownKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How many lines of a suite's output are shown if it fails: around each that tells of it, and in all.
const BEFORE: usize = 8;
const AFTER: usize = 3;
const MOST_LINES: usize = 20;

#[derive(Default)]
pub struct Recorded {
    pub suite: Suite,
    /// The tests, by program.
    cases: BTreeMap<String, Vec<Case>>,
    /// What was not recorded, and how often.
    missed: BTreeMap<String, u64>,
}

/// What is stored of it. The tests, which may be large, are stored each by itself.
#[derive(Serialize, Deserialize)]
struct Stored {
    suite: Suite,
    n_cases: BTreeMap<String, usize>,
    missed: BTreeMap<String, u64>,
}

impl Stored {
    fn read(key: &Key, store: &Store) -> Result<Option<Recorded>> {
        let stage = StageName::Record.name();
        let Some((Stored { suite, n_cases, missed }, _)) = store.get(stage, key)? else {
            return Ok(None);
        };
        let mut cases: BTreeMap<String, Vec<Case>> = BTreeMap::new();
        for (program, n) in n_cases {
            let of_program = cases.entry(program.clone()).or_default();
            for nth in 0..n {
                let Some((case, _)) = store.get(stage, &key_of_test(key, &program, nth))? else {
                    return Ok(None);
                };
                of_program.push(case);
            }
        }
        Ok(Some(Recorded { suite, cases, missed }))
    }

    /// What lists the tests comes last: a program that is killed before leaves nothing half done.
    fn write(recorded: &Recorded, key: &Key, store: &Store, seconds: f64) -> Result<()> {
        let stage = StageName::Record.name();
        for (program, cases) in &recorded.cases {
            for (nth, case) in cases.iter().enumerate() {
                store.put(stage, &key_of_test(key, program, nth), case, 0.0)?;
            }
        }
        let n_cases = recorded.cases.iter().map(|(name, cases)| (name.clone(), cases.len()));
        let (suite, missed) = (recorded.suite.clone(), recorded.missed.clone());
        store.put(stage, key, &Stored { suite, n_cases: n_cases.collect(), missed }, seconds)
    }
}

fn key_of_test(recording: &Key, program: &str, nth: usize) -> Key {
    Key::of([recording.as_str().as_bytes(), program.as_bytes(), &(nth as u64).to_le_bytes()])
}

impl Recorded {
    pub fn tests(&self, program: &Path) -> &[Case] {
        self.cases.get(&name(program)).map_or(&[], Vec::as_slice)
    }

    pub fn unknowns(&self) -> impl Iterator<Item = Unknown> {
        self.missed.iter().map(|(what, &count)| Unknown {
            program: String::new(),
            kind: UnknownKind::NotRecorded,
            what: what.clone(),
            count,
        })
    }
}

fn name(program: &Path) -> String {
    program.to_string_lossy().into_owned()
}

/// Runs the suite of a version, or finds what it did before. `log`: where its output goes.
pub fn recorded(
    project: &Project,
    command: &str,
    version: &Built,
    store: &Store,
    interrupt: &Interrupt,
) -> Result<(Recorded, bool)> {
    let key = key(project, command, version)?;
    if let Some(recorded) = Stored::read(&key, store)? {
        return Ok((recorded, true));
    }
    let begin = Instant::now();
    let log = version.dir.join("suite.log");
    let output =
        fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let dir = version.captured().canonicalize()?;
    // What a libtool script runs is recorded under the script's name.
    let mut names: BTreeMap<PathBuf, &PathBuf> = BTreeMap::new();
    for program in project.config.programs.iter().filter(|program| version.has(program)) {
        for file in patchlight_record::executables(&dir.join(program))? {
            names.entry(file).or_insert(program);
        }
    }
    let mut plan = Plan {
        programs: names.keys().cloned().collect(),
        command: vec!["sh".into(), "-c".into(), command.into()],
        dir: dir.clone(),
        project: dir.clone(),
        env: version.environment(project)?,
        log: Some(output),
        stop: Some(interrupt.to_pass_on()),
    };
    let mut recording = version.while_held(|| patchlight_record::record(&plan))?;
    // How it ends is said of the suite as it is, not of one that is kept from making programs.
    let end = recording.suite;
    if !recording.rebuilt.is_empty() && !interrupt.is_asked() {
        // What the suite made anew took the recorders' places. The second time there is nothing to make,
        // or what makes it does not.
        plan.env.push((KEEP.into(), std::env::join_paths(&plan.programs)?));
        recording = version.while_held(|| patchlight_record::record(&plan))?;
    }
    let status = match end {
        End::Exit(status) => status,
        End::Signal(signal) => 128 + signal,
        _ => 1,
    };
    let mut cases: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    let mut missed = recording.missed.clone();
    for program in &recording.programs {
        let Some(path) = names.get(&program.path) else { continue };
        let (tests, others): (Vec<_>, Vec<_>) =
            recording.of(&program.name).partition(|invocation| invocation.is_test());
        for note in others.iter().flat_map(|invocation| &invocation.notes) {
            *missed.entry(note.to_string()).or_default() += 1;
        }
        let tests = tests.iter().map(|test| test.case.clone());
        cases.entry(name(path)).or_default().extend(tests);
    }
    for rebuilt in &recording.rebuilt {
        let shown = rebuilt.strip_prefix(&dir).unwrap_or(rebuilt).display();
        *missed.entry(format!("the suite rebuilds {shown}")).or_default() += 1;
    }
    let n_invocations = recording.n_invocations as usize;
    let output = if status == 0 { String::new() } else { failing_part(&log, &dir) };
    let command = command.to_string();
    let suite = Suite { command, status, n_invocations, old_status: None, output };
    let recorded = Recorded { suite, cases, missed };
    if !interrupt.is_asked() {
        Stored::write(&recorded, &key, store, begin.elapsed().as_secs_f64())?;
    }
    Ok((recorded, false))
}

/// The part of a suite's output that says what fails. Where it names a log of Automake's, that of the
/// log.
fn failing_part(log: &Path, dir: &Path) -> String {
    let read = |path: &Path| -> Option<String> {
        fs::read(path).ok().map(|text| String::from_utf8_lossy(&text).into_owned())
    };
    let text = read(log).unwrap_or_default();
    let named = text.lines().find_map(|line| line.strip_prefix("See ")?.split_whitespace().next());
    let other = named.filter(|name| name.ends_with(".log")).and_then(|name| read(&dir.join(name)));
    failing_lines(other.as_deref().map_or(text.as_str(), without_summary)).join("\n")
}

/// A log of Automake's without what it begins with: how many tests passed and failed.
fn without_summary(log: &str) -> &str {
    let contents = log.find("\n.. contents:").map(|at| &log[at + 1..]);
    contents.and_then(|rest| rest.split_once('\n')).map_or(log, |(_, rest)| rest.trim_start())
}

/// Whether a line only counts tests, as Automake's summary does: `# FAIL:  1`.
fn is_count(line: &str) -> bool {
    let counted = line.strip_prefix("# ").and_then(|line| line.split_once(':'));
    counted.is_some_and(|(what, n)| {
        let n = n.trim();
        what.chars().all(|c| c.is_ascii_uppercase())
            && !n.is_empty()
            && n.chars().all(|c| c.is_ascii_digit())
    })
}

/// The lines around the first ones that tell of a failure; without any, the last ones.
fn failing_lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().filter(|line| !is_count(line)).collect();
    let n = lines.len();
    let mut shown: Vec<usize> = Vec::new();
    for at in (0..n).filter(|&at| tells_of_failure(lines[at])) {
        let around = at.saturating_sub(BEFORE)..(at + AFTER + 1).min(n);
        let new: Vec<usize> =
            around.filter(|line| shown.last().is_none_or(|last| line > last)).collect();
        if shown.len() + new.len() > MOST_LINES {
            break;
        }
        shown.extend(new);
    }
    if shown.is_empty() {
        return lines[n.saturating_sub(MOST_LINES)..].to_vec();
    }
    let mut part = Vec::new();
    for (n, &line) in shown.iter().enumerate() {
        if n > 0 && shown[n - 1] + 1 < line {
            part.push("…");
        }
        part.push(lines[line]);
    }
    part
}

/// Whether a line says that something fails, not that nothing does.
fn tells_of_failure(line: &str) -> bool {
    let line = line.to_lowercase();
    let words: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_sign = |word: &str| {
        ["fail", "fails", "failed", "failure", "failures", "assertion", "mismatch"].contains(&word)
    };
    let is_none = |n: usize| {
        let beside = [n.checked_sub(1), Some(n + 1)];
        beside.iter().flatten().any(|&at| matches!(words.get(at), Some(&"0" | &"no")))
    };
    (0..words.len()).any(|n| is_sign(words[n]) && !is_none(n))
        || line.starts_with("not ok")
        || line.contains("error:")
}

fn key(project: &Project, command: &str, version: &Built) -> Result<Key> {
    let mut parts = vec![command.as_bytes().to_vec(), project.config.build_key().into_bytes()];
    let sources = version.sources();
    for (name, kind) in snapshot::files(&sources)? {
        let extension = name.extension().and_then(|extension| extension.to_str());
        if matches!((extension, kind), (Some("c" | "h"), Kind::File { .. })) {
            continue;
        }
        parts.push(name.as_os_str().as_encoded_bytes().to_vec());
        parts.push(kind.content(&sources.join(&name))?);
    }
    Ok(Key::of(parts.iter().map(Vec::as_slice)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_cache::ScratchDir;

    #[test]
    fn what_fails_is_shown_not_what_comes_last() {
        let noise = "ok\n".repeat(30);
        let text = format!(
            "{noise}-<p>old\n+<p>new\n77 passed, 1 failed\n{noise}0 failed\nfails: 0\n{noise}"
        );
        let part = failing_lines(&text);
        assert_eq!(part.len(), BEFORE + 1 + AFTER);
        assert_eq!(part[BEFORE - 2..=BEFORE], ["-<p>old", "+<p>new", "77 passed, 1 failed"]);
        let two = format!("FAIL: a\n{noise}not ok 3\n{noise}");
        let part = failing_lines(&two);
        assert_eq!(part.len(), 1 + AFTER + 1 + BEFORE + 1 + AFTER);
        assert_eq!((part[0], part[1 + AFTER]), ("FAIL: a", "…"));
        assert_eq!(failing_lines(&noise), vec!["ok"; MOST_LINES]);
    }

    #[test]
    fn what_a_failing_test_of_automake_says_comes_first() {
        let counts = "# TOTAL: 2\n# PASS:  1\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  1\n# ERROR: 0\n";
        let log = format!(
            "====\n   pkg 1.0: ./test-suite.log\n====\n\n{counts}\n.. contents:: :depth: 2\n\n\
             FAIL: second\n============\n\n3 is not 4\nFAIL second (exit status: 1)\n\n"
        );
        let console = format!("FAIL: second\n====\nTestsuite summary\n====\n{counts}====\n");
        let dir = ScratchDir::new("suite-log").expect("a directory");
        let write = |name: &str, text: &str| {
            let path = dir.0.join(name);
            fs::write(&path, text).expect("written");
            path
        };
        let alone = write("suite.log", &console);
        let expected = "FAIL: second\n====\nTestsuite summary\n====";
        assert_eq!(failing_part(&alone, &dir.0), expected);
        write("test-suite.log", &log);
        let with_log = write("suite.log", &format!("{console}See ./test-suite.log\n"));
        let expected = "FAIL: second\n============\n\n3 is not 4\nFAIL second (exit status: 1)\n";
        assert_eq!(failing_part(&with_log, &dir.0), expected);
    }
}
