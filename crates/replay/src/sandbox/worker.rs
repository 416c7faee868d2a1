//! The worker: sets up one sandbox and runs programs in it until its socket is closed.
//!
//! It runs in a process that was started for this alone, with one thread, so that forking is safe.
//! It tries the plans of [`plans`] one after the other, each in processes of its own; the first
//! that succeeds stays.
//!
//! ```text
//! starter ── fork ──► parent of the namespaces ── fork ──► first process in them ── fork ──► program
//! (outside: writes      (waits)                             (makes the view, runs)
//!  the user mapping)
//! ```

use super::Protection;
use super::namespaces::{self, Plan, plans};
use super::protocol::{Ready, Reply, Request, Setup, receive, send};
use super::run::Runner;
use super::terminals::Terminals;
use super::watch::Family;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

/// Runs what comes over the socket that is standard input. For the worker's `main`.
pub fn serve() -> ExitCode {
    // SAFETY: the sandbox's other side hands over the socket as descriptor 0, and nothing else in
    // this process uses it.
    let mut socket = UnixStream::from(unsafe { OwnedFd::from_raw_fd(0) });
    // The terminal's Ctrl-C is the other side's to answer. If that goes away, this one follows.
    // SAFETY: no handler runs.
    unsafe { libc::signal(libc::SIGINT, libc::SIG_IGN) };
    let Ok(setup) = receive::<Setup>(&mut socket) else { return ExitCode::FAILURE };
    match start(setup, &mut socket) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message: Result<Ready, String> = Err(error.to_string());
            let _ = send(&mut socket, &message);
            ExitCode::FAILURE
        }
    }
}

fn start(setup: Setup, socket: &mut UnixStream) -> io::Result<()> {
    let mut last = io::Error::other("no plan");
    let terminals = Terminals::open();
    for plan in plans(&setup.without) {
        match attempt(&plan, &setup, &terminals, socket) {
            Ok(()) => return Ok(()),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Ends when the socket is closed, or at once if the plan does not work on this system.
fn attempt(
    plan: &Plan,
    setup: &Setup,
    terminals: &Terminals,
    socket: &mut UnixStream,
) -> io::Result<()> {
    let (mut started, says_started) = io::pipe()?;
    let (mut unshared, says_unshared) = io::pipe()?;
    let (mut mapped, says_mapped) = io::pipe()?;
    // SAFETY: this process has a single thread.
    let parent = match unsafe { libc::fork() } {
        -1 => return Err(io::Error::last_os_error()),
        0 => {
            drop((started, unshared, says_mapped));
            let result = namespaces::enter(plan, says_unshared, &mut mapped)
                .and_then(|()| in_namespaces(plan, setup, terminals, socket, says_started));
            // SAFETY: ends this process without running what belongs to the starter.
            unsafe { libc::_exit(i32::from(result.is_err())) }
        }
        pid => pid,
    };
    drop((says_started, says_unshared, mapped));
    let result = (|| {
        if unshared.read(&mut [0])? == 1 {
            namespaces::write_mapping(plan, parent)?;
            (&says_mapped).write_all(b"m")?;
        }
        drop(says_mapped);
        let mut error = String::new();
        started.read_to_string(&mut error)?;
        match error.as_str() {
            STARTED => Ok(()),
            "" => Err(io::Error::other("cannot create the namespaces")),
            error => Err(io::Error::other(error.to_string())),
        }
    })();
    // SAFETY: waits for our own child, whose status is not needed.
    unsafe { libc::waitpid(parent, std::ptr::null_mut(), 0) };
    result
}

/// Told to the starter once the view is there.
const STARTED: &str = "started";

fn in_namespaces(
    plan: &Plan,
    setup: &Setup,
    terminals: &Terminals,
    socket: &mut UnixStream,
    says_started: io::PipeWriter,
) -> io::Result<()> {
    // What the first process leaves behind, should it be killed, is this one's to end.
    let adopts = !plan.has(Protection::PidNamespace);
    if adopts {
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    }
    // SAFETY: this process has a single thread.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let result = first_process(plan, setup, terminals, socket, says_started);
            // SAFETY: as above: this is a process of its own.
            unsafe { libc::_exit(i32::from(result.is_err())) }
        }
        pid => {
            drop(says_started);
            let mut status = 0;
            // SAFETY: waits for our own child and stores its status.
            unsafe { libc::waitpid(pid, &mut status, 0) };
            if adopts {
                Family::Descendants.end_all();
            }
            if status == 0 { Ok(()) } else { Err(io::Error::other("it failed")) }
        }
    }
}

fn first_process(
    plan: &Plan,
    setup: &Setup,
    terminals: &Terminals,
    socket: &mut UnixStream,
    mut says_started: io::PipeWriter,
) -> io::Result<()> {
    let mut runner = match Runner::new(plan, setup, terminals) {
        Ok(runner) => runner,
        Err(error) => {
            let _ = write!(says_started, "{error}");
            return Err(error);
        }
    };
    says_started.write_all(STARTED.as_bytes())?;
    drop(says_started);
    let ready: Result<Ready, String> = Ok(runner.ready());
    send(socket, &ready)?;
    while let Ok(request) = receive::<Request>(socket) {
        match request {
            Request::Run(job) => {
                let reply: Reply = runner.run(&job, socket.as_fd());
                send(socket, &reply)?;
            }
            // The run saw it, or had ended before.
            Request::Stop => {}
        }
    }
    Ok(())
}
