//! Which system calls exist, and where.
//!
//! To add one: write a method of [`Kernel`] in the file of its area in `calls/` that reads and
//! writes the program's memory through the methods of `kernel`, returns what the kernel would
//! return or an [`Errno`], and has its row here. A call without a row ends the path as
//! `Unsupported` with its name. Answer `ENOSYS` only where a C library tries the call and then
//! does without it, and say so in the row.

use crate::calls::memory::PAGE;
use crate::calls::open::AT_FDCWD;
use crate::calls::process::{PARENT_PID, PID};
use crate::calls::stat::AT_SYMLINK_NOFOLLOW;
use crate::descriptors::{O_CREAT, O_TRUNC, O_WRONLY};
use crate::kernel::{Answer, Kernel};
use crate::syscalls::Sys;
use rustix::io::Errno;

impl Kernel<'_> {
    pub(crate) fn perform(&mut self, sys: Sys, args: [u64; 6]) -> Answer {
        let answered = self
            .on_descriptors(sys, args)
            .or_else(|| self.on_paths(sys, args))
            .or_else(|| self.on_memory_and_time(sys, args))
            .or_else(|| self.on_signals(sys, args))
            .or_else(|| self.on_process(sys, args));
        answered.unwrap_or_else(|| Err(self.unsupported(format!("system call `{}`", sys.name()))))
    }

    fn on_descriptors(&mut self, sys: Sys, args: [u64; 6]) -> Option<Answer> {
        let [a, b, c, d, ..] = args;
        let fd = a as i32;
        Some(match sys {
            Sys::read => self.read(fd, b, c),
            Sys::write => self.write(fd, b, c),
            Sys::pread64 => self.pread(fd, b, c, d as i64),
            Sys::pwrite64 => self.pwrite(fd, b, c, d as i64),
            Sys::readv => self.readv(fd, b, c, None),
            Sys::writev => self.writev(fd, b, c, None),
            Sys::preadv => self.readv(fd, b, c, Some(d as i64)),
            Sys::pwritev => self.writev(fd, b, c, Some(d as i64)),
            Sys::preadv2 | Sys::pwritev2 => {
                if args[5] != 0 {
                    return Some(Err(Errno::OPNOTSUPP.into()));
                }
                // An offset of -1 means the file's own position.
                let offset = (d != u64::MAX).then_some(d as i64);
                match sys {
                    Sys::preadv2 => self.readv(fd, b, c, offset),
                    _ => self.writev(fd, b, c, offset),
                }
            }
            Sys::lseek => self.lseek(fd, b as i64, c),
            Sys::ftruncate => self.ftruncate(fd, b as i64),
            Sys::fallocate => self.fallocate(fd, b, c as i64, d as i64),
            Sys::sendfile => self.copy_range((b as i32, c), (fd, 0), d),
            Sys::copy_file_range => self.copy_file_range(args),
            Sys::close => self.close(fd),
            Sys::close_range => self.close_range(a as u32, b as u32, c),
            Sys::dup => self.dup(fd),
            Sys::dup2 => self.dup2(fd, b as i32),
            Sys::dup3 => self.dup3(fd, b as i32, c as u32),
            Sys::fcntl => self.fcntl(fd, b, c),
            Sys::pipe => self.pipe2(a, 0),
            Sys::pipe2 => self.pipe2(a, b as u32),
            Sys::ioctl => self.ioctl(fd, b, c),
            Sys::fstat => self.fstat(fd, b),
            Sys::fstatfs => self.fstatfs(fd, b),
            Sys::fchmod => self.fchmod(fd, b as u32),
            Sys::fchown => self.fchown(fd, b as u32, c as u32),
            Sys::fchdir => self.fchdir(fd),
            Sys::getdents64 => self.getdents64(fd, b, c),
            Sys::fsync | Sys::fdatasync | Sys::flock | Sys::syncfs => self.only_check(fd),
            Sys::fadvise64 => self.only_check(fd).and_then(|_| if_valid(d <= 5)),
            Sys::readahead | Sys::sync_file_range => self.only_check(fd),
            Sys::sync => Ok(0),
            Sys::poll => {
                let timeout = self.poll_timeout(c as i32);
                self.poll(a, b, timeout)
            }
            Sys::ppoll => self.with_mask(d, |kernel| {
                let timeout = kernel.timeout_at(c, 1)?;
                kernel.poll(a, b, timeout)
            }),
            Sys::select => match self.timeout_at(args[4], 1000) {
                Ok(timeout) => self.select(a as i32, [b, c, d], timeout),
                Err(refusal) => Err(refusal),
            },
            Sys::pselect6 => self.pselect(args),
            Sys::fgetxattr | Sys::fremovexattr => {
                self.only_check(fd).and(Err(Errno::NODATA.into()))
            }
            Sys::fsetxattr => self.only_check(fd).and(Err(Errno::OPNOTSUPP.into())),
            Sys::flistxattr => self.only_check(fd),
            _ => return None,
        })
    }

    /// The last argument of `pselect6` points to the mask's address and size.
    fn pselect(&mut self, args: [u64; 6]) -> Answer {
        let [n, read, write, except, timeout, mask] = args;
        let mask = if mask == 0 { 0 } else { self.read_words(mask, 1)?[0] };
        self.with_mask(mask, |kernel| {
            let timeout = kernel.timeout_at(timeout, 1)?;
            kernel.select(n as i32, [read, write, except], timeout)
        })
    }

    /// Waits with the signal mask at `address`, if it is not null.
    fn with_mask(&mut self, address: u64, wait: impl FnOnce(&mut Self) -> Answer) -> Answer {
        if address != 0 {
            let mask = self.read_words(address, 1)?[0];
            self.replace_mask(mask);
        }
        wait(self)
    }

    fn on_paths(&mut self, sys: Sys, args: [u64; 6]) -> Option<Answer> {
        let [a, b, c, d, e, ..] = args;
        let dirfd = a as i32;
        Some(match sys {
            Sys::open => self.openat(AT_FDCWD, a, b as u32, c as u32),
            Sys::openat => self.openat(dirfd, b, c as u32, d as u32),
            Sys::creat => self.openat(AT_FDCWD, a, O_CREAT | O_WRONLY | O_TRUNC, b as u32),
            Sys::memfd_create => self.memfd_create(a, b),
            Sys::stat => self.stat(AT_FDCWD, a, b, 0),
            Sys::lstat => self.stat(AT_FDCWD, a, b, AT_SYMLINK_NOFOLLOW),
            Sys::newfstatat => self.stat(dirfd, b, c, d),
            Sys::statx => self.statx(args),
            Sys::statfs => self.statfs(a, b),
            Sys::access => self.access(AT_FDCWD, a, b as u32, 0),
            Sys::faccessat => self.access(dirfd, b, c as u32, 0),
            Sys::faccessat2 => self.access(dirfd, b, c as u32, d),
            Sys::mkdir => self.mkdir(AT_FDCWD, a, b as u32),
            Sys::mkdirat => self.mkdir(dirfd, b, c as u32),
            Sys::mknod => self.mknod(AT_FDCWD, a, b as u32),
            Sys::mknodat => self.mknod(dirfd, b, c as u32),
            Sys::symlink => self.symlink(a, AT_FDCWD, b),
            Sys::symlinkat => self.symlink(a, b as i32, c),
            Sys::link => self.link((AT_FDCWD, a), (AT_FDCWD, b), 0),
            Sys::linkat => self.link((dirfd, b), (c as i32, d), e),
            Sys::unlink => self.unlink(AT_FDCWD, a, 0),
            Sys::unlinkat => self.unlink(dirfd, b, c),
            Sys::rmdir => self.rmdir(a),
            Sys::rename => self.rename((AT_FDCWD, a), (AT_FDCWD, b), 0),
            Sys::renameat => self.rename((dirfd, b), (c as i32, d), 0),
            Sys::renameat2 => self.rename((dirfd, b), (c as i32, d), e),
            Sys::readlink => self.readlink(AT_FDCWD, a, b, i64::from(c as i32)),
            Sys::readlinkat => self.readlink(dirfd, b, c, i64::from(d as i32)),
            Sys::chdir => self.chdir(a),
            Sys::getcwd => self.getcwd(a, b),
            Sys::chmod => self.chmod(AT_FDCWD, a, b as u32, 0),
            Sys::fchmodat => self.chmod(dirfd, b, c as u32, 0),
            Sys::fchmodat2 => self.chmod(dirfd, b, c as u32, d),
            Sys::chown => self.chown((AT_FDCWD, a), b as u32, c as u32, 0),
            Sys::lchown => self.chown((AT_FDCWD, a), b as u32, c as u32, AT_SYMLINK_NOFOLLOW),
            Sys::fchownat => self.chown((dirfd, b), c as u32, d as u32, e),
            Sys::truncate => self.truncate(a, b as i64),
            Sys::utimensat => self.utimensat(dirfd, b, c, d),
            Sys::utime => self.utimes(AT_FDCWD, a, b, 0),
            Sys::utimes => self.utimes(AT_FDCWD, a, b, 1000),
            Sys::futimesat => self.utimes(dirfd, b, c, 1000),
            Sys::getxattr | Sys::removexattr => self.no_attribute(a, true, Errno::NODATA),
            Sys::lgetxattr | Sys::lremovexattr => self.no_attribute(a, false, Errno::NODATA),
            Sys::setxattr => self.no_attribute(a, true, Errno::OPNOTSUPP),
            Sys::lsetxattr => self.no_attribute(a, false, Errno::OPNOTSUPP),
            Sys::listxattr => self.no_attribute_names(a, true),
            Sys::llistxattr => self.no_attribute_names(a, false),
            _ => return None,
        })
    }

    fn on_memory_and_time(&mut self, sys: Sys, args: [u64; 6]) -> Option<Answer> {
        let [a, b, c, d, ..] = args;
        Some(match sys {
            Sys::mmap => self.mmap(args),
            Sys::munmap => self.munmap(a, b),
            Sys::mincore => self.mincore(a, b, c),
            Sys::mremap => self.mremap(a, b, c, d),
            // Rights of pages, advice and residence make no difference here.
            Sys::mprotect => if_valid(is_page(a)),
            Sys::madvise => if_valid(is_page(a) && matches!(c as i32, 0..=4 | 8..=25 | 100 | 101)),
            Sys::msync => if_valid(is_page(a) && c & !7 == 0 && c & 5 != 5),
            Sys::mlock | Sys::munlock | Sys::mlockall | Sys::munlockall | Sys::mlock2 => Ok(0),
            // There is no data segment to move: its end stays where it is, which means "no".
            Sys::brk => Ok(0),
            Sys::clock_gettime => self.clock_gettime(a, b),
            Sys::clock_getres => self.clock_getres(a, b),
            Sys::gettimeofday => self.gettimeofday(a, b),
            Sys::time => self.time(a),
            Sys::times => self.times(a),
            Sys::nanosleep => self.nanosleep(a, b),
            Sys::clock_nanosleep => self.clock_nanosleep(a, b, c, d),
            Sys::alarm => self.alarm(a),
            Sys::getitimer => self.getitimer(a, b),
            Sys::setitimer => self.setitimer(a, b, c),
            _ => return None,
        })
    }

    fn on_signals(&mut self, sys: Sys, args: [u64; 6]) -> Option<Answer> {
        let [a, b, c, d, ..] = args;
        Some(match sys {
            Sys::rt_sigaction => self.sigaction(a as i32, b, c, d),
            Sys::rt_sigprocmask => self.sigprocmask(a, b, c, d),
            Sys::rt_sigpending => self.sigpending(a),
            Sys::rt_sigsuspend => self.sigsuspend(a),
            Sys::rt_sigtimedwait => self.sigtimedwait(a, b, c),
            Sys::rt_sigqueueinfo => self.sigqueueinfo(a, b as i32, c),
            Sys::rt_sigreturn => self.sigreturn(),
            Sys::sigaltstack => self.sigaltstack(a, b),
            Sys::pause => self.pause(),
            Sys::kill => self.kill(i64::from(a as i32), b as i32),
            Sys::tkill => self.kill_thread(a, b as i32),
            Sys::tgkill if a != PID => Err(Errno::SRCH.into()),
            Sys::tgkill => self.kill_thread(b, c as i32),
            _ => return None,
        })
    }

    fn on_process(&mut self, sys: Sys, args: [u64; 6]) -> Option<Answer> {
        let [a, b, c, d, ..] = args;
        let who = self.os.fs.who.clone();
        Some(match sys {
            Sys::exit | Sys::exit_group => self.exit(a),
            Sys::pl_arguments => self.arguments(a, b),
            Sys::getpid | Sys::gettid | Sys::getpgrp | Sys::set_tid_address => Ok(PID),
            Sys::getppid => Ok(PARENT_PID),
            Sys::getpgid | Sys::getsid if a == 0 || a == PID => Ok(PID),
            Sys::getpgid | Sys::getsid => Err(Errno::SRCH.into()),
            Sys::setpgid => Ok(0),
            // The process leads its group already.
            Sys::setsid => Err(Errno::PERM.into()),
            Sys::getuid => Ok(who.uid.into()),
            Sys::geteuid => Ok(who.euid.into()),
            Sys::getgid => Ok(who.gid.into()),
            Sys::getegid => Ok(who.egid.into()),
            Sys::getgroups => self.getgroups(a as i32, b),
            Sys::getresuid => self.three_ids(args, who.uid, who.euid),
            Sys::getresgid => self.three_ids(args, who.gid, who.egid),
            Sys::setuid => self.set_ids(&[a], who.uid, who.euid),
            Sys::setgid => self.set_ids(&[a], who.gid, who.egid),
            Sys::setreuid => self.set_ids(&[a, b], who.uid, who.euid),
            Sys::setregid => self.set_ids(&[a, b], who.gid, who.egid),
            Sys::setresuid => self.set_ids(&[a, b, c], who.uid, who.euid),
            Sys::setresgid => self.set_ids(&[a, b, c], who.gid, who.egid),
            Sys::setfsuid => Ok(who.euid.into()),
            Sys::setfsgid => Ok(who.egid.into()),
            Sys::umask => self.umask(a),
            Sys::uname => self.uname(a),
            Sys::getrusage => if_valid(matches!(a as i32, -1..=1)).and_then(|_| self.getrusage(b)),
            Sys::sysinfo => self.sysinfo(a),
            Sys::getrlimit => self.prlimit(0, a, 0, b),
            Sys::setrlimit => self.prlimit(0, a, b, 0),
            Sys::prlimit64 => self.prlimit(a, b, c, d),
            Sys::prctl => self.prctl(a, b),
            Sys::getrandom => self.getrandom(a, b, c),
            Sys::wait4 => if_valid(c as u32 & !0xe000_000b == 0).and(Err(Errno::CHILD.into())),
            Sys::waitid => if_valid(a <= 3).and(Err(Errno::CHILD.into())),
            Sys::futex => self.futex(a, b, c),
            Sys::sched_yield => Ok(0),
            Sys::sched_getaffinity => self.sched_getaffinity(b, c),
            Sys::sched_setaffinity | Sys::sched_setparam | Sys::sched_setscheduler => Ok(0),
            // Usual scheduling: policy 0, priority 0.
            Sys::sched_getscheduler => Ok(0),
            Sys::sched_get_priority_max | Sys::sched_get_priority_min => match (a, sys) {
                (1 | 2, Sys::sched_get_priority_max) => Ok(99),
                (1 | 2, _) => Ok(1),
                (0 | 3 | 5 | 6, _) => Ok(0),
                _ => Err(Errno::INVAL.into()),
            },
            Sys::sched_getparam => {
                if_valid(a as i32 >= 0).and_then(|_| self.write_bytes(b, &[0; 4]).map(|()| 0))
            }
            Sys::getcpu => {
                let cpu = self.write_optional(a, &[0; 4]);
                cpu.and_then(|()| self.write_optional(b, &[0; 4])).map(|()| 0)
            }
            // The kernel reports a niceness n as 20 - n.
            Sys::getpriority => if_valid(a <= 2).map(|_| 20),
            Sys::setpriority => Ok(0),
            // Libraries try these and do without them.
            Sys::membarrier | Sys::rseq | Sys::set_robust_list => Err(Errno::NOSYS.into()),
            // What only root may do; for root they are unsupported.
            Sys::sethostname | Sys::setdomainname | Sys::reboot | Sys::chroot if who.euid != 0 => {
                Err(Errno::PERM.into())
            }
            Sys::clock_settime | Sys::settimeofday if who.euid != 0 => Err(Errno::PERM.into()),
            _ => return None,
        })
    }
}

/// The answer of a call that only checks its arguments.
fn if_valid(valid: bool) -> Answer {
    if valid { Ok(0) } else { Err(Errno::INVAL.into()) }
}

fn is_page(address: u64) -> bool {
    address.is_multiple_of(PAGE)
}
