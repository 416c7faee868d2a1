//! Recordings as files: a directory a program with `cases.jsonl`, which `replay` and `shadow --tests`
//! read as it is, and `observed.jsonl`, which says what was seen; `recording.json` for the whole.

use super::{Behaviour, Invocation, Note, NoteKind, RecordedProgram, Recording};
use anyhow::{Context, Result};
use patchlight_replay::{Case, End, Latin1, Run, VERSION, load};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const SUMMARY: &str = "recording.json";
const CASES: &str = "cases.jsonl";
const OBSERVED: &str = "observed.jsonl";

/// `recording.json`
#[derive(Debug, Serialize, Deserialize)]
pub struct Summary {
    pub version: u32,
    pub command: Vec<String>,
    pub suite: End,
    /// How many programs the suite started.
    pub invocations: u64,
    /// With different inputs.
    pub distinct: u64,
    /// Of these, what can be replayed.
    pub tests: u64,
    pub programs: Vec<ProgramSummary>,
    /// Why nothing is known of an invocation, and of how many.
    pub missed: BTreeMap<String, u64>,
    pub rebuilt: Vec<PathBuf>,
    /// How many of the distinct ones have a note of this kind.
    pub notes: BTreeMap<NoteKind, u64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct ProgramSummary {
    pub name: String,
    pub path: PathBuf,
    pub invocations: u64,
    pub distinct: u64,
    pub tests: u64,
}

#[derive(Serialize)]
struct CaseLine<'a> {
    version: u32,
    name: &'a str,
    run: &'a Run,
}

/// A line of `observed.jsonl`.
#[derive(Serialize, Deserialize)]
struct Observation {
    name: String,
    numbers: Vec<u64>,
    end: Option<End>,
    stdout: Latin1,
    stderr: Latin1,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    discards: bool,
    whole: bool,
    root: PathBuf,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    libraries: Vec<PathBuf>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    /// What is known of the input, if it is no test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<Run>,
}

pub fn summary(recording: &Recording) -> Summary {
    let mut notes = BTreeMap::new();
    for invocation in &recording.invocations {
        let mut kinds: Vec<NoteKind> = invocation.notes.iter().map(|note| note.kind).collect();
        kinds.sort();
        kinds.dedup();
        kinds.into_iter().for_each(|kind| *notes.entry(kind).or_default() += 1);
    }
    let mut programs: Vec<ProgramSummary> = Vec::new();
    for program in &recording.programs {
        if let Some(same) = programs.iter_mut().find(|other| other.name == program.name) {
            same.invocations += program.n_invocations;
            continue;
        }
        programs.push(ProgramSummary {
            name: program.name.clone(),
            path: program.path.clone(),
            invocations: program.n_invocations,
            distinct: recording.of(&program.name).count() as u64,
            tests: recording.of(&program.name).filter(|one| one.is_test()).count() as u64,
        });
    }
    Summary {
        version: VERSION,
        command: recording.command.iter().map(|arg| arg.to_string_lossy().into()).collect(),
        suite: recording.suite,
        invocations: recording.n_invocations,
        distinct: recording.invocations.len() as u64,
        tests: recording.invocations.iter().filter(|one| one.is_test()).count() as u64,
        programs,
        missed: recording.missed.clone(),
        rebuilt: recording.rebuilt.clone(),
        notes,
    }
}

/// Writes a recording. What an earlier one left in the directory goes away.
pub fn write(dir: &Path, recording: &Recording) -> Result<()> {
    if let Ok(old) = read_summary(dir) {
        for program in &old.programs {
            for file in [CASES, OBSERVED] {
                let _ = fs::remove_file(dir.join(&program.name).join(file));
            }
            let _ = fs::remove_dir(dir.join(&program.name));
        }
    }
    let put = |path: PathBuf, text: String| {
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    let summary = summary(recording);
    for program in &summary.programs {
        let dir = dir.join(&program.name);
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let (mut cases, mut observed) = (String::new(), String::new());
        for one in recording.of(&program.name) {
            if one.is_test() {
                let (name, run) = (&one.case.name, &one.case.run);
                cases += &serde_json::to_string(&CaseLine { version: VERSION, name, run })?;
                cases.push('\n');
            }
            observed += &serde_json::to_string(&observation(one))?;
            observed.push('\n');
        }
        put(dir.join(CASES), cases)?;
        put(dir.join(OBSERVED), observed)?;
    }
    fs::create_dir_all(dir)?;
    put(dir.join(SUMMARY), serde_json::to_string_pretty(&summary)? + "\n")
}

fn observation(one: &Invocation) -> Observation {
    Observation {
        name: one.case.name.clone(),
        numbers: one.numbers.clone(),
        end: one.behaviour.end,
        stdout: Latin1(one.behaviour.stdout.clone()),
        stderr: Latin1(one.behaviour.stderr.clone()),
        discards: one.behaviour.discards,
        whole: one.behaviour.is_whole,
        root: one.root.clone(),
        libraries: one.libraries.clone(),
        notes: one.notes.clone(),
        run: (!one.is_test()).then(|| one.case.run.clone()),
    }
}

pub fn read_summary(dir: &Path) -> Result<Summary> {
    let path = dir.join(SUMMARY);
    let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&text).with_context(|| path.display().to_string())
}

/// A recording as it was written.
pub fn read(dir: &Path) -> Result<Recording> {
    let summary = read_summary(dir)?;
    let mut invocations = Vec::new();
    for program in &summary.programs {
        let dir = dir.join(&program.name);
        let loaded = load(&[dir.join(CASES)], None);
        if let Some(problem) = loaded.problems.first() {
            anyhow::bail!("{problem}");
        }
        let cases = loaded.cases.into_iter().map(|case| (case.name.clone(), case));
        let mut cases: HashMap<String, Case> = cases.collect();
        let path = dir.join(OBSERVED);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for (n, line) in text.lines().enumerate() {
            let place = || format!("{}:{}", path.display(), n + 1);
            let one: Observation = serde_json::from_str(line).with_context(place)?;
            let run = one.run.clone().unwrap_or_default();
            let unfit = || Case { name: one.name.clone(), run, ..Case::default() };
            let case = cases.remove(&one.name).unwrap_or_else(unfit);
            invocations.push(invocation(&program.name, case, one));
        }
    }
    invocations.sort_by_key(|one| one.numbers.first().copied());
    let programs = summary.programs.iter().map(|program| RecordedProgram {
        name: program.name.clone(),
        path: program.path.clone(),
        n_invocations: program.invocations,
        ..RecordedProgram::default()
    });
    Ok(Recording {
        command: summary.command.iter().map(OsString::from).collect(),
        suite: summary.suite,
        programs: programs.collect(),
        n_invocations: summary.invocations,
        invocations,
        missed: summary.missed,
        rebuilt: summary.rebuilt,
    })
}

fn invocation(program: &str, case: Case, one: Observation) -> Invocation {
    Invocation {
        program: program.to_string(),
        numbers: one.numbers,
        case,
        behaviour: Behaviour {
            end: one.end,
            stdout: one.stdout.0,
            stderr: one.stderr.0,
            discards: one.discards,
            is_whole: one.whole,
        },
        root: one.root,
        libraries: one.libraries,
        notes: one.notes,
    }
}

/// For people.
pub fn print(summary: &Summary) {
    let n = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    eprintln!(
        "patchlight: {} of {}, {} distinct, {} of them can be replayed",
        n(summary.invocations, "invocation"),
        n(summary.programs.len() as u64, "program"),
        summary.distinct,
        summary.tests
    );
    for program in summary.programs.iter().filter(|_| summary.programs.len() > 1) {
        eprintln!(
            "  {}: {}, {} distinct, {} to replay",
            program.name, program.invocations, program.distinct, program.tests
        );
    }
    for (kind, count) in &summary.notes {
        eprintln!("  {count} {}", kind.text());
    }
    for (why, count) in &summary.missed {
        eprintln!("  not recorded, {count}: {why}");
    }
    for program in &summary.rebuilt {
        eprintln!("  the suite rebuilt {}: build it before recording", program.display());
    }
}

/// What a path's bytes are in outputs.
pub fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}
