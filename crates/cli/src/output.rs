//! Output that nobody takes any more, for all commands in one place.
//!
//! Commands print with `println!`, which panics where writing fails: a reader that has seen enough
//! (`patchlight report | head`) is no mistake of anybody's. Unwinding cleans up on the way.

use crate::exit::Exit;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo, UnwindSafe};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

/// Runs a command, which ends where its output can no longer be written. Any other panic is a
/// mistake of ours.
pub fn guard(command: impl FnOnce() -> ExitCode + UnwindSafe) -> ExitCode {
    let lost: Arc<OnceLock<io::Error>> = Arc::default();
    let (noted, report) = (Arc::clone(&lost), panic::take_hook());
    panic::set_hook(Box::new(move |info| match failure(info) {
        Some(error) => drop(noted.set(error)),
        // A thread that waited for the one that could not print.
        None if noted.get().is_some() => {}
        None => report(info),
    }));
    panic::catch_unwind(command).unwrap_or_else(|_| match lost.get() {
        Some(error) => end(error).into(),
        None => {
            say("internal error: this is a bug in Patchlight, please report it");
            Exit::Internal.into()
        }
    })
}

/// How a command ends that cannot write its output: quietly if its reader has gone away.
pub fn end(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Killed(libc::SIGPIPE);
    }
    say(&format!("cannot write the output: {error}"));
    Exit::Usage
}

/// For standard error, which may be lost as well.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "patchlight: {message}");
}

/// What `println!` or `eprintln!` could not do. The standard library says it in the message alone:
/// `failed printing to stdout: Broken pipe (os error 32)`.
fn failure(info: &PanicHookInfo<'_>) -> Option<io::Error> {
    let message = info.payload_as_str()?.strip_prefix("failed printing to std")?;
    let (_, code) = message.strip_suffix(')')?.rsplit_once("(os error ")?;
    Some(io::Error::from_raw_os_error(code.parse().ok()?))
}
