//! The system calls by which one process watches another, for x86-64 Linux.

use std::io;
use std::mem::size_of_val;

/// Stops at system calls are told from others; threads and children are followed.
const OPTIONS: libc::c_int = libc::PTRACE_O_TRACESYSGOOD
    | libc::PTRACE_O_TRACEEXEC
    | libc::PTRACE_O_TRACECLONE
    | libc::PTRACE_O_TRACEFORK
    | libc::PTRACE_O_TRACEVFORK;

/// Of one task: a thread, or a process with one.
pub type Tid = i32;

/// What a task that is watched did.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stop {
    Exited(i32),
    /// Ended by this signal.
    Killed(i32),
    /// At the entry or the exit of a system call.
    Call,
    /// A signal is about to be delivered.
    Signal(i32),
    /// It is another program now; it had this number before.
    Exec(Tid),
    /// It made this task.
    Child(Tid),
    /// A new task, before its first instruction.
    Begins,
    /// It was stopped, as by job control, and stays so.
    Paused,
}

/// A system call at the stop of a task.
#[derive(Copy, Clone, Debug)]
pub enum CallStop {
    /// `from` is where in the task's memory it was called.
    Entry {
        number: u64,
        args: [u64; 6],
        from: u64,
    },
    Exit {
        result: i64,
    },
    Other,
}

/// Begins to watch a running task; it is stopped only by what it does next.
pub fn seize(tid: Tid) -> io::Result<()> {
    request(libc::PTRACE_SEIZE, tid, 0, OPTIONS as usize).map(drop)
}

/// Until one of the calling thread's tasks stops or ends; `None` if there are none left.
pub fn wait() -> io::Result<Option<(Tid, Stop)>> {
    let mut status = 0;
    loop {
        // SAFETY: the status is an integer of ours.
        let tid = unsafe { libc::waitpid(-1, &mut status, libc::__WALL | libc::__WNOTHREAD) };
        if tid > 0 {
            return Ok(Some((tid, stop(tid, status)?)));
        }
        match io::Error::last_os_error() {
            error if error.raw_os_error() == Some(libc::ECHILD) => return Ok(None),
            error if error.kind() == io::ErrorKind::Interrupted => {}
            error => return Err(error),
        }
    }
}

fn stop(tid: Tid, status: i32) -> io::Result<Stop> {
    if libc::WIFEXITED(status) {
        return Ok(Stop::Exited(libc::WEXITSTATUS(status)));
    }
    if libc::WIFSIGNALED(status) {
        return Ok(Stop::Killed(libc::WTERMSIG(status)));
    }
    let signal = libc::WSTOPSIG(status);
    Ok(match status >> 16 {
        0 if signal == libc::SIGTRAP | 0x80 => Stop::Call,
        0 => Stop::Signal(signal),
        libc::PTRACE_EVENT_EXEC => Stop::Exec(message(tid)? as Tid),
        libc::PTRACE_EVENT_CLONE | libc::PTRACE_EVENT_FORK | libc::PTRACE_EVENT_VFORK => {
            Stop::Child(message(tid)? as Tid)
        }
        libc::PTRACE_EVENT_STOP if signal != libc::SIGTRAP => Stop::Paused,
        _ => Stop::Begins,
    })
}

fn message(tid: Tid) -> io::Result<u64> {
    let mut message = 0u64;
    request(libc::PTRACE_GETEVENTMSG, tid, 0, &raw mut message as usize)?;
    Ok(message)
}

/// Lets it run to its next system call; `signal` is delivered if it is not 0.
pub fn resume(tid: Tid, signal: i32) {
    // A task that is gone meanwhile tells so at the next wait.
    let _ = request(libc::PTRACE_SYSCALL, tid, 0, signal as usize);
}

/// Lets it run to its next event; its system calls do not count.
pub fn go_on(tid: Tid, signal: i32) {
    let _ = request(libc::PTRACE_CONT, tid, 0, signal as usize);
}

/// Leaves it stopped, as whoever stopped it wants it to be.
pub fn leave_paused(tid: Tid) {
    let _ = request(libc::PTRACE_LISTEN, tid, 0, 0);
}

/// Lets it run unwatched.
pub fn detach(tid: Tid, signal: i32) {
    let _ = request(libc::PTRACE_DETACH, tid, 0, signal as usize);
}

pub fn call(tid: Tid) -> io::Result<CallStop> {
    const ENTRY: u8 = 1;
    const EXIT: u8 = 2;
    const GET_SYSCALL_INFO: libc::c_uint = 0x420e;
    // Operation, architecture, instruction and stack pointers; number and arguments, or result.
    let mut info = [0u64; 11];
    let room = size_of_val(&info);
    request(GET_SYSCALL_INFO, tid, room, info.as_mut_ptr() as usize)?;
    Ok(match info[0] as u8 {
        ENTRY => CallStop::Entry {
            number: info[3],
            args: [info[4], info[5], info[6], info[7], info[8], info[9]],
            from: info[1],
        },
        EXIT => CallStop::Exit { result: info[3] as i64 },
        _ => CallStop::Other,
    })
}

/// Who sent the signal that a task is stopped at: a process, or `None` if it is the task's own
/// doing (a fault, a timer, a child's end).
pub fn sender(tid: Tid) -> io::Result<Option<i32>> {
    // SAFETY: zeros are a valid value of this structure of integers.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    request(libc::PTRACE_GETSIGINFO, tid, 0, &raw mut info as usize)?;
    match info.si_code {
        // SAFETY: signals with these codes carry the sender's number.
        libc::SI_USER | libc::SI_TKILL | libc::SI_QUEUE => Ok(Some(unsafe { info.si_pid() })),
        // The terminal's keys.
        libc::SI_KERNEL if matches!(info.si_signo, libc::SIGINT | libc::SIGQUIT) => Ok(Some(0)),
        _ => Ok(None),
    }
}

/// Bytes of a task's memory, as many as are there.
pub fn read(tid: Tid, address: u64, len: usize) -> Vec<u8> {
    let mut bytes = vec![0u8; len];
    let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: len };
    let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: len };
    // SAFETY: the local vector is our buffer; the other process's addresses are the kernel's to
    // check.
    let n = unsafe { libc::process_vm_readv(tid, &local, 1, &remote, 1, 0) };
    bytes.truncate(n.max(0) as usize);
    bytes
}

/// A string that ends with NUL, as paths do.
pub fn read_string(tid: Tid, address: u64) -> Option<Vec<u8>> {
    const PAGE: u64 = 4096;
    let mut out = Vec::new();
    while out.len() <= libc::PATH_MAX as usize {
        let at = address.checked_add(out.len() as u64)?;
        // Not beyond the page: the next one need not be there.
        let bytes = read(tid, at, (PAGE - at % PAGE) as usize);
        if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
            out.extend(&bytes[..end]);
            return Some(out);
        }
        if bytes.is_empty() {
            return None;
        }
        out.extend(bytes);
    }
    None
}

pub fn read_word(tid: Tid, address: u64) -> Option<u64> {
    Some(u64::from_le_bytes(read(tid, address, 8).try_into().ok()?))
}

fn request(kind: libc::c_uint, tid: Tid, address: usize, data: usize) -> io::Result<i64> {
    // SAFETY: requests that write do so into structures of ours, of the size that they have.
    let result = unsafe { libc::ptrace(kind, tid, address, data) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
