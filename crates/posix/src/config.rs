//! What the caller decides about the system that a program finds itself in.

use crate::streams::Input;
use std::path::PathBuf;

/// The second at which a program starts, unless the caller says otherwise: a moment in November
/// 2023.
pub const START_TIME: i64 = 1_700_000_000;

#[derive(Clone, Debug)]
pub struct Config {
    /// `argv`, the program's name included.
    pub args: Vec<Vec<u8>>,
    /// `NAME=value`.
    pub env: Vec<Vec<u8>>,
    pub cwd: PathBuf,
    /// What `/proc/self/exe` names.
    pub executable: PathBuf,
    pub stdin: Input,
    /// Which of the three standard streams are terminals.
    pub terminals: [bool; 3],
    pub umask: u32,
    pub who: Credentials,
    /// The time on the program's clock when it starts.
    pub start_time: i64,
}

/// Whom the program runs as.
#[derive(Clone, Debug, PartialEq)]
pub struct Credentials {
    pub uid: u32,
    pub euid: u32,
    pub gid: u32,
    pub egid: u32,
    pub groups: Vec<u32>,
}

impl Credentials {
    /// A user of this number with a group of the same number and no other.
    pub fn of(id: u32) -> Credentials {
        Credentials { uid: id, euid: id, gid: id, egid: id, groups: Vec::new() }
    }

    /// Those of this process.
    pub fn of_host() -> Credentials {
        let groups = rustix::process::getgroups().unwrap_or_default();
        Credentials {
            uid: rustix::process::getuid().as_raw(),
            euid: rustix::process::geteuid().as_raw(),
            gid: rustix::process::getgid().as_raw(),
            egid: rustix::process::getegid().as_raw(),
            groups: groups.into_iter().map(|group| group.as_raw()).collect(),
        }
    }
}

impl Default for Config {
    /// A program without arguments in `/`, run as the host's user.
    fn default() -> Config {
        Config {
            args: Vec::new(),
            env: Vec::new(),
            cwd: PathBuf::from("/"),
            executable: PathBuf::from("/program"),
            stdin: Input::default(),
            terminals: [false; 3],
            umask: 0o022,
            who: Credentials::of_host(),
            start_time: START_TIME,
        }
    }
}
