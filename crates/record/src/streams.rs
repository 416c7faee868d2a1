//! Which descriptors of a process are the standard streams that it began with, and the bytes that
//! went through them.

use super::notes::{Note, NoteKind};
use super::process::{MOST_INPUT, Start, StreamKind};
use std::collections::{BTreeMap, BTreeSet};

/// What a descriptor leads to, if it is not of the program's own making.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stream {
    Standard(usize),
    /// Beyond the standard streams, under this number at first.
    Inherited(i32),
}

/// The descriptors of one process.
#[derive(Clone, Debug, Default)]
pub struct Descriptors(BTreeMap<i32, Stream>);

impl Descriptors {
    pub fn new(start: &Start) -> Descriptors {
        let standard = (0..3).map(|n| (n as i32, Stream::Standard(n)));
        let open = standard.filter(|&(fd, _)| start.streams[fd as usize] != StreamKind::Closed);
        let inherited = start.inherited.iter().map(|&fd| (fd, Stream::Inherited(fd)));
        Descriptors(open.chain(inherited).collect())
    }

    pub fn get(&self, fd: i32) -> Option<Stream> {
        self.0.get(&fd).copied()
    }

    /// A descriptor was opened anew by a name that stands for a stream.
    pub fn set(&mut self, fd: i32, stream: Stream) {
        self.0.insert(fd, stream);
    }

    /// `new` leads to where `old` does.
    pub fn copy(&mut self, old: i32, new: i32) {
        match self.get(old) {
            Some(stream) => self.0.insert(new, stream),
            None => self.0.remove(&new),
        };
    }

    /// Only these are still open, as after an `execve`.
    pub fn keep(&mut self, open: &[i32]) {
        self.0.retain(|fd, _| open.contains(fd));
    }

    /// What a call that succeeded did to the descriptors.
    pub fn after(&mut self, number: u64, args: &[u64; 6], result: i64) {
        let fd = |n: usize| args[n] as i32;
        match number as i64 {
            libc::SYS_close => {
                self.0.remove(&fd(0));
            }
            libc::SYS_close_range if fd(2) as u32 & libc::CLOSE_RANGE_CLOEXEC == 0 => {
                let (first, last) = (args[0] as u32, args[1] as u32);
                self.0.retain(|&fd, _| !(first..=last).contains(&(fd as u32)));
            }
            libc::SYS_dup => self.copy(fd(0), result as i32),
            libc::SYS_dup2 | libc::SYS_dup3 if args[0] != args[1] => self.copy(fd(0), fd(1)),
            libc::SYS_fcntl if matches!(fd(1), libc::F_DUPFD | libc::F_DUPFD_CLOEXEC) => {
                self.copy(fd(0), result as i32);
            }
            _ => {}
        }
    }
}

/// The most that is kept of an output.
pub const MOST_OUTPUT: usize = 1 << 20;

/// What went through the standard streams.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    kinds: [StreamKind; 3],
    /// Read from standard input, unless it is a regular file.
    pub input: Vec<u8>,
    pub stdin_used: bool,
    pub outputs: [Vec<u8>; 2],
    pub notes: BTreeSet<Note>,
}

const NAMES: [&str; 3] = ["standard input", "standard output", "standard error"];

impl Streams {
    pub fn new(start: &Start) -> Streams {
        Streams { kinds: start.streams, ..Streams::default() }
    }

    fn note(&mut self, kind: NoteKind, what: impl Into<String>) {
        self.notes.insert(Note::new(kind, what));
    }

    /// A descriptor that the program did not open was used.
    pub fn used(&mut self, stream: Stream) {
        match stream {
            Stream::Inherited(fd) => self.note(NoteKind::InheritedDescriptor, fd.to_string()),
            Stream::Standard(0) => self.stdin_used = true,
            Stream::Standard(_) => {}
        }
        if let Stream::Standard(n) = stream {
            match (n, self.kinds[n]) {
                (0, StreamKind::Directory | StreamKind::Device) => {
                    self.note(NoteKind::OddStream, NAMES[n]);
                }
                (1 | 2, StreamKind::Device) => self.note(NoteKind::OddStream, NAMES[n]),
                _ => {}
            }
        }
    }

    /// A call on a descriptor that does not exist.
    pub fn used_closed(&mut self, fd: i32) {
        if let Ok(n @ 0..=2) = usize::try_from(fd)
            && self.kinds[n] == StreamKind::Closed
        {
            self.note(NoteKind::ClosedStream, NAMES[n]);
        }
    }

    pub fn read(&mut self, stream: Stream, bytes: impl FnOnce() -> Vec<u8>) {
        self.used(stream);
        if stream != Stream::Standard(0) {
            // Reading from a terminal by standard output or error.
            if let Stream::Standard(n) = stream {
                self.note(NoteKind::InputUnseen, NAMES[n]);
            }
            return;
        }
        match self.kinds[0] {
            StreamKind::Regular | StreamKind::Null => {}
            StreamKind::Terminal => self.note(NoteKind::TerminalInput, ""),
            _ if self.input.len() as u64 > MOST_INPUT => {
                self.note(NoteKind::TooLarge, NAMES[0]);
            }
            _ => self.input.extend(bytes()),
        }
    }

    pub fn write(&mut self, stream: Stream, bytes: impl FnOnce() -> Vec<u8>) {
        self.used(stream);
        match stream {
            Stream::Standard(n @ (1 | 2)) => {
                let output = &mut self.outputs[n - 1];
                if output.len() < MOST_OUTPUT {
                    output.extend(bytes());
                }
                if output.len() >= MOST_OUTPUT {
                    output.truncate(MOST_OUTPUT);
                    self.note(NoteKind::OutputTooLong, NAMES[n]);
                }
            }
            Stream::Standard(n) => self.note(NoteKind::OddStream, NAMES[n]),
            Stream::Inherited(_) => {}
        }
    }

    pub fn write_failed(&mut self, stream: Stream, errno: i32) {
        if let Stream::Standard(n) = stream {
            let error = std::io::Error::from_raw_os_error(errno);
            self.note(NoteKind::WriteFailed, format!("{}: {error}", NAMES[n]));
        }
    }

    /// Bytes moved past the program's memory.
    pub fn across(&mut self, from: Option<Stream>, to: Option<Stream>) {
        for stream in [from, to].into_iter().flatten() {
            self.used(stream);
        }
        if from == Some(Stream::Standard(0))
            && !matches!(self.kinds[0], StreamKind::Regular | StreamKind::Null)
        {
            self.note(NoteKind::InputUnseen, NAMES[0]);
        }
        if let Some(Stream::Standard(n @ (1 | 2))) = to {
            self.note(NoteKind::OutputUnseen, NAMES[n]);
        }
    }
}
