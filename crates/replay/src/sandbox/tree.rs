//! The case's files: making them, seeing what became of them, removing everything.
//!
//! Whatever a program left behind is looked at only after all its processes have ended, by
//! descriptors and without following links.

use super::protocol::JobFile;
use crate::case::{FileKind, Run};
use crate::outcome::{Change, Data, FileChange, KEPT};
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, RenameFlags, Timespec, Timestamps, chmodat, fchmod,
    mkdirat, mknodat, openat, readlinkat, renameat_with, statat, symlinkat, unlinkat, utimensat,
};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, OsStr};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use xxhash_rust::xxh3::Xxh3;

/// How many files are looked at, and how deep.
const MOST_FILES: usize = 4096;
const DEEPEST: usize = 64;
/// How many directories are open at a time.
const MOST_OPEN: usize = 128;
/// How many bytes are kept of all files together.
const KEPT_OF_ALL: usize = 16 << 20;

/// Makes a run's files in a directory outside of the sandbox, as they are inside.
pub fn make_files(root: &Path, run: &Run) -> io::Result<()> {
    let files: Vec<JobFile> = run.files.iter().map(JobFile::from).collect();
    make(root, &files)
}

/// Makes the files in order; directories above them that nobody names are made too.
pub fn make(root: &Path, files: &[JobFile]) -> io::Result<()> {
    let root = open_dir(CWD.as_fd(), root)?;
    let named = |file: &JobFile, error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", file.name))
    };
    for file in files {
        make_one(&root, file).map_err(|error| named(file, error))?;
    }
    // Backwards, so that a directory loses its rights after what is in it was made.
    for file in files.iter().rev() {
        set_attributes(&root, file).map_err(|error| named(file, error))?;
    }
    Ok(())
}

fn make_one(root: &OwnedFd, file: &JobFile) -> io::Result<()> {
    let (dir, name) = parent(root, &file.name)?;
    match file.kind {
        FileKind::Regular => {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
            let fd = openat(&dir, name, flags, Mode::from_raw_mode(0o644))?;
            std::fs::File::from(fd).write_all(&file.bytes)
        }
        FileKind::Directory => {
            ignore_existing(mkdirat(&dir, name, Mode::from_raw_mode(0o755)))?;
            open_dir(dir.as_fd(), Path::new(name)).map(drop)
        }
        FileKind::Link => Ok(symlinkat(file.bytes.as_slice(), &dir, name)?),
        FileKind::Fifo => Ok(mknodat(&dir, name, FileType::Fifo, Mode::from_raw_mode(0o644), 0)?),
        FileKind::Other => Err(io::Error::other("this kind of file is not supported in cases")),
    }
}

/// The directory that a file is in, and the file's own name there. Directories that are missing are
/// made; nothing leads through a link, or upwards.
fn parent<'n>(root: &OwnedFd, name: &'n str) -> io::Result<(OwnedFd, &'n str)> {
    let mut dir = root.try_clone()?;
    let mut parts = name.strip_suffix('/').unwrap_or(name).split('/').peekable();
    while let Some(part) = parts.next() {
        if matches!(part, "" | "." | "..") {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain name"));
        }
        if parts.peek().is_none() {
            return Ok((dir, part));
        }
        ignore_existing(mkdirat(&dir, part, Mode::from_raw_mode(0o755)))?;
        dir = open_dir(dir.as_fd(), Path::new(part))?;
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "no name"))
}

fn set_attributes(root: &OwnedFd, file: &JobFile) -> io::Result<()> {
    let (dir, name) = parent(root, &file.name)?;
    if let Some(seconds) = file.mtime {
        let time = Timespec { tv_sec: seconds, tv_nsec: 0 };
        let times = Timestamps { last_access: time, last_modification: time };
        utimensat(&dir, name, &times, AtFlags::SYMLINK_NOFOLLOW)?;
    }
    match file.mode {
        Some(mode) if file.kind != FileKind::Link => {
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let fd = openat(&dir, name, flags, Mode::empty())?;
            Ok(fchmod(&fd, Mode::from_raw_mode(mode))?)
        }
        _ => Ok(()),
    }
}

fn ignore_existing(result: rustix::io::Result<()>) -> io::Result<()> {
    match result {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The files below a directory at one time, by path.
#[derive(Default)]
pub struct Snapshot {
    files: BTreeMap<Vec<u8>, Entry>,
    pub is_truncated: bool,
    kept: usize,
}

#[derive(PartialEq)]
struct Entry {
    kind: FileKind,
    mode: u32,
    data: Data,
}

impl Snapshot {
    /// `prefix` is put before the paths.
    pub fn add(&mut self, root: &Path, prefix: &[u8]) -> io::Result<()> {
        let root = open_dir(CWD.as_fd(), root)?;
        let mut todo = vec![(Vec::new(), 0)];
        while let Some((path, depth)) = todo.pop() {
            let dir = match path.is_empty() {
                true => root.try_clone()?,
                false => match open_readable(&root, &path, OFlags::DIRECTORY) {
                    Ok(dir) => dir,
                    Err(_) => {
                        self.is_truncated = true;
                        continue;
                    }
                },
            };
            for name in names(&dir)? {
                let mut child = path.clone();
                if !child.is_empty() {
                    child.push(b'/');
                }
                child.extend(name.to_bytes());
                if self.files.len() >= MOST_FILES || depth >= DEEPEST {
                    self.is_truncated = true;
                    break;
                }
                let entry = self.entry(&dir, &name)?;
                if entry.kind == FileKind::Directory {
                    todo.push((child.clone(), depth + 1));
                }
                self.files.insert([prefix, &child].concat(), entry);
            }
        }
        Ok(())
    }

    fn entry(&mut self, dir: &OwnedFd, name: &CStr) -> io::Result<Entry> {
        let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let mode = stat.st_mode & 0o7777;
        let (kind, data) = match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => (FileKind::Regular, self.contents(dir, name)?),
            FileType::Directory => (FileKind::Directory, Data::default()),
            FileType::Symlink => {
                let target = readlinkat(dir, name, Vec::new())?;
                (FileKind::Link, Data::new(target.into_bytes()))
            }
            FileType::Fifo => (FileKind::Fifo, Data::default()),
            _ => (FileKind::Other, Data::default()),
        };
        Ok(Entry { kind, mode, data })
    }

    fn contents(&mut self, dir: &OwnedFd, name: &CStr) -> io::Result<Data> {
        let mut file = std::fs::File::from(open_readable(dir, name.to_bytes(), OFlags::empty())?);
        let most = KEPT.min(KEPT_OF_ALL.saturating_sub(self.kept));
        let mut collected = Collected::new(most);
        let mut buffer = [0; 1 << 14];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                n => collected.add(&buffer[..n]),
            }
        }
        let data = collected.finish();
        self.kept += data.bytes.len();
        Ok(data)
    }

    /// What is not as it was `before`.
    pub fn changes_since(self, mut before: Snapshot) -> Vec<FileChange> {
        let mut changes = Vec::new();
        let change = |path, change, entry: Entry| FileChange {
            path,
            change,
            kind: entry.kind,
            mode: entry.mode,
            data: entry.data,
        };
        for (path, entry) in self.files {
            match before.files.remove(&path) {
                Some(old) if old == entry => {}
                Some(_) => changes.push(change(path, Change::Changed, entry)),
                None => changes.push(change(path, Change::Created, entry)),
            }
        }
        let removed = before.files.into_iter();
        changes.extend(removed.map(|(path, entry)| change(path, Change::Removed, entry)));
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        changes
    }
}

/// Bytes of which the first are kept and all are hashed.
pub struct Collected {
    data: Data,
    hash: Xxh3,
    most: usize,
}

impl Collected {
    pub fn new(most: usize) -> Collected {
        Collected { data: Data::default(), hash: Xxh3::new(), most }
    }

    pub fn add(&mut self, bytes: &[u8]) {
        let room = self.most.saturating_sub(self.data.bytes.len());
        self.data.bytes.extend(&bytes[..bytes.len().min(room)]);
        self.data.len += bytes.len() as u64;
        self.hash.update(bytes);
    }

    pub fn len(&self) -> u64 {
        self.data.len
    }

    pub fn finish(self) -> Data {
        Data { hash: self.hash.digest(), ..self.data }
    }
}

/// How many files there are below a directory, and their KiB; no more than `most` are looked at.
/// Programs change them meanwhile: what cannot be seen does not count.
pub fn size(root: &Path, most: u64) -> (u64, u64) {
    let (mut n, mut kb) = (0, 0);
    let mut todo: Vec<OwnedFd> = open_dir(CWD.as_fd(), root).into_iter().collect();
    while let Some(dir) = todo.pop() {
        for name in names(&dir).unwrap_or_default() {
            let Ok(stat) = statat(&dir, &name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let is_dir = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
            n += 1;
            // A directory takes what its file system likes; how many there are is limited.
            kb += if is_dir { 0 } else { stat.st_blocks as u64 / 2 };
            if n > most {
                return (n, kb);
            }
            // Each holds a descriptor; a program that nests deeper than that has few files elsewhere.
            if is_dir && todo.len() < MOST_OPEN {
                todo.extend(open_dir(dir.as_fd(), Path::new(OsStr::from_bytes(name.to_bytes()))));
            }
        }
    }
    (n, kb)
}

/// Removes everything below a directory, however deep: a directory in it is emptied by moving what
/// it has up to the top.
pub fn clear(root: &Path) -> io::Result<()> {
    let root = open_dir(CWD.as_fd(), root)?;
    let mut n_moved = 0u64;
    loop {
        let names = names(&root)?;
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            match unlinkat(&root, &name, AtFlags::empty()) {
                Ok(()) => continue,
                Err(Errno::ISDIR) => {}
                Err(error) => return Err(error.into()),
            }
            chmodat(&root, &name, Mode::RWXU, AtFlags::empty())?;
            let dir = open_readable(&root, name.to_bytes(), OFlags::DIRECTORY)?;
            for inner in self::names(&dir)? {
                match unlinkat(&dir, &inner, AtFlags::empty()) {
                    Ok(()) => continue,
                    Err(Errno::ISDIR) => {}
                    Err(error) => return Err(error.into()),
                }
                // A directory's own entry changes when it moves, so it has to be writable.
                chmodat(&dir, &inner, Mode::RWXU, AtFlags::empty())?;
                loop {
                    n_moved += 1;
                    let to = CString::new(format!("moved-{n_moved}"))?;
                    match renameat_with(&dir, &inner, &root, &to, RenameFlags::NOREPLACE) {
                        Ok(()) => break,
                        Err(Errno::EXIST) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
            }
            unlinkat(&root, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

fn names(dir: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(dir)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

fn open_dir(at: std::os::fd::BorrowedFd<'_>, path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(at, path, flags, Mode::empty())?)
}

/// Opens a file or directory even if its mode forbids that: the mode was recorded before.
fn open_readable(dir: &OwnedFd, path: &[u8], more: OFlags) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | more;
    match openat(dir, path, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            chmodat(dir, path, Mode::RWXU, AtFlags::empty())?;
            Ok(openat(dir, path, flags, Mode::empty())?)
        }
        result => Ok(result?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn file(name: &str, kind: FileKind, bytes: &[u8]) -> JobFile {
        let file = crate::case::File {
            name: name.to_string(),
            kind,
            bytes: bytes.to_vec().into(),
            mode: Some(crate::case::Mode(0o777)),
            ..crate::case::File::default()
        };
        JobFile::from(&file)
    }

    #[test]
    fn no_file_of_a_case_is_made_or_changed_through_a_link() {
        let scratch = tempfile::tempdir().unwrap();
        let outside = scratch.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::set_permissions(&outside, fs::Permissions::from_mode(0o700)).unwrap();
        let target = outside.as_os_str().as_encoded_bytes();
        let attacks = [
            vec![file("l", FileKind::Link, target), file("l/x", FileKind::Regular, b"x")],
            vec![file("l", FileKind::Link, target), file("l/d/x", FileKind::Regular, b"x")],
            vec![file("l", FileKind::Link, target), file("l", FileKind::Directory, b"")],
            vec![file("l", FileKind::Link, target), file("l/d", FileKind::Directory, b"")],
            vec![file("l", FileKind::Link, target), file("l/f", FileKind::Fifo, b"")],
            vec![file("l", FileKind::Link, target), file("./l/x", FileKind::Regular, b"x")],
            vec![file("a/l", FileKind::Link, target), file("a//l/x", FileKind::Regular, b"x")],
            vec![file("../outside/x", FileKind::Regular, b"x")],
            vec![file("/outside", FileKind::Directory, b"")],
            vec![file("", FileKind::Directory, b"")],
        ];
        for (n, files) in attacks.iter().enumerate() {
            let root = scratch.path().join(format!("case-{n}"));
            fs::create_dir(&root).unwrap();
            assert!(make(&root, files).is_err(), "attack {n}");
            assert_eq!(fs::read_dir(&outside).unwrap().count(), 0, "attack {n}");
            let mode = fs::metadata(&outside).unwrap().permissions().mode();
            assert_eq!(mode & 0o7777, 0o700, "attack {n}");
        }
    }

    #[test]
    fn directories_above_a_file_are_made() {
        let scratch = tempfile::tempdir().unwrap();
        let files =
            [file("a/b/c", FileKind::Regular, b"x"), file("a/d/", FileKind::Directory, b"")];
        make(scratch.path(), &files).unwrap();
        assert_eq!(fs::read(scratch.path().join("a/b/c")).unwrap(), b"x");
        let mode =
            |name: &str| fs::metadata(scratch.path().join(name)).unwrap().permissions().mode();
        assert_eq!((mode("a/b/c") & 0o7777, mode("a/d") & 0o7777), (0o777, 0o777));
        assert_eq!(mode("a/b") & 0o7777, 0o755);
    }
}
