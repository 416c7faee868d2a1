//! What the sandbox's two sides tell each other, over a socket: a length and a value.

use super::{LandlockAbi, Protection, RunLimits};
use crate::case::{File, FileKind};
use crate::outcome::NativeOutcome;
use patchlight_budget::Cut;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Where a harness finds its inputs, in the directory for temporary files.
pub const KTEST_NAME: &str = ".test.ktest";

/// The first message to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub executables: Vec<Image>,
    /// Directories of the host that programs see beside the system's own.
    pub read_only: Vec<PathBuf>,
    /// Protections that are not even tried.
    pub without: Vec<Protection>,
    /// No later version of Landlock than this is used.
    pub newest_landlock: Option<u8>,
    pub limits: RunLimits,
    /// A directory of this worker's, for runs that see the host's file system.
    pub scratch: PathBuf,
}

/// An executable for the sandbox.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Image {
    pub path: PathBuf,
    /// What it is called in the sandbox.
    pub name: String,
    /// Its shared libraries that are not the system's: the names that they are looked for by, and
    /// the files.
    pub libraries: Vec<(String, PathBuf)>,
}

/// The answer to it: what is on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ready {
    pub protections: Vec<Protection>,
    pub landlock: LandlockAbi,
    /// The case's directory, as the program sees it.
    pub case_dir: PathBuf,
    pub tmp_dir: PathBuf,
    pub exe_dir: PathBuf,
}

/// Every later message to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Run(Box<Job>),
    /// The run that goes on, if it still does, has to end: nobody needs its outcome any more.
    Stop,
}

/// A run. All names and strings were checked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Job {
    /// Which of the executables.
    pub executable: u32,
    /// Its name first.
    pub argv: Vec<Vec<u8>>,
    /// `NAME=VALUE`
    pub env: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    /// Which of the standard streams are terminals.
    pub terminals: [bool; 3],
    pub files: Vec<JobFile>,
    /// What a harness reads, in `KTEST_NAME` of the directory for temporary files.
    pub ktest: Option<Vec<u8>>,
    pub cwd: String,
    pub umask: u32,
    pub user: u32,
    pub limits: RunLimits,
    /// What the deadline leaves, from the moment on at which the worker has this message. A run that
    /// takes longer has no outcome.
    pub time_left: Option<Duration>,
    /// Address space is not limited: sanitizers reserve terabytes of it.
    pub is_sanitized: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobFile {
    pub name: String,
    pub bytes: Vec<u8>,
    pub kind: FileKind,
    pub mode: Option<u32>,
    pub mtime: Option<i64>,
}

impl From<&File> for JobFile {
    fn from(file: &File) -> JobFile {
        JobFile {
            name: file.name.clone(),
            bytes: file.bytes.0.to_vec(),
            kind: file.kind,
            mode: file.mode.map(|mode| mode.0),
            mtime: file.mtime,
        }
    }
}

/// A run's outcome, or why there is none.
pub type Reply = Result<NativeOutcome, RunFailure>;

#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum RunFailure {
    /// The executable's own fault.
    #[error("cannot start the executable: {0}")]
    NotStarted(String),
    #[error("{0}")]
    BadCase(String),
    #[error("cannot create the files of the case: {0}")]
    Files(String),
    #[error("the sandbox failed: {0}")]
    Sandbox(String),
    /// The deadline came before the program's end. That says nothing about the program.
    #[error("{0}")]
    Cut(Cut),
}

pub fn send<T: Serialize>(socket: &mut impl Write, value: &T) -> io::Result<()> {
    let mut bytes = postcard::to_extend(value, vec![0; 4]).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len() - 4).map_err(io::Error::other)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    socket.write_all(&bytes)
}

pub fn receive<T: DeserializeOwned>(socket: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    socket.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
