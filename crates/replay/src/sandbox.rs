//! Native runs of programs that may do anything, without harm to the host.
//!
//! A [`Sandbox`] is a process of its own (a *worker*) that sets up namespaces once and then runs
//! one program after the other: making a network namespace takes longer than most programs run.
//! What could pass from a run to the next is made anew for each: the processes (all ended), the
//! case's directory, `/tmp`, System V and POSIX queues.
//!
//! | layer | what it keeps from the host | without it |
//! |---|---|---|
//! | user namespace | the program is an unprivileged user outside, whoever starts it | as root: user 65534 |
//! | mount namespace | the system read-only; everything else does not exist; `/tmp` and the case in memory | Landlock |
//! | PID namespace | other processes are not there; all processes end with the worker | orphans are adopted and ended; signals to others refused |
//! | IPC, network namespaces | shared memory, sockets | system calls refused |
//! | Landlock | reading and writing elsewhere, once more; TCP, abstract sockets, signals | what its version lacks: the filter |
//! | system call filter | mounts, namespaces, tracing, keys, clocks, modules, sockets in files, … | – |
//! | limits | time, memory, files, processes, output | always there |
//!
//! **Absent.** Control groups: a plain user has none. Memory of all processes together is watched
//! instead, 40 times a second; shared memory is counted when a program asks for it (`questions`).

mod child;
mod fence;
mod filter;
mod guard;
mod host;
mod namespaces;
mod program;
mod protocol;
mod questions;
mod queues;
mod run;
mod terminals;
mod tree;
mod view;
mod watch;
mod worker;

pub use host::{Sandbox, SandboxConfig};
pub use protocol::RunFailure;
pub use tree::make_files;
pub use worker::serve;

use crate::case::{BadCase, CaseLimits};
use serde::{Deserialize, Serialize};

/// The first argument with which a program is a sandbox's worker.
const WORKER: &str = "sandbox-worker";

/// What a program begins with that has [`sandbox_config`]'s sandboxes: it may be their worker.
pub fn serve_if_asked() -> Option<std::process::ExitCode> {
    let is_worker = std::env::args_os().nth(1).is_some_and(|arg| arg == WORKER);
    is_worker.then(serve)
}

/// A sandbox whose worker is this very program.
pub fn sandbox_config() -> std::io::Result<SandboxConfig> {
    Ok(SandboxConfig::new([std::env::current_exe()?.into_os_string(), WORKER.into()]))
}

/// The user and group that a program believes to be, unless its case says otherwise.
pub const USER: u32 = 1000;

/// A version of Landlock, as the kernel numbers them. 0: there is none.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
pub struct LandlockAbi(pub u8);

/// A layer of the sandbox.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protection {
    UserNamespace,
    MountNamespace,
    PidNamespace,
    IpcNamespace,
    NetNamespace,
    NoNewPrivileges,
    Landlock,
    SystemCallFilter,
    Limits,
}

impl Protection {
    pub const ALL: [Protection; 9] = [
        Protection::UserNamespace,
        Protection::MountNamespace,
        Protection::PidNamespace,
        Protection::IpcNamespace,
        Protection::NetNamespace,
        Protection::NoNewPrivileges,
        Protection::Landlock,
        Protection::SystemCallFilter,
        Protection::Limits,
    ];

    /// What it means that a sandbox does without it.
    pub fn without_it(self) -> &'static str {
        match self {
            Protection::UserNamespace => {
                "programs have the rights of a user of the host: yours, or nobody's if you are root"
            }
            Protection::MountNamespace => {
                "programs see the host's files; Landlock says which they may read and write, and \
                 calls that change attributes of files are refused"
            }
            Protection::PidNamespace => {
                "programs see that other processes exist; signals to them are refused"
            }
            Protection::IpcNamespace => "System V and POSIX queues and segments are refused",
            Protection::NetNamespace => "all sockets but pairs are refused",
            Protection::NoNewPrivileges => "set-user-ID programs have an effect",
            Protection::Landlock => "nothing but mounts keeps programs from files of the host",
            Protection::SystemCallFilter => {
                "programs can use every system call that the kernel allows a plain user, and shared \
                 memory is not counted"
            }
            Protection::Limits => "programs can use the whole machine",
        }
    }

    /// Whether files of the host are safe by this layer alone.
    pub fn protects_files(self) -> bool {
        matches!(self, Protection::MountNamespace | Protection::Landlock)
    }
}

impl std::fmt::Display for Protection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Protection::UserNamespace => "user namespace",
            Protection::MountNamespace => "mount namespace",
            Protection::PidNamespace => "PID namespace",
            Protection::IpcNamespace => "IPC namespace",
            Protection::NetNamespace => "network namespace",
            Protection::NoNewPrivileges => "no new privileges",
            Protection::Landlock => "Landlock",
            Protection::SystemCallFilter => "system call filter",
            Protection::Limits => "limits",
        })
    }
}

/// What a run may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    pub seconds: f64,
    pub memory_mb: u64,
    /// The largest file, and all files of the case together.
    pub file_mb: u64,
    pub processes: u64,
    /// Standard output and error together.
    pub output_mb: u64,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        RunLimits { seconds: 5.0, memory_mb: 2048, file_mb: 64, processes: 64, output_mb: 64 }
    }
}

impl RunLimits {
    /// Limits that are none, or that no machine can keep, are mistakes.
    pub fn check(&self) -> Result<(), BadCase> {
        let RunLimits { seconds, memory_mb, file_mb, processes, output_mb } = self.clone();
        let [memory_mb, file_mb, processes, output_mb] =
            [memory_mb, file_mb, processes, output_mb].map(Some);
        let limits =
            CaseLimits { seconds: Some(seconds), memory_mb, file_mb, processes, output_mb };
        limits.check()
    }

    /// With what a case says of its own.
    pub fn with(&self, case: &CaseLimits) -> RunLimits {
        RunLimits {
            seconds: case.seconds.filter(|&seconds| seconds > 0.0).unwrap_or(self.seconds),
            memory_mb: case.memory_mb.unwrap_or(self.memory_mb),
            file_mb: case.file_mb.unwrap_or(self.file_mb),
            processes: case.processes.unwrap_or(self.processes),
            output_mb: case.output_mb.unwrap_or(self.output_mb),
        }
    }
}
