//! The files that a program looks at, as they are before it changes them.
//!
//! Names are resolved here as the kernel does it, link by link, so that every link on the way is
//! kept, and every file under the name at which it really is. What was seen first stays: later the
//! program may have changed it.
//!
//! **Absent.** The system's own files: a sandbox has them.

use super::calls::Purpose;
use super::notes::{Note, NoteKind};
use patchlight_replay::SYSTEM;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// What else is in a sandbox as it is on the host.
const SPECIAL: [&str; 2] = ["/proc", "/dev"];
/// What is not in a sandbox and not a case's either.
const FOREIGN: [&str; 4] = ["/sys", "/run", "/var", "/boot"];
/// Directories that are in a sandbox, empty.
const SHARED: [&str; 2] = ["/", "/tmp"];

/// The most that is kept of a file, of a case's files, and of one that is only in a list.
const MOST_OF_A_FILE: u64 = 4 << 20;
const MOST_OF_ALL: u64 = 16 << 20;
const MOST_OF_LISTED: u64 = 4 << 10;
const MOST_ENTRIES: usize = 2000;
const MOST_LINKS: usize = 40;

/// A file as it was.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Snapshot {
    pub kind: Kind,
    pub mode: u32,
    pub mtime: i64,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    Missing,
    Regular(Vec<u8>),
    /// In a directory that was listed, and not looked at so far.
    Listed,
    Directory,
    Link(Vec<u8>),
    Fifo,
}

/// Where a name leads.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Destination {
    pub path: PathBuf,
    pub area: Area,
    pub exists: bool,
    pub mode: u32,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Area {
    System,
    Foreign,
    /// What a case can have.
    Own,
}

#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The project's directory: nothing below it is the system's.
    project: PathBuf,
    /// Recorders and the programs that they stand for.
    programs: Vec<PathBuf>,
    pub seen: BTreeMap<PathBuf, Snapshot>,
    /// Absolute names that the program used for what is not the system's.
    pub absolute: BTreeSet<Vec<u8>>,
    /// Shared libraries of the project, as they were looked for.
    pub libraries: BTreeSet<PathBuf>,
    pub notes: BTreeSet<Note>,
    len: u64,
}

impl Files {
    pub fn new(project: &Path, programs: &[PathBuf]) -> Files {
        Files { project: project.to_path_buf(), programs: programs.to_vec(), ..Files::default() }
    }

    /// A call is about to use a name, which is looked up in `base` unless it is absolute.
    pub fn look(
        &mut self,
        base: &Path,
        name: &[u8],
        follows: bool,
        purpose: Purpose,
    ) -> Destination {
        let place = self.walk(base, name, follows);
        match place.area {
            Area::System => {
                if !name.starts_with(b"/") && self.area(base) == Area::Own {
                    self.note_path(NoteKind::RelativeSystemName, &place.path);
                }
                return place;
            }
            Area::Foreign => {
                let kind = match purpose {
                    Purpose::Open(_) if place.path.is_file() => NoteKind::ForeignFile,
                    _ => NoteKind::ForeignName,
                };
                if place.exists {
                    self.note_path(kind, &place.path);
                }
                return place;
            }
            Area::Own => {}
        }
        let makes = match purpose {
            Purpose::Change => true,
            Purpose::Open(flags) => flags & libc::O_CREAT != 0,
            Purpose::Look | Purpose::Execute => false,
        };
        let is_shared = place.path.parent().is_some_and(is_shared);
        if !place.exists && (makes || !name.starts_with(b"/")) && !is_shared {
            self.keep_directory_above(&place.path);
        }
        let is_shared = is_shared || self::is_shared(&place.path);
        if name.starts_with(b"/") && !is_shared && (place.exists || makes) {
            self.absolute.insert(name.to_vec());
        }
        if place.exists && !(purpose == Purpose::Execute && self.programs.contains(&place.path)) {
            self.keep(&place.path);
        } else if !place.exists {
            self.seen.entry(place.path.clone()).or_insert(Snapshot {
                kind: Kind::Missing,
                mode: 0,
                mtime: 0,
            });
        }
        place
    }

    /// The dynamic linker looks for a library, which is the executable's and not the case's.
    pub fn linked(&mut self, base: &Path, name: &[u8]) {
        let path = base.join(OsStr::from_bytes(name));
        if self.area(&path) == Area::Own && path.is_file() {
            self.libraries.insert(path);
        }
    }

    /// A directory's entries are read.
    pub fn list(&mut self, dir: &Path) {
        if self.area(dir) != Area::Own {
            return;
        }
        self.keep(dir);
        let Ok(entries) = fs::read_dir(dir) else { return };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        if paths.len() > MOST_ENTRIES {
            return self.note_path(NoteKind::TooLarge, dir);
        }
        paths.sort();
        for path in paths {
            let Ok(data) = fs::symlink_metadata(&path) else { continue };
            if self.is_program(&path) {
                self.note_path(NoteKind::OwnExecutable, &path);
            } else if data.is_file() && data.len() > MOST_OF_LISTED {
                let listed = snapshot(&data, Kind::Listed);
                self.seen.entry(path).or_insert(listed);
            } else {
                self.keep(&path);
            }
        }
    }

    pub fn area(&self, path: &Path) -> Area {
        let is_in = |dirs: &[&str]| dirs.iter().any(|dir| path.starts_with(dir));
        match () {
            () if path.starts_with(&self.project) => Area::Own,
            () if is_in(&SYSTEM) || is_in(&SPECIAL) => Area::System,
            () if is_in(&FOREIGN) => Area::Foreign,
            () => Area::Own,
        }
    }

    fn is_program(&self, path: &Path) -> bool {
        self.programs.iter().any(|program| program == path)
    }

    fn note_path(&mut self, kind: NoteKind, path: &Path) {
        self.notes.insert(Note::new(kind, path.display().to_string()));
    }

    fn walk(&mut self, base: &Path, name: &[u8], follows: bool) -> Destination {
        let mut at = if name.starts_with(b"/") { PathBuf::from("/") } else { base.to_path_buf() };
        let mut rest = components(name);
        let mut n_links = 0;
        while let Some(component) = rest.pop_front() {
            if component == ".." {
                at.pop();
                continue;
            }
            let next = at.join(&component);
            let area = self.area(&next);
            if area != Area::Own && !self.project.starts_with(&next) {
                let whole = rest.iter().fold(next, |path, component| path.join(component));
                let exists = whole.exists();
                return Destination { path: whole, area, exists, mode: 0 };
            }
            let Ok(data) = fs::symlink_metadata(&next) else {
                let whole = rest.iter().fold(next, |path, component| path.join(component));
                return Destination { path: whole, area: Area::Own, exists: false, mode: 0 };
            };
            let is_last = rest.is_empty();
            if data.is_symlink() && (!is_last || follows) {
                n_links += 1;
                self.keep(&next);
                let target = fs::read_link(&next).unwrap_or_default();
                if n_links > MOST_LINKS {
                    // A loop: the links are all that there is.
                    return place(next, &data);
                }
                if target.is_absolute() {
                    at = PathBuf::from("/");
                }
                let mut target = components(target.as_os_str().as_bytes());
                target.append(&mut rest);
                rest = target;
                continue;
            }
            if !is_last && data.is_dir() && data.mode() & 0o700 != 0o700 {
                self.keep(&next);
            }
            at = next;
        }
        match fs::symlink_metadata(&at) {
            Ok(data) => Destination { area: self.area(&at), ..place(at, &data) },
            Err(_) => Destination { path: at, area: Area::Own, exists: false, mode: 0 },
        }
    }

    /// New files need a directory to be in.
    fn keep_directory_above(&mut self, path: &Path) {
        let above = path.ancestors().skip(1).find(|dir| dir.is_dir());
        if let Some(dir) = above.filter(|dir| !is_shared(dir)) {
            self.keep(dir);
        }
    }

    fn keep(&mut self, path: &Path) {
        let is_known = self.seen.get(path).is_some_and(|seen| seen.kind != Kind::Listed);
        if is_known || is_shared(path) {
            return;
        }
        if self.is_program(path) {
            return self.note_path(NoteKind::OwnExecutable, path);
        }
        let Ok(data) = fs::symlink_metadata(path) else { return };
        let kind = match data.file_type() {
            kind if kind.is_dir() => Kind::Directory,
            kind if kind.is_symlink() => {
                Kind::Link(fs::read_link(path).unwrap_or_default().into_os_string().into_vec())
            }
            kind if kind.is_fifo() => Kind::Fifo,
            kind if kind.is_file() => match self.contents(path, &data) {
                Some(bytes) => Kind::Regular(bytes),
                None => return,
            },
            _ => return self.note_path(NoteKind::OddFile, path),
        };
        self.seen.insert(path.to_path_buf(), snapshot(&data, kind));
    }

    fn contents(&mut self, path: &Path, data: &Metadata) -> Option<Vec<u8>> {
        if data.len() > MOST_OF_A_FILE || self.len + data.len() > MOST_OF_ALL {
            self.note_path(NoteKind::TooLarge, path);
            return None;
        }
        match fs::read(path) {
            Ok(bytes) => {
                self.len += bytes.len() as u64;
                Some(bytes)
            }
            // Whoever may not read it cannot depend on what is in it.
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Some(Vec::new()),
            Err(_) => {
                self.note_path(NoteKind::Unreadable, path);
                None
            }
        }
    }
}

fn is_shared(path: &Path) -> bool {
    SHARED.iter().any(|shared| path == Path::new(shared))
}

fn snapshot(data: &Metadata, kind: Kind) -> Snapshot {
    Snapshot { kind, mode: data.mode() & 0o7777, mtime: data.mtime() }
}

fn place(path: PathBuf, data: &Metadata) -> Destination {
    Destination { path, area: Area::Own, exists: true, mode: data.mode() & 0o7777 }
}

fn components(name: &[u8]) -> VecDeque<OsString> {
    let parts = name.split(|&byte| byte == b'/');
    parts
        .filter(|part| !part.is_empty() && *part != b".")
        .map(|part| OsStr::from_bytes(part).to_os_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_on_the_way_are_kept_and_the_file_where_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir(root.join("d")).unwrap();
        fs::write(root.join("d/x"), "data").unwrap();
        symlink("d", root.join("l")).unwrap();
        let mut files = Files::new(&root, &[]);
        let place = files.look(&root, b"./l//x", true, Purpose::Open(libc::O_RDONLY));
        assert_eq!(place.path, root.join("d/x"));
        let kinds: Vec<_> = files
            .seen
            .iter()
            .map(|(path, seen)| (path.strip_prefix(&root).unwrap(), &seen.kind))
            .collect();
        let expected = [
            (Path::new("d/x"), &Kind::Regular(b"data".to_vec())),
            (Path::new("l"), &Kind::Link(b"d".to_vec())),
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn what_was_seen_first_stays() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let mut files = Files::new(&root, &[]);
        files.look(&root, b"new", true, Purpose::Open(libc::O_CREAT));
        fs::write(root.join("new"), "later").unwrap();
        files.look(&root, b"new", true, Purpose::Look);
        assert_eq!(files.seen[&root.join("new")].kind, Kind::Missing);
        assert_eq!(files.seen[&root].kind, Kind::Directory);
    }

    #[test]
    fn files_of_the_system_are_not_kept_and_those_of_a_project_there_are() {
        let mut files = Files::new(Path::new("/usr/src/project"), &[]);
        let place = files.look(Path::new("/home"), b"/usr/bin/env", true, Purpose::Look);
        assert_eq!((place.area, place.exists, files.seen.len()), (Area::System, true, 0));
        assert_eq!(files.area(Path::new("/usr/src/project/x")), Area::Own);
    }
}
