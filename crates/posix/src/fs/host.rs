//! The only door to the host's files. It opens one way: nothing here writes.

use super::node::{Contents, Dir, Meta, Node, NodeId, NodeKind, S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT};
use super::node::{S_IFREG, Time};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

pub(super) fn errno(error: &std::io::Error) -> Errno {
    error.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error)
}

pub(super) fn join(dir: &Path, name: &[u8]) -> PathBuf {
    dir.join(OsStr::from_bytes(name))
}

/// A node for what the host has at `path`. Contents and entries are looked at later.
pub(super) fn load(path: &Path, parent: NodeId) -> Result<Node, Errno> {
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

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Errno> {
    std::fs::read(path).map_err(|error| errno(&error))
}

/// The names in a directory, without `.` and `..`.
pub(super) fn names(path: &Path) -> Result<Vec<Vec<u8>>, Errno> {
    let entries = std::fs::read_dir(path).map_err(|error| errno(&error))?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name().into_vec()));
    names.collect::<Result<_, _>>().map_err(|error| errno(&error))
}
