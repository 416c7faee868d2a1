//! The only door to the host's files. It opens one way: nothing here writes.

use super::node::{Contents, Dir, Meta, Node, NodeId, NodeKind, S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT};
use super::node::{S_IFREG, Time};
use rustix::fs::OFlags;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{Metadata, OpenOptions};
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

pub(super) fn errno(error: &std::io::Error) -> Errno {
    error.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error)
}

pub(super) fn join(dir: &Path, name: &[u8]) -> PathBuf {
    dir.join(OsStr::from_bytes(name))
}

/// What there is in `/dev`, as in the sandbox in which programs run natively: what else a host has there
/// is not what a program is about.
const DEVICES: [&str; 11] =
    ["fd", "full", "null", "random", "shm", "stderr", "stdin", "stdout", "tty", "urandom", "zero"];

fn is_seen(dir: Option<&Path>, name: Option<&OsStr>) -> bool {
    let is_device = || name.is_some_and(|name| DEVICES.iter().any(|device| name == *device));
    dir != Some(Path::new("/dev")) || is_device()
}

/// A node for what the host has at `path`. Contents and entries are looked at later.
pub(super) fn load(path: &Path, parent: NodeId) -> Result<Node, Errno> {
    if !is_seen(path.parent(), path.file_name()) {
        return Err(Errno::NOENT);
    }
    let metadata = std::fs::symlink_metadata(path).map_err(|error| errno(&error))?;
    let kind = match metadata.mode() & S_IFMT {
        S_IFREG => NodeKind::File(Contents::Host(path.to_path_buf())),
        S_IFDIR => NodeKind::Dir(Dir {
            parent,
            host: Some(path.to_path_buf()),
            known: BTreeMap::new(),
            is_fd_dir: false,
        }),
        S_IFLNK => {
            let target = std::fs::read_link(path).map_err(|error| errno(&error))?;
            NodeKind::Symlink(target.into_os_string().into_vec())
        }
        S_IFCHR => NodeKind::Device,
        _ => NodeKind::Special,
    };
    Ok(Node { kind, meta: meta(&metadata) })
}

fn meta(metadata: &Metadata) -> Meta {
    Meta {
        dev: metadata.dev(),
        ino: metadata.ino(),
        mode: metadata.mode(),
        nlink: metadata.nlink(),
        uid: metadata.uid(),
        gid: metadata.gid(),
        rdev: metadata.rdev(),
        size: metadata.size(),
        blksize: metadata.blksize(),
        blocks: metadata.blocks(),
        atime: Time { sec: metadata.atime(), nsec: metadata.atime_nsec() },
        mtime: Time { sec: metadata.mtime(), nsec: metadata.mtime_nsec() },
        ctime: Time { sec: metadata.ctime(), nsec: metadata.ctime_nsec() },
    }
}

/// All bytes of a file. What would wait for something to read, such as `/proc/kmsg`, is an error.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Errno> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(OFlags::NONBLOCK.bits() as i32);
    let mut bytes = Vec::new();
    let read = options.open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| errno(&error))
}

/// The names in a directory, without `.` and `..`.
pub(super) fn names(path: &Path) -> Result<Vec<Vec<u8>>, Errno> {
    let entries = std::fs::read_dir(path).map_err(|error| errno(&error))?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let names: Vec<OsString> = names.collect::<Result<_, _>>().map_err(|error| errno(&error))?;
    let seen = names.into_iter().filter(|name| is_seen(Some(path), Some(name)));
    Ok(seen.map(OsString::into_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_devices_only_those_of_the_sandbox_are_there() {
        let mut names = names(Path::new("/dev")).unwrap();
        names.sort();
        assert!(names.contains(&b"null".to_vec()), "{names:?}");
        let is_known = |name: &Vec<u8>| DEVICES.iter().any(|device| device.as_bytes() == name);
        assert!(names.iter().all(is_known), "{names:?}");
        let load = |name: &str| load(&Path::new("/dev").join(name), super::super::ROOT);
        assert!(load("null").is_ok());
        assert_eq!(load("mem").err(), Some(Errno::NOENT));
        assert_eq!(load("pts").err(), Some(Errno::NOENT));
    }

    #[test]
    fn what_would_wait_is_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        // A writer that writes nothing, as the kernel behind /proc/kmsg.
        let mut both = OpenOptions::new();
        let _writer = both.read(true).write(true).open(&path).unwrap();
        assert_eq!(read(&path), Err(Errno::AGAIN));
        std::fs::write(dir.path().join("file"), b"text").unwrap();
        assert_eq!(read(&dir.path().join("file")), Ok(b"text".to_vec()));
    }
}
