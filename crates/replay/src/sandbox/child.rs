//! From the fork to the program: everything that is given up in between.
//!
//! **Invariant.** Nothing here allocates or panics: all that is needed was prepared before.

use super::namespaces::set_ids;
use super::{RunLimits, USER, fence};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seccompiler::BpfProgram;
use std::ffi::{CStr, CString};
use std::io;

/// What the program is given, ready to use.
pub struct Prepared {
    pub path: CString,
    pub argv: Strings,
    pub envp: Strings,
    pub cwd: CString,
    pub umask: u32,
    pub stdio: [i32; 3],
    pub limits: RunLimits,
    pub limits_address_space: bool,
    /// Whether processor time is limited beside the clock's. The kernel then counts a process's
    /// time by the tick, and a program that reads it waits for the next one.
    pub limits_processor_time: bool,
    /// No more processes than this; `None` where other processes count, too.
    pub most_processes: Option<u64>,
    /// Who the program is, if not the worker's own user.
    pub other_user: Option<u32>,
    /// A user namespace of its own makes it believe to be this one.
    pub believed_user: Option<Believed>,
    pub rules: Option<i32>,
    /// The rules are this run's alone, and let it see what the kernel says of itself.
    pub sees_itself: bool,
}

/// The lines that map users.
pub struct Believed {
    pub mapping: CString,
}

impl Believed {
    pub fn new(user: u32) -> Believed {
        let mapping = CString::new(format!("{user} {USER} 1\n")).expect("it has no NUL");
        Believed { mapping }
    }
}

/// An array of pointers to strings, ended by a null pointer.
pub struct Strings {
    pointers: Vec<*const libc::c_char>,
    _strings: Vec<CString>,
}

impl Strings {
    pub fn new(strings: &[Vec<u8>]) -> Result<Strings, std::ffi::NulError> {
        let strings: Vec<CString> =
            strings.iter().map(|bytes| CString::new(bytes.as_slice())).collect::<Result<_, _>>()?;
        let mut pointers: Vec<_> = strings.iter().map(|string| string.as_ptr()).collect();
        pointers.push(std::ptr::null());
        Ok(Strings { pointers, _strings: strings })
    }
}

/// Where a child gave up.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum Step {
    Stdio = 1,
    Directory,
    Limits,
    User,
    Privileges,
    Fence,
    Filter,
    Start,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Step::Stdio => "the standard streams",
            Step::Directory => "the working directory",
            Step::Limits => "the limits",
            Step::User => "the user",
            Step::Privileges => "giving up privileges",
            Step::Fence => "Landlock",
            Step::Filter => "the system call filter",
            Step::Start => "the executable",
        }
    }

    pub fn from_number(number: u8) -> Option<Step> {
        let all = [
            Step::Stdio,
            Step::Directory,
            Step::Limits,
            Step::User,
            Step::Privileges,
            Step::Fence,
            Step::Filter,
            Step::Start,
        ];
        all.into_iter().find(|step| *step as u8 == number)
    }
}

/// In the child: becomes the program, or says in what it failed.
pub fn become_program(prepared: &Prepared, filters: &[BpfProgram]) -> (Step, i32) {
    match give_up_everything(prepared, filters) {
        Err(failure) => failure,
        Ok(()) => {
            // SAFETY: path and arrays end with NUL and null; they live until the program starts.
            unsafe {
                libc::execve(
                    prepared.path.as_ptr(),
                    prepared.argv.pointers.as_ptr(),
                    prepared.envp.pointers.as_ptr(),
                );
            }
            (Step::Start, errno())
        }
    }
}

fn give_up_everything(prepared: &Prepared, filters: &[BpfProgram]) -> Result<(), (Step, i32)> {
    let at = |step: Step, ok: bool| if ok { Ok(()) } else { Err((step, errno())) };
    // SAFETY: plain system calls with integers and strings that end with NUL.
    unsafe {
        libc::setsid();
        // The worker ignores them, which programs would inherit.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        for (n, fd) in prepared.stdio.iter().enumerate() {
            at(Step::Stdio, libc::dup2(*fd, n as i32) >= 0)?;
        }
        close_on_start();
        at(Step::Directory, libc::chdir(prepared.cwd.as_ptr()) == 0)?;
        libc::umask(prepared.umask);
        // Addresses that change from run to run would make programs that print them differ.
        libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
    }
    if let Some(id) = prepared.other_user {
        // SAFETY: the empty list of groups is not read.
        let no_groups = unsafe { libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<u32>()) };
        at(Step::User, no_groups == 0)?;
        at(Step::User, set_ids(id, id).is_ok())?;
    }
    set_limits(prepared).map_err(|error| (Step::Limits, error.raw_os_error()))?;
    if let Some(believed) = &prepared.believed_user {
        // SAFETY: this process has a single thread. After a change of users, its own files in
        // /proc would not belong to it.
        let unshared = unsafe {
            libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0);
            libc::unshare(libc::CLONE_NEWUSER)
        };
        at(Step::User, unshared == 0)?;
        at(Step::User, write_to(c"/proc/self/setgroups", b"deny"))?;
        at(Step::User, write_to(c"/proc/self/uid_map", believed.mapping.as_bytes()))?;
        at(Step::User, write_to(c"/proc/self/gid_map", believed.mapping.as_bytes()))?;
    }
    at(Step::Privileges, no_capabilities())?;
    // SAFETY: a plain system call with integers.
    at(Step::Privileges, unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } == 0)?;
    if let Some(rules) = prepared.rules {
        if prepared.sees_itself {
            at(Step::Fence, fence::allow_own_process(rules))?;
        }
        at(Step::Fence, fence::restrict_self(rules))?;
    }
    for filter in filters {
        at(Step::Filter, seccompiler::apply_filter(filter).is_ok())?;
    }
    Ok(())
}

fn set_limits(prepared: &Prepared) -> Result<(), Errno> {
    let limits = &prepared.limits;
    let set = |resource, most: u64| {
        // Whoever started us may have less already, and nobody can take back what is given up.
        let most = getrlimit(resource).maximum.map_or(most, |already| already.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
    };
    set(Resource::Core, 0)?;
    if prepared.limits_processor_time {
        // Several threads spend time together; the clock is what counts.
        set(Resource::Cpu, (limits.seconds * 8.0).ceil() as u64 + 1)?;
    }
    set(Resource::Fsize, limits.file_mb << 20)?;
    set(Resource::Memlock, 64 << 10)?;
    set(Resource::Stack, 8 << 20)?;
    set(Resource::Nofile, 256)?;
    if let Some(most) = prepared.most_processes {
        set(Resource::Nproc, most)?;
    }
    if prepared.limits_address_space {
        set(Resource::As, limits.memory_mb << 20)?;
    }
    Ok(())
}

/// No descriptor but the standard streams reaches the program.
///
/// # Safety
///
/// The process becomes another program, or ends.
unsafe fn close_on_start() {
    /// More than any process has, unless somebody raised the limit.
    const MOST: i32 = 1 << 16;
    // SAFETY: plain system calls with integers.
    unsafe {
        let flag = libc::CLOSE_RANGE_CLOEXEC;
        if libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, flag) == 0 {
            return;
        }
        for fd in 3..MOST {
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

fn no_capabilities() -> bool {
    #[repr(C)]
    struct Header {
        version: u32,
        pid: i32,
    }
    const VERSION_3: u32 = 0x2008_0522;
    let header = Header { version: VERSION_3, pid: 0 };
    let none = [0u32; 6];
    // SAFETY: header and data have the sizes of version 3.
    unsafe { libc::syscall(libc::SYS_capset, &header, none.as_ptr()) == 0 }
}

fn write_to(path: &CStr, bytes: &[u8]) -> bool {
    // SAFETY: the path ends with NUL, and the bytes are as many as is said.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        fd >= 0 && libc::write(fd, bytes.as_ptr().cast(), bytes.len()) == bytes.len() as isize
    }
}

fn errno() -> i32 {
    io::Error::last_os_error().raw_os_error().unwrap_or(0)
}
