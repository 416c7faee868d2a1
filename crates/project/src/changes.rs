//! What the patch changes in the sources: files, hunks and lines.

use super::config::Config;
use super::git::Repository;
use super::snapshot::{self, Kind, Snapshot};
use anyhow::Result;
use patchlight_cache::ScratchDir;
use patchlight_results::{FileChange, Line, PatchedFile};
use similar::{Algorithm, ChangeTag, TextDiff};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Lines around a change.
const CONTEXT: usize = 3;
/// Texts with more lines are not shown.
const MOST_LINES: usize = 200_000;

/// The files that differ between two directories of sources.
pub fn changes(old: &Path, new: &Path) -> Result<Vec<PatchedFile>> {
    let patched = |Differing { name, was, is }: Differing| {
        let change = match (was, is) {
            (None, _) => FileChange::Added,
            (_, None) => FileChange::Removed,
            _ => FileChange::Changed,
        };
        let hunks = hunks(&content(old, &name, was), &content(new, &name, is));
        PatchedFile { path: name.to_string_lossy().into_owned(), change, hunks }
    };
    Ok(differing(old, new)?.into_iter().map(patched).collect())
}

/// A file that differs, and what it is in each directory.
struct Differing {
    name: PathBuf,
    was: Option<Kind>,
    is: Option<Kind>,
}

/// The files that differ.
fn differing(old: &Path, new: &Path) -> Result<Vec<Differing>> {
    let before: BTreeMap<PathBuf, Kind> = snapshot::files(old)?.into_iter().collect();
    let after: BTreeMap<PathBuf, Kind> = snapshot::files(new)?.into_iter().collect();
    let names: BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        let (was, is) = (before.get(name).copied(), after.get(name).copied());
        if was != is || content(old, name, was) != content(new, name, is) {
            found.push(Differing { name: name.clone(), was, is });
        }
    }
    Ok(found)
}

fn content(dir: &Path, name: &Path, kind: Option<Kind>) -> Vec<u8> {
    match kind {
        Some(Kind::File { .. }) => fs::read(dir.join(name)).unwrap_or_default(),
        Some(Kind::Link) => fs::read_link(dir.join(name))
            .map(|to| to.into_os_string().into_encoded_bytes())
            .unwrap_or_default(),
        None => Vec::new(),
    }
}

/// Words in the names of sources that are tests.
const TEST_WORDS: [&str; 4] = ["test", "tests", "unittest", "unittests"];
/// Directories whose files are the project's tests.
const TEST_DIRECTORIES: [&str; 6] = ["test", "tests", "testing", "unittest", "unittests", "t"];

/// The files of the tests that two versions do not have alike: programs made of them would differ in
/// their tests, not in what they test.
pub fn changed_tests(
    old: &Snapshot,
    new: &Snapshot,
    repository: Option<&Repository>,
) -> Result<Vec<PathBuf>> {
    let scratch = ScratchDir::new("tests")?;
    let [before, after] = ["old", "new"].map(|name| scratch.0.join(name));
    old.write_to(&before, repository)?;
    new.write_to(&after, repository)?;
    let files = differing(&before, &after)?.into_iter().map(|file| file.name);
    Ok(tests_among(files.collect()))
}

/// The tests among changed files. A source that only its name makes a test may be a program itself: if
/// no other source changes, there is nothing that it could be the test of.
fn tests_among(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let (mut tests, others): (Vec<PathBuf>, _) =
        files.into_iter().partition(|path| is_in_test_directory(path));
    let sources = others.into_iter().filter(|path| is_source(path));
    let (named, others): (Vec<PathBuf>, Vec<PathBuf>) =
        sources.partition(|path| is_named_as_test(path));
    if !others.is_empty() {
        tests.extend(named);
    }
    tests
}

fn is_in_test_directory(path: &Path) -> bool {
    let mut directories = path.parent().into_iter().flat_map(Path::components);
    directories.any(|part| TEST_DIRECTORIES.iter().any(|name| part.as_os_str() == *name))
}

fn is_source(path: &Path) -> bool {
    let sources = ["c", "h", "cc", "cpp", "cxx"];
    path.extension().is_some_and(|extension| sources.iter().any(|source| extension == *source))
}

/// `test.c` may be the program `test`.
fn is_named_as_test(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut words = stem.split(['_', '-', '.']);
    stem != "test" && words.any(|word| TEST_WORDS.contains(&word))
}

fn hunks(old: &[u8], new: &[u8]) -> Vec<Vec<Line>> {
    let is_text = |bytes: &[u8]| {
        !bytes.contains(&0) && bytes.iter().filter(|&&byte| byte == b'\n').count() <= MOST_LINES
    };
    if !is_text(old) || !is_text(new) {
        return Vec::new();
    }
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let diff =
        TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(old.as_ref(), new.as_ref());
    let groups = diff.grouped_ops(CONTEXT);
    let line = |change: similar::Change<&str>| {
        let number = |index: Option<usize>| index.map(|index| index as u32 + 1);
        let (old, new) = match change.tag() {
            ChangeTag::Equal => (number(change.old_index()), number(change.new_index())),
            ChangeTag::Delete => (number(change.old_index()), None),
            ChangeTag::Insert => (None, number(change.new_index())),
        };
        let text = change.value().trim_end_matches(['\n', '\r']).to_string();
        Line { old, new, text, executed: None }
    };
    let changes = |ops: &Vec<similar::DiffOp>| {
        ops.iter().flat_map(|op| diff.iter_changes(op).map(line).collect::<Vec<_>>()).collect()
    };
    groups.iter().map(changes).collect()
}

/// The changed lines of the programs' sources: file, line, and whether it is the new version's.
pub fn changed_lines<'p>(
    config: &'p Config,
    patch: &'p mut [PatchedFile],
) -> impl Iterator<Item = (&'p str, &'p mut Line)> {
    patch.iter_mut().filter(|file| config.is_source(Path::new(&file.path))).flat_map(|file| {
        let path = file.path.as_str();
        let lines = file.hunks.iter_mut().flatten();
        lines.filter(|line| line.old.is_none() != line.new.is_none()).map(move |line| (path, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_by_directory_or_name() {
        let among = |files: &[&str]| tests_among(files.iter().map(PathBuf::from).collect());
        let tests = ["tests/a.c", "lib/t/data", "jsmn_test.c", "test-parser.cpp", "tests.c"];
        let others = ["src/test.c", "latest.c", "contest_tester.c", "a_test.md", "src/a.c"];
        assert_eq!(among(&[&tests[..], &others].concat()), tests.map(PathBuf::from));
        // The program itself.
        assert!(among(&["load_test.c", "README"]).is_empty());
    }

    #[test]
    fn a_hunk_has_lines_with_their_numbers() {
        let old = b"a\nb\nc\nd\n";
        let new = b"a\nx\nc\nd\n";
        let hunks = hunks(old, new);
        let lines: Vec<(Option<u32>, Option<u32>, &str)> =
            hunks[0].iter().map(|line| (line.old, line.new, line.text.as_str())).collect();
        let expected = [
            (Some(1), Some(1), "a"),
            (Some(2), None, "b"),
            (None, Some(2), "x"),
            (Some(3), Some(3), "c"),
            (Some(4), Some(4), "d"),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn bytes_that_are_no_text_have_no_hunks() {
        assert!(hunks(b"a\0b", b"a\0c").is_empty());
    }
}
