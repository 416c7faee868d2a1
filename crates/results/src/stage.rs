//! The stages of `patchlight test`, and who finds what.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A stage, by its name.
#[derive(
    Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum StageName {
    #[default]
    Build,
    Record,
    Unify,
    Select,
    Reach,
    Native,
    Neighbours,
    Interactions,
    Follow,
    Replay,
    Attribution,
}

impl StageName {
    pub fn name(self) -> &'static str {
        match self {
            StageName::Build => "build",
            StageName::Record => "record",
            StageName::Unify => "unify",
            StageName::Select => "select",
            StageName::Reach => "reach",
            StageName::Native => "native",
            StageName::Neighbours => "neighbours",
            StageName::Interactions => "interactions",
            StageName::Follow => "follow",
            StageName::Replay => "replay",
            StageName::Attribution => "attribution",
        }
    }
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a stage did, and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    pub name: StageName,
    pub seconds: f64,
    /// It was done before and is as it was.
    pub is_cached: bool,
    /// Why it ended before it was done: the next test of the same versions goes on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    pub result: String,
    #[serde(default, skip_serializing_if = "Engine::is_idle")]
    pub engine: Engine,
}

/// What a stage did in the engine with the versions of a program.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Engine {
    /// How often the modules of an executable were loaded.
    pub n_loads: u32,
    pub old: Starts,
    pub new: Starts,
    /// Both versions in one program.
    pub both: Starts,
}

impl Engine {
    fn is_idle(&self) -> bool {
        let starts = [self.old, self.new, self.both];
        self.n_loads == 0 && starts.iter().all(|of| of.n_runs + of.n_searches == 0)
    }
}

/// How often a program was started.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Starts {
    /// Runs on inputs as they are, and searches for others near them.
    pub n_runs: u64,
    pub n_searches: u64,
    /// The most runs on the same input, and the most starts, up to the end of the stage.
    pub most_runs: u32,
    pub most: u32,
}

/// What found a difference.
#[derive(
    Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum FoundBy {
    /// A test of the project's own suite shows it.
    #[default]
    Suite,
    /// A variant of a test.
    Neighbours,
    /// An input along the sequence of several changes.
    Interactions,
    /// An input that leads to a changed line which no test executes.
    Reach,
    /// The engine, at a branch that the versions take differently.
    Concolic,
    /// The engine, in the new version beyond such a branch.
    Bounded,
    /// The engine, where all branches are followed.
    Explore,
    /// The engine: the versions run alike, and what they leave behind differs.
    Output,
}

impl FoundBy {
    pub const ALL: [FoundBy; 8] = [
        FoundBy::Suite,
        FoundBy::Neighbours,
        FoundBy::Interactions,
        FoundBy::Reach,
        FoundBy::Concolic,
        FoundBy::Bounded,
        FoundBy::Explore,
        FoundBy::Output,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FoundBy::Suite => "suite",
            FoundBy::Neighbours => "neighbours",
            FoundBy::Interactions => "interactions",
            FoundBy::Reach => "reach",
            FoundBy::Concolic => "concolic",
            FoundBy::Bounded => "bounded",
            FoundBy::Explore => "explore",
            FoundBy::Output => "output",
        }
    }

    pub fn named(name: &str) -> Option<FoundBy> {
        FoundBy::ALL.into_iter().find(|found_by| found_by.name() == name)
    }
}

impl fmt::Display for FoundBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
