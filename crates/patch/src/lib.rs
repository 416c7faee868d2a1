//! Patch files, as `diff -u` and `git diff` write them, applied to a directory.
//!
//! As in `patch`, a hunk may be found some lines away from where it should be, and up to two lines at
//! the ends of its context may be others. Nothing is written unless all of the patch applies. Other
//! formats than unified diffs are absent, and so are binary patches.

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
    is_rename: bool,
    hunks: Vec<Hunk>,
}

/// Lines that follow each other: what is before and what is after.
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
        let files = parse::parse(&text).map_err(|(line, why)| PatchError::Format {
            patch: path.to_path_buf(),
            line,
            why,
        })?;
        Ok(Patch { path: path.to_path_buf(), files })
    }

    /// How many leading directories of its names are left out to find all files below `root`: one as
    /// in `git diff`, or none. `changes`: what patches before this one do.
    pub fn strip(&self, root: &Path, changes: &Changes) -> Option<usize> {
        [1, 0].into_iter().find(|&strip| {
            self.files.iter().all(|file| match apply::target(file, strip, root, changes) {
                Ok(Some(path)) => apply::exists(&path, root, changes),
                // A file that the patch makes says nothing.
                Ok(None) => true,
                Err(_) => false,
            })
        })
    }

    /// Adds what it changes below `root` to `changes`.
    pub fn apply(&self, root: &Path, changes: &mut Changes) -> Result<()> {
        let Some(strip) = self.strip(root, changes) else {
            let names =
                self.files.iter().filter_map(|file| file.old.as_ref().or(file.new.as_ref()));
            let why = match names.into_iter().find(|name| !self.is_found(name, root, changes)) {
                Some(name) => format!("{name} does not exist in {}", root.display()),
                None => format!("its file names do not match {}", root.display()),
            };
            return Err(PatchError::Tree { patch: self.path.clone(), why });
        };
        for file in &self.files {
            apply::apply(&self.path, file, strip, root, changes)?;
        }
        Ok(())
    }

    fn is_found(&self, name: &str, root: &Path, changes: &Changes) -> bool {
        let stripped = [1, 0].into_iter().filter_map(|strip| apply::stripped(name, strip));
        stripped.into_iter().any(|path| apply::exists(&path, root, changes))
    }
}

#[cfg(test)]
mod tests;
