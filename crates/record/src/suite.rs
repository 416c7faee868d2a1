//! Runs the suite's command.
//!
//! The suite may itself become a program that is recorded, by `exec`. Were it a child of ours, the
//! kernel would tell of its end only once: to the thread that traces it. So a process in between,
//! which does nothing else, is the suite's parent, and ends as the suite does.

use super::Plan;
use anyhow::{Context, Result, bail};
use std::io::{self, PipeReader, Read};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often it is asked whether it has ended.
const TICK: Duration = Duration::from_millis(10);

pub fn run_suite(plan: &Plan) -> Result<ExitStatus> {
    let [name, args @ ..] = plan.command.as_slice() else { bail!("no command to run") };
    let mut command = Command::new(name);
    command.args(args).current_dir(&plan.dir).envs(plan.env.iter().cloned());
    if let Some(log) = &plan.log {
        command.stdout(log.try_clone()?).stderr(log.try_clone()?);
    }
    let (number, tell) = io::pipe()?;
    // SAFETY: what runs after the fork are system calls alone.
    unsafe { command.pre_exec(move || stand_between(tell.as_raw_fd())) };
    let place = || format!("cannot run {}", name.to_string_lossy());
    let mut parent = command.spawn().with_context(place)?;
    drop(command);
    let suite = read_number(number);
    loop {
        if let Some(status) = parent.try_wait()? {
            return Ok(status);
        }
        let signal = plan.stop.as_ref().map_or(0, |stop| stop.swap(0, Ordering::SeqCst));
        if let Some(suite) = suite.filter(|_| signal != 0) {
            // SAFETY: while its parent runs, the number is the suite's.
            unsafe { libc::kill(suite, signal) };
        }
        std::thread::sleep(TICK);
    }
}

fn read_number(mut from: PipeReader) -> Option<i32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes).ok()?;
    Some(i32::from_ne_bytes(bytes))
}

/// Returns in the process that becomes the suite; the other one waits and ends as the suite does.
fn stand_between(tell: i32) -> io::Result<()> {
    // SAFETY: plain system calls on integers and structures of ours.
    unsafe {
        let [mut all, mut before]: [libc::sigset_t; 2] = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &all, &mut before);
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                libc::sigprocmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
                Ok(())
            }
            suite => {
                let number = suite.to_ne_bytes();
                libc::write(tell, number.as_ptr().cast(), number.len());
                // Nobody is to wait for the end of a stream because of this process.
                libc::syscall(libc::SYS_close_range, 0u32, u32::MAX, 0u32);
                end_as(suite)
            }
        }
    }
}

/// Waits for the process and ends in the same way.
unsafe fn end_as(suite: i32) -> ! {
    let mut status = 0;
    // SAFETY: plain system calls on integers and structures of ours.
    unsafe {
        while libc::waitpid(suite, &mut status, 0) < 0 {
            if *libc::__errno_location() != libc::EINTR {
                libc::_exit(127);
            }
        }
        if libc::WIFSIGNALED(status) {
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &none);
            libc::signal(libc::WTERMSIG(status), libc::SIG_DFL);
            libc::kill(libc::getpid(), libc::WTERMSIG(status));
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        }
        libc::_exit(libc::WEXITSTATUS(status))
    }
}
