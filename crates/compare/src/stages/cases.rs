//! The tests to start from: what the project's suite was recorded to do, and what `patchlight.toml`
//! names: cases, `cases.toml`, a corpus.

use crate::run_key::run_key;
use anyhow::{Context, Result, bail};
use patchlight_cache::Key;
use patchlight_project::Project;
use patchlight_replay::{Case, Template, command_lines};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The tests of one program.
pub type Tests = Vec<Case>;

/// Where tests that `patchlight.toml` names are. `sources`: where the version's files are. Older
/// versions need not have the tests that are there now.
fn place(project: &Project, sources: &Path, path: &Path) -> PathBuf {
    let in_version = sources.join(path);
    if in_version.exists() { in_version } else { project.root.join(path) }
}

/// Stands for the contents of all tests that `patchlight.toml` names: they may be in no version.
pub fn key(project: &Project, sources: &Path) -> Result<Key> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let tests = project.config.tests.iter();
    let mut todo: Vec<PathBuf> = tests.map(|path| place(project, sources, path)).collect();
    todo.reverse();
    while let Some(path) = todo.pop() {
        parts.push(path.file_name().unwrap_or_default().as_encoded_bytes().to_vec());
        if path.is_dir() {
            let entries = fs::read_dir(&path).with_context(|| path.display().to_string())?;
            let mut below: Vec<PathBuf> =
                entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
            below.sort();
            parts.push(below.len().to_le_bytes().to_vec());
            todo.extend(below.into_iter().rev());
        } else {
            // What cannot be read is told where it is wanted.
            parts.push(fs::read(&path).unwrap_or_default());
        }
    }
    Ok(Key::of(parts.iter().map(Vec::as_slice)))
}

/// The tests that `patchlight.toml` names, for one program. `sources`: where the version's files
/// are.
pub fn named(project: &Project, sources: &Path, program: &str) -> Result<Tests> {
    let mut tests = Vec::new();
    for path in &project.config.tests {
        let at = place(project, sources, path);
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(&at)
                .with_context(|| format!("`tests`: cannot read {}", path.display()))?;
            tests
                .extend(command_lines(&text, program).with_context(|| path.display().to_string())?);
            continue;
        }
        let args = project.config.corpus_args.iter();
        let template = Template(args.map(|arg| arg.clone().into_bytes()).collect());
        let has_template = !project.config.corpus_args.is_empty();
        let loaded = patchlight_replay::load(&[at], has_template.then_some(&template));
        if let Some(problem) = loaded.problems.first() {
            bail!("`tests`: {problem}");
        }
        tests.extend(loaded.cases);
    }
    Ok(tests)
}

/// Tests with the same input count once; the first stays.
pub fn without_copies(tests: Tests) -> Result<Tests> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for case in tests {
        if seen.insert(run_key(&case.run)?) {
            kept.push(case);
        }
    }
    Ok(kept)
}
