//! Exit codes, in one place.

use std::process::ExitCode;

pub const HELP: &str = "\
Exit codes of every command:
  0      success
  1      invalid usage or input
  5      a patch does not apply
  70     internal error: a bug in Patchlight
  141    nobody reads the output any more (`| head`): 128 + SIGPIPE, as in a shell
Exit codes of `test` and `history`:
  0      no difference, and everything that changed was compared
  2      a regression
  3      other differences
  4      a build or the test suite failed
  6      inconclusive: no difference found, but not everything that changed was compared
Exit codes of `run`:
  N      the program's own exit code
  97     a limit was reached
  98     the program needs something that Patchlight does not support
  99     Patchlight found an error in the program
  128+N  signal N killed the program";

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Exit {
    Ok,
    /// Bad usage or input.
    Usage,
    /// A patch that does not apply.
    BadDiff,
    /// The program's own status.
    Program(i32),
    /// By this signal: the program, or Patchlight itself by Ctrl-C, or by `SIGPIPE` when nobody
    /// reads its output any more (`output`). Not 0, as of a search that was cut short: that would
    /// say "no difference".
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
    /// No difference was found, but not everything that changed was compared.
    Inconclusive,
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
            Exit::Inconclusive => 6,
            Exit::Internal => 70,
        })
    }
}
