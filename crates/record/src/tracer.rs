//! Follows one invocation from its `execve` to its end.
//!
//! Every thread and child of the program is followed, and all are watched by the one thread that
//! runs this: the kernel ties a watched task to the thread that watches it. What is looked up in
//! `/proc` is stable, since the task is stopped while it is.
//!
//! **Invariant.** Whatever fails here, the program goes on: the worst that happens is that nothing
//! is known of it.

use super::calls::{Name, Purpose, Transfer, bytes, names, transfer};
use super::files::{Area, Destination, Files, Kind};
use super::notes::{Note, NoteKind};
use super::process::{self, Start};
use super::ptrace::{self, CallStop, Stop, Tid, read_string};
use super::streams::{Descriptors, Stream, Streams};
use super::stub::Stub;
use patchlight_replay::End;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// What is known of an invocation.
#[derive(Debug)]
pub struct Trace {
    pub start: Start,
    pub streams: Streams,
    pub files: Files,
    pub notes: BTreeSet<Note>,
    /// Whether it, or a child of it, became another program.
    pub executes: bool,
    /// `None` if it became a program that is recorded for itself.
    pub end: Option<End>,
}

/// Watches the process at the other end of `socket`, which waits for our sign. `finish` is called
/// once, when the program has ended, or with the reason why nothing is known of it; processes that
/// it left behind are let go.
pub fn trace(
    pid: Tid,
    socket: UnixStream,
    files: Files,
    finish: impl FnOnce(Result<Trace, String>),
) {
    let seized = ptrace::seize(pid);
    // Without our sign it runs all the same, and counts itself as missed.
    let told = (&socket).write_all(b"!");
    drop(socket);
    let begun = seized.and(told).map_err(|error| format!("it cannot be traced: {error}"));
    let mut tracer = Tracer::new(pid, files);
    let known = begun.and_then(|()| tracer.run());
    finish(known);
    tracer.let_go();
}

struct Tracer {
    main: Tid,
    tasks: BTreeMap<Tid, Task>,
    processes: BTreeMap<usize, Process>,
    n_processes: usize,
    /// Tasks that stopped before whoever made them told of them.
    early: BTreeSet<Tid>,
    trace: Option<Trace>,
    files: Option<Files>,
}

#[derive(Clone, Debug, Default)]
struct Process {
    descriptors: Descriptors,
    /// Where its dynamic linker is, whose files are not the program's.
    linker: Range<u64>,
}

#[derive(Debug)]
struct Task {
    process: usize,
    call: Option<Call>,
}

/// A call between its entry and its exit.
#[derive(Clone, Debug)]
struct Call {
    number: u64,
    args: [u64; 6],
    places: Vec<(Name, Destination)>,
    /// The stream that it opens anew, as `/dev/stdin` does.
    reopens: Option<Stream>,
}

/// What to do with a task that stopped.
enum Then {
    Resume(i32),
    LeavePaused,
    /// It is gone, or waits for whoever made it.
    Nothing,
    Release,
}

impl Tracer {
    fn new(main: Tid, files: Files) -> Tracer {
        let tasks = BTreeMap::from([(main, Task { process: 0, call: None })]);
        let processes = BTreeMap::from([(0, Process::default())]);
        Tracer {
            main,
            tasks,
            processes,
            n_processes: 1,
            early: BTreeSet::new(),
            trace: None,
            files: Some(files),
        }
    }

    /// Until the program has ended.
    fn run(&mut self) -> Result<Trace, String> {
        loop {
            let stopped = ptrace::wait().map_err(|error| error.to_string())?;
            let Some((tid, stop)) = stopped else { return self.ended(None) };
            let end = match stop {
                Stop::Exited(status) => Some(End::Exit(status)),
                Stop::Killed(signal) => Some(End::Signal(signal)),
                _ => None,
            };
            if end.is_some() {
                self.tasks.remove(&tid);
                if tid == self.main {
                    return self.ended(end);
                }
                continue;
            }
            match self.stopped(tid, stop)? {
                Then::Resume(signal) => ptrace::resume(tid, signal),
                Then::LeavePaused => ptrace::leave_paused(tid),
                Then::Nothing => {}
                Then::Release => {
                    ptrace::detach(tid, 0);
                    self.tasks.remove(&tid);
                    if tid == self.main {
                        return self.ended(None);
                    }
                }
            }
        }
    }

    fn ended(&mut self, end: Option<End>) -> Result<Trace, String> {
        let mut trace = self.trace.take().ok_or("it ended before it could be traced")?;
        trace.end = end;
        if !self.tasks.is_empty() {
            trace.notes.insert(Note::new(NoteKind::Outlived, ""));
        }
        Ok(trace)
    }

    /// Processes that go on are not watched any longer.
    fn let_go(&mut self) {
        for &tid in &self.early {
            ptrace::detach(tid, 0);
        }
        while let Ok(Some((tid, stop))) = ptrace::wait() {
            match stop {
                Stop::Exited(_) | Stop::Killed(_) => {}
                Stop::Signal(signal) => ptrace::detach(tid, signal),
                _ => ptrace::detach(tid, 0),
            }
        }
    }

    fn stopped(&mut self, tid: Tid, stop: Stop) -> Result<Then, String> {
        Ok(match stop {
            Stop::Exec(former) => return self.executed(tid, former),
            Stop::Child(child) => {
                self.has_child(tid, child);
                Then::Resume(0)
            }
            Stop::Begins if !self.tasks.contains_key(&tid) => {
                self.early.insert(tid);
                Then::Nothing
            }
            Stop::Signal(signal) => {
                self.signalled(tid, signal);
                Then::Resume(signal)
            }
            Stop::Paused => Then::LeavePaused,
            Stop::Call => {
                match ptrace::call(tid) {
                    Ok(CallStop::Entry { number, args, from }) => {
                        self.enter(tid, number, args, from)
                    }
                    Ok(CallStop::Exit { result }) => self.leave(tid, result),
                    Ok(CallStop::Other) | Err(_) => {}
                }
                Then::Resume(0)
            }
            Stop::Begins | Stop::Exited(_) | Stop::Killed(_) => Then::Resume(0),
        })
    }

    fn executed(&mut self, tid: Tid, former: Tid) -> Result<Then, String> {
        // A thread that executes takes the place of the process's first.
        if let Some(task) = self.tasks.remove(&former) {
            self.tasks.insert(tid, task);
        }
        if self.trace.is_none() {
            let start = process::start(tid).map_err(|error| format!("{error:#}"))?;
            let descriptors = Descriptors::new(&start);
            self.processes.insert(0, Process { descriptors, linker: process::linker(tid) });
            self.trace = Some(Trace {
                streams: Streams::new(&start),
                start,
                files: self.files.take().unwrap_or_default(),
                notes: BTreeSet::new(),
                executes: false,
                end: None,
            });
            return Ok(Then::Resume(0));
        }
        let Some(trace) = &mut self.trace else { return Ok(Then::Resume(0)) };
        trace.executes = true;
        if Stub::read(Path::new(&format!("/proc/{tid}/exe"))).is_some() {
            trace.notes.insert(Note::new(NoteKind::Recorded, ""));
            return Ok(Then::Release);
        }
        let process = self.tasks.get(&tid).map_or(0, |task| task.process);
        if let Some(process) = self.processes.get_mut(&process) {
            process.descriptors.keep(&process::descriptors(tid));
            process.linker = process::linker(tid);
        }
        Ok(Then::Resume(0))
    }

    fn has_child(&mut self, tid: Tid, child: Tid) {
        let parent = self.tasks.get(&tid).map_or(0, |task| task.process);
        let process = match is_thread_of(child, tid) {
            true => parent,
            false => {
                let own = self.processes.get(&parent).cloned().unwrap_or_default();
                let process = self.n_processes;
                self.n_processes += 1;
                self.processes.insert(process, own);
                process
            }
        };
        self.tasks.insert(child, Task { process, call: None });
        if self.early.remove(&child) {
            ptrace::resume(child, 0);
        }
    }

    fn signalled(&mut self, tid: Tid, signal: i32) {
        let is_own = |sender: i32| self.tasks.contains_key(&sender);
        let foreign = ptrace::sender(tid).ok().flatten().is_some_and(|sender| !is_own(sender));
        if let Some(trace) = self.trace.as_mut().filter(|_| foreign) {
            trace.notes.insert(Note::new(NoteKind::Signalled, signal.to_string()));
        }
    }

    fn enter(&mut self, tid: Tid, number: u64, args: [u64; 6], from: u64) {
        let Some(trace) = &mut self.trace else { return };
        let Some(task) = self.tasks.get_mut(&tid) else { return };
        let Some(process) = self.processes.get(&task.process) else { return };
        let mut call = Call { number, args, places: Vec::new(), reopens: None };
        for name in names(tid, number, &args) {
            let Some(text) = read_string(tid, name.address).filter(|text| !text.is_empty()) else {
                continue;
            };
            let base = match name.dir {
                libc::AT_FDCWD => fs::read_link(format!("/proc/{tid}/cwd")),
                fd => fs::read_link(format!("/proc/{tid}/fd/{fd}")),
            };
            let base = base.unwrap_or_else(|_| PathBuf::from("/"));
            if process.linker.contains(&from) {
                trace.files.linked(&base, &text);
                continue;
            }
            if let Some(fd) = standard_name(&text, tid) {
                call.reopens = process.descriptors.get(fd);
            }
            let place = trace.files.look(&base, &text, name.follows, name.purpose);
            call.places.push((name, place));
        }
        match number as i64 {
            libc::SYS_getdents | libc::SYS_getdents64 => {
                if let Ok(dir) = fs::read_link(format!("/proc/{tid}/fd/{}", args[0] as i32)) {
                    trace.files.list(&dir);
                }
            }
            libc::SYS_io_uring_setup => {
                for kind in [NoteKind::InputUnseen, NoteKind::OutputUnseen] {
                    trace.notes.insert(Note::new(kind, "io_uring"));
                }
            }
            _ => {}
        }
        task.call = Some(call);
    }

    fn leave(&mut self, tid: Tid, result: i64) {
        let Some(trace) = &mut self.trace else { return };
        let Some(task) = self.tasks.get_mut(&tid) else { return };
        let Some(process) = self.processes.get_mut(&task.process) else { return };
        let descriptors = &mut process.descriptors;
        let Some(call) = task.call.take() else { return };
        moved(trace, descriptors, tid, &call, result);
        rights(trace, &call, result);
        if result < 0 {
            return;
        }
        descriptors.after(call.number, &call.args, result);
        match call.number as i64 {
            libc::SYS_chroot => {
                trace.notes.insert(Note::new(NoteKind::OtherRoot, ""));
            }
            libc::SYS_connect => {
                trace.notes.insert(Note::new(NoteKind::Socket, ""));
            }
            _ => {}
        }
        let opened = |(name, place): &(Name, Destination)| {
            matches!(name.purpose, Purpose::Open(_)).then(|| place.path.clone())
        };
        let Some(path) = call.places.first().and_then(opened) else { return };
        if let Some(stream) = call.reopens {
            descriptors.set(result as i32, stream);
        }
        if trace.files.seen.get(&path).is_some_and(|seen| seen.kind == Kind::Fifo) {
            // Whoever is at its other end is no part of the case.
            trace.notes.insert(Note::new(NoteKind::OddFile, path.display().to_string()));
        }
    }
}

fn is_thread_of(child: Tid, of: Tid) -> bool {
    let group = |tid: Tid| {
        let status = fs::read_to_string(format!("/proc/{tid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("Tgid:"))?;
        line.trim().parse::<Tid>().ok()
    };
    group(child).is_some() && group(child) == group(of)
}

/// The descriptor that a name of `/dev` or `/proc` stands for.
fn standard_name(name: &[u8], tid: Tid) -> Option<i32> {
    match name {
        b"/dev/stdin" => return Some(0),
        b"/dev/stdout" => return Some(1),
        b"/dev/stderr" => return Some(2),
        _ => {}
    }
    let own = format!("/proc/{tid}/fd/");
    let number = [&b"/dev/fd/"[..], b"/proc/self/fd/", own.as_bytes()]
        .into_iter()
        .find_map(|start| name.strip_prefix(start))?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// Bytes that a call moved through the standard streams.
fn moved(trace: &mut Trace, descriptors: &Descriptors, tid: Tid, call: &Call, result: i64) {
    let bad_descriptor = result == -i64::from(libc::EBADF);
    let touches = matches!(
        call.number as i64,
        libc::SYS_fstat | libc::SYS_fcntl | libc::SYS_dup | libc::SYS_dup2 | libc::SYS_close
    );
    if bad_descriptor && (touches || call.number as i64 == libc::SYS_lseek) {
        trace.streams.used_closed(call.args[0] as i32);
    }
    if result >= 0
        && call.number as i64 == libc::SYS_lseek
        && let Some(stream) = descriptors.get(call.args[0] as i32)
    {
        trace.streams.used(stream);
    }
    let Some(transfer) = transfer(tid, call.number, &call.args) else { return };
    let n = result.max(0) as usize;
    let errno = (-result) as i32;
    let again = result >= 0 || matches!(errno, libc::EINTR | libc::EAGAIN) || errno >= RESTART;
    match transfer {
        Transfer::Read(fd, memory) => match descriptors.get(fd) {
            Some(stream) if again => trace.streams.read(stream, || bytes(tid, memory, n)),
            Some(stream) => trace.streams.used(stream),
            None if bad_descriptor => trace.streams.used_closed(fd),
            None => {}
        },
        Transfer::Write(fd, memory) => match descriptors.get(fd) {
            Some(stream) if again => trace.streams.write(stream, || bytes(tid, memory, n)),
            Some(stream) => trace.streams.write_failed(stream, errno),
            None if bad_descriptor => trace.streams.used_closed(fd),
            None => {}
        },
        Transfer::Across(from, to) if n > 0 => {
            trace.streams.across(descriptors.get(from), descriptors.get(to));
        }
        Transfer::Unseen(fd) if result >= 0 => {
            let stream = descriptors.get(fd);
            trace.streams.across(stream, stream);
        }
        Transfer::Across(..) | Transfer::Unseen(_) => {}
    }
}

/// Results from here on mean that the kernel restarts the call after a signal.
const RESTART: i32 = 512;

/// In a replay every file belongs to the program's user, who has no special rights. An outcome that
/// this does not explain cannot be had there.
fn rights(trace: &mut Trace, call: &Call, result: i64) {
    if result < 0 && result != -i64::from(libc::EACCES) {
        return;
    }
    let succeeded = result >= 0;
    for (name, place) in call.places.iter().filter(|(_, place)| place.area == Area::Own) {
        let wanted = match (name.purpose, call.number as i64) {
            (Purpose::Open(flags), _) => match flags & libc::O_ACCMODE {
                libc::O_RDONLY => 0o400,
                libc::O_WRONLY => 0o200,
                _ => 0o600,
            },
            (_, libc::SYS_access) => (call.args[1] as u32 & 7) << 6,
            (_, libc::SYS_faccessat | libc::SYS_faccessat2) => (call.args[2] as u32 & 7) << 6,
            _ => 0,
        };
        let mode_of = |dir: &Path| match trace.files.seen.get(dir) {
            Some(seen) if seen.kind == Kind::Directory => seen.mode,
            _ => 0o700,
        };
        let above = place.path.ancestors().skip(1);
        let changes = name.purpose == Purpose::Change
            || !place.exists && matches!(name.purpose, Purpose::Open(_));
        let passes = above.clone().all(|dir| mode_of(dir) & 0o100 != 0)
            && (!changes || above.clone().take(1).all(|dir| mode_of(dir) & 0o200 != 0));
        let allowed = passes && (!place.exists || place.mode & wanted == wanted);
        if allowed != succeeded {
            let what = place.path.display().to_string();
            trace.notes.insert(Note::new(NoteKind::Rights, what));
        }
    }
}
