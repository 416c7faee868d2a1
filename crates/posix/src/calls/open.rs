//! Opening files.

use super::io::Device;
use crate::data::Data;
use crate::descriptors::{
    O_ACCMODE, O_CLOEXEC, O_CREAT, O_DIRECTORY, O_EXCL, O_LARGEFILE, O_NOFOLLOW, O_PATH, O_TMPFILE,
    O_TRUNC, OpenFile,
};
use crate::fs::node::{NodeId, NodeKind, S_IFIFO, S_IFMT, S_IFSOCK};
use crate::fs::{Last, READ, Resolved, WRITE};
use crate::kernel::{Answer, Kernel, Refusal};
use rustix::io::Errno;

pub(crate) const AT_FDCWD: i32 = -100;
pub(crate) const AT_EMPTY_PATH: u64 = 0x1000;

impl Kernel<'_> {
    /// Where a path relative to `dirfd` begins. The descriptor of an absolute path is not looked
    /// at.
    pub(crate) fn start_of(&mut self, dirfd: i32, path: &[u8]) -> Result<NodeId, Errno> {
        if dirfd == AT_FDCWD || path.starts_with(b"/") {
            return Ok(self.os.fs.cwd);
        }
        let node = self.os.descriptors.get(dirfd)?.node;
        if path.is_empty() || self.os.fs.node(node).is_dir() {
            Ok(node)
        } else {
            Err(Errno::NOTDIR)
        }
    }

    /// The node that a path names; with `AT_EMPTY_PATH` in `flags`, an empty path names `dirfd`.
    pub(crate) fn node_at(
        &mut self,
        dirfd: i32,
        path: &[u8],
        follow: bool,
        flags: u64,
    ) -> Result<NodeId, Errno> {
        if path.is_empty() && flags & AT_EMPTY_PATH != 0 {
            if dirfd == AT_FDCWD {
                return Ok(self.os.fs.cwd);
            }
            return Ok(self.os.descriptors.get(dirfd)?.node);
        }
        let start = self.start_of(dirfd, path)?;
        self.fs().resolve(start, path, follow)?.existing()
    }

    pub(crate) fn openat(&mut self, dirfd: i32, path: u64, flags: u32, mode: u32) -> Answer {
        let makes = flags & O_CREAT != 0 && flags & O_PATH == 0;
        let path = if makes { self.new_path(dirfd, path)? } else { self.path(dirfd, path)? };
        let start = self.start_of(dirfd, &path)?;
        if flags & O_PATH == 0 && flags & O_TMPFILE != 0 {
            return self.open_nameless(start, &path, flags, mode);
        }
        if flags & O_CREAT != 0 && flags & O_DIRECTORY != 0 {
            return Err(Errno::INVAL.into());
        }
        self.os.descriptors.free_from(0)?;
        let (found, id, created) = self.find_or_create(start, &path, flags, mode)?;
        if !created {
            self.check_open(id, flags)?;
        }
        self.prepare_open(id, flags, created)?;
        let path = self.absolute_name(&found);
        // Opening for nothing but the path leaves only these flags.
        let kept = if flags & O_PATH != 0 { O_PATH | O_DIRECTORY | O_NOFOLLOW } else { !0 };
        let status = flags & kept & !(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC) | O_LARGEFILE;
        let status = if flags & O_PATH != 0 { status & !O_LARGEFILE } else { status };
        self.add_file(OpenFile::new(id, status, path), flags & O_CLOEXEC != 0)
    }

    pub(crate) fn add_file(&mut self, file: OpenFile, cloexec: bool) -> Answer {
        let fs = std::rc::Rc::make_mut(&mut self.os.fs);
        Ok(self.os.descriptors.add(fs, file, cloexec)? as u64)
    }

    fn find_or_create(
        &mut self,
        start: NodeId,
        path: &[u8],
        flags: u32,
        mode: u32,
    ) -> Result<(Resolved, NodeId, bool), Refusal> {
        let create = flags & O_CREAT != 0 && flags & O_PATH == 0;
        let exclusive = create && flags & O_EXCL != 0;
        let follow = flags & O_NOFOLLOW == 0 && !exclusive;
        if !create {
            let found = self.fs().resolve(start, path, follow)?;
            let id = found.existing()?;
            return Ok((found, id, false));
        }
        let found = if follow {
            self.fs().resolve_new(start, path)?
        } else {
            self.fs().resolve_entry(start, path)?
        };
        if found.slash && matches!(found.last, Last::Name(_)) {
            return Err(Errno::ISDIR.into());
        }
        match found.node {
            Some(_) if exclusive => Err(Errno::EXIST.into()),
            Some(id) if self.os.fs.node(id).is_dir() => Err(Errno::ISDIR.into()),
            Some(id) => Ok((found, id, false)),
            None => {
                let now = self.now();
                let id = self.fs().create(&found, mode, now)?;
                Ok((found, id, true))
            }
        }
    }

    /// Whether what exists may be opened this way.
    fn check_open(&mut self, id: NodeId, flags: u32) -> Result<(), Refusal> {
        let node = self.os.fs.node(id);
        let is_link = matches!(node.kind, NodeKind::Symlink(_) | NodeKind::MagicLink { .. });
        if flags & O_DIRECTORY != 0 && !node.is_dir() {
            return Err(Errno::NOTDIR.into());
        }
        if flags & O_PATH != 0 {
            return Ok(());
        }
        if is_link {
            return Err(Errno::LOOP.into());
        }
        let write = flags & O_ACCMODE != 0 || flags & O_TRUNC != 0;
        if node.is_dir() && write {
            return Err(Errno::ISDIR.into());
        }
        let read = flags & O_ACCMODE != 1;
        let wanted = if read { READ } else { 0 } | if write { WRITE } else { 0 };
        Ok(self.os.fs.permit(id, wanted)?)
    }

    /// Brings in or drops the bytes, and refuses what the model cannot open.
    fn prepare_open(&mut self, id: NodeId, flags: u32, created: bool) -> Result<(), Refusal> {
        if created || flags & O_PATH != 0 {
            return Ok(());
        }
        let now = self.now();
        let node = self.os.fs.node(id);
        let rdev = node.meta.rdev;
        match &node.kind {
            NodeKind::File(_) if flags & O_TRUNC != 0 => self.fs().empty(id, now),
            NodeKind::File(_) => self.fs().load_contents(id)?,
            NodeKind::Device if Device::from_rdev(rdev).is_some() => {}
            // `makedev(5, 0)`: the program has no controlling terminal.
            NodeKind::Device if rdev == 0x500 => return Err(Errno::NXIO.into()),
            NodeKind::Device => {
                let (major, minor) = (rdev >> 8, rdev & 0xff);
                let what = format!("opening the character device {major}, {minor}");
                return Err(self.unsupported(what));
            }
            NodeKind::Special => match node.meta.mode & S_IFMT {
                S_IFSOCK => return Err(Errno::NXIO.into()),
                S_IFIFO => return Err(self.unsupported("opening a named pipe")),
                _ => return Err(self.unsupported("opening a block device")),
            },
            _ => {}
        }
        Ok(())
    }

    /// `O_TMPFILE`: a file in no directory.
    fn open_nameless(&mut self, start: NodeId, path: &[u8], flags: u32, mode: u32) -> Answer {
        let dir = self.fs().resolve(start, path, true)?.existing()?;
        if !self.os.fs.node(dir).is_dir() {
            return Err(Errno::NOTDIR.into());
        }
        if flags & O_ACCMODE == 0 {
            return Err(Errno::INVAL.into());
        }
        let now = self.now();
        let mode = mode & !self.os.fs.umask;
        let id = self.fs().create_nameless(Data::default(), mode, now);
        self.fs().node_mut(id).meta.dev = self.os.fs.node(dir).meta.dev;
        let ino = self.os.fs.node(id).meta.ino;
        let name =
            [self.os.fs.path_of(dir).unwrap_or_default(), format!("/#{ino} (deleted)").into()];
        let status = flags & !(O_EXCL | O_CLOEXEC) | O_LARGEFILE;
        self.add_file(OpenFile::new(id, status, name.concat()), flags & O_CLOEXEC != 0)
    }

    pub(crate) fn memfd_create(&mut self, name: u64, flags: u64) -> Answer {
        let name = self.c_string(name)?;
        let now = self.now();
        let id = self.fs().create_nameless(Data::default(), 0o777, now);
        let path = [b"/memfd:", name.as_slice(), b" (deleted)"].concat();
        self.add_file(OpenFile::new(id, 2 | O_LARGEFILE, path), flags & 1 != 0)
    }

    fn absolute_name(&self, found: &Resolved) -> Vec<u8> {
        let dir = self.os.fs.path_of(found.parent).unwrap_or_default();
        match &found.last {
            Last::Name(name) if dir == b"/" => [b"/", name.as_slice()].concat(),
            Last::Name(name) => [dir.as_slice(), b"/", name].concat(),
            _ => found.node.and_then(|node| self.os.fs.path_of(node)).unwrap_or(dir),
        }
    }
}
