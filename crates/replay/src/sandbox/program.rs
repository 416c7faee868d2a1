//! A program while it runs: feeding and reading it, watching its limits, its end.

use super::protocol::Job;
use super::tree::Collected;
use super::watch::Family;
use crate::outcome::{End, KEPT};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// How often the memory of all processes is looked at.
const WATCH_EVERY: Duration = Duration::from_millis(25);

/// A program that runs.
pub struct Program {
    pub pid: Pid,
    pidfd: OwnedFd,
    feed: Option<PipeWriter>,
    /// Standard input that is not yet written.
    pub pending: Vec<u8>,
    /// `None` once it is at its end.
    pipes: [Option<PipeReader>; 2],
    pub output: [Collected; 2],
}

pub struct Ended {
    pub end: End,
    pub peak_kb: u64,
}

impl Program {
    pub fn new(
        pid: Pid,
        feed: PipeWriter,
        out: PipeReader,
        err: PipeReader,
    ) -> io::Result<Program> {
        let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
        fcntl_setfl(&feed, OFlags::NONBLOCK)?;
        for pipe in [&out, &err] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        Ok(Program {
            pid,
            pidfd,
            feed: Some(feed),
            pending: Vec::new(),
            pipes: [Some(out), Some(err)],
            output: [Collected::new(KEPT), Collected::new(KEPT)],
        })
    }

    /// Until the program ends or has to be ended.
    pub fn watch(
        &mut self,
        job: &Job,
        family: Family,
        socket: BorrowedFd<'_>,
    ) -> io::Result<Ended> {
        let deadline = Instant::now() + Duration::from_secs_f64(job.limits.seconds.min(86_400.0));
        let mut next_look = Instant::now() + WATCH_EVERY;
        let ended_by_us = loop {
            self.write_pending();
            let now = Instant::now();
            if now >= deadline {
                break End::Timeout;
            }
            if now >= next_look {
                next_look = now + WATCH_EVERY;
                if family.memory_mb(job.limits.memory_mb) > job.limits.memory_mb {
                    break End::MemoryLimit;
                }
            }
            let event = self.wait_until(deadline.min(next_look), socket)?;
            if event.user_went_away {
                family.end_all();
                return Err(io::Error::other("nobody waits for the outcome"));
            }
            if !self.read_output(job.limits.output_mb << 20) {
                break End::OutputLimit;
            }
            if event.has_ended {
                return Ok(self.reap(None));
            }
        };
        // Everything ends now: the program itself may wait for its children.
        let _ = rustix::process::kill_process(self.pid, rustix::process::Signal::KILL);
        Ok(self.reap(Some(ended_by_us)))
    }

    fn wait_until(&self, until: Instant, socket: BorrowedFd<'_>) -> io::Result<Event> {
        let mut fds = vec![
            PollFd::new(&self.pidfd, PollFlags::IN),
            PollFd::from_borrowed_fd(socket, PollFlags::empty()),
        ];
        fds.extend(self.pipes.iter().flatten().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        if let Some(feed) = &self.feed {
            fds.push(PollFd::new(feed, PollFlags::OUT));
        }
        let rest = until.saturating_duration_since(Instant::now());
        let rest = Timespec::try_from(rest).map_err(io::Error::other)?;
        match poll(&mut fds, Some(&rest)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Event {
            has_ended: !fds[0].revents().is_empty(),
            user_went_away: fds[1].revents().contains(PollFlags::HUP),
        })
    }

    fn write_pending(&mut self) {
        let Some(mut feed) = self.feed.as_ref() else { return };
        while !self.pending.is_empty() {
            match feed.write(&self.pending) {
                Ok(n) => drop(self.pending.drain(..n)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The program does not read it all.
                Err(_) => break,
            }
        }
        self.feed = None;
    }

    /// What is there. False if it is more than `most`.
    fn read_output(&mut self, most: u64) -> bool {
        let mut buffer = [0; 1 << 15];
        for (pipe, output) in self.pipes.iter_mut().zip(&mut self.output) {
            while let Some(reader) = pipe {
                match reader.read(&mut buffer) {
                    Ok(0) => *pipe = None,
                    Ok(n) => output.add(&buffer[..n]),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(_) => *pipe = None,
                }
                if output.len() > most {
                    return false;
                }
            }
        }
        true
    }

    /// Once no process is left that could write more.
    pub fn read_the_rest(&mut self, job: &Job) {
        self.read_output(job.limits.output_mb << 20);
    }

    fn reap(&self, ended_by_us: Option<End>) -> Ended {
        let mut status = 0;
        // SAFETY: a structure of integers, for which zeros are valid.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: waits for our own child and stores status and usage.
        unsafe { libc::wait4(self.pid.as_raw_nonzero().get(), &mut status, 0, &mut usage) };
        let end = match ended_by_us {
            Some(end) => end,
            None if libc::WIFSIGNALED(status) => End::Signal(libc::WTERMSIG(status)),
            None => End::Exit(libc::WEXITSTATUS(status)),
        };
        Ended { end, peak_kb: usage.ru_maxrss as u64 }
    }
}

/// What can be done next.
struct Event {
    has_ended: bool,
    user_went_away: bool,
}
