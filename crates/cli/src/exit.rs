//! Exit codes, in one place.

use std::process::ExitCode;

pub const HELP: &str = "\
Exit codes of `run`: the program's own; 128 + N if signal N ended it; 99 if Patchlight found an
error in it; 98 if it needs something that Patchlight does not support; 97 if a limit was reached.
Of `test`: 0 no difference, 2 a regression, 3 differences to look at, 4 a build or the suite failed.
1: bad usage or input. 5: a patch that does not apply. 70: an error of Patchlight itself.";

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Exit {
    Ok,
    /// Bad usage or input.
    Usage,
    /// A patch that does not apply.
    BadDiff,
    /// The program's own status.
    Program(i32),
    Killed(i32),
    Bug,
    Unsupported,
    Limit,
    /// The new version fails where the old one does not.
    Regression,
    /// The versions differ otherwise.
    Difference,
    /// A build or the project's suite failed.
    BuildFailed,
    /// An error of Patchlight itself.
    Internal,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Ok => 0,
            Exit::Usage => 1,
            Exit::BadDiff => 5,
            Exit::Program(status) => status as u8,
            Exit::Killed(signal) => 128u8.wrapping_add(signal as u8),
            Exit::Bug => 99,
            Exit::Unsupported => 98,
            Exit::Limit => 97,
            Exit::Regression => 2,
            Exit::Difference => 3,
            Exit::BuildFailed => 4,
            Exit::Internal => 70,
        })
    }
}
