//! Descriptors and the open files behind them. Several descriptors may share one open file, its
//! position included.

use crate::fs::FileSystem;
use crate::fs::node::{NodeId, NodeKind};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) const O_WRONLY: u32 = 1;
pub(crate) const O_RDWR: u32 = 2;
pub(crate) const O_ACCMODE: u32 = 3;
pub(crate) const O_CREAT: u32 = 0o100;
pub(crate) const O_EXCL: u32 = 0o200;
pub(crate) const O_TRUNC: u32 = 0o1000;
pub(crate) const O_APPEND: u32 = 0o2000;
pub(crate) const O_NONBLOCK: u32 = 0o4000;
pub(crate) const O_LARGEFILE: u32 = 0o100000;
pub(crate) const O_DIRECTORY: u32 = 0o200000;
pub(crate) const O_NOFOLLOW: u32 = 0o400000;
pub(crate) const O_CLOEXEC: u32 = 0o2000000;
pub(crate) const O_PATH: u32 = 0o10000000;
pub(crate) const O_TMPFILE: u32 = 0o20000000;

/// As many descriptors as a process may have, unless it lowers the limit.
pub(crate) const MAX_DESCRIPTORS: i32 = 1024;

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(crate) struct OpenId(u32);

/// Names and nodes of a directory.
pub(crate) type Listing = Rc<Vec<(Vec<u8>, NodeId)>>;

#[derive(Copy, Clone, Debug, PartialEq)]
struct Descriptor {
    open: OpenId,
    cloexec: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenFile {
    pub(crate) node: NodeId,
    /// Access mode and status flags.
    pub(crate) flags: u32,
    pub(crate) offset: u64,
    /// The path by which it was opened, absolute if it has one.
    pub(crate) path: Vec<u8>,
    /// What the directory held when its listing began.
    pub(crate) listing: Option<Listing>,
    n_descriptors: u32,
}

impl OpenFile {
    pub(crate) fn new(node: NodeId, flags: u32, path: Vec<u8>) -> OpenFile {
        OpenFile { node, flags, offset: 0, path, listing: None, n_descriptors: 0 }
    }

    pub(crate) fn readable(&self) -> bool {
        self.flags & O_ACCMODE != O_WRONLY && self.flags & O_PATH == 0
    }

    pub(crate) fn writable(&self) -> bool {
        matches!(self.flags & O_ACCMODE, O_WRONLY | O_RDWR) && self.flags & O_PATH == 0
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Descriptors {
    table: BTreeMap<i32, Descriptor>,
    open: BTreeMap<OpenId, OpenFile>,
    n_opened: u32,
}

impl Descriptors {
    pub(crate) fn open_id(&self, fd: i32) -> Result<OpenId, Errno> {
        self.table.get(&fd).map(|descriptor| descriptor.open).ok_or(Errno::BADF)
    }

    pub(crate) fn get(&self, fd: i32) -> Result<&OpenFile, Errno> {
        Ok(self.file(self.open_id(fd)?))
    }

    pub(crate) fn get_mut(&mut self, fd: i32) -> Result<&mut OpenFile, Errno> {
        let open = self.open_id(fd)?;
        Ok(self.file_mut(open))
    }

    pub(crate) fn file(&self, open: OpenId) -> &OpenFile {
        self.open.get(&open).expect("a descriptor's file is open")
    }

    pub(crate) fn file_mut(&mut self, open: OpenId) -> &mut OpenFile {
        self.open.get_mut(&open).expect("a descriptor's file is open")
    }

    pub(crate) fn cloexec(&self, fd: i32) -> Result<bool, Errno> {
        self.table.get(&fd).map(|descriptor| descriptor.cloexec).ok_or(Errno::BADF)
    }

    pub(crate) fn set_cloexec(&mut self, fd: i32, cloexec: bool) -> Result<(), Errno> {
        let descriptor = self.table.get_mut(&fd).ok_or(Errno::BADF)?;
        descriptor.cloexec = cloexec;
        Ok(())
    }

    pub(crate) fn fds(&self) -> Vec<i32> {
        self.table.keys().copied().collect()
    }

    /// The smallest free descriptor that is not below `from`.
    pub(crate) fn free_from(&self, from: i32) -> Result<i32, Errno> {
        let free = (from..MAX_DESCRIPTORS).find(|fd| !self.table.contains_key(fd));
        free.ok_or(Errno::MFILE)
    }

    /// Opens `file` as the smallest free descriptor.
    pub(crate) fn add(
        &mut self,
        fs: &mut FileSystem,
        file: OpenFile,
        cloexec: bool,
    ) -> Result<i32, Errno> {
        let fd = self.free_from(0)?;
        self.n_opened += 1;
        let open = OpenId(self.n_opened);
        if let NodeKind::Pipe(_) = fs.node(file.node).kind
            && let NodeKind::Pipe(pipe) = &mut fs.node_mut(file.node).kind
        {
            pipe.n_readers += u32::from(file.readable());
            pipe.n_writers += u32::from(file.writable());
        }
        self.open.insert(open, file);
        self.install(fs, fd, open, cloexec);
        Ok(fd)
    }

    /// Makes `fd`, which must be free, another name of an open file.
    pub(crate) fn install(&mut self, fs: &mut FileSystem, fd: i32, open: OpenId, cloexec: bool) {
        self.table.insert(fd, Descriptor { open, cloexec });
        let file = self.file_mut(open);
        file.n_descriptors += 1;
        fs.set_descriptor(fd, Some((file.node, file.path.clone())));
    }

    pub(crate) fn close(&mut self, fs: &mut FileSystem, fd: i32) -> Result<(), Errno> {
        let descriptor = self.table.remove(&fd).ok_or(Errno::BADF)?;
        fs.set_descriptor(fd, None);
        let file = self.file_mut(descriptor.open);
        file.n_descriptors -= 1;
        if file.n_descriptors > 0 {
            return Ok(());
        }
        let Some(file) = self.open.remove(&descriptor.open) else { return Ok(()) };
        if let NodeKind::Pipe(_) = fs.node(file.node).kind
            && let NodeKind::Pipe(pipe) = &mut fs.node_mut(file.node).kind
        {
            pipe.n_readers -= u32::from(file.readable());
            pipe.n_writers -= u32::from(file.writable());
        }
        if !self.is_open(file.node) {
            fs.forget(file.node);
        }
        Ok(())
    }

    pub(crate) fn is_open(&self, node: NodeId) -> bool {
        self.open.values().any(|file| file.node == node)
    }
}
