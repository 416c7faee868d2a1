//! Every test once more, on each version by itself, with inputs that are fixed.

use crate::versions::Versions;
use anyhow::Result;
use patchlight_budget::{Deadline, cost};
use patchlight_drive::coverage::Reached;
use patchlight_drive::{Seed, by_block};
use patchlight_engine::entered::Entered;
use patchlight_engine::{BugKind, Context, PathEnd, Program, Side, State};
use patchlight_posix::Stream;
use patchlight_replay::{Case, Latin1, mask_asserts};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Far beyond what tests of programs need.
pub const MAX_OPS: u64 = 200_000_000;

/// What a version does on a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    pub end: PredictedEnd,
    pub stdout: Latin1,
    pub stderr: Latin1,
}

impl Prediction {
    /// Whether the program did something that no program may do.
    pub fn is_error(&self) -> bool {
        matches!(self.end, PredictedEnd::Bug(_))
    }

    /// Whether the engine knows what the program does: no gap and no limit of ours ended it.
    pub fn is_known(&self) -> bool {
        !matches!(self.end, PredictedEnd::Unsupported(_) | PredictedEnd::Limit(_))
    }

    /// Whether another version does something else. Where an assertion stands does not matter.
    pub fn differs(&self, other: &Prediction) -> bool {
        let said = |outcome: &Prediction| mask_asserts(&outcome.stderr.0);
        self.end != other.end || self.stdout != other.stdout || said(self) != said(other)
    }
}

/// How a version ends on a test, as the engine sees it. Files have it as a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum PredictedEnd {
    Exit(i32),
    Signal(i32),
    /// The program did something that no program may do.
    Bug(BugKind),
    Discarded,
    /// A gap of ours.
    Unsupported(String),
    /// A limit of ours.
    Limit(String),
}

impl PredictedEnd {
    /// Whether the program did not end by itself.
    pub fn fails(&self) -> bool {
        matches!(self, PredictedEnd::Bug(_) | PredictedEnd::Signal(_))
    }
}

impl From<&PathEnd> for PredictedEnd {
    fn from(end: &PathEnd) -> PredictedEnd {
        match end {
            PathEnd::Exit(status) => PredictedEnd::Exit(*status),
            PathEnd::Killed(signal) => PredictedEnd::Signal(*signal),
            PathEnd::Bug(bug) => PredictedEnd::Bug(bug.kind),
            PathEnd::Discarded => PredictedEnd::Discarded,
            PathEnd::Unsupported(gap) => PredictedEnd::Unsupported(gap.what.clone()),
            PathEnd::Limit(limit) => PredictedEnd::Limit(limit.to_string()),
        }
    }
}

impl fmt::Display for PredictedEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PredictedEnd::Exit(status) => write!(f, "exit {status}"),
            PredictedEnd::Signal(signal) => write!(f, "signal {signal}"),
            PredictedEnd::Bug(kind) => f.write_str(kind.name()),
            PredictedEnd::Discarded => f.write_str("discarded"),
            PredictedEnd::Unsupported(what) => write!(f, "unsupported: {what}"),
            PredictedEnd::Limit(limit) => write!(f, "limit: {limit}"),
        }
    }
}

impl From<PredictedEnd> for String {
    fn from(end: PredictedEnd) -> String {
        end.to_string()
    }
}

impl TryFrom<String> for PredictedEnd {
    type Error = String;

    fn try_from(text: String) -> Result<PredictedEnd, String> {
        let number = |prefix: &str| text.strip_prefix(prefix)?.parse().ok();
        let rest = |prefix: &str| text.strip_prefix(prefix).map(str::to_string);
        let end = match text.as_str() {
            "discarded" => Some(PredictedEnd::Discarded),
            name => BugKind::from_name(name).map(PredictedEnd::Bug),
        };
        end.or_else(|| number("exit ").map(PredictedEnd::Exit))
            .or_else(|| number("signal ").map(PredictedEnd::Signal))
            .or_else(|| rest("unsupported: ").map(PredictedEnd::Unsupported))
            .or_else(|| rest("limit: ").map(PredictedEnd::Limit))
            .ok_or_else(|| format!("`{text}` is not a way to end"))
    }
}

/// What the old and the new version do, and the functions that each enters.
/// Spends the deadline's steps, but ends only at one in time.
pub fn run_both(
    versions: &Versions,
    case: &Case,
    deadline: &Deadline,
) -> Result<([Prediction; 2], [Entered; 2])> {
    let seed = Seed::new(case.clone(), "confirm")?;
    let (old, by_old) = run_one(&versions.old, &versions.name, &seed, deadline)?;
    let (new, by_new) = run_one(&versions.new, &versions.name, &seed, deadline)?;
    Ok(([old, new], [by_old, by_new]))
}

/// What one version does.
pub fn run_side(versions: &Versions, side: Side, case: &Case) -> Result<Prediction> {
    let seed = Seed::new(case.clone(), "confirm")?;
    Ok(run_one(program_of(versions, side), &versions.name, &seed, &Deadline::none())?.0)
}

/// The same, with what it executes.
pub fn trace_side(versions: &Versions, side: Side, case: &Case) -> Result<(Prediction, Reached)> {
    let program = program_of(versions, side);
    let seed = Seed::new(case.clone(), "confirm")?;
    let (mut state, mut posix) = seed.start_fixed(program, &versions.name)?;
    let (mut context, mut reached) = (Context::default(), Reached::default());
    let see = |state: &State, step| {
        reached.mark(program, state, step);
        true
    };
    let end = by_block(program, &mut context, &mut state, &mut posix, MAX_OPS, see);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    for (stream, data) in posix.take_output() {
        let to = if stream == Stream::Err { &mut stderr } else { &mut stdout };
        to.extend(data.under(&mut context, &state.path.witness));
    }
    let (stdout, stderr) = (Latin1(stdout), Latin1(stderr));
    Ok((Prediction { end: PredictedEnd::from(&end), stdout, stderr }, reached))
}

fn program_of(versions: &Versions, side: Side) -> &Program {
    if side == Side::Old { &versions.old } else { &versions.new }
}

fn run_one(
    program: &Program,
    name: &[u8],
    seed: &Seed,
    deadline: &Deadline,
) -> Result<(Prediction, Entered)> {
    let (mut state, mut posix) = seed.start_fixed(program, name)?;
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut sink = |stream, bytes: &[u8]| {
        let to = if stream == Stream::Err { &mut stderr } else { &mut stdout };
        to.extend_from_slice(bytes);
        Ok(())
    };
    // Steps are counted when it has ended: how many it gets does not depend on what others spent.
    let is_cut = || deadline.time_left() == Some(Duration::ZERO) || deadline.interrupt().is_asked();
    let go_on = |n_ops| n_ops < MAX_OPS && !is_cut();
    let end = patchlight_posix::run(program, &mut state, &mut posix, &go_on, &mut sink);
    deadline.spend(state.path.n_ops * cost::OP);
    let (stdout, stderr) = (Latin1(stdout), Latin1(stderr));
    Ok((Prediction { end: PredictedEnd::from(&end), stdout, stderr }, state.entered()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts are in files that users and earlier versions have.
    #[test]
    fn ends_are_written_and_read_as_texts() {
        let ends = [
            (PredictedEnd::Exit(-3), "exit -3"),
            (PredictedEnd::Signal(11), "signal 11"),
            (PredictedEnd::Bug(BugKind::UseAfterFree), "use-after-free"),
            (PredictedEnd::Discarded, "discarded"),
            (PredictedEnd::Unsupported("a call: x".to_string()), "unsupported: a call: x"),
            (PredictedEnd::Limit("all memory".to_string()), "limit: all memory"),
        ];
        for (end, text) in ends {
            assert_eq!(serde_json::to_value(&end).unwrap(), text);
            assert_eq!(serde_json::from_value::<PredictedEnd>(text.into()).unwrap(), end);
        }
        let unknown = serde_json::from_value::<PredictedEnd>("exit".into()).unwrap_err();
        assert_eq!(unknown.to_string(), "`exit` is not a way to end");
    }
}
