//! System calls that the kernel asks the worker about, and its answers.
//!
//! **Shared memory** is counted when it is made. Afterwards nobody could: what a program has unmapped
//! but for one page, or dropped from its page tables, is in no statistics of its processes. Mappings,
//! segments, semaphores and queues are counted by what they may grow to; a `memfd` becomes a file without
//! a name in the directory for temporary files, whose size is limited. Who asks for more than the limit
//! gets no answer: the run ends.
//!
//! **Signals**, where neither a PID namespace nor Landlock keeps them in, reach the processes of the run
//! only.
//!
//! **Invariant.** Only numbers decide, never the program's memory, which it could change meanwhile. The
//! one exception is whether a descriptor is `/dev/zero`: a program that replaces it between question and
//! call gets a mapping that is not counted.

use super::guard::MAP_ANONYMOUS;
use super::queues::{QUEUE_KB, SEMAPHORE, queues};
use super::watch::Family;
use rustix::fs::{Mode, OFlags};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where the kernel asks, and what was promised in this run.
pub struct Questions {
    listener: OwnedFd,
    tmp_dir: PathBuf,
    /// The lengths of shared mappings that may still exist, in KiB.
    mappings: Vec<u64>,
    mapped_kb: u64,
    /// What a `memfd` counts as.
    memory_file_kb: u64,
    /// What segments, semaphores and queues may take, and each `memfd` that counts.
    queues_kb: u64,
}

/// Whether a run may go on.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    GoesOn,
    TooMuchMemory,
}

enum Answer {
    Go,
    Refuse(i32),
    /// This file, with these flags, is what it gets.
    File(OwnedFd, u32),
}

impl Questions {
    pub fn new(listener: OwnedFd, tmp_dir: &Path) -> Questions {
        let tmp_dir = tmp_dir.to_path_buf();
        let (mapped_kb, queues_kb, memory_file_kb) = (0, 0, 0);
        Questions { listener, tmp_dir, mappings: Vec::new(), mapped_kb, memory_file_kb, queues_kb }
    }

    /// Before each run. `memory_file_kb` is what a `memfd` counts as: nothing where a file system limits
    /// all of them together.
    pub fn begin(&mut self, memory_file_kb: u64) {
        self.mappings.clear();
        (self.mapped_kb, self.queues_kb, self.memory_file_kb) = (0, 0, memory_file_kb);
    }

    pub fn fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }

    /// How much memory its processes can have mapped together, at most.
    pub fn mapped_kb(&self) -> u64 {
        self.mapped_kb
    }

    /// Answers one question, if there is one. `create` makes a file as the program's user.
    pub fn answer(
        &mut self,
        family: Family,
        most_mb: u64,
        create: impl Fn(&Path) -> io::Result<OwnedFd>,
    ) -> Verdict {
        // SAFETY: a structure of integers, for which zeros are valid.
        let mut question: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        let fd = self.listener.as_raw_fd();
        // SAFETY: the request fills in a structure of its size.
        if unsafe { libc::ioctl(fd, libc::SECCOMP_IOCTL_NOTIF_RECV, &mut question) } != 0 {
            return Verdict::GoesOn;
        }
        let (call, args) = (question.data.nr as libc::c_long, question.data.args);
        let answer = match call {
            libc::SYS_mmap => {
                self.count_mapping(question.pid, args, family, most_mb);
                Answer::Go
            }
            libc::SYS_shmget => self.count_queue(args[1].div_ceil(1024), most_mb),
            libc::SYS_semget => {
                self.count_queue(((args[1] & 0xffff_ffff) * SEMAPHORE) >> 10, most_mb)
            }
            libc::SYS_msgget => self.count_queue(QUEUE_KB, most_mb),
            libc::SYS_memfd_create => {
                // On a disk of the host's, nothing limits all of them together.
                self.queues_kb = self.queues_kb.saturating_add(self.memory_file_kb);
                self.memory_file(args[1] as u32, create)
            }
            _ => signal(call, args, family),
        };
        if self.mapped_kb.saturating_add(self.queues_kb) >> 10 > most_mb {
            return Verdict::TooMuchMemory;
        }
        self.give(question.id, answer);
        Verdict::GoesOn
    }

    fn count_mapping(&mut self, task: u32, args: [u64; 6], family: Family, most_mb: u64) {
        let is_memory = args[3] as u32 & MAP_ANONYMOUS != 0 || may_be_zero(task, args[4] as i32);
        if !is_memory {
            return;
        }
        let kb = args[1].div_ceil(1024);
        self.mappings.push(kb);
        self.mapped_kb = self.mapped_kb.saturating_add(kb);
        if self.mapped_kb >> 10 <= most_mb {
            return;
        }
        // As many of the largest ones as exist, with this one, may be those that are left.
        if let Some(n_there) = family.n_shared_mappings() {
            self.mappings.sort_unstable_by(|a, b| b.cmp(a));
            self.mappings.truncate(n_there + 1);
            self.mapped_kb = self.mappings.iter().fold(0, |sum, kb| sum.saturating_add(*kb));
        }
    }

    fn count_queue(&mut self, kb: u64, most_mb: u64) -> Answer {
        self.queues_kb = self.queues_kb.saturating_add(kb);
        if self.queues_kb >> 10 > most_mb {
            // Some may have been removed.
            self.queues_kb = queues().most_kb.saturating_add(kb);
        }
        Answer::Go
    }

    fn memory_file(&self, flags: u32, create: impl Fn(&Path) -> io::Result<OwnedFd>) -> Answer {
        const KNOWN: u32 = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING | MFD_EXEC | MFD_NOEXEC_SEAL;
        if flags & !KNOWN != 0 {
            return Answer::Refuse(libc::EINVAL);
        }
        let is_closed = flags & (libc::MFD_CLOEXEC) != 0;
        match create(&self.tmp_dir) {
            Ok(file) => Answer::File(file, if is_closed { libc::O_CLOEXEC as u32 } else { 0 }),
            Err(_) => Answer::Refuse(libc::ENOMEM),
        }
    }

    /// A program that has ended meanwhile needs no answer.
    fn give(&self, id: u64, answer: Answer) {
        let fd = self.listener.as_raw_fd();
        let (flags, error) = match answer {
            Answer::Go => (libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32, 0),
            Answer::Refuse(errno) => (0, -errno),
            Answer::File(file, newfd_flags) => {
                let give = libc::seccomp_notif_addfd {
                    id,
                    flags: libc::SECCOMP_ADDFD_FLAG_SEND as u32,
                    srcfd: file.as_raw_fd() as u32,
                    newfd: 0,
                    newfd_flags,
                };
                // SAFETY: the request reads a structure of its size.
                if unsafe { libc::ioctl(fd, libc::SECCOMP_IOCTL_NOTIF_ADDFD, &give) } >= 0 {
                    return;
                }
                // It has no room for another descriptor, or the kernel is too old.
                (0, -io::Error::last_os_error().raw_os_error().unwrap_or(libc::ENOSYS))
            }
        };
        let mut response = libc::seccomp_notif_resp { id, val: 0, error, flags };
        // SAFETY: the request reads a structure of its size.
        unsafe { libc::ioctl(fd, libc::SECCOMP_IOCTL_NOTIF_SEND, &mut response) };
    }
}

const MFD_NOEXEC_SEAL: u32 = 8;
const MFD_EXEC: u32 = 16;

/// A file without a name, which cannot be given one.
pub fn nameless_file(dir: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::EXCL | OFlags::CLOEXEC;
    Ok(rustix::fs::open(dir, flags, Mode::RWXU)?)
}

/// Whether a descriptor of a task may be `/dev/zero`, a shared mapping of which is memory of its own.
fn may_be_zero(task: u32, fd: i32) -> bool {
    const ZERO: (u32, u32) = (1, 5);
    match std::fs::metadata(format!("/proc/{task}/fd/{fd}")) {
        Ok(file) => {
            let is_device = file.mode() & libc::S_IFMT == libc::S_IFCHR;
            is_device && (libc::major(file.rdev()), libc::minor(file.rdev())) == ZERO
        }
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

fn signal(call: libc::c_long, args: [u64; 6], family: Family) -> Answer {
    let target = args[0] as i32;
    let is_inside = match call {
        libc::SYS_kill if target == 0 => true,
        libc::SYS_kill if target == -1 => false,
        libc::SYS_kill if target < 0 => family.has_group(target.checked_neg().unwrap_or(0)),
        // The first argument is a process, or a task by itself.
        _ => family.has_task(target),
    };
    match is_inside {
        true => Answer::Go,
        false if target > 0 && !Path::new("/proc").join(target.to_string()).exists() => {
            Answer::Refuse(libc::ESRCH)
        }
        false => Answer::Refuse(libc::EPERM),
    }
}
