//! `patchlight run --out DIR`: the files that a program made, changed and removed.
//!
//! `DIR/files` has what was made or changed, each at its absolute path; `DIR/changes.txt` has one
//! line for each change, sorted by path: `made`, `changed` or `removed`, then type, permissions,
//! owner, time of modification and path, for a link its target, and for a second name of the same
//! file the first one. Bytes outside of ASCII are escaped. The host's files are not touched.

use anyhow::{Context, Result, bail};
use patchlight_posix::{Change, Entry, EntryKind, What};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Makes the directory, which must not have anything in it: called before the program runs.
pub fn prepare(out: &Path) -> Result<()> {
    if out.exists() && fs::read_dir(out)?.next().is_some() {
        bail!("the directory is not empty");
    }
    Ok(fs::create_dir_all(out.join("files"))?)
}

pub fn write(out: &Path, changes: &[Change]) -> Result<()> {
    let files = out.join("files");
    let mut list = String::new();
    let mut first_names = BTreeMap::new();
    for change in changes {
        let path = change.path.as_os_str().as_bytes().escape_ascii();
        let (verb, entry) = match &change.what {
            What::Removed => {
                writeln!(list, "removed {path}")?;
                continue;
            }
            What::Made(entry) => ("made", entry),
            What::Changed(entry) => ("changed", entry),
        };
        let first = first_names.entry(entry.number).or_insert_with(|| change.path.clone());
        writeln!(
            list,
            "{verb} {} {path}{}",
            describe(entry),
            relation(entry, &change.path, first)
        )?;
        let place = inside(&files, &change.path);
        copy(entry, &place, &inside(&files, first)).with_context(|| place.display().to_string())?;
    }
    fs::write(out.join("changes.txt"), list)?;
    finish_directories(changes, &files)
}

fn describe(entry: &Entry) -> String {
    let kind = match entry.kind {
        EntryKind::File(_) => "file",
        EntryKind::Directory => "directory",
        EntryKind::Link(_) => "link",
        EntryKind::Special => "special",
    };
    let Entry { mode, uid, gid, mtime, .. } = entry;
    format!("{kind} {mode:04o} {uid}:{gid} {}.{:09}", mtime.sec, mtime.nsec)
}

/// What a link leads to, or which file has this second name.
fn relation(entry: &Entry, path: &Path, first: &Path) -> String {
    match &entry.kind {
        EntryKind::Link(target) => format!(" -> {}", target.escape_ascii()),
        EntryKind::File(_) if path != first => {
            format!(" = {}", first.as_os_str().as_bytes().escape_ascii())
        }
        _ => String::new(),
    }
}

/// The place of an absolute path below `files`. The model's paths have no `..`.
fn inside(files: &Path, path: &Path) -> PathBuf {
    files.join(path.strip_prefix("/").unwrap_or(path))
}

fn copy(entry: &Entry, place: &Path, first: &Path) -> Result<()> {
    if let Some(parent) = place.parent() {
        fs::create_dir_all(parent)?;
    }
    match &entry.kind {
        EntryKind::File(_) if place != first => fs::hard_link(first, place)?,
        EntryKind::File(data) if !data.terms().is_empty() => {
            bail!("the file depends on symbolic input");
        }
        EntryKind::File(data) => {
            fs::write(place, data.bytes())?;
            let file = fs::File::open(place)?;
            file.set_modified(time(entry))?;
            file.set_permissions(fs::Permissions::from_mode(entry.mode))?;
        }
        EntryKind::Directory => fs::create_dir_all(place)?,
        EntryKind::Link(target) => std::os::unix::fs::symlink(OsStr::from_bytes(target), place)?,
        // Named in the list only: a device or pipe of the model's is of no use on the host.
        EntryKind::Special => {}
    }
    Ok(())
}

/// Permissions and times of directories, once everything is in them.
fn finish_directories(changes: &[Change], files: &Path) -> Result<()> {
    for change in changes.iter().rev() {
        if let What::Made(entry) | What::Changed(entry) = &change.what
            && let EntryKind::Directory = entry.kind
        {
            let directory = fs::File::open(inside(files, &change.path))?;
            directory.set_modified(time(entry))?;
            directory.set_permissions(fs::Permissions::from_mode(entry.mode))?;
        }
    }
    Ok(())
}

fn time(entry: &Entry) -> SystemTime {
    let seconds = Duration::from_secs(entry.mtime.sec.unsigned_abs());
    let whole = match entry.mtime.sec < 0 {
        true => SystemTime::UNIX_EPOCH.checked_sub(seconds),
        false => SystemTime::UNIX_EPOCH.checked_add(seconds),
    };
    let nanoseconds = Duration::from_nanos(entry.mtime.nsec.clamp(0, 999_999_999) as u64);
    whole.and_then(|time| time.checked_add(nanoseconds)).unwrap_or(SystemTime::UNIX_EPOCH)
}
