//! Patch files, as `diff -u` and `git diff` write them, applied to a directory.
//!
//! As in `patch`, a hunk may be found some lines away from where it should be, and up to two lines at
//! the ends of its context may be others. Nothing is written unless all of the patch applies. Where
//! `patch` would guess, a patch is refused: lines without context that belong behind the end of a file,
//! a file that is removed though it has other lines, a rename to a file that is there. Other formats
//! than unified diffs are absent, and so are binary patches.

mod apply;
mod parse;
mod tree;

pub use tree::Patched;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum PatchError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}:{line}: {why}", patch.display())]
    Format { patch: PathBuf, line: usize, why: String },
    #[error(
        "{} does not apply: hunk {hunk} (at line {line}) of {file} does not match: {why}",
        patch.display()
    )]
    Hunk { patch: PathBuf, hunk: usize, line: usize, file: String, why: String },
    #[error("{} does not apply: {why}", patch.display())]
    Tree { patch: PathBuf, why: String },
}

impl PatchError {
    /// Whether it is the patch that is wrong, not that something cannot be read or written.
    pub fn is_bad_diff(&self) -> bool {
        !matches!(self, PatchError::Io { .. })
    }
}

type Result<T> = std::result::Result<T, PatchError>;

/// What a patch does to one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilePatch {
    /// The names as the patch has them. None: the file is not there.
    old: Option<String>,
    new: Option<String>,
    kind: Kind,
    hunks: Vec<Hunk>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Kind {
    /// The file keeps its name, is made or is removed.
    #[default]
    Change,
    /// `rename from`, `copy from`: these names come without the leading directory that others have.
    Rename,
    Copy,
}

/// Lines that follow each other: what is before and what is after. At least one of them changes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Hunk {
    /// Where it stands in the old file, from 1 (0 if that has no lines).
    old_start: usize,
    /// Lines with their ends; the last one of a file may have none.
    before: Vec<Vec<u8>>,
    after: Vec<Vec<u8>>,
    /// Lines at its beginning and its end that are the same before and after.
    leading: usize,
    trailing: usize,
}

pub struct Patch {
    path: PathBuf,
    files: Vec<FilePatch>,
}

/// What applying a patch leaves behind: files with their texts, or `None` if they are gone. Names are
/// relative to the root.
pub type Changes = BTreeMap<PathBuf, Option<Vec<u8>>>;

impl Patch {
    pub fn read(path: &Path) -> Result<Patch> {
        let text =
            fs::read(path).map_err(|error| PatchError::Io { path: path.to_path_buf(), error })?;
        Patch::parse(path, &text)
    }

    /// Reads a text; `path` is what messages call it.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Patch> {
        let files = parse::parse(text).map_err(|(line, why)| PatchError::Format {
            patch: path.to_path_buf(),
            line,
            why,
        })?;
        Ok(Patch { path: path.to_path_buf(), files })
    }

    /// How many leading directories of its names are left out to find all files below `root`: one as
    /// in `git diff`, or none. `changes`: what patches before this one do.
    pub fn strip(&self, root: &Path, changes: &Changes) -> Option<usize> {
        [1, 0].into_iter().find(|&strip| self.finds_all(strip, root, changes))
    }

    /// Whether every file is there, was there, or is made by an earlier part of the patch. Whether it is
    /// there when it is needed is for `apply` to say, which knows why it is not.
    fn finds_all(&self, strip: usize, root: &Path, changes: &Changes) -> bool {
        let known = changes.iter().map(|(path, change)| (path.clone(), change.is_some()));
        let mut known: BTreeMap<PathBuf, bool> = known.collect();
        for file in &self.files {
            let is_there =
                |path: &Path| known.get(path).copied().unwrap_or_else(|| root.join(path).is_file());
            let Ok((from, to)) = apply::names(file, strip, is_there) else { return false };
            if from.as_ref().is_some_and(|from| !known.contains_key(from) && !is_there(from)) {
                return false;
            }
            known.extend(from.map(|from| (from, file.kind == Kind::Copy)));
            known.extend(to.map(|to| (to, true)));
        }
        true
    }

    /// Adds what it changes below `root` to `changes`.
    pub fn apply(&self, root: &Path, changes: &mut Changes) -> Result<()> {
        let Some(strip) = self.strip(root, changes) else {
            return Err(PatchError::Tree {
                patch: self.path.clone(),
                why: self.mismatch(root, changes),
            });
        };
        for file in &self.files {
            apply::apply(&self.path, file, strip, root, changes)?;
        }
        Ok(())
    }

    /// Why its names lead to no files.
    fn mismatch(&self, root: &Path, changes: &Changes) -> String {
        let paths = |name: &String| [1, 0].map(|strip| apply::stripped(name, strip));
        let is_found = |name: &&String| {
            paths(name).iter().flatten().any(|path| apply::exists(path, root, changes))
        };
        let is_usable = |name: &&String| paths(name).iter().any(Option::is_some);
        let mut all = self.files.iter().flat_map(|file| [&file.old, &file.new]).flatten();
        let mut first =
            self.files.iter().filter_map(|file| file.old.as_ref().or(file.new.as_ref()));
        if let Some(name) = all.find(|name| !is_usable(name)) {
            return format!("the file name {name} is not usable");
        }
        match first.find(|name| !is_found(name)) {
            Some(name) => format!("{name} does not exist in {}", root.display()),
            None => format!("its file names do not match {}", root.display()),
        }
    }
}

#[cfg(test)]
mod tests;
