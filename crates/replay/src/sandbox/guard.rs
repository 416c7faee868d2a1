//! The part of the system call filter that tables cannot express: numbers beyond those that are known,
//! and calls that the worker itself answers (`questions`).
//!
//! It is put on the worker once, and every program inherits it. **Invariant.** The worker itself makes
//! none of the calls that it would be asked about, or it would wait for itself.

use seccompiler::{BpfProgram, sock_filter};
use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

/// The newest call that was looked at, `mseal`. Later ones do not exist for programs, and neither do
/// those of the x32 ABI, whose numbers have bit 30: a filter by number would not know them. C libraries
/// do without calls that are missing.
const NEWEST_CALL: u32 = 462;

pub const MAP_SHARED: u32 = libc::MAP_SHARED as u32;
pub const MAP_ANONYMOUS: u32 = libc::MAP_ANONYMOUS as u32;

/// The kinds of `ioctl` that change no file: those of terminals, and those of the worker's listener,
/// which no program has.
const HARMLESS_REQUESTS: [u8; 2] = [b'T', b'!'];

/// What makes segments, queues and semaphores, each of which may grow unseen.
const QUEUES: [libc::c_long; 3] = [libc::SYS_msgget, libc::SYS_semget, libc::SYS_shmget];

/// Which signals the worker is asked about.
const SIGNALS: [libc::c_long; 5] = [
    libc::SYS_kill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_tgkill,
    libc::SYS_tkill,
];

/// What the guard has to look after.
#[derive(Copy, Clone, Debug)]
pub struct Duties {
    /// Nothing else keeps signals from the host's processes.
    pub signals: bool,
    /// Nothing else keeps attributes of the host's files (`chattr` and its kin) from being changed.
    pub attributes: bool,
}

/// Puts the guard on this process. The descriptor is where the kernel asks; without one, because the
/// kernel has none to give, what would be asked is refused.
pub fn stand(duties: Duties) -> io::Result<Option<OwnedFd>> {
    // SAFETY: a plain system call with integers.
    if unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } != 0 {
        return Err(io::Error::last_os_error());
    }
    match install(
        &program(duties, libc::SECCOMP_RET_USER_NOTIF),
        libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
    ) {
        // SAFETY: with this flag, the call returns a new descriptor.
        Ok(fd) => Ok(Some(unsafe { OwnedFd::from_raw_fd(fd) })),
        Err(_) => install(&program(duties, errno(libc::EPERM)), 0).map(|_| None),
    }
}

fn install(program: &BpfProgram, flags: libc::c_ulong) -> io::Result<i32> {
    #[repr(C)]
    struct Filter {
        len: u16,
        filter: *const sock_filter,
    }
    let filter = Filter { len: program.len() as u16, filter: program.as_ptr() };
    // SAFETY: the kernel copies the program, which has the length that is given.
    let result =
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &filter) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result as i32) }
}

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;

fn errno(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | errno as u32
}

/// `ask` is what becomes of calls that the worker decides on.
fn program(duties: Duties, ask: u32) -> BpfProgram {
    let mut code = vec![load_number()];
    code.extend(if_above(NEWEST_CALL, errno(libc::ENOSYS)));
    for call in QUEUES.into_iter().chain([libc::SYS_memfd_create]) {
        code.extend(if_equal(call as u32, ask));
    }
    // Shared memory counts as a whole, whoever has it mapped: see `questions`. Huge pages are counted
    // nowhere.
    const HUGE: u32 = libc::MAP_HUGETLB as u32;
    let mut mmap = vec![load_argument(3), and(HUGE)];
    mmap.extend(if_equal(HUGE, errno(libc::ENOMEM)));
    mmap.extend([load_argument(3), and(MAP_SHARED | MAP_ANONYMOUS)]);
    mmap.extend(if_equal(MAP_SHARED | MAP_ANONYMOUS, ask));
    // A file, which may be `/dev/zero`.
    let ask_of_files = if ask == libc::SECCOMP_RET_USER_NOTIF { ask } else { ALLOW };
    mmap.extend(if_equal(MAP_SHARED, ask_of_files));
    mmap.push(give(ALLOW));
    code.extend(for_call(libc::SYS_mmap, mmap));
    if duties.signals {
        for call in SIGNALS {
            code.extend(if_equal(call as u32, ask));
        }
    }
    if duties.attributes {
        let mut ioctl = vec![load_argument(1), and(0xff00)];
        for kind in HARMLESS_REQUESTS {
            ioctl.extend(if_equal(u32::from(kind) << 8, ALLOW));
        }
        ioctl.push(give(errno(libc::ENOTTY)));
        code.extend(for_call(libc::SYS_ioctl, ioctl));
    }
    code.push(give(ALLOW));
    code
}

// Classic BPF: one accumulator; a jump skips so many instructions if it holds, or if it does not.

fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn load_number() -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0)
}

/// The lower half: flags have no more.
fn load_argument(n: u32) -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 16 + 8 * n)
}

fn and(mask: u32) -> sock_filter {
    statement(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, mask)
}

fn give(action: u32) -> sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, action)
}

fn if_equal(value: u32, action: u32) -> [sock_filter; 2] {
    let code = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    [sock_filter { code, jt: 0, jf: 1, k: value }, give(action)]
}

fn if_above(value: u32, action: u32) -> [sock_filter; 2] {
    let code = (libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K) as u16;
    [sock_filter { code, jt: 0, jf: 1, k: value }, give(action)]
}

/// `then` for this call; it ends in an action.
fn for_call(call: libc::c_long, then: Vec<sock_filter>) -> Vec<sock_filter> {
    let code = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    let mut all = vec![sock_filter { code, jt: 0, jf: then.len() as u8, k: call as u32 }];
    all.extend(then);
    all
}
