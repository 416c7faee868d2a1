//! A program while it runs: feeding and reading it, watching its limits, its end.

use super::protocol::Job;
use super::tree::Collected;
use super::watch::{Delay, Family};
use crate::outcome::{End, KEPT};
use patchlight_budget::Cut;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// How often memory and delay of all processes are looked at.
const WATCH_EVERY: Duration = Duration::from_millis(25);
/// A program that had to wait for a processor is given that time again, at most so many times its limit.
const MOST_DELAY: u32 = 9;

/// A program that runs.
pub struct RunningProgram {
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

impl RunningProgram {
    pub fn new(
        pid: Pid,
        feed: PipeWriter,
        out: PipeReader,
        err: PipeReader,
    ) -> io::Result<RunningProgram> {
        let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
        fcntl_setfl(&feed, OFlags::NONBLOCK)?;
        for pipe in [&out, &err] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        Ok(RunningProgram {
            pid,
            pidfd,
            feed: Some(feed),
            pending: Vec::new(),
            pipes: [Some(out), Some(err)],
            output: [Collected::new(KEPT), Collected::new(KEPT)],
        })
    }

    /// Until the program ends or has to be ended. At `cut_at`, or when it is asked to stop, it has no
    /// end of its own.
    pub fn watch(
        &mut self,
        job: &Job,
        cut_at: Option<Instant>,
        family: Family,
        socket: BorrowedFd<'_>,
    ) -> io::Result<Result<Ended, Cut>> {
        let allowed = Duration::from_secs_f64(job.limits.seconds.min(86_400.0));
        let began = Instant::now();
        let mut delay = Delay::since_now();
        let mut limit = began + allowed;
        let mut next_look = began + WATCH_EVERY;
        let ended_by_us = loop {
            self.write_pending();
            let until = cut_at.map_or(limit, |cut_at| cut_at.min(limit));
            let event = self.wait_until(until.min(next_look), socket)?;
            if event.user_went_away {
                family.end_all();
                return Err(io::Error::other("nobody waits for the outcome"));
            }
            if !self.read_output(job.limits.output_mb << 20) {
                break Ok(End::OutputLimit);
            }
            if event.has_ended {
                return Ok(Ok(self.reap(None)));
            }
            if event.is_asked_to_stop {
                break Err(Cut::Interrupted);
            }
            let now = Instant::now();
            if now >= until.min(next_look) {
                next_look = now + WATCH_EVERY;
                limit = began + allowed + delay.look(family).min(allowed * MOST_DELAY);
                if family.memory_mb(job.limits.memory_mb) > job.limits.memory_mb {
                    break Ok(End::MemoryLimit);
                }
            }
            // Whichever comes first, however late this process is to see it.
            if cut_at.is_some_and(|cut_at| now >= cut_at && cut_at < limit) {
                break Err(Cut::Time);
            }
            if now >= limit {
                break Ok(End::Timeout);
            }
        };
        // Everything ends now: the program itself may wait for its children.
        let _ = rustix::process::kill_process(self.pid, rustix::process::Signal::KILL);
        let ended = self.reap(ended_by_us.ok());
        Ok(ended_by_us.map(|_| ended))
    }

    fn wait_until(&self, until: Instant, socket: BorrowedFd<'_>) -> io::Result<Event> {
        let mut fds = vec![
            PollFd::new(&self.pidfd, PollFlags::IN),
            PollFd::from_borrowed_fd(socket, PollFlags::IN),
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
            is_asked_to_stop: fds[1].revents().contains(PollFlags::IN),
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
    /// Nothing else is said during a run.
    is_asked_to_stop: bool,
}
