//! The process itself: its end, its numbers, its limits. There is one process, and one thread.

use crate::kernel::{Answer, Kernel, Layout, Refusal};
use patchlight_engine::PathEnd;
use rustix::io::Errno;
use std::rc::Rc;

pub(crate) const PID: u64 = 4242;
pub(crate) const PARENT_PID: u64 = 4241;

const INFINITY: u64 = u64::MAX;
const N_LIMITS: usize = 16;

/// Soft and hard resource limits, by number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limits([(u64, u64); N_LIMITS]);

impl Default for Limits {
    /// Those of a usual login.
    fn default() -> Limits {
        let mut limits = [(INFINITY, INFINITY); N_LIMITS];
        limits[3] = (8 << 20, INFINITY); // stack
        limits[4] = (0, INFINITY); // core
        limits[6] = (63_000, 63_000); // processes
        limits[7] = (1024, 1 << 20); // descriptors
        limits[8] = (8 << 20, 8 << 20); // locked memory
        limits[11] = (63_000, 63_000); // pending signals
        limits[12] = (819_200, 819_200); // message queues
        limits[13] = (0, 0); // niceness
        limits[14] = (0, 0); // real-time priority
        Limits(limits)
    }
}

impl Kernel<'_> {
    pub(crate) fn exit(&mut self, status: u64) -> Answer {
        Err(Refusal::End(PathEnd::Exit(status as i32 & 0xff)))
    }

    pub(crate) fn prlimit(&mut self, pid: u64, resource: u64, new: u64, old: u64) -> Answer {
        if pid != 0 && pid != PID {
            return Err(Errno::SRCH.into());
        }
        if resource >= N_LIMITS as u64 {
            return Err(Errno::INVAL.into());
        }
        let (soft, hard) = self.os.limits.0[resource as usize];
        if new != 0 {
            let words = self.read_words(new, 2)?;
            if words[0] > words[1] {
                return Err(Errno::INVAL.into());
            }
            if words[1] > hard && self.os.fs.who.euid != 0 {
                return Err(Errno::PERM.into());
            }
            Rc::make_mut(&mut self.os.limits).0[resource as usize] = (words[0], words[1]);
        }
        if old != 0 {
            self.write_words(old, &[soft, hard])?;
        }
        Ok(0)
    }

    /// `uname`: the host's, as the program's own tests expect it.
    pub(crate) fn uname(&mut self, buffer: u64) -> Answer {
        let host = rustix::system::uname();
        let fields =
            [host.sysname(), host.nodename(), host.release(), host.version(), host.machine()];
        let mut layout = Layout::new(6 * 65);
        for (n, field) in fields.into_iter().enumerate() {
            let bytes = field.to_bytes();
            layout = layout.put(65 * n, &bytes[..bytes.len().min(64)]);
        }
        layout = layout.put(65 * 5, b"(none)");
        self.write_bytes(buffer, &layout.0)?;
        Ok(0)
    }

    /// Nothing that `getrusage` counts would be the same twice.
    pub(crate) fn getrusage(&mut self, buffer: u64) -> Answer {
        self.write_bytes(buffer, &[0; 144])?;
        Ok(0)
    }

    pub(crate) fn sysinfo(&mut self, buffer: u64) -> Answer {
        let uptime = self.os.clock.uptime().sec as u64;
        let bytes = Layout::new(112)
            .u64(0, uptime)
            .u64(32, 8 << 30)
            .u64(40, 4 << 30)
            .u16(80, 1)
            .u32(104, 1);
        self.write_bytes(buffer, &bytes.0)?;
        Ok(0)
    }

    pub(crate) fn getgroups(&mut self, size: i32, buffer: u64) -> Answer {
        let groups = self.os.fs.who.groups.clone();
        if size < 0 || size != 0 && (size as usize) < groups.len() {
            return Err(Errno::INVAL.into());
        }
        if size != 0 {
            let bytes: Vec<u8> = groups.iter().flat_map(|group| group.to_le_bytes()).collect();
            self.write_bytes(buffer, &bytes)?;
        }
        Ok(groups.len() as u64)
    }

    /// The three ids of `getresuid` or `getresgid`; saved ids equal the effective ones.
    pub(crate) fn three_ids(&mut self, args: [u64; 6], real: u32, effective: u32) -> Answer {
        for (address, id) in args.into_iter().zip([real, effective, effective]) {
            self.write_bytes(address, &id.to_le_bytes())?;
        }
        Ok(0)
    }

    /// `setuid` and its family: an id may be set to one that the process already has. Anything
    /// else would change what the host lets us read.
    pub(crate) fn set_ids(&mut self, wanted: &[u64], real: u32, effective: u32) -> Answer {
        let known = |id: u32| id == u32::MAX || id == real || id == effective;
        if wanted.iter().all(|&id| known(id as u32)) {
            return Ok(0);
        }
        if self.os.fs.who.euid == 0 {
            return Err(self.unsupported("changing to another user or group"));
        }
        Err(Errno::PERM.into())
    }

    pub(crate) fn umask(&mut self, mask: u64) -> Answer {
        let old = self.os.fs.umask;
        self.fs().umask = mask as u32 & 0o777;
        Ok(old.into())
    }

    pub(crate) fn prctl(&mut self, option: u64, arg: u64) -> Answer {
        const SET_PDEATHSIG: u64 = 1;
        const GET_DUMPABLE: u64 = 3;
        const SET_DUMPABLE: u64 = 4;
        const SET_NAME: u64 = 15;
        const GET_NAME: u64 = 16;
        const SET_NO_NEW_PRIVS: u64 = 38;
        match option {
            SET_NAME => {
                let name = self.c_string(arg)?;
                self.os.name = name[..name.len().min(15)].to_vec();
            }
            GET_NAME => {
                let bytes = Layout::new(16).put(0, &self.os.name.clone());
                self.write_bytes(arg, &bytes.0)?;
            }
            GET_DUMPABLE => return Ok(1),
            SET_PDEATHSIG | SET_DUMPABLE | SET_NO_NEW_PRIVS => {}
            // No kernel has options between the last of these and the ones with magic numbers.
            100..0x1000_0000 => return Err(Errno::INVAL.into()),
            _ => return Err(self.unsupported(format!("`prctl` option {option}"))),
        }
        Ok(0)
    }

    /// One processor.
    pub(crate) fn sched_getaffinity(&mut self, len: u64, buffer: u64) -> Answer {
        if len < 8 || !len.is_multiple_of(8) {
            return Err(Errno::INVAL.into());
        }
        self.write_words(buffer, &[1])?;
        Ok(8)
    }

    /// With one thread there is nobody to wake and nobody to wait for.
    pub(crate) fn futex(&mut self, address: u64, operation: u64, value: u64) -> Answer {
        const WAIT: u64 = 0;
        const WAKE: u64 = 1;
        const WAIT_BITSET: u64 = 9;
        const WAKE_BITSET: u64 = 10;
        match operation & 0x7f {
            WAKE | WAKE_BITSET => Ok(0),
            WAIT | WAIT_BITSET if self.read_u32(address)? != value as u32 => {
                Err(Errno::AGAIN.into())
            }
            _ => Err(self.unsupported("waiting for another thread (system call `futex`)")),
        }
    }
}
