//! What is to be said of an invocation beside its case.

use serde::{Deserialize, Serialize};

/// Something that a reader, or whoever uses the recording as a test, has to know.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
pub struct Note {
    pub kind: NoteKind,
    /// Which file, stream, signal, …
    pub what: String,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// A standard stream was closed and used all the same.
    ClosedStream,
    /// A standard stream that a sandbox does not have: a directory, `/dev/full`.
    OddStream,
    /// Bytes were read from a terminal.
    TerminalInput,
    /// Input came by a way on which it cannot be seen.
    InputUnseen,
    /// A write to standard output or error failed.
    WriteFailed,
    /// A descriptor beyond the standard streams came from the suite.
    InheritedDescriptor,
    TooLarge,
    Unreadable,
    /// A device or a socket among its files, or a named pipe that was opened.
    OddFile,
    NotUtf8,
    /// A file of the project is named absolutely, and no argument or variable says so.
    AbsoluteName,
    /// A file of the system is named by a relative name.
    RelativeSystemName,
    /// It could do, or could not do, what a plain owner of the file can.
    Rights,
    /// Somebody else sent it a signal.
    Signalled,
    /// A limit of resources that a case cannot say.
    Limit,
    /// `LD_PRELOAD` and its like.
    Preload,
    /// It looked at the recorder.
    OwnExecutable,
    /// Its root or working directory is not there for others.
    OtherRoot,
    /// It opened a file that a replay does not have, such as one of `/sys`.
    ForeignFile,
    /// It only looked whether there is one.
    ForeignName,
    /// It talked to a socket.
    Socket,
    /// Output went a way on which it cannot be seen, or came from somebody else.
    OutputUnseen,
    /// More output than is kept.
    OutputTooLong,
    /// It became, or started, another program that is recorded for itself.
    Recorded,
    /// Processes that it started went on after its end.
    Outlived,
    /// The same input gave something else another time.
    Varies,
}

/// What a note means for the use of an invocation.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Effect {
    /// The case is not what the program was run with.
    NoTest,
    /// The case is right; what the program wrote is not known to the end.
    OutcomeUnknown,
    /// Both are right, as far as can be told.
    Remark,
}

impl NoteKind {
    pub fn effect(self) -> Effect {
        match self {
            NoteKind::OutputUnseen | NoteKind::OutputTooLong | NoteKind::Varies => {
                Effect::OutcomeUnknown
            }
            NoteKind::ForeignName | NoteKind::Socket | NoteKind::Outlived => Effect::Remark,
            _ => Effect::NoTest,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            NoteKind::ClosedStream => "uses a closed standard stream",
            NoteKind::OddStream => "has a kind of standard stream that the sandbox cannot provide",
            NoteKind::TerminalInput => "reads from a terminal",
            NoteKind::InputUnseen => "reads in a way that cannot be observed",
            NoteKind::WriteFailed => "could not write its output",
            NoteKind::InheritedDescriptor => "uses a file descriptor inherited from the suite",
            NoteKind::TooLarge => "reads too much data",
            NoteKind::Unreadable => "uses a file that could not be read",
            NoteKind::OddFile => "uses a device, socket or named pipe",
            NoteKind::NotUtf8 => "uses a name that is not UTF-8",
            NoteKind::AbsoluteName => "uses an absolute path that is not an argument",
            NoteKind::RelativeSystemName => "uses a relative path to a system file",
            NoteKind::Rights => "has different rights than the owner of a file",
            NoteKind::Signalled => "was sent a signal",
            NoteKind::Limit => "runs with its own resource limit",
            NoteKind::Preload => "runs with a preloaded library",
            NoteKind::OwnExecutable => "reads its own executable",
            NoteKind::OtherRoot => "changes its root or working directory",
            NoteKind::ForeignFile => "opens a file that is missing in a replay",
            NoteKind::ForeignName => "looks for a file that is missing in a replay",
            NoteKind::Socket => "talks to a socket",
            NoteKind::OutputUnseen => "writes in a way that cannot be observed",
            NoteKind::OutputTooLong => "writes more output than is kept",
            NoteKind::Recorded => "runs another recorded program",
            NoteKind::Outlived => "leaves processes behind",
            NoteKind::Varies => "does not always behave the same",
        }
    }
}

impl Note {
    pub fn new(kind: NoteKind, what: impl Into<String>) -> Note {
        Note { kind, what: what.into() }
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.what.is_empty() {
            true => f.write_str(self.kind.text()),
            false => write!(f, "{}: {}", self.kind.text(), self.what),
        }
    }
}
