//! Every test once more, on each version by itself, with inputs that are fixed.

use super::seeds::{config, directory};
use super::versions::{ENTRY, Versions};
use crate::cache::ScratchDir;
use anyhow::Result;
use patchlight_engine::contents::Entered;
use patchlight_engine::{PathEnd, Program, State};
use patchlight_posix::{Input, Posix, Stream};
use patchlight_replay::{Case, Hex, Latin1, mask_asserts};
use serde::{Deserialize, Serialize};

/// Far beyond what tests of programs need.
pub const MAX_OPS: u64 = 200_000_000;

/// What a version does on a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub end: String,
    pub stdout: Latin1,
    pub stderr: Latin1,
}

impl Outcome {
    /// Whether the program did something that no program may do.
    pub fn is_error(&self) -> bool {
        let fine = ["exit ", "signal ", "discarded", "unsupported", "limit"];
        !fine.iter().any(|end| self.end.starts_with(end))
    }

    /// Whether the engine knows what the program does: no gap and no limit of ours ended it.
    pub fn is_known(&self) -> bool {
        !self.end.starts_with("unsupported") && !self.end.starts_with("limit")
    }

    /// Whether another version does something else. Where an assertion stands does not matter.
    pub fn differs(&self, other: &Outcome) -> bool {
        let said = |outcome: &Outcome| mask_asserts(&outcome.stderr.0);
        self.end != other.end || self.stdout != other.stdout || said(self) != said(other)
    }

    /// Whether it did not end by itself.
    pub fn fails(&self) -> bool {
        self.is_error() || self.end.starts_with("signal ")
    }
}

/// What the old and the new version do, and the functions that each enters.
pub fn run_both(versions: &Versions, case: &Case) -> Result<([Outcome; 2], [Entered; 2])> {
    let (old, by_old) = run_one(&versions.old, &versions.name, case)?;
    let (new, by_new) = run_one(&versions.new, &versions.name, case)?;
    Ok(([old, new], [by_old, by_new]))
}

/// A program at its start, with the inputs of a test, and the directory in which it runs.
pub fn fixed_start(
    program: &Program,
    name: &[u8],
    case: &Case,
) -> Result<(State, Posix, ScratchDir)> {
    let dir = directory(&case.run, "confirm")?;
    let mut config = config(&case.run, name, &dir.0);
    config.args.extend(case.run.args.iter().map(|Hex(bytes)| bytes.clone()));
    config.stdin = Input::Bytes(case.run.stdin.0.clone().into());
    let mut state = State::new(program, ENTRY, 8 << 30)?;
    let posix = Posix::new(config);
    posix.start(program, &mut state).map_err(|limit| anyhow::anyhow!("{limit}"))?;
    Ok((state, posix, dir))
}

fn run_one(program: &Program, name: &[u8], case: &Case) -> Result<(Outcome, Entered)> {
    let (mut state, mut posix, _dir) = fixed_start(program, name, case)?;
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut sink = |stream, bytes: &[u8]| {
        let to = if stream == Stream::Err { &mut stderr } else { &mut stdout };
        to.extend_from_slice(bytes);
        Ok(())
    };
    let end = patchlight_posix::run(program, &mut state, &mut posix, MAX_OPS, &mut sink);
    let (stdout, stderr) = (Latin1(stdout), Latin1(stderr));
    Ok((Outcome { end: describe(&end), stdout, stderr }, state.entered()))
}

fn describe(end: &PathEnd) -> String {
    match end {
        PathEnd::Exit(status) => format!("exit {status}"),
        PathEnd::Killed(signal) => format!("signal {signal}"),
        PathEnd::Bug(bug) => bug.kind.name().to_string(),
        PathEnd::Discarded => "discarded".to_string(),
        PathEnd::Unsupported(gap) => format!("unsupported: {}", gap.what),
        PathEnd::Limit(limit) => format!("limit: {limit}"),
    }
}
