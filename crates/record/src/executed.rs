//! Which programs a command executes, whoever starts them.

use super::ptrace::{self, Stop};
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a command did.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Executed {
    /// Its exit status, or 128 and the signal that ended it.
    pub status: i32,
    /// How often each executable was started.
    pub programs: BTreeMap<PathBuf, u64>,
}

/// Runs a shell command and notes every program that it, or what it starts, executes.
pub fn executed(
    command: &str,
    dir: &Path,
    env: &[(OsString, OsString)],
    log: &fs::File,
) -> Result<Executed> {
    let mut shell = Command::new("sh");
    // It waits until it is watched.
    shell.args(["-c", "read -r _; exec sh -c \"$1\" </dev/null", "sh", command]);
    shell.current_dir(dir).envs(env.iter().cloned()).stdin(Stdio::piped());
    shell.stdout(log.try_clone()?).stderr(log.try_clone()?);
    // The kernel ties what is watched to the thread that watches. When the thread ends, what still
    // runs goes on unwatched.
    let watching = std::thread::spawn(move || watch(&mut shell));
    watching.join().map_err(|_| anyhow!("the thread that watches the suite panicked"))?
}

fn watch(shell: &mut Command) -> Result<Executed> {
    let mut child = shell.spawn().context("cannot start sh")?;
    let main = child.id() as i32;
    let mut executed = Executed::default();
    ptrace::seize(main).context("cannot watch what the suite starts")?;
    child.stdin.take().context("a pipe to sh")?.write_all(b"\n")?;
    while let Some((tid, stop)) = ptrace::wait()? {
        let signal = match stop {
            Stop::Exited(status) if tid == main => {
                executed.status = status;
                break;
            }
            Stop::Killed(signal) if tid == main => {
                executed.status = 128 + signal;
                break;
            }
            Stop::Exited(_) | Stop::Killed(_) => continue,
            Stop::Paused => {
                ptrace::leave_paused(tid);
                continue;
            }
            Stop::Signal(signal) => signal,
            Stop::Exec(_) => {
                if let Ok(program) = fs::read_link(format!("/proc/{tid}/exe")) {
                    *executed.programs.entry(program).or_default() += 1;
                }
                0
            }
            Stop::Call | Stop::Child(_) | Stop::Begins => 0,
        };
        ptrace::go_on(tid, signal);
    }
    Ok(executed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_seen_however_deep_they_are_started() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().canonicalize().unwrap();
        let program = place.join("mine");
        fs::copy("/bin/true", &program).unwrap();
        let log = tempfile::tempfile().unwrap();
        let command = "./mine; (sh -c './mine & wait'; env ./mine) | cat; kill -TERM $$";
        let executed = executed(command, &place, &[], &log).unwrap();
        assert_eq!(executed.status, 128 + libc::SIGTERM);
        assert_eq!(executed.programs.get(&program), Some(&3), "{executed:?}");
    }

    #[test]
    fn a_process_that_is_left_behind_is_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let log = tempfile::tempfile().unwrap();
        let executed = executed("sleep 3 & exit 7", dir.path(), &[], &log).unwrap();
        assert_eq!(executed.status, 7);
    }
}
