//! What `patchlight test` found out about a patch. The store keeps it, every report shows it.

mod stage;
mod verdict;

pub use stage::{Engine, FoundBy, Stage, StageName, Starts};
pub use verdict::{Doubt, Verdict, WhyNot};

use patchlight_replay::{Case, Class, Frame, Latin1};
use serde::{Deserialize, Serialize};

/// Grows when a field changes its meaning or goes away.
pub const FORMAT: u32 = 2;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    pub format: u32,
    /// What the project is called.
    pub project: String,
    pub old: Version,
    pub new: Version,
    pub programs: Vec<ProgramResults>,
    /// The project's own tests; none if only cases were given.
    pub suite: Option<Suite>,
    pub patch: Vec<PatchedFile>,
    /// The most important first. Those that stand in the baseline are accepted, and still here.
    pub findings: Vec<Finding>,
    /// Where the versions parted, whether or not anything is seen of it outside.
    pub partings: Vec<Parting>,
    /// What is not known, and why: gaps and limits of ours.
    pub unknowns: Vec<Unknown>,
    /// Changed sources that no program of the configuration is made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_built: Vec<String>,
    /// The tests that both versions were built with, if theirs differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_tests: Option<SharedTests>,
    /// The versions, `old` or `new`, in which variables that several files define had to be made one
    /// (`-fcommon`), as older compilers did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with_common: Vec<String>,
    /// Programs of the configuration that were not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    pub stages: Vec<Stage>,
    /// How the changes of the patch follow on one another, by program, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<ChangeGraph>,
    /// Ctrl-C came before the end.
    pub is_interrupted: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// As the user named it, such as `HEAD~1`, or `working tree`.
    pub name: String,
    /// The hash of its sources.
    pub id: String,
    /// The commit, and the first line of its message, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Commit>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Commit {
    pub hash: String,
    pub title: String,
}

/// One program of the project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProgramResults {
    pub name: String,
    /// The patch does not change its code.
    #[serde(default)]
    pub is_same_code: bool,
    /// Functions that the patch changes, adds and removes in it.
    pub changed_functions: Vec<String>,
    /// Those of them that no input executes, in no program that has the same function.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_entered: Vec<String>,
    /// All that the patch changes in it is the same in other programs, and compared there.
    #[serde(default)]
    pub is_compared_elsewhere: bool,
    /// Sources that only the compiler sees, such as C++, where what it makes of them may differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_captured: Vec<String>,
    /// Tests that there are, and those that execute changed code.
    pub n_tests: usize,
    pub n_touching: usize,
    /// How many there was no time to trace: they may execute changed code, too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_untraced: usize,
    /// Inputs that execute changed code, on which both versions were run natively and compared.
    #[serde(default)]
    pub n_compared: usize,
    /// The project's tests on which both versions fail in the same way, and how.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<(String, String)>,
    /// Inputs that were made, and how many of all inputs were run natively.
    pub n_generated: usize,
    pub n_replayed: usize,
    /// Predictions of the engine that the native program does not confirm: errors of ours.
    pub disagreements: Vec<String>,
    /// Inputs on which a version behaves otherwise from run to run, and in what.
    pub non_deterministic: Vec<(String, Vec<String>)>,
    /// Inputs that could not be run natively, and why.
    pub not_replayed: Vec<(String, String)>,
    #[serde(default)]
    pub executables: Executables,
}

/// Where the executables of a program are, as far as they stay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Executables {
    pub old: Option<String>,
    pub new: Option<String>,
    pub old_sanitized: Option<String>,
    pub new_sanitized: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    pub command: String,
    /// Its exit status.
    pub status: i32,
    pub n_invocations: usize,
    /// If it failed: its exit status on the old version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_status: Option<i32>,
    /// If it failed: the end of its output.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

impl Suite {
    /// Whether it fails on the new version, and not on the old one as well.
    pub fn fails_newly(&self) -> bool {
        self.status != 0 && self.old_status.is_none_or(|status| status == 0)
    }
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A file that the patch changes, with its hunks if it is text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatchedFile {
    pub path: String,
    pub change: FileChange,
    pub hunks: Vec<Hunk>,
}

#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileChange {
    Added,
    Removed,
    #[default]
    Changed,
}

pub type Hunk = Vec<Line>;

/// A line of a hunk. It has a number in each version that has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<u32>,
    pub text: String,
    /// Who executes it; none if there is no code on it, or if it is not changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executed: Option<Executed>,
}

#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Executed {
    /// How many of the project's tests, and how many inputs that were made.
    pub by_tests: u32,
    pub by_generated: u32,
    /// On how many of these both versions were run natively and could be compared.
    #[serde(default)]
    pub n_compared: u32,
}

impl Executed {
    pub fn is_executed(&self) -> bool {
        self.by_tests + self.by_generated > 0
    }
}

/// `2 of 3 tests execute changed code`.
pub fn touching(n: usize, n_tests: usize) -> String {
    match (n, n_tests) {
        (n, 1) => format!("{n} of 1 test executes changed code"),
        (1, all) => format!("1 of {all} tests executes changed code"),
        (n, all) => format!("{n} of {all} tests execute changed code"),
    }
}

/// Inputs that show the same difference, with the smallest that stands for them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Stays the same when lines move and when it is found by another input.
    pub id: String,
    pub program: String,
    pub class: Class,
    /// What is seen of the difference, in a few words.
    pub shape: String,
    /// Where the versions part, or where the error is.
    pub place: Option<SourceLine>,
    /// How they part there, such as `only the new version takes the branch`.
    pub what: Option<String>,
    /// When they part, in terms of the input.
    pub condition: Option<String>,
    pub phase: FoundBy,
    pub n_cases: usize,
    /// The names of the tests that show it or from which it was found, at most ten.
    pub tests: Vec<String>,
    pub case: Case,
    /// An input that differs from it in one byte, on which the versions do the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreeing: Option<Case>,
    /// Commands for a shell that show it.
    pub old_command: Option<String>,
    pub new_command: Option<String>,
    pub old: Behaviour,
    pub new: Behaviour,
    /// The changes that only show it together; none if one is enough, or if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<Together>,
    /// Other findings that have the same cause, some of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Finding>,
    /// How many there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_variants: usize,
    /// It stands in the baseline.
    pub is_accepted: bool,
    /// It did, for another patch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_accepted: bool,
}

impl Finding {
    /// Of one class, what comes first: what the project's own tests show; then another end, other
    /// output, other messages.
    pub fn rank(&self) -> (Class, bool, u8) {
        let (old, new) = (&self.old, &self.new);
        let seen = match () {
            () if old.end != new.end || old.sanitizer != new.sanitizer => 0,
            () if old.stdout != new.stdout || old.files != new.files => 1,
            () => 2,
        };
        (self.class, self.phase != FoundBy::Suite, seen)
    }
}

/// Changes that a finding needs, all of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Together {
    /// Where each is, such as `src/a.c:12`.
    pub changes: Vec<String>,
    /// What programs with only some changes of the patch do: their places, `passes` or what else.
    pub parts: Vec<(Vec<String>, String)>,
}

/// The change sequence graph of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChangeGraph {
    pub program: String,
    pub nodes: Vec<GraphNode>,
    pub edges: Vec<GraphEdge>,
    /// The nodes that come first.
    pub starts: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphNode {
    /// Its place among the nodes.
    pub id: usize,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub kind: NodeKind,
    /// The changes that it depends on.
    pub depends_on: Vec<usize>,
    /// What stands there.
    pub text: String,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    Change,
    Interaction,
    Output,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct GraphEdge {
    pub from: usize,
    pub to: usize,
    pub kind: EdgeKind,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// Control may go from one to the other.
    Flow,
    /// The change may affect what happens there.
    Dependence,
}

#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct SourceLine {
    pub file: String,
    pub line: u32,
    /// The line is one of the old version's, which the new one does not have.
    #[serde(default)]
    pub is_old: bool,
}

/// What is kept of an output, in bytes.
pub const MOST_OUTPUT: usize = 16 << 10;

/// What a version does on the case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Behaviour {
    /// `exit 0`, `signal 11`, `no end in time`, …
    pub end: String,
    pub stdout: Latin1,
    pub stderr: Latin1,
    pub sanitizer: Option<SanitizerError>,
    /// Files that it created, changed or removed, a line each.
    pub files: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SanitizerError {
    pub kind: String,
    pub frames: Vec<Frame>,
}

/// A place at which the versions part when a test is followed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parting {
    pub program: String,
    /// The test that was followed.
    pub test: String,
    pub place: SourceLine,
    pub what: String,
    /// How many partings off the test's path.
    pub depth: u32,
    pub condition: Option<String>,
    pub n_inputs: usize,
    /// On how many of them the versions behave differently.
    pub n_differing: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    pub program: String,
    pub kind: UnknownKind,
    pub what: String,
    pub count: u64,
}

#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownKind {
    Unsupported,
    #[default]
    Limit,
    /// A source without LLVM text.
    NotCaptured,
    /// Something about recording the suite.
    NotRecorded,
    /// A line of the patch that nothing executes.
    NotReached,
    /// A combination of versions that does not build.
    NotBuilt,
    /// A version without sanitizers: errors that only they see are not found.
    NotSanitized,
}

/// Tests that both versions were built with.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct SharedTests {
    /// Whose tests they are: `new` or `old`.
    pub version: String,
    /// The files of tests that differ between the versions.
    pub files: Vec<String>,
}

/// A program that was not compared at all.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    pub program: String,
    /// Why, such as `the old version does not build it`.
    pub why: String,
}

/// A name for files and links: the text if that is plain, or what is plain of it and a hash.
pub fn slug(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_string();
    }
    let plain: String = text.chars().filter(|&c| is_plain(c)).take(40).collect();
    let hash = xxhash_rust::xxh3::xxh3_64(text.as_bytes());
    format!("{}-{hash:016x}", plain.trim_start_matches('-'))
}
