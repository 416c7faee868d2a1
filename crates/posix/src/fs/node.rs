//! What the file system is made of: nodes with metadata, and bytes that are copied when written.

use crate::data::Data;
use crate::streams::Stream;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// A node's place in the file system's table.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

/// Seconds and nanoseconds since 1970, or since nothing in particular.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Default)]
pub struct Time {
    pub sec: i64,
    pub nsec: i64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) meta: Meta,
}

/// What `stat` says, except for the size of a file whose bytes are here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Meta {
    pub(crate) dev: u64,
    pub(crate) ino: u64,
    /// Type and permissions.
    pub(crate) mode: u32,
    pub(crate) nlink: u64,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) rdev: u64,
    pub(crate) size: u64,
    pub(crate) blksize: u64,
    /// Units of 512 bytes.
    pub(crate) blocks: u64,
    pub(crate) atime: Time,
    pub(crate) mtime: Time,
    pub(crate) ctime: Time,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NodeKind {
    File(Contents),
    Dir(Dir),
    Symlink(Vec<u8>),
    /// `/proc/self/fd/N`: following it leads to the node itself, whatever its name says.
    MagicLink {
        target: NodeId,
        text: Vec<u8>,
    },
    /// A character device; `rdev` says which.
    Device,
    /// One of the three standard streams that is not a file.
    Stream(Stream),
    /// Both ends of a pipe.
    Pipe(Pipe),
    /// A named pipe, a socket or a block device: it can be looked at and removed, not opened.
    Special,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Contents {
    /// Not read yet.
    Host(PathBuf),
    Bytes(Rc<Data>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dir {
    pub(crate) parent: NodeId,
    /// Where names that are not in `known` are looked for.
    pub(crate) host: Option<PathBuf>,
    /// `None`: there is no such entry, whatever the host says.
    pub(crate) known: BTreeMap<Vec<u8>, Option<NodeId>>,
    /// The entries are the open descriptors.
    pub(crate) is_fd_dir: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pipe {
    pub(crate) bytes: Data,
    pub(crate) n_readers: u32,
    pub(crate) n_writers: u32,
}

pub(crate) const S_IFMT: u32 = 0o170000;
pub(crate) const S_IFSOCK: u32 = 0o140000;
pub(crate) const S_IFLNK: u32 = 0o120000;
pub(crate) const S_IFREG: u32 = 0o100000;
pub(crate) const S_IFBLK: u32 = 0o060000;
pub(crate) const S_IFDIR: u32 = 0o040000;
pub(crate) const S_IFCHR: u32 = 0o020000;
pub(crate) const S_IFIFO: u32 = 0o010000;
pub(crate) const S_ISUID: u32 = 0o4000;
pub(crate) const S_ISGID: u32 = 0o2000;
pub(crate) const S_ISVTX: u32 = 0o1000;

impl Node {
    pub(crate) fn is_dir(&self) -> bool {
        matches!(self.kind, NodeKind::Dir(_))
    }

    pub(crate) fn dir(&self) -> Result<&Dir, Errno> {
        match &self.kind {
            NodeKind::Dir(dir) => Ok(dir),
            _ => Err(Errno::NOTDIR),
        }
    }

    pub(crate) fn dir_mut(&mut self) -> Result<&mut Dir, Errno> {
        match &mut self.kind {
            NodeKind::Dir(dir) => Ok(dir),
            _ => Err(Errno::NOTDIR),
        }
    }

    /// The type as directory entries give it.
    pub(crate) fn entry_type(&self) -> u8 {
        ((self.meta.mode & S_IFMT) >> 12) as u8
    }
}

impl Meta {
    /// Sets the size of a file of ours and what follows from it.
    pub(crate) fn set_size(&mut self, size: u64) {
        self.size = size;
        self.blocks = size.div_ceil(4096) * 8;
    }
}
