//! What a difference means.

use crate::compare::{Difference, Observed, TextDifference};
use crate::outcome::End;
use crate::sanitizer::{Frame, SanitizerReport};
use serde::{Deserialize, Serialize};

/// In the order in which reports show them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A crash, a sanitizer's error or a hang only in the new version.
    Regression,
    /// A difference that the fixed version takes back.
    Bug,
    /// The new version takes over four times as much memory, and over 32 MB more.
    ResourceDifference,
    OutputDifference,
    /// A difference that the fixed version keeps.
    Expected,
    /// A crash, a sanitizer's error or a hang only in the old version.
    Fix,
    /// Undefined behaviour only in the new version, of a kind that has no effect.
    LatentError,
    /// The versions part inside, and nothing of it is seen outside.
    SilentDivergence,
}

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Class::Regression => "regression",
            Class::Bug => "bug",
            Class::ResourceDifference => "resource difference",
            Class::OutputDifference => "output difference",
            Class::Expected => "expected",
            Class::Fix => "fix",
            Class::LatentError => "latent error",
            Class::SilentDivergence => "silent divergence",
        }
    }
}

/// What a known-good third version says of a difference.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    Expected,
    Bug,
}

/// What is seen first of a difference; differences of one shape belong together.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A sanitizer's error: its kind and the top frames.
    Sanitizer {
        kind: String,
        frames: Vec<Frame>,
    },
    /// One version does not exit, or exits with another status.
    Ends {
        old: End,
        new: End,
    },
    /// Standard output has more or fewer lines.
    LineCount,
    WithinLine,
    Files,
    /// Only standard error differs.
    StderrText,
    Memory,
    Nothing,
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shape::Sanitizer { kind, frames } => {
                write!(f, "{kind}")?;
                match frames.first() {
                    Some(frame) if frame.function.is_empty() => {
                        write!(f, " at {}:{}", frame.file, frame.line)
                    }
                    Some(frame) => {
                        write!(f, " in {} at {}:{}", frame.function, frame.file, frame.line)
                    }
                    None => Ok(()),
                }
            }
            Shape::Ends { old, new } => write!(f, "{old}, then {new}"),
            Shape::LineCount => f.write_str("another number of lines"),
            Shape::WithinLine => f.write_str("other text within a line"),
            Shape::Files => f.write_str("other files"),
            Shape::StderrText => f.write_str("other text on standard error only"),
            Shape::Memory => f.write_str("more memory"),
            Shape::Nothing => f.write_str("nothing to see"),
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Exit(status) => write!(f, "exit {status}"),
            End::Signal(signal) => write!(f, "signal {signal}"),
            End::Timeout => f.write_str("no end in time"),
            End::OutputLimit => f.write_str("too much output"),
            End::MemoryLimit => f.write_str("too much memory"),
        }
    }
}

/// The class of a difference that is none of chance.
pub fn classify(difference: &Difference, old: &Observed, new: &Observed) -> Class {
    // Only what is the same in all runs decides: an end that varies is in no difference.
    let decides = difference.report || difference.end.is_some();
    let (fails_old, fails_new) = (fails(old), fails(new));
    match (fails_old, fails_new) {
        (false, true) if is_latent(difference, new) => Class::LatentError,
        (false, true) if decides => Class::Regression,
        // One that runs on, and one that does something else, may be two programs that are right.
        (true, false) if decides && !is_other_output(old, new) => Class::Fix,
        _ if is_memory_alone(difference) => Class::ResourceDifference,
        _ => Class::OutputDifference,
    }
}

/// Whether nothing differs but a report of what no user can see.
fn is_latent(difference: &Difference, new: &Observed) -> bool {
    let sees = difference.end.is_some()
        || difference.stdout.is_some()
        || difference.stderr.is_some()
        || !difference.files.is_empty();
    !sees && new.report.as_ref().is_some_and(SanitizerReport::is_latent)
}

/// Whether a version that runs on has written what the other one does not.
fn is_other_output(hanging: &Observed, other: &Observed) -> bool {
    let [written, whole] = [hanging, other].map(|observed| &observed.plain.stdout.bytes);
    hanging.hangs() && !hanging.is_error() && !whole.starts_with(written)
}

fn fails(observed: &Observed) -> bool {
    observed.is_error() || observed.hangs()
}

fn is_memory_alone(difference: &Difference) -> bool {
    let ends_by_memory = matches!(difference.end, Some((_, End::MemoryLimit)));
    let others = difference.end.is_some()
        || difference.report
        || difference.stdout.is_some()
        || difference.stderr.is_some()
        || !difference.files.is_empty();
    ends_by_memory || difference.memory && !others
}

pub fn shape(difference: &Difference, old: &Observed, new: &Observed) -> Shape {
    let report = || match (&old.report, &new.report) {
        (_, Some(report)) | (Some(report), None) => {
            Shape::Sanitizer { kind: report.kind.clone(), frames: report.frames.clone() }
        }
        (None, None) => Shape::Nothing,
    };
    match difference {
        difference if difference.report => report(),
        Difference { end: Some((old, new)), .. } => Shape::Ends { old: *old, new: *new },
        Difference { stdout: Some(TextDifference::LineCount), .. } => Shape::LineCount,
        Difference { stdout: Some(TextDifference::WithinLine(_)), .. } => Shape::WithinLine,
        Difference { files, .. } if !files.is_empty() => Shape::Files,
        Difference { stderr: Some(_), .. } => Shape::StderrText,
        Difference { memory: true, .. } => Shape::Memory,
        _ => Shape::Nothing,
    }
}

/// How bad an error is, the worst first.
pub fn severity(observed: &Observed) -> u8 {
    let report = observed.report.as_ref();
    match observed.plain.end {
        _ if report.is_some_and(SanitizerReport::is_write) => 0,
        _ if report.is_some_and(SanitizerReport::is_memory_error) => 1,
        End::Signal(_) => 2,
        _ if report.is_some() => 3,
        End::Timeout => 4,
        _ => 5,
    }
}
