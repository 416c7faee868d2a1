//! What a native run did.

use crate::case::FileKind;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// How a run ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Exit(i32),
    Signal(i32),
    /// It did not end in time.
    Timeout,
    /// It wrote more than it may.
    OutputLimit,
    /// All its processes together took more memory than they may.
    MemoryLimit,
}

/// Whether all is known that was written to a program's streams.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateOutput {
    /// Nobody was left who could write more.
    #[default]
    Complete,
    /// The program left a process behind that kept its streams open for too long. It was ended, and
    /// whatever else it had to say is lost.
    Lost,
}

/// What a run wrote to a stream, or what is in a file.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Data {
    /// The first `KEPT` bytes.
    pub bytes: Vec<u8>,
    /// The length of all.
    pub len: u64,
    /// A hash of all.
    pub hash: u64,
}

/// How much is kept of a stream or file; what follows counts by length and hash.
pub const KEPT: usize = 1 << 20;

impl Data {
    pub fn new(bytes: Vec<u8>) -> Data {
        let (len, hash) = (bytes.len() as u64, xxh3_64(&bytes));
        Data { bytes, len, hash }
    }

    pub fn is_whole(&self) -> bool {
        self.bytes.len() as u64 == self.len
    }
}

/// How a file is not as it was before.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Created,
    Changed,
    Removed,
}

/// A file that a run created, changed or removed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct FileChange {
    /// Relative to the case's directory; files in `/tmp` have their whole path.
    pub path: Vec<u8>,
    pub change: Change,
    pub kind: FileKind,
    pub mode: u32,
    /// The contents, or where a link points to.
    pub data: Data,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NativeOutcome {
    pub end: End,
    pub late_output: LateOutput,
    pub stdout: Data,
    pub stderr: Data,
    /// By path.
    pub files: Vec<FileChange>,
    /// Whether it left more files behind than are looked at.
    pub files_truncated: bool,
    /// The most memory that the program had at a time.
    pub peak_kb: u64,
    pub wall_us: u64,
    /// What the program's process was called.
    pub pid: u32,
}
