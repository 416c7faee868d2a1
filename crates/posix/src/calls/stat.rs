//! What files are: `stat` and its relatives.

use super::open::AT_EMPTY_PATH;
use crate::fs::node::{Meta, NodeId};
use crate::fs::{EXECUTE, READ, WRITE};
use crate::kernel::{Answer, Kernel, Layout};
use rustix::io::Errno;

pub(crate) const AT_SYMLINK_NOFOLLOW: u64 = 0x100;
const AT_EACCESS: u64 = 0x200;
const AT_NO_AUTOMOUNT: u64 = 0x800;
const AT_STATX_SYNC: u64 = 0x6000;
/// The fields of `struct statx` that are always filled in: all but the time of birth.
const STATX_BASIC_STATS: u32 = 0x7ff;

impl Kernel<'_> {
    pub(crate) fn stat(&mut self, dirfd: i32, path: u64, buffer: u64, flags: u64) -> Answer {
        if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT) != 0 {
            return Err(Errno::INVAL.into());
        }
        let path = self.path(dirfd, path)?;
        let node = self.node_at(dirfd, &path, flags & AT_SYMLINK_NOFOLLOW == 0, flags)?;
        self.write_stat(node, buffer)
    }

    pub(crate) fn fstat(&mut self, fd: i32, buffer: u64) -> Answer {
        let node = self.os.descriptors.get(fd)?.node;
        self.write_stat(node, buffer)
    }

    fn write_stat(&mut self, node: NodeId, buffer: u64) -> Answer {
        self.decide_stream(node)?;
        let bytes = stat_bytes(&self.os.fs.node(node).meta);
        self.write_bytes(buffer, &bytes)?;
        Ok(0)
    }

    pub(crate) fn statx(&mut self, args: [u64; 6]) -> Answer {
        let [dirfd, path, flags, _mask, buffer, _] = args;
        let known = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT | AT_STATX_SYNC;
        if flags & !known != 0 {
            return Err(Errno::INVAL.into());
        }
        let path = self.path(dirfd as i32, path)?;
        let node = self.node_at(dirfd as i32, &path, flags & AT_SYMLINK_NOFOLLOW == 0, flags)?;
        self.decide_stream(node)?;
        let bytes = statx_bytes(&self.os.fs.node(node).meta);
        self.write_bytes(buffer, &bytes)?;
        Ok(0)
    }

    pub(crate) fn access(&mut self, dirfd: i32, path: u64, mode: u32, flags: u64) -> Answer {
        let known = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_EACCESS;
        if mode & !(READ | WRITE | EXECUTE) != 0 || flags & !known != 0 {
            return Err(Errno::INVAL.into());
        }
        let path = self.path(dirfd, path)?;
        let node = self.node_at(dirfd, &path, flags & AT_SYMLINK_NOFOLLOW == 0, flags)?;
        let who = &self.os.fs.who;
        let (uid, gid) =
            if flags & AT_EACCESS != 0 { (who.euid, who.egid) } else { (who.uid, who.gid) };
        self.os.fs.permit_as(node, mode, uid, gid)?;
        Ok(0)
    }

    pub(crate) fn statfs(&mut self, path: u64, buffer: u64) -> Answer {
        let path = self.path(super::open::AT_FDCWD, path)?;
        self.node_at(super::open::AT_FDCWD, &path, true, 0)?;
        self.write_statfs(buffer)
    }

    pub(crate) fn fstatfs(&mut self, fd: i32, buffer: u64) -> Answer {
        self.os.descriptors.get(fd)?;
        self.write_statfs(buffer)
    }

    /// One file system of fixed size holds everything.
    fn write_statfs(&mut self, buffer: u64) -> Answer {
        const EXT4: u64 = 0xef53;
        let bytes = Layout::new(120)
            .u64(0, EXT4)
            .u64(8, 4096)
            .u64(16, 25_000_000)
            .u64(24, 20_000_000)
            .u64(32, 18_000_000)
            .u64(40, 6_000_000)
            .u64(48, 5_000_000)
            .u64(64, 255)
            .u64(72, 4096);
        self.write_bytes(buffer, &bytes.0)?;
        Ok(0)
    }
}

/// The kernel's `struct stat`.
fn stat_bytes(meta: &Meta) -> Vec<u8> {
    let layout = Layout::new(144)
        .u64(0, meta.dev)
        .u64(8, meta.ino)
        .u64(16, meta.nlink)
        .u32(24, meta.mode)
        .u32(28, meta.uid)
        .u32(32, meta.gid)
        .u64(40, meta.rdev)
        .u64(48, meta.size)
        .u64(56, meta.blksize)
        .u64(64, meta.blocks)
        .time(72, meta.atime)
        .time(88, meta.mtime)
        .time(104, meta.ctime);
    layout.0
}

fn statx_bytes(meta: &Meta) -> Vec<u8> {
    let major = |dev: u64| ((dev >> 8 & 0xfff) | (dev >> 32 & !0xfff)) as u32;
    let minor = |dev: u64| ((dev & 0xff) | (dev >> 12 & !0xff)) as u32;
    let layout = Layout::new(256)
        .u32(0, STATX_BASIC_STATS)
        .u32(4, meta.blksize as u32)
        .u32(16, meta.nlink as u32)
        .u32(20, meta.uid)
        .u32(24, meta.gid)
        .u16(28, meta.mode as u16)
        .u64(32, meta.ino)
        .u64(40, meta.size)
        .u64(48, meta.blocks)
        .time(64, meta.atime)
        .time(96, meta.ctime)
        .time(112, meta.mtime)
        .u32(128, major(meta.rdev))
        .u32(132, minor(meta.rdev))
        .u32(136, major(meta.dev))
        .u32(140, minor(meta.dev));
    layout.0
}
