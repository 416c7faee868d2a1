//! Descriptors as such: closing, copying, flags, pipes.

use crate::descriptors::{
    MAX_DESCRIPTORS, O_APPEND, O_CLOEXEC, O_NONBLOCK, O_PATH, O_WRONLY, OpenFile,
};
use crate::kernel::{Answer, Kernel};
use rustix::io::Errno;
use std::rc::Rc;

const F_DUPFD: u64 = 0;
const F_GETFD: u64 = 1;
const F_SETFD: u64 = 2;
const F_GETFL: u64 = 3;
const F_SETFL: u64 = 4;
const F_GETLK: u64 = 5;
const F_SETLK: u64 = 6;
const F_SETLKW: u64 = 7;
const F_OFD_GETLK: u64 = 36;
const F_OFD_SETLK: u64 = 37;
const F_OFD_SETLKW: u64 = 38;
const F_DUPFD_CLOEXEC: u64 = 1030;
const F_GETPIPE_SZ: u64 = 1032;
const F_UNLCK: u16 = 2;
const O_ASYNC: u32 = 0o20000;
const O_DIRECT: u32 = 0o40000;
const O_NOATIME: u32 = 0o1000000;

impl Kernel<'_> {
    pub(crate) fn close(&mut self, fd: i32) -> Answer {
        let fs = Rc::make_mut(&mut self.os.fs);
        self.os.descriptors.close(fs, fd)?;
        Ok(0)
    }

    pub(crate) fn close_range(&mut self, first: u32, last: u32, flags: u64) -> Answer {
        const CLOEXEC: u64 = 4;
        if first > last {
            return Err(Errno::INVAL.into());
        }
        for fd in self.os.descriptors.fds() {
            if !(first..=last).contains(&(fd as u32)) {
                continue;
            }
            if flags & CLOEXEC != 0 {
                self.os.descriptors.set_cloexec(fd, true)?;
            } else {
                self.close(fd)?;
            }
        }
        Ok(0)
    }

    pub(crate) fn dup(&mut self, fd: i32) -> Answer {
        self.dup_from(fd, 0, false)
    }

    fn dup_from(&mut self, fd: i32, from: i32, cloexec: bool) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        if !(0..MAX_DESCRIPTORS).contains(&from) {
            return Err(Errno::INVAL.into());
        }
        let new = self.os.descriptors.free_from(from)?;
        let fs = Rc::make_mut(&mut self.os.fs);
        self.os.descriptors.install(fs, new, open, cloexec);
        Ok(new as u64)
    }

    pub(crate) fn dup2(&mut self, old: i32, new: i32) -> Answer {
        let open = self.os.descriptors.open_id(old)?;
        if !(0..MAX_DESCRIPTORS).contains(&new) {
            return Err(Errno::BADF.into());
        }
        if old != new {
            let fs = Rc::make_mut(&mut self.os.fs);
            // Not being open is no reason not to take its place.
            let _ = self.os.descriptors.close(fs, new);
            self.os.descriptors.install(fs, new, open, false);
        }
        Ok(new as u64)
    }

    pub(crate) fn dup3(&mut self, old: i32, new: i32, flags: u32) -> Answer {
        if flags & !O_CLOEXEC != 0 || old == new {
            return Err(Errno::INVAL.into());
        }
        self.dup2(old, new)?;
        self.os.descriptors.set_cloexec(new, flags & O_CLOEXEC != 0)?;
        Ok(new as u64)
    }

    pub(crate) fn fcntl(&mut self, fd: i32, command: u64, arg: u64) -> Answer {
        let flags = self.os.descriptors.get(fd)?.flags;
        match command {
            F_DUPFD => self.dup_from(fd, arg as i32, false),
            F_DUPFD_CLOEXEC => self.dup_from(fd, arg as i32, true),
            F_GETFD => Ok(self.os.descriptors.cloexec(fd)?.into()),
            F_SETFD => {
                self.os.descriptors.set_cloexec(fd, arg & 1 != 0)?;
                Ok(0)
            }
            F_GETFL => {
                self.decide_stream(self.os.descriptors.get(fd)?.node)?;
                Ok(self.os.descriptors.get(fd)?.flags.into())
            }
            _ if flags & O_PATH != 0 => Err(Errno::BADF.into()),
            F_SETFL => {
                let settable = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
                let file = self.os.descriptors.get_mut(fd)?;
                file.flags = flags & !settable | arg as u32 & settable;
                Ok(0)
            }
            // Nobody else holds a lock.
            F_GETLK | F_OFD_GETLK => {
                self.write_bytes(arg, &F_UNLCK.to_le_bytes())?;
                Ok(0)
            }
            F_SETLK | F_SETLKW | F_OFD_SETLK | F_OFD_SETLKW => {
                let kind = self.read_bytes(arg, 2)?;
                let file = self.os.descriptors.get(fd)?;
                let allowed = match kind[0] {
                    0 => file.readable(),
                    1 => file.writable(),
                    _ => true,
                };
                if allowed { Ok(0) } else { Err(Errno::BADF.into()) }
            }
            F_GETPIPE_SZ => Ok(65536),
            8..=11 | 15 | 16 => Err(self.unsupported(format!("`fcntl` command {command}"))),
            _ => Err(Errno::INVAL.into()),
        }
    }

    pub(crate) fn pipe2(&mut self, fds: u64, flags: u32) -> Answer {
        if flags & !(O_CLOEXEC | O_NONBLOCK | O_DIRECT) != 0 {
            return Err(Errno::INVAL.into());
        }
        let now = self.now();
        let node = self.fs().add_pipe(now);
        let name = format!("pipe:[{}]", self.os.fs.node(node).meta.ino).into_bytes();
        let (status, cloexec) = (flags & O_NONBLOCK, flags & O_CLOEXEC != 0);
        let read = self.add_file(OpenFile::new(node, status, name.clone()), cloexec)?;
        let write = match self.add_file(OpenFile::new(node, O_WRONLY | status, name), cloexec) {
            Ok(write) => write,
            Err(refusal) => {
                self.close(read as i32)?;
                return Err(refusal);
            }
        };
        let pair = [(read as u32).to_le_bytes(), (write as u32).to_le_bytes()].concat();
        self.write_bytes(fds, &pair)?;
        Ok(0)
    }

    /// Calls that only need a descriptor to be open: synchronising, advice, locks.
    pub(crate) fn only_check(&mut self, fd: i32) -> Answer {
        self.os.descriptors.get(fd)?;
        Ok(0)
    }
}
