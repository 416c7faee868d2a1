//! `patchlight test`: from two versions of a project to results, stage by stage.
//!
//! A stage is an entry of [`STAGES`]: its name, its share of the budget, what it needs, and a function
//! with a [`Deadline`] that goes down into everything it calls. [`Pipeline`] runs them; timing, cost,
//! interrupts and what a deadline cut are its business alone. What a stage finds out is in the
//! `Bench` of the program at hand.
//!
//! **Budget.** It begins when both versions are built and the suite is recorded.

mod attribution;
mod bench;
mod cases;
mod early;
mod findings;
mod follow;
mod functions;
mod interactions;
mod lines;
mod meter;
mod native;
mod pipeline;
mod program_run;
mod progress;
mod reach;
mod replay;
mod select;
mod suite;
mod usage;

pub use early::Announce;
pub use pipeline::{Pipeline, Saying, StudyAll};

use anyhow::Result;
use bench::Bench;
use patchlight_budget::Deadline;
use patchlight_results::StageName;

/// What a stage is.
pub struct Stage {
    pub name: StageName,
    /// What it does, in a line.
    pub about: &'static str,
    /// How much of the budget that is left it may take.
    pub share: Share,
    /// The stages whose results it uses.
    pub needs: &'static [StageName],
    work: Work,
}

/// How much of the budget that is left a stage may take.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Share {
    /// The budget has not begun.
    Before,
    /// So many parts of so many.
    Of(u32, u32),
}

enum Work {
    /// For the whole project, by the pipeline itself.
    Project,
    /// For one program.
    Program(fn(&mut Bench<'_>, &Deadline) -> Result<Done>),
}

/// What a stage did. `None`: there was nothing to do.
type Done = Option<Said>;

struct Said {
    /// All of it was known before.
    is_cached: bool,
    /// The deadline came before all was done: the next test of the same versions goes on.
    is_partial: bool,
    result: String,
}

/// All stages, in their order.
pub static STAGES: [Stage; 11] = [
    Stage {
        name: StageName::Build,
        about: "builds both versions: captured, and with sanitizers",
        share: Share::Before,
        needs: &[],
        work: Work::Project,
    },
    Stage {
        name: StageName::Record,
        about: "runs the suite of the new version and keeps what it runs the programs with",
        share: Share::Before,
        needs: &[StageName::Build],
        work: Work::Project,
    },
    Stage {
        name: StageName::Unify,
        about: "makes one program of both versions",
        share: Share::Before,
        needs: &[StageName::Build],
        work: Work::Project,
    },
    select::STAGE,
    reach::STAGE,
    native::STAGE,
    native::NEIGHBOURS,
    interactions::STAGE,
    follow::STAGE,
    replay::STAGE,
    attribution::STAGE,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn stages_come_after_what_they_need() {
        let mut before = BTreeSet::new();
        for stage in &STAGES {
            assert!(stage.needs.iter().all(|name| before.contains(name)), "{}", stage.name);
            assert!(before.insert(stage.name), "{} stands twice", stage.name);
        }
    }

    #[test]
    fn the_table_in_the_docs_is_the_one_in_the_code() {
        let docs = include_str!("../../../docs/test.md");
        for stage in &STAGES {
            let share = match stage.share {
                Share::Before => "not counted".to_string(),
                Share::Of(1, 1) => "all that is left".to_string(),
                Share::Of(n, all) => format!("{n}/{all} of what is left"),
            };
            let needs: Vec<&str> = stage.needs.iter().map(|name| name.name()).collect();
            let needs = if needs.is_empty() { "–".to_string() } else { needs.join(", ") };
            let row = format!("| `{}` | {} | {share} | {needs} |", stage.name, stage.about);
            assert!(docs.contains(&row), "docs/test.md lacks the row\n{row}");
        }
    }
}
