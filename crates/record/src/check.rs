//! Replays a recording natively, in the sandbox, and compares with what was recorded.

use super::output::path_bytes;
use super::{Effect, Invocation, Recording};
use anyhow::{Context, Result, anyhow};
use memchr::memmem;
use patchlight_budget::Deadline;
use patchlight_replay::sandbox_config;
use patchlight_replay::{End, Executable, Library, Sandbox};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which of the tests of a recording do in a replay what they did in the suite.
#[derive(Debug, Default)]
pub struct Checked {
    pub n_tests: usize,
    pub n_same: usize,
    /// Names, with what differs.
    pub different: Vec<(String, String)>,
    /// Names of tests whose behaviour is not known to the end, with the reason.
    pub unknown: Vec<(String, String)>,
}

/// `n_workers` sandboxes at a time.
pub fn check(recording: &Recording, n_workers: usize) -> Result<Checked> {
    let mut checked = Checked::default();
    for program in &recording.programs {
        let tests: Vec<&Invocation> =
            recording.of(&program.name).filter(|one| one.is_test()).collect();
        if tests.is_empty() {
            continue;
        }
        checked.n_tests += tests.len();
        let executable = executable(&program.path, &tests)?;
        for (test, verdict) in tests.iter().zip(verdicts(&executable, &tests, n_workers)?) {
            let name = test.case.name.clone();
            match verdict {
                Verdict::Same => checked.n_same += 1,
                Verdict::Different(what) => checked.different.push((name, what)),
                Verdict::Unknown(why) => checked.unknown.push((name, why)),
            }
        }
    }
    Ok(checked)
}

/// The program, with the libraries of the project's that it was run with.
fn executable(program: &Path, tests: &[&Invocation]) -> Result<Executable> {
    let libraries: BTreeSet<&PathBuf> = tests.iter().flat_map(|one| &one.libraries).collect();
    let library = |path: &PathBuf| {
        // By the name under which it is looked for, which may be a link.
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Library { name, path: path.clone() }
    };
    let libraries = libraries.into_iter().map(library).collect();
    Ok(Executable { libraries, ..Executable::open(program)? })
}

enum Verdict {
    Same,
    Different(String),
    Unknown(String),
}

fn verdicts(
    executable: &Executable,
    tests: &[&Invocation],
    n_workers: usize,
) -> Result<Vec<Verdict>> {
    let config = sandbox_config()?;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Verdict>>> = Mutex::new(tests.iter().map(|_| None).collect());
    let work = || -> Result<()> {
        let mut sandbox = Sandbox::start(&config, std::slice::from_ref(executable))?;
        while let Some((index, test)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            tests.get(index).map(|test| (index, test))
        } {
            let verdict = verdict(&mut sandbox, test)?;
            let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            done[index] = Some(verdict);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let n_threads = n_workers.clamp(1, tests.len());
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            thread.join().map_err(|_| anyhow!("a thread of the check panicked"))??;
        }
        Ok::<(), anyhow::Error>(())
    })?;
    let done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.into_iter().collect::<Option<_>>().context("every test has a verdict")
}

fn verdict(sandbox: &mut Sandbox, test: &Invocation) -> Result<Verdict> {
    let recorded = &test.behaviour;
    let Some(end) = recorded.end.filter(|_| recorded.is_whole) else {
        let hides = |kind| matches!(kind, Effect::OutcomeUnknown);
        let why = test.notes.iter().find(|note| hides(note.kind.effect()));
        return Ok(Verdict::Unknown(why.map_or_else(String::new, ToString::to_string)));
    };
    let outcome = match sandbox.run(0, &test.case, &Deadline::none())? {
        Ok(outcome) => outcome,
        Err(failure) => return Ok(Verdict::Different(failure.to_string())),
    };
    let root = path_bytes(&test.root);
    let case_dir = path_bytes(sandbox.case_dir()).to_vec();
    let is_same = |recorded: &[u8], replayed: &[u8]| {
        recorded == replayed || recorded == replace_all(replayed, &case_dir, root)
    };
    let mut what = Vec::new();
    if outcome.end != end {
        what.push(format!("ended with {}, not {}", show_end(outcome.end), show_end(end)));
    }
    if !recorded.discards && !is_same(&recorded.stdout, &outcome.stdout.bytes) {
        what.push(difference("standard output", &recorded.stdout, &outcome.stdout.bytes));
    }
    if !is_same(&recorded.stderr, &outcome.stderr.bytes) {
        what.push(difference("standard error", &recorded.stderr, &outcome.stderr.bytes));
    }
    Ok(match what.is_empty() {
        true => Verdict::Same,
        false => Verdict::Different(what.join("; ")),
    })
}

fn show_end(end: End) -> String {
    match end {
        End::Exit(status) => format!("status {status}"),
        End::Signal(signal) => format!("signal {signal}"),
        End::Timeout => "no end in time".to_string(),
        End::OutputLimit => "too much output".to_string(),
        End::MemoryLimit => "too much memory".to_string(),
    }
}

/// The first line that is not the same.
fn difference(stream: &str, recorded: &[u8], replayed: &[u8]) -> String {
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let (recorded, replayed) = (lines(recorded), lines(replayed));
    let n_same = recorded.iter().zip(&replayed).take_while(|(one, other)| one == other).count();
    let show = |lines: &[Vec<u8>]| {
        let line = lines.get(n_same).map_or(&b""[..], Vec::as_slice);
        let shown: Vec<u8> = line.iter().take(80).flat_map(|&byte| byte.escape_ascii()).collect();
        String::from_utf8_lossy(&shown).into_owned()
    };
    format!("{stream} has \"{}\", but \"{}\" was recorded", show(&replayed), show(&recorded))
}

fn replace_all(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut end = 0;
    for at in memmem::find_iter(text, from) {
        out.extend(&text[end..at]);
        out.extend(to);
        end = at + from.len();
    }
    out.extend(&text[end..]);
    out
}
