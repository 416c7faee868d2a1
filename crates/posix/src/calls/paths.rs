//! Calls that change what paths name, and the attributes of what they name.

use super::stat::AT_SYMLINK_NOFOLLOW;
use crate::fs::RenameMode;
use crate::fs::node::{NodeId, NodeKind, S_IFLNK, S_IFMT, S_IFREG, S_ISGID, S_ISUID, Time};
use crate::fs::{EXECUTE, WRITE};
use crate::kernel::{Answer, Kernel, Refusal};
use rustix::io::Errno;

const AT_REMOVEDIR: u64 = 0x200;
const AT_SYMLINK_FOLLOW: u64 = 0x400;
const UTIME_NOW: i64 = 0x3fff_ffff;
const UTIME_OMIT: i64 = 0x3fff_fffe;

impl Kernel<'_> {
    pub(crate) fn mkdir(&mut self, dirfd: i32, path: u64, mode: u32) -> Answer {
        let path = self.new_path(dirfd, path)?;
        let (start, now) = (self.start_of(dirfd, &path)?, self.now());
        self.fs().mkdir(start, &path, mode, now)?;
        Ok(0)
    }

    pub(crate) fn mknod(&mut self, dirfd: i32, path: u64, mode: u32) -> Answer {
        let path = self.new_path(dirfd, path)?;
        let (start, now) = (self.start_of(dirfd, &path)?, self.now());
        self.fs().mknod(start, &path, mode, now)?;
        Ok(0)
    }

    pub(crate) fn symlink(&mut self, target: u64, dirfd: i32, path: u64) -> Answer {
        let target = self.c_string(target)?;
        let path = self.new_path(dirfd, path)?;
        let (start, now) = (self.start_of(dirfd, &path)?, self.now());
        self.fs().symlink(&target, start, &path, now)?;
        Ok(0)
    }

    pub(crate) fn link(&mut self, old: (i32, u64), new: (i32, u64), flags: u64) -> Answer {
        let old_path = self.path(old.0, old.1)?;
        let path = self.new_path(new.0, new.1)?;
        let node = self.node_at(old.0, &old_path, flags & AT_SYMLINK_FOLLOW != 0, flags)?;
        let (start, now) = (self.start_of(new.0, &path)?, self.now());
        self.fs().link(node, start, &path, now)?;
        Ok(0)
    }

    /// `unlink`, `rmdir`, `unlinkat`.
    pub(crate) fn unlink(&mut self, dirfd: i32, path: u64, flags: u64) -> Answer {
        if flags & !AT_REMOVEDIR != 0 {
            return Err(Errno::INVAL.into());
        }
        let path = self.path(dirfd, path)?;
        let (start, now) = (self.start_of(dirfd, &path)?, self.now());
        if flags & AT_REMOVEDIR != 0 {
            self.fs().rmdir(start, &path, now)?;
        } else {
            let node = self.fs().unlink(start, &path, now)?;
            self.forget_if_closed(node);
        }
        Ok(0)
    }

    pub(crate) fn rmdir(&mut self, path: u64) -> Answer {
        self.unlink(super::open::AT_FDCWD, path, AT_REMOVEDIR)
    }

    pub(crate) fn rename(&mut self, old: (i32, u64), new: (i32, u64), flags: u64) -> Answer {
        let mode = match flags {
            0 => RenameMode::Replace,
            1 => RenameMode::NoReplace,
            2 => RenameMode::Exchange,
            _ => return Err(Errno::INVAL.into()),
        };
        let (old_path, new_path) = (self.path(old.0, old.1)?, self.new_path(new.0, new.1)?);
        let old_start = self.start_of(old.0, &old_path)?;
        let new_start = self.start_of(new.0, &new_path)?;
        let now = self.now();
        let replaced =
            self.fs().rename((old_start, &old_path), (new_start, &new_path), mode, now)?;
        if let Some(node) = replaced {
            self.forget_if_closed(node);
        }
        Ok(0)
    }

    fn forget_if_closed(&mut self, node: NodeId) {
        if !self.os.descriptors.is_open(node) {
            self.fs().forget(node);
        }
    }

    pub(crate) fn readlink(&mut self, dirfd: i32, path: u64, buffer: u64, len: i64) -> Answer {
        let path = self.path(dirfd, path)?;
        if len <= 0 {
            return Err(Errno::INVAL.into());
        }
        let node = self.node_at(dirfd, &path, false, super::open::AT_EMPTY_PATH)?;
        let target = match &self.os.fs.node(node).kind {
            NodeKind::Symlink(target) => target.clone(),
            NodeKind::MagicLink { text, .. } => text.clone(),
            _ if path.is_empty() => return Err(Errno::NOENT.into()),
            _ => return Err(Errno::INVAL.into()),
        };
        let n = target.len().min(len as usize);
        self.write_bytes(buffer, &target[..n])?;
        Ok(n as u64)
    }

    pub(crate) fn chdir(&mut self, path: u64) -> Answer {
        let path = self.path(super::open::AT_FDCWD, path)?;
        let node = self.node_at(super::open::AT_FDCWD, &path, true, 0)?;
        self.enter(node)
    }

    pub(crate) fn fchdir(&mut self, fd: i32) -> Answer {
        let node = self.os.descriptors.get(fd)?.node;
        self.enter(node)
    }

    fn enter(&mut self, node: NodeId) -> Answer {
        if !self.os.fs.node(node).is_dir() {
            return Err(Errno::NOTDIR.into());
        }
        self.os.fs.permit(node, EXECUTE)?;
        self.fs().cwd = node;
        Ok(0)
    }

    pub(crate) fn getcwd(&mut self, buffer: u64, len: u64) -> Answer {
        let path = self.os.fs.path_of(self.os.fs.cwd).ok_or(Errno::NOENT)?;
        let bytes = [path.as_slice(), b"\0"].concat();
        if bytes.len() as u64 > len {
            return Err(Errno::RANGE.into());
        }
        self.write_bytes(buffer, &bytes)?;
        Ok(bytes.len() as u64)
    }

    /// `chmod`, `fchmodat`, `fchmodat2`.
    pub(crate) fn chmod(&mut self, dirfd: i32, path: u64, mode: u32, flags: u64) -> Answer {
        if flags & !(AT_SYMLINK_NOFOLLOW | super::open::AT_EMPTY_PATH) != 0 {
            return Err(Errno::INVAL.into());
        }
        let path = self.path(dirfd, path)?;
        let node = self.node_at(dirfd, &path, flags & AT_SYMLINK_NOFOLLOW == 0, flags)?;
        self.change_mode(node, mode)
    }

    pub(crate) fn fchmod(&mut self, fd: i32, mode: u32) -> Answer {
        let node = self.os.descriptors.get(fd)?.node;
        self.change_mode(node, mode)
    }

    fn change_mode(&mut self, node: NodeId, mode: u32) -> Answer {
        self.check_owner(node)?;
        if self.os.fs.node(node).meta.mode & S_IFMT == S_IFLNK {
            return Err(Errno::OPNOTSUPP.into());
        }
        let who = self.os.fs.who.clone();
        let now = self.now();
        let meta = &mut self.fs().node_mut(node).meta;
        let in_group = who.euid == 0 || who.egid == meta.gid || who.groups.contains(&meta.gid);
        let allowed = if in_group { 0o7777 } else { 0o7777 & !S_ISGID };
        meta.mode = meta.mode & S_IFMT | mode & allowed;
        meta.ctime = now;
        Ok(0)
    }

    fn check_owner(&self, node: NodeId) -> Result<(), Refusal> {
        let uid = self.os.fs.who.euid;
        let owned = uid == 0 || uid == self.os.fs.node(node).meta.uid;
        if owned { Ok(()) } else { Err(Errno::PERM.into()) }
    }

    /// `chown`, `lchown`, `fchownat`.
    pub(crate) fn chown(
        &mut self,
        (dirfd, path): (i32, u64),
        uid: u32,
        gid: u32,
        flags: u64,
    ) -> Answer {
        let path = self.path(dirfd, path)?;
        let node = self.node_at(dirfd, &path, flags & AT_SYMLINK_NOFOLLOW == 0, flags)?;
        self.change_owner(node, uid, gid)
    }

    pub(crate) fn fchown(&mut self, fd: i32, uid: u32, gid: u32) -> Answer {
        let node = self.os.descriptors.get(fd)?.node;
        self.change_owner(node, uid, gid)
    }

    fn change_owner(&mut self, node: NodeId, uid: u32, gid: u32) -> Answer {
        let who = self.os.fs.who.clone();
        let meta = &self.os.fs.node(node).meta;
        let keeps_owner = uid == u32::MAX || uid == meta.uid && who.euid == meta.uid;
        let own_group = gid == meta.gid || gid == who.egid || who.groups.contains(&gid);
        let keeps_group = gid == u32::MAX || who.euid == meta.uid && own_group;
        if who.euid != 0 && !(keeps_owner && keeps_group) {
            return Err(Errno::PERM.into());
        }
        let now = self.now();
        let meta = &mut self.fs().node_mut(node).meta;
        if uid != u32::MAX {
            meta.uid = uid;
        }
        if gid != u32::MAX {
            meta.gid = gid;
        }
        if meta.mode & S_IFMT == S_IFREG {
            meta.mode &= !(S_ISUID | if meta.mode & 0o010 != 0 { S_ISGID } else { 0 });
        }
        meta.ctime = now;
        Ok(0)
    }

    pub(crate) fn truncate(&mut self, path: u64, len: i64) -> Answer {
        let path = self.path(super::open::AT_FDCWD, path)?;
        let len = u64::try_from(len).map_err(|_| Errno::INVAL)?;
        let node = self.node_at(super::open::AT_FDCWD, &path, true, 0)?;
        match self.os.fs.node(node).kind {
            NodeKind::File(_) => {}
            NodeKind::Dir(_) => return Err(Errno::ISDIR.into()),
            _ => return Err(Errno::INVAL.into()),
        }
        self.os.fs.permit(node, WRITE)?;
        let now = self.now();
        self.fs().load_contents(node)?;
        self.fs().set_len(node, len, now)?;
        Ok(0)
    }

    /// `utimensat`; a null path means the descriptor itself.
    pub(crate) fn utimensat(&mut self, dirfd: i32, path: u64, times: u64, flags: u64) -> Answer {
        let times = match times {
            0 => None,
            _ => {
                let words = self.read_words(times, 4)?;
                let time = |n: usize| Time { sec: words[n] as i64, nsec: words[n + 1] as i64 };
                Some([time(0), time(2)])
            }
        };
        let node = self.timed_node(dirfd, path, flags)?;
        self.set_times(node, times)
    }

    /// `utime` (seconds), `utimes` and `futimesat` (microseconds): `unit` nanoseconds in a
    /// fraction, none at all for 0.
    pub(crate) fn utimes(&mut self, dirfd: i32, path: u64, times: u64, unit: i64) -> Answer {
        let times = match (times, unit) {
            (0, _) => None,
            (_, 0) => {
                let words = self.read_words(times, 2)?;
                Some([0, 1].map(|n| Time { sec: words[n] as i64, nsec: 0 }))
            }
            _ => {
                let words = self.read_words(times, 4)?;
                let time = |n: usize| {
                    let fraction = words[n + 1] as i64;
                    let valid = (0..1_000_000_000 / unit).contains(&fraction);
                    valid.then_some(Time { sec: words[n] as i64, nsec: fraction * unit })
                };
                match (time(0), time(2)) {
                    (Some(atime), Some(mtime)) => Some([atime, mtime]),
                    _ => return Err(Errno::INVAL.into()),
                }
            }
        };
        let node = self.timed_node(dirfd, path, 0)?;
        self.set_times(node, times)
    }

    fn timed_node(&mut self, dirfd: i32, path: u64, flags: u64) -> Result<NodeId, Refusal> {
        if path == 0 {
            return Ok(self.os.descriptors.get(dirfd)?.node);
        }
        let path = self.path(dirfd, path)?;
        Ok(self.node_at(dirfd, &path, flags & AT_SYMLINK_NOFOLLOW == 0, flags)?)
    }

    fn set_times(&mut self, node: NodeId, times: Option<[Time; 2]>) -> Answer {
        let now = self.now();
        let given = times.unwrap_or([Time { sec: 0, nsec: UTIME_NOW }; 2]);
        let valid = |time: &Time| {
            matches!(time.nsec, UTIME_NOW | UTIME_OMIT) || (0..1_000_000_000).contains(&time.nsec)
        };
        if !given.iter().all(valid) {
            return Err(Errno::INVAL.into());
        }
        if given.iter().all(|time| time.nsec == UTIME_OMIT) {
            return Ok(0);
        }
        // Setting the present time takes permission to write, any other time an owner.
        if let Err(refusal) = self.check_owner(node) {
            if given.iter().any(|time| time.nsec != UTIME_NOW) {
                return Err(refusal);
            }
            self.os.fs.permit(node, WRITE)?;
        }
        let meta = &mut self.fs().node_mut(node).meta;
        for (field, time) in [&mut meta.atime, &mut meta.mtime].into_iter().zip(given) {
            match time.nsec {
                UTIME_NOW => *field = now,
                UTIME_OMIT => {}
                _ => *field = time,
            }
        }
        meta.ctime = now;
        Ok(0)
    }

    /// Extended attributes: no file has any, and none can be given.
    pub(crate) fn no_attribute(&mut self, path: u64, follow: bool, error: Errno) -> Answer {
        let path = self.path(super::open::AT_FDCWD, path)?;
        self.node_at(super::open::AT_FDCWD, &path, follow, 0)?;
        Err(error.into())
    }

    pub(crate) fn no_attribute_names(&mut self, path: u64, follow: bool) -> Answer {
        let path = self.path(super::open::AT_FDCWD, path)?;
        self.node_at(super::open::AT_FDCWD, &path, follow, 0)?;
        Ok(0)
    }
}
