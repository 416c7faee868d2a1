//! A program while it runs: feeding and reading it, watching its limits, its end.

use super::protocol::Job;
use super::questions::{Questions, Verdict, nameless_file};
use super::queues::queues;
use super::run::AsUser;
use super::tree::{self, Collected};
use super::watch::{Delay, Family};
use crate::case::MOST_SECONDS;
use crate::outcome::{End, KEPT, LateOutput};
use patchlight_budget::Cut;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often memory and delay of all processes are looked at.
const WATCH_EVERY: Duration = Duration::from_millis(25);
/// A program that had to wait for a processor is given that time again, at most so many times its limit.
const MOST_DELAY: u32 = 9;
/// How long what a program left behind may go on writing to the program's streams.
const LATE: Duration = Duration::from_millis(500);
/// How many files there may be where no file system limits them.
const MOST_INODES: u64 = 16_384;

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
    /// What the kernel says of it, held so that it stays what it is.
    pub entry: Option<File>,
}

pub struct Ended {
    pub end: End,
    pub late_output: LateOutput,
    pub peak_kb: u64,
}

/// What a run is watched with.
pub struct Watch<'a> {
    pub family: Family,
    /// Where somebody may ask for its end.
    pub socket: BorrowedFd<'a>,
    pub questions: Option<&'a mut Questions>,
    /// The program's user, if it is not the worker's own.
    pub user: Option<u32>,
    /// Whether the worker is in the program's IPC namespace.
    pub counts_queues: bool,
    /// The case's directories, if no file system of their own limits what is in them.
    pub host_dirs: Vec<&'a PathBuf>,
}

impl Watch<'_> {
    /// All memory that the processes of the run have, or keep the kernel from using otherwise.
    fn memory_mb(&self, most: u64) -> u64 {
        let mapped = self.questions.as_ref().map_or(0, |questions| questions.mapped_kb());
        let queues = if self.counts_queues { queues().kb } else { 0 };
        let shared_mb = mapped.saturating_add(queues) >> 10;
        shared_mb.saturating_add(self.family.memory_mb(most))
    }

    fn answer(&mut self, most_mb: u64) -> Verdict {
        let (family, user) = (self.family, self.user);
        let Some(questions) = &mut self.questions else { return Verdict::GoesOn };
        questions.answer(family, most_mb, |dir| {
            let _as_user = user.map(AsUser::new);
            nameless_file(dir)
        })
    }

    /// Whether the case's directories have more in them than they may.
    fn has_too_many_files(&self, most_mb: u64) -> bool {
        let (mut n, mut kb) = self.family.nameless_files();
        for dir in &self.host_dirs {
            let (more, more_kb) = tree::size(dir, MOST_INODES);
            (n, kb) = (n + more, kb + more_kb);
        }
        n > MOST_INODES || kb >> 10 > most_mb
    }
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
            entry: None,
        })
    }

    /// Until the program ends or has to be ended, and what it left behind has written what it had to
    /// say. At `cut_at`, or when it is asked to stop, it has no end of its own.
    pub fn watch(
        &mut self,
        job: &Job,
        cut_at: Option<Instant>,
        watch: &mut Watch<'_>,
    ) -> io::Result<Result<Ended, Cut>> {
        let limits = &job.limits;
        let mut clock =
            Clock::new(Duration::from_secs_f64(limits.seconds.clamp(0.0, MOST_SECONDS)));
        let mut ended: Option<Ended> = None;
        let stop = loop {
            self.write_pending();
            let until = cut_at.map_or(clock.limit, |cut_at| cut_at.min(clock.limit));
            let event = self.wait_until(until.min(clock.next_look), ended.is_some(), watch)?;
            if event.user_went_away {
                watch.family.end_all();
                return Err(io::Error::other("nobody waits for the outcome"));
            }
            if event.is_asked_a_question && watch.answer(limits.memory_mb) == Verdict::TooMuchMemory
            {
                break Stop::Limit(End::MemoryLimit);
            }
            if !self.read_output(limits.output_mb << 20) {
                break Stop::Limit(End::OutputLimit);
            }
            if event.has_ended && ended.is_none() {
                ended = Some(self.reap(None));
                clock.allow_the_rest();
            }
            if ended.is_some() && self.pipes.iter().all(Option::is_none) {
                break Stop::AllSaid;
            }
            if event.is_asked_to_stop {
                break Stop::Cut(Cut::Interrupted);
            }
            let now = Instant::now();
            if now >= until.min(clock.next_look) {
                clock.look(watch.family);
                if watch.memory_mb(limits.memory_mb) > limits.memory_mb {
                    break Stop::Limit(End::MemoryLimit);
                }
            }
            if !watch.host_dirs.is_empty() && now >= clock.next_count {
                if watch.has_too_many_files(limits.file_mb) {
                    break Stop::Limit(End::OutputLimit);
                }
                clock.counted(now);
            }
            // Whichever comes first, however late this process is to see it.
            if cut_at.is_some_and(|cut_at| now >= cut_at && cut_at < clock.limit) {
                break Stop::Cut(Cut::Time);
            }
            if now >= clock.limit {
                break Stop::Limit(End::Timeout);
            }
        };
        match (ended, stop) {
            (_, Stop::Cut(cut)) => {
                self.end_now();
                Ok(Err(cut))
            }
            (Some(ended), Stop::AllSaid) => Ok(Ok(ended)),
            // It had ended by itself. What it left behind had its time.
            (Some(ended), Stop::Limit(End::Timeout)) => {
                Ok(Ok(Ended { late_output: LateOutput::Lost, ..ended }))
            }
            (Some(ended), Stop::Limit(end)) => Ok(Ok(Ended { end, ..ended })),
            (None, Stop::Limit(end)) => {
                self.end_now();
                Ok(Ok(self.reap(Some(end))))
            }
            (None, Stop::AllSaid) => unreachable!("only what has ended has said all"),
        }
    }

    /// Everything ends now: the program itself may wait for its children.
    fn end_now(&self) {
        // By a descriptor: the guard would ask about a number.
        let _ = pidfd_send_signal(&self.pidfd, Signal::KILL);
    }

    fn wait_until(&self, until: Instant, has_ended: bool, watch: &Watch<'_>) -> io::Result<Event> {
        let mut fds = vec![PollFd::from_borrowed_fd(watch.socket, PollFlags::IN)];
        if !has_ended {
            fds.push(PollFd::new(&self.pidfd, PollFlags::IN));
        }
        let n_first = fds.len();
        fds.extend(
            watch
                .questions
                .iter()
                .map(|questions| PollFd::from_borrowed_fd(questions.fd(), PollFlags::IN)),
        );
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
        let says = |n: usize, what: PollFlags| fds[n].revents().intersects(what);
        Ok(Event {
            user_went_away: says(0, PollFlags::HUP),
            is_asked_to_stop: says(0, PollFlags::IN),
            has_ended: !has_ended && says(1, PollFlags::all()),
            is_asked_a_question: watch.questions.is_some() && says(n_first, PollFlags::IN),
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
        Ended { end, late_output: LateOutput::Complete, peak_kb: usage.ru_maxrss as u64 }
    }
}

/// Why a run is not watched any longer.
enum Stop {
    /// The program has ended, and nobody can write to its streams any more.
    AllSaid,
    Limit(End),
    Cut(Cut),
}

/// When a run has to end, and when it is looked at.
struct Clock {
    began: Instant,
    allowed: Duration,
    delay: Delay,
    limit: Instant,
    next_look: Instant,
    next_count: Instant,
}

impl Clock {
    fn new(allowed: Duration) -> Clock {
        let began = Instant::now();
        let next_look = began + WATCH_EVERY;
        let (limit, delay) = (began + allowed, Delay::since_now());
        Clock { began, allowed, delay, limit, next_look, next_count: next_look }
    }

    /// Looks at the time that the processes could not run, which does not count.
    fn look(&mut self, family: Family) {
        self.next_look = Instant::now() + WATCH_EVERY;
        let delay = self.delay.look(family).min(self.allowed * MOST_DELAY);
        self.limit = self.began + self.allowed + delay;
    }

    /// The program has ended; others of its run have a moment to say the rest.
    fn allow_the_rest(&mut self) {
        let now = Instant::now();
        let left = self.limit.saturating_duration_since(now);
        (self.began, self.allowed, self.delay) = (now, left.min(LATE), Delay::since_now());
        self.limit = self.began + self.allowed;
    }

    /// Files were counted, beginning at `since`: they are not counted all the time.
    fn counted(&mut self, since: Instant) {
        let now = Instant::now();
        self.next_count = now + WATCH_EVERY.max((now - since) * 4);
    }
}

/// What can be done next.
struct Event {
    has_ended: bool,
    user_went_away: bool,
    /// Nothing else is said during a run.
    is_asked_to_stop: bool,
    /// By the kernel, about a system call.
    is_asked_a_question: bool,
}
