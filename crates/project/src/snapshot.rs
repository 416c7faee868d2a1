//! The sources of a version: a tree of git's, a directory, or either with a patch applied.

use super::git::Repository;
use anyhow::{Context, Result};
use patchlight_cache::{Key, ScratchDir};
use patchlight_patch::Patch;
use patchlight_results::{Commit, Version};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// All files of a snapshot have this time, so that nothing seems to be older than what it is made
/// from: 2020-01-01.
const TIME: i64 = 1_577_836_800;

#[derive(Clone)]
pub struct Snapshot {
    pub version: Version,
    source: Source,
}

#[derive(Clone)]
enum Source {
    Tree(String),
    Directory(PathBuf),
    Patched(Box<Snapshot>, PathBuf),
    /// The first one with files of the second; those that the second lacks are not there.
    Mixed(Box<Snapshot>, Box<Snapshot>, Vec<PathBuf>),
}

impl Snapshot {
    pub fn of_revision(repository: &Repository, name: &str) -> Result<Snapshot> {
        let commit = repository.commit(name)?;
        let tree = repository.tree(&commit.hash)?;
        let commit = Some(Commit { hash: commit.hash, title: commit.title });
        let version = Version { name: name.to_string(), id: tree.clone(), commit };
        Ok(Snapshot { version, source: Source::Tree(tree) })
    }

    pub fn of_working_tree(repository: &Repository) -> Result<Snapshot> {
        let tree = repository.working_tree()?;
        let version = Version { name: "working tree".to_string(), id: tree.clone(), commit: None };
        Ok(Snapshot { version, source: Source::Tree(tree) })
    }

    pub fn of_directory(path: &Path) -> Result<Snapshot> {
        let path =
            path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
        let mut parts = Vec::new();
        for (name, kind) in files(&path)? {
            parts.push(name.as_os_str().as_bytes().to_vec());
            parts.push(kind.content(&path.join(&name))?);
        }
        let id = Key::of(parts.iter().map(Vec::as_slice)).as_str().to_string();
        let version = Version { name: path.display().to_string(), id, commit: None };
        Ok(Snapshot { version, source: Source::Directory(path) })
    }

    /// The sources with a patch applied.
    pub fn patched(self, patch: &Path) -> Result<Snapshot> {
        let bytes = fs::read(patch).with_context(|| format!("cannot read {}", patch.display()))?;
        let key = Key::of([self.version.id.as_bytes(), &bytes]);
        let version =
            Version { name: patch.display().to_string(), id: key.as_str().into(), commit: None };
        let patch = patch.canonicalize()?;
        Ok(Snapshot { version, source: Source::Patched(Box::new(self), patch) })
    }

    /// The sources with some files as another version has them.
    pub fn with_files_of(&self, other: &Snapshot, files: &[PathBuf]) -> Snapshot {
        let mut parts = vec![self.version.id.as_bytes(), other.version.id.as_bytes()];
        parts.extend(files.iter().map(|file| file.as_os_str().as_bytes()));
        let id = Key::of(parts).as_str().to_string();
        let version = Version { id, ..self.version.clone() };
        let source = Source::Mixed(Box::new(self.clone()), Box::new(other.clone()), files.to_vec());
        Snapshot { version, source }
    }

    /// Writes the sources to a new directory.
    pub fn write_to(&self, dir: &Path, repository: Option<&Repository>) -> Result<()> {
        match &self.source {
            Source::Tree(tree) => {
                repository.context("not in a git repository")?.export(tree, dir)?;
            }
            Source::Directory(from) => copy(from, dir)?,
            Source::Patched(base, patch) => {
                base.write_to(dir, repository)?;
                apply(patch, dir)?;
            }
            Source::Mixed(base, other, files) => {
                base.write_to(dir, repository)?;
                let scratch = ScratchDir::new("mixed")?;
                let from = scratch.0.join("other");
                other.write_to(&from, repository)?;
                files.iter().try_for_each(|file| replace(&from, dir, file))?;
            }
        }
        set_times(dir)
    }
}

impl Snapshot {
    /// Makes a copy that was written a repository, if the version comes from one.
    pub fn make_repository(&self, dir: &Path, repository: Option<&Repository>) -> Result<()> {
        match (&self.source, repository) {
            (Source::Tree(_), Some(repository)) => {
                let commit = self.version.commit.as_ref().map_or("HEAD", |commit| &commit.hash);
                repository.make_repository(commit, dir)
            }
            (Source::Patched(base, _) | Source::Mixed(base, ..), _) => {
                base.make_repository(dir, repository)
            }
            _ => Ok(()),
        }
    }
}

/// Applies a patch to the files of a directory.
fn apply(patch: &Path, dir: &Path) -> Result<()> {
    let mut changes = BTreeMap::new();
    Patch::read(patch)?.apply(dir, &mut changes)?;
    for (name, content) in changes {
        let path = dir.join(&name);
        let place = || format!("cannot write {}", path.display());
        match content {
            Some(content) => {
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent).with_context(place)?;
                }
                fs::write(&path, content).with_context(place)?;
            }
            None => fs::remove_file(&path).with_context(place)?,
        }
    }
    Ok(())
}

fn set_times(dir: &Path) -> Result<()> {
    files(dir)?.iter().try_for_each(|(name, _)| set_time(&dir.join(name)))
}

fn set_time(path: &Path) -> Result<()> {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
    let time = Timespec { tv_sec: TIME, tv_nsec: 0 };
    let times = Timestamps { last_access: time, last_modification: time };
    utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)
        .with_context(|| format!("cannot set the time of {}", path.display()))
}

/// Whether a file is an executable, an object or an archive.
pub fn is_product(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 8];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut start)).unwrap_or(0);
    start[..read].starts_with(b"\x7fELF") || start[..read].starts_with(b"!<arch>\n")
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    File { executable: bool },
    Link,
}

impl Kind {
    /// What makes a file what it is.
    pub fn content(self, path: &Path) -> Result<Vec<u8>> {
        let place = || format!("cannot read {}", path.display());
        let (tag, bytes) = match self {
            Kind::File { executable } => {
                (if executable { b'x' } else { b'f' }, fs::read(path).with_context(place)?)
            }
            Kind::Link => (
                b'l',
                fs::read_link(path).with_context(place)?.into_os_string().into_encoded_bytes(),
            ),
        };
        Ok([&[tag], bytes.as_slice()].concat())
    }
}

/// The files and links below a directory, by name, without what version control and we keep.
pub fn files(root: &Path) -> Result<Vec<(PathBuf, Kind)>> {
    let mut found = Vec::new();
    let mut dirs = vec![PathBuf::new()];
    while let Some(dir) = dirs.pop() {
        let path = root.join(&dir);
        let place = || format!("cannot read {}", path.display());
        for entry in fs::read_dir(&path).with_context(place)? {
            let entry = entry.with_context(place)?;
            let name = dir.join(entry.file_name());
            let kind = entry.file_type().with_context(place)?;
            if kind.is_dir() {
                let is_ours = [".git", ".hg", ".svn", ".patchlight"]
                    .iter()
                    .any(|skipped| entry.file_name() == *skipped);
                if !is_ours {
                    dirs.push(name);
                }
            } else if kind.is_symlink() {
                found.push((name, Kind::Link));
            } else if kind.is_file() {
                let mode = entry.metadata().with_context(place)?.permissions().mode();
                found.push((name, Kind::File { executable: mode & 0o100 != 0 }));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// Copies the files of a directory.
fn copy(from: &Path, to: &Path) -> Result<()> {
    copy_those(from, to, |_| true)
}

/// Copies the files of a directory that are no products of a build.
pub fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    copy_those(from, to, |path| !is_product(path))?;
    set_times(to)
}

/// Makes a file of one directory what it is in another.
fn replace(from: &Path, to: &Path, name: &Path) -> Result<()> {
    let (source, target) = (from.join(name), to.join(name));
    if target.symlink_metadata().is_ok() {
        fs::remove_file(&target).with_context(|| format!("cannot remove {}", target.display()))?;
    }
    match source.symlink_metadata() {
        Ok(data) if data.is_symlink() => copy_one(&source, &target, Kind::Link),
        Ok(_) => copy_one(&source, &target, Kind::File { executable: false }),
        Err(_) => Ok(()),
    }
}

/// Copies a file with its rights, or a link.
fn copy_one(source: &Path, target: &Path, kind: Kind) -> Result<()> {
    let place = || format!("cannot copy {}", source.display());
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent).with_context(place)?;
    }
    match kind {
        Kind::File { .. } => {
            fs::copy(source, target).with_context(place)?;
        }
        Kind::Link => {
            let points_to = fs::read_link(source).with_context(place)?;
            std::os::unix::fs::symlink(points_to, target).with_context(place)?;
        }
    }
    Ok(())
}

fn copy_those(from: &Path, to: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<()> {
    for (name, kind) in files(from)? {
        if is_wanted(&from.join(&name)) {
            copy_one(&from.join(&name), &to.join(&name), kind)?;
        }
    }
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))
}
