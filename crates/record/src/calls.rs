//! System calls of x86-64 Linux, as far as they have to do with files and streams.
//!
//! A new call: a row in `names` if it names files, in `transfer` if it moves bytes, in
//! `Descriptors::after` if it makes or closes descriptors.

use super::ptrace::{Tid, read_word};

/// A file that a call names.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Name {
    /// `AT_FDCWD`, or the descriptor of the directory in which the name is looked up.
    pub dir: i32,
    /// Where the name is in the task's memory.
    pub address: u64,
    /// Whether the call follows a link at the end of the name.
    pub follows: bool,
    pub purpose: Purpose,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Purpose {
    Look,
    /// With these flags.
    Open(i32),
    /// Makes the name, or takes it away.
    Change,
    Execute,
}

const CWD: i32 = libc::AT_FDCWD;

/// The files that a call names, at its entry.
pub fn names(tid: Tid, number: u64, args: &[u64; 6]) -> Vec<Name> {
    let fd = |n: usize| args[n] as i32;
    let follows = |n: usize| args[n] as i32 & libc::AT_SYMLINK_NOFOLLOW == 0;
    let name = |dir: i32, address: usize, follows: bool, purpose: Purpose| {
        vec![Name { dir, address: args[address], follows, purpose }]
    };
    let open = |dir: i32, address: usize, flags: i32| {
        let exclusive = flags & libc::O_CREAT != 0 && flags & libc::O_EXCL != 0;
        name(dir, address, flags & libc::O_NOFOLLOW == 0 && !exclusive, Purpose::Open(flags))
    };
    let two = |first: Vec<Name>, second: Vec<Name>| [first, second].concat();
    use Purpose::{Change, Execute, Look};
    match number as i64 {
        libc::SYS_open => open(CWD, 0, fd(1)),
        libc::SYS_openat => open(fd(0), 1, fd(2)),
        libc::SYS_openat2 => open(fd(0), 1, read_word(tid, args[2]).unwrap_or(0) as i32),
        libc::SYS_creat => open(CWD, 0, libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC),
        libc::SYS_stat | libc::SYS_access | libc::SYS_statfs => name(CWD, 0, true, Look),
        libc::SYS_chdir | libc::SYS_chroot => name(CWD, 0, true, Look),
        libc::SYS_getxattr | libc::SYS_listxattr => name(CWD, 0, true, Look),
        libc::SYS_lstat | libc::SYS_readlink => name(CWD, 0, false, Look),
        libc::SYS_lgetxattr | libc::SYS_llistxattr => name(CWD, 0, false, Look),
        libc::SYS_newfstatat => name(fd(0), 1, follows(3), Look),
        libc::SYS_statx => name(fd(0), 1, follows(2), Look),
        libc::SYS_faccessat => name(fd(0), 1, true, Look),
        libc::SYS_faccessat2 => name(fd(0), 1, follows(3), Look),
        libc::SYS_readlinkat => name(fd(0), 1, false, Look),
        libc::SYS_inotify_add_watch => name(CWD, 1, true, Look),
        libc::SYS_name_to_handle_at => name(fd(0), 1, false, Look),
        libc::SYS_execve => name(CWD, 0, true, Execute),
        libc::SYS_execveat => name(fd(0), 1, true, Execute),
        libc::SYS_truncate | libc::SYS_chmod | libc::SYS_chown => name(CWD, 0, true, Change),
        libc::SYS_utime | libc::SYS_utimes => name(CWD, 0, true, Change),
        libc::SYS_setxattr | libc::SYS_removexattr => name(CWD, 0, true, Change),
        libc::SYS_lchown | libc::SYS_unlink | libc::SYS_rmdir => name(CWD, 0, false, Change),
        libc::SYS_mkdir | libc::SYS_mknod => name(CWD, 0, false, Change),
        libc::SYS_lsetxattr | libc::SYS_lremovexattr => name(CWD, 0, false, Change),
        libc::SYS_fchmodat | libc::SYS_futimesat => name(fd(0), 1, true, Change),
        libc::SYS_fchmodat2 | libc::SYS_utimensat => name(fd(0), 1, follows(3), Change),
        libc::SYS_fchownat => name(fd(0), 1, follows(4), Change),
        libc::SYS_unlinkat | libc::SYS_mkdirat | libc::SYS_mknodat => name(fd(0), 1, false, Change),
        libc::SYS_rename | libc::SYS_link => {
            two(name(CWD, 0, false, Change), name(CWD, 1, false, Change))
        }
        libc::SYS_renameat | libc::SYS_renameat2 | libc::SYS_linkat => {
            two(name(fd(0), 1, false, Change), name(fd(2), 3, false, Change))
        }
        libc::SYS_symlink => name(CWD, 1, false, Change),
        libc::SYS_symlinkat => name(fd(1), 2, false, Change),
        _ => Vec::new(),
    }
}

/// How a call moves bytes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Transfer {
    /// From a descriptor to memory.
    Read(i32, Memory),
    /// From memory to a descriptor.
    Write(i32, Memory),
    /// From a descriptor to another, past the program's memory.
    Across(i32, i32),
    /// In a way that is not followed.
    Unseen(i32),
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Memory {
    At(u64),
    /// So many vectors there.
    Vectors(u64, usize),
}

pub fn transfer(tid: Tid, number: u64, args: &[u64; 6]) -> Option<Transfer> {
    let fd = |n: usize| args[n] as i32;
    let vectors = || Memory::Vectors(args[1], args[2] as usize);
    // The vectors of a message stand behind its name.
    let message = || {
        let [at, n] = [16, 24].map(|offset| read_word(tid, args[1] + offset).unwrap_or(0));
        Memory::Vectors(at, n as usize)
    };
    Some(match number as i64 {
        libc::SYS_read | libc::SYS_pread64 | libc::SYS_recvfrom => {
            Transfer::Read(fd(0), Memory::At(args[1]))
        }
        libc::SYS_readv | libc::SYS_preadv | libc::SYS_preadv2 => Transfer::Read(fd(0), vectors()),
        libc::SYS_recvmsg => Transfer::Read(fd(0), message()),
        libc::SYS_write | libc::SYS_pwrite64 | libc::SYS_sendto => {
            Transfer::Write(fd(0), Memory::At(args[1]))
        }
        libc::SYS_writev | libc::SYS_pwritev | libc::SYS_pwritev2 => {
            Transfer::Write(fd(0), vectors())
        }
        libc::SYS_sendmsg => Transfer::Write(fd(0), message()),
        libc::SYS_sendfile => Transfer::Across(fd(1), fd(0)),
        libc::SYS_splice | libc::SYS_copy_file_range => Transfer::Across(fd(0), fd(2)),
        libc::SYS_tee => Transfer::Across(fd(0), fd(1)),
        libc::SYS_vmsplice | libc::SYS_recvmmsg | libc::SYS_sendmmsg => Transfer::Unseen(fd(0)),
        libc::SYS_mmap if fd(4) >= 0 && fd(3) & libc::MAP_ANONYMOUS == 0 => Transfer::Unseen(fd(4)),
        _ => return None,
    })
}

/// The bytes of a transfer that moved `n`.
pub fn bytes(tid: Tid, memory: Memory, n: usize) -> Vec<u8> {
    match memory {
        Memory::At(address) => super::ptrace::read(tid, address, n),
        Memory::Vectors(address, count) => {
            let mut out = Vec::new();
            for index in 0..count.min(libc::UIO_MAXIOV as usize) as u64 {
                let at = address + index * 16;
                let (Some(base), Some(len)) = (read_word(tid, at), read_word(tid, at + 8)) else {
                    break;
                };
                let left = n - out.len();
                out.extend(super::ptrace::read(tid, base, left.min(len as usize)));
                if out.len() >= n {
                    break;
                }
            }
            out
        }
    }
}
