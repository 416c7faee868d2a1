//! The inputs of findings, for other tools.

mod formats;
mod script;
mod shell;
mod suite;

use anyhow::{Context as _, Result};
use patchlight_results::{Executables, Finding, Results};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What is made of a finding.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    Cases,
    Ktest,
    Corpus,
    Shell,
    Suite,
}

impl Kind {
    /// All, with what they are called and what they are for.
    pub const ALL: [(Kind, &'static str, &'static str); 5] = [
        (Kind::Cases, "cases", "Cases for `patchlight replay`"),
        (Kind::Ktest, "ktest", "KLEE's .ktest format"),
        (Kind::Corpus, "corpus", "Raw inputs for fuzzers"),
        (Kind::Shell, "shell", "Scripts that run both versions and show the differences"),
        (Kind::Suite, "suite", "Tests for the project's test suite"),
    ];
}

/// Whose behaviour a test expects.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Expected {
    Old,
    New,
}

/// Files to write, or why there are none.
pub type Made = Result<Vec<NewFile>, String>;

pub struct NewFile {
    name: String,
    bytes: Vec<u8>,
    is_script: bool,
}

impl NewFile {
    fn data(name: String, bytes: impl Into<Vec<u8>>) -> NewFile {
        NewFile { name, bytes: bytes.into(), is_script: false }
    }

    fn script(name: String, text: String) -> NewFile {
        NewFile { name, bytes: text.into_bytes(), is_script: true }
    }
}

/// What is made of a finding. `expected`: whose behaviour a test expects, if it is said.
pub fn make(kind: Kind, expected: Option<Expected>, results: &Results, finding: &Finding) -> Made {
    finding.case.check().map_err(|error| error.to_string())?;
    match kind {
        Kind::Cases => formats::case(finding),
        Kind::Ktest => formats::ktest(finding),
        Kind::Corpus => formats::corpus(finding),
        Kind::Shell => shell::script(results, finding),
        Kind::Suite => suite::script(results, finding, expected),
    }
}

/// Executables that are known of both versions: with sanitizers, if one of these saw the error.
fn executables<'a>(results: &'a Results, finding: &Finding) -> (Option<&'a str>, Option<&'a str>) {
    let program = results.programs.iter().find(|program| program.name == finding.program);
    let Some(Executables { old, new, old_sanitized, new_sanitized }) =
        program.map(|program| &program.executables)
    else {
        return (None, None);
    };
    let is_sanitized = finding.old.sanitizer.is_some() || finding.new.sanitizer.is_some();
    match (is_sanitized, old_sanitized, new_sanitized) {
        (true, Some(old), Some(new)) => (Some(old), Some(new)),
        _ => (old.as_deref(), new.as_deref()),
    }
}

/// Writes a file into a directory.
pub fn write(dir: &Path, file: &NewFile) -> Result<()> {
    let path = dir.join(&file.name);
    let problem = || path.display().to_string();
    fs::write(&path, &file.bytes).with_context(problem)?;
    if file.is_script {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).with_context(problem)?;
    }
    Ok(())
}
