//! How two versions differ on a case.
//!
//! What runs did becomes [`Facts`]: normalised, comparable. Several runs of one version give the
//! facts that all share; the rest *varies*, is not compared, and is named.

use crate::case::FileKind;
use crate::normalise::Normaliser;
use crate::outcome::{Change, Data, End, NativeOutcome};
use crate::sanitizer::{SanitizerReport, is_report};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a version did on a case: without and with sanitizers.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    pub plain: NativeOutcome,
    pub report: Option<SanitizerReport>,
    /// Whether the build with sanitizers ended in another way than by exiting.
    pub sanitized_end: Option<End>,
}

impl Observed {
    /// `report`: what sanitizers said, in either run.
    pub fn new(
        plain: NativeOutcome,
        sanitized: Option<&NativeOutcome>,
        report: Option<SanitizerReport>,
    ) -> Observed {
        Observed { plain, report, sanitized_end: sanitized.map(|outcome| outcome.end) }
    }

    /// Whether it is an error whatever the program is for: a crash or a sanitizer's report.
    pub fn is_error(&self) -> bool {
        self.report.is_some() || matches!(self.plain.end, End::Signal(_))
    }

    /// Whether it has no end, or none to its output.
    pub fn hangs(&self) -> bool {
        matches!(self.plain.end, End::Timeout | End::OutputLimit)
    }
}

/// What is compared, besides [`Observed`]'s ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    pub end: Known<End>,
    pub report: Known<Option<SanitizerReport>>,
    pub stdout: Known<Text>,
    pub stderr: Known<Text>,
    /// Paths whose files are not the same in all runs.
    varying_files: BTreeSet<Vec<u8>>,
    files: BTreeMap<Vec<u8>, FileFact>,
    /// The least and the most memory.
    pub peak_kb: (u64, u64),
}

/// Something that is the same in all runs, or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Known<T> {
    Stable(T),
    Varies,
}

impl<T: PartialEq> Known<T> {
    fn and(&mut self, other: Known<T>) {
        if *self != other {
            *self = Known::Varies;
        }
    }

    fn stable(&self) -> Option<&T> {
        match self {
            Known::Stable(value) => Some(value),
            Known::Varies => None,
        }
    }
}

/// Lines, of which some may vary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    pub lines: Vec<Vec<u8>>,
    varying: BTreeSet<usize>,
}

#[derive(Clone, Debug, PartialEq)]
struct FileFact {
    change: Change,
    kind: FileKind,
    mode: u32,
    contents: Vec<u8>,
    hash: u64,
}

impl Facts {
    pub fn new(observed: &Observed, normaliser: &Normaliser) -> Facts {
        let plain = &observed.plain;
        let text = |data| Known::Stable(text(data, plain, normaliser));
        let own = plain.files.iter().filter(|file| !is_report(&file.path));
        let files = own.map(|file| {
            let contents = normaliser.apply(&file.data.bytes, plain);
            // What was not kept is compared by its hash.
            let hash = if file.data.is_whole() { 0 } else { file.data.hash };
            let (change, kind, mode) = (file.change, file.kind, file.mode);
            (file.path.clone(), FileFact { change, kind, mode, contents, hash })
        });
        Facts {
            end: Known::Stable(plain.end),
            report: Known::Stable(observed.report.clone()),
            stdout: text(&plain.stdout),
            stderr: text(&plain.stderr),
            varying_files: BTreeSet::new(),
            files: files.collect(),
            peak_kb: (plain.peak_kb, plain.peak_kb),
        }
    }

    /// With another run of the same version.
    pub fn and(&mut self, other: Facts) {
        self.end.and(other.end);
        self.report.and(other.report);
        combine(&mut self.stdout, other.stdout);
        combine(&mut self.stderr, other.stderr);
        let paths: BTreeSet<&Vec<u8>> = self.files.keys().chain(other.files.keys()).collect();
        let differs = |path: &&Vec<u8>| self.files.get(*path) != other.files.get(*path);
        let varying: Vec<Vec<u8>> = paths.into_iter().filter(differs).cloned().collect();
        self.varying_files.extend(varying);
        self.files.extend(other.files);
        self.peak_kb.0 = self.peak_kb.0.min(other.peak_kb.0);
        self.peak_kb.1 = self.peak_kb.1.max(other.peak_kb.1);
    }

    /// What is not the same in all runs.
    pub fn varies(&self) -> Vec<String> {
        let mut names = Vec::new();
        let streams = [("stdout", &self.stdout), ("stderr", &self.stderr)];
        if self.end == Known::Varies {
            names.push("end".to_string());
        }
        if self.report == Known::Varies {
            names.push("sanitizer".to_string());
        }
        for (name, stream) in streams {
            if stream.stable().is_none_or(|text| !text.varying.is_empty()) {
                names.push(name.to_string());
            }
        }
        let files = self.varying_files.iter();
        names.extend(files.map(|path| String::from_utf8_lossy(path).into_owned()));
        names
    }
}

fn text(data: &Data, outcome: &NativeOutcome, normaliser: &Normaliser) -> Text {
    let bytes = normaliser.apply(&data.bytes, outcome);
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if !data.is_whole() {
        lines.push(format!("({} bytes, hash {:016x})", data.len, data.hash).into_bytes());
    }
    Text { lines, varying: BTreeSet::new() }
}

fn combine(all: &mut Known<Text>, one: Known<Text>) {
    let combined = match (&mut *all, one) {
        (Known::Stable(all), Known::Stable(one)) if all.lines.len() == one.lines.len() => {
            let pairs = all.lines.iter().zip(&one.lines).enumerate();
            let differing = pairs.filter(|(_, (a, b))| a != b).map(|(n, _)| n);
            let differing: Vec<usize> = differing.collect();
            all.varying.extend(differing);
            return;
        }
        _ => Known::Varies,
    };
    *all = combined;
}

/// How outputs differ.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TextDifference {
    LineCount,
    /// The first line, from 1 on.
    WithinLine(usize),
}

/// Everything in which two versions differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    pub end: Option<(End, End)>,
    pub report: bool,
    pub stdout: Option<TextDifference>,
    pub stderr: Option<TextDifference>,
    pub files: Vec<Vec<u8>>,
    /// The new version takes much more memory.
    pub memory: bool,
}

impl Difference {
    pub fn is_none(&self) -> bool {
        *self == Difference::default()
    }
}

/// More than four times as much, and by more than 32 MB.
fn exceeds(old_kb: u64, new_kb: u64) -> bool {
    new_kb > 4 * old_kb && new_kb > old_kb + (32 << 10)
}

pub fn difference(old: &Facts, new: &Facts) -> Difference {
    let end = match (old.end.stable(), new.end.stable()) {
        (Some(&old), Some(&new)) if old != new => Some((old, new)),
        _ => None,
    };
    let report = match (old.report.stable(), new.report.stable()) {
        // Lines move from version to version.
        (Some(Some(old)), Some(Some(new))) => old.without_lines() != new.without_lines(),
        (Some(old), Some(new)) => old.is_some() != new.is_some(),
        _ => false,
    };
    let paths: BTreeSet<&Vec<u8>> = old.files.keys().chain(new.files.keys()).collect();
    let varies =
        |path: &Vec<u8>| old.varying_files.contains(path) || new.varying_files.contains(path);
    let differs = |path: &&Vec<u8>| !varies(path) && old.files.get(*path) != new.files.get(*path);
    // A program that was stopped by us has written a part only, some more and some less.
    let is_cut = |facts: &Facts| {
        matches!(facts.end, Known::Stable(End::Timeout | End::OutputLimit | End::MemoryLimit))
    };
    let cut = is_cut(old) || is_cut(new);
    let texts = |old: &Known<Text>, new: &Known<Text>| match (old.stable(), new.stable()) {
        (Some(old), Some(new)) if !cut => text_difference(old, new),
        _ => None,
    };
    Difference {
        end,
        report,
        stdout: texts(&old.stdout, &new.stdout),
        stderr: texts(&old.stderr, &new.stderr),
        files: match cut {
            true => Vec::new(),
            false => paths.into_iter().filter(differs).cloned().collect(),
        },
        memory: exceeds(old.peak_kb.1, new.peak_kb.0),
    }
}

fn text_difference(old: &Text, new: &Text) -> Option<TextDifference> {
    if old.lines.len() != new.lines.len() {
        return Some(TextDifference::LineCount);
    }
    let differs = |n: &usize| {
        !old.varying.contains(n) && !new.varying.contains(n) && old.lines[*n] != new.lines[*n]
    };
    (0..old.lines.len()).find(differs).map(|n| TextDifference::WithinLine(n + 1))
}
