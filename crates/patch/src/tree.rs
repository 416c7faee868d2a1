//! A copy of a source tree with a patch applied.
//!
//! Only files that the patch changes are copied; all others are links to the originals, which
//! compilers open under their names in the copy. So headers that changed are found by sources that
//! did not.

use super::{Changes, Patch, PatchError, Result};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Directories above the sources in which the files of a patch are looked for.
const MAX_LEVELS: usize = 8;

/// Which tree a patch is about, and what it does there.
pub struct Patched {
    /// As an absolute path.
    pub root: PathBuf,
    changes: Changes,
}

impl Patched {
    /// Applies patches, one after the other, to the innermost directory around `sources` in which
    /// their files are found. Nothing is written.
    pub fn of(patches: &[Patch], sources: &[PathBuf]) -> Result<Patched> {
        let around = |path: &PathBuf| -> Result<PathBuf> {
            std::path::absolute(path).map_err(|error| PatchError::Io { path: path.clone(), error })
        };
        let sources = sources.iter().map(around).collect::<Result<Vec<_>>>()?;
        let mut inner = sources.first().and_then(|path| path.parent()).unwrap_or(Path::new("/"));
        while !sources.iter().all(|path| path.starts_with(inner)) {
            inner = inner.parent().unwrap_or(Path::new("/"));
        }
        let roots = inner.ancestors().filter(|root| root.parent().is_some()).take(MAX_LEVELS);
        let fitting = |root: &&Path| {
            patches.first().is_some_and(|patch| patch.strip(root, &Changes::new()).is_some())
        };
        // Where nothing fits, the innermost one is what the message is about.
        let root = roots.into_iter().find(fitting).unwrap_or(inner);
        let mut changes = Changes::new();
        for patch in patches {
            patch.apply(root, &mut changes)?;
        }
        Ok(Patched { root: root.to_path_buf(), changes })
    }

    /// Whether a file of the tree is there after the patch. None if it is not in the tree.
    pub fn has(&self, path: &Path) -> Option<bool> {
        let relative = path.strip_prefix(&self.root).ok()?;
        Some(match self.changes.get(relative) {
            Some(change) => change.is_some(),
            None => path.exists(),
        })
    }

    /// Files that the patch makes.
    pub fn made(&self) -> impl Iterator<Item = PathBuf> {
        let made = self.changes.iter().filter(|(_, change)| change.is_some());
        made.map(|(path, _)| self.root.join(path)).filter(|path| !path.exists())
    }

    /// Makes the copy in an empty directory.
    pub fn write(&self, to: &Path) -> Result<()> {
        let failed = |path: &Path, error| PatchError::Io { path: path.to_path_buf(), error };
        link_tree(&self.root, to).map_err(|error| failed(to, error))?;
        for (path, change) in &self.changes {
            let file = to.join(path);
            if leads_out(to, path) {
                let error = io::Error::other("is reached through a link");
                return Err(failed(&self.root.join(path), error));
            }
            let written = match change {
                None => remove(&file),
                Some(text) => remove(&file).and_then(|()| write(&file, text)),
            };
            written.map_err(|error| failed(&file, error))?;
        }
        Ok(())
    }
}

/// Whether a directory on the way to a file of the copy is a link, to a directory of the original.
fn leads_out(copy: &Path, path: &Path) -> bool {
    let dirs = path.ancestors().skip(1).filter(|dir| !dir.as_os_str().is_empty());
    dirs.into_iter().any(|dir| copy.join(dir).is_symlink())
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn write(file: &Path, text: &[u8]) -> io::Result<()> {
    if let Some(dir) = file.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::write(file, text)
}

/// Directories are made, everything in them is linked to. What versions are kept in is left out.
fn link_tree(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        if !entry.file_type()?.is_dir() {
            std::os::unix::fs::symlink(path, copy)?;
        } else if entry.file_name() != ".git" && !to.starts_with(&path) {
            fs::create_dir(&copy)?;
            link_tree(&path, &copy)?;
        }
    }
    Ok(())
}
