//! What the tests share: compiling programs, cases from words, workers of several users.

#![allow(dead_code, reason = "each test uses a part")]

use patchlight_budget::{Deadline, Interrupt};
use patchlight_replay::{
    Case, Executable, Hex, Protection, Run, SandboxConfig, Sanitizers, Toolchain,
};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A user without rights that nothing else on the system uses.
pub const PLAIN: u32 = 65533;

/// A directory that every user can look into.
pub fn scratch() -> tempfile::TempDir {
    let dir = tempfile::Builder::new().prefix("replay").tempdir().expect("a temporary directory");
    fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).expect("it is ours");
    dir
}

pub fn compile(source: &Path, flags: &[&str], to: &Path) -> Executable {
    compile_with(source, flags, Sanitizers::Off, to)
}

pub fn compile_with(
    source: &Path,
    flags: &[&str],
    sanitizers: Sanitizers,
    to: &Path,
) -> Executable {
    let mut args = vec![OsString::from("-O0"), source.into()];
    args.extend(flags.iter().map(OsString::from));
    Toolchain::default().compile(&args, sanitizers, to).expect("a program that compiles");
    Executable::open(to).expect("just made")
}

pub fn compile_text(dir: &Path, name: &str, text: &str) -> Executable {
    let source = dir.join(format!("{name}.c"));
    fs::write(&source, text).expect("a writable directory");
    compile(&source, &[], &dir.join(name))
}

pub fn case(args: &[&str]) -> Case {
    let args = args.iter().map(|arg| Hex::from(arg.as_bytes().to_vec())).collect();
    Case { name: "case".to_string(), run: Run { args, ..Run::default() }, ..Case::default() }
}

/// The worker where other users can run it, too.
pub fn worker(dir: &Path) -> PathBuf {
    let path = dir.join("worker");
    // By another process: a file that this one writes could still be open in a child of another
    // thread, and could then not be run.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_sandbox-worker")).arg(&path).status();
    assert!(copied.is_ok_and(|status| status.success()), "the worker is built");
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it is ours");
    path
}

pub fn never() -> Deadline {
    Deadline::never(&Interrupt::default())
}

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A sandbox of this user's.
pub fn config(dir: &Path) -> SandboxConfig {
    SandboxConfig::new([worker(dir).into_os_string()])
}

/// A sandbox of a plain user's, whoever runs the test.
pub fn plain_config(dir: &Path) -> SandboxConfig {
    if !is_root() {
        return config(dir);
    }
    let words = ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"];
    let mut command: Vec<OsString> = words.iter().map(OsString::from).collect();
    command.push(worker(dir).into_os_string());
    SandboxConfig::new(command)
}

pub const NAMESPACES: [Protection; 5] = [
    Protection::UserNamespace,
    Protection::MountNamespace,
    Protection::PidNamespace,
    Protection::IpcNamespace,
    Protection::NetNamespace,
];
