//! `patchlight shadow`: runs a program that is two versions, finds inputs on which they differ.

use crate::args::{GivenTests, VersionArgs};
use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::Args;
use patchlight_budget::{Budget, Deadline};
use patchlight_cache::ScratchDir;
use patchlight_compare::shadow::progress::Progress;
use patchlight_compare::shadow::why_not::{self, Line, WhyNot};
use patchlight_compare::shadow::{Comparison, Plan, compare};
use patchlight_engine::pair::Mode;
use patchlight_report::shadow::{json, text};
use std::fs;
use std::path::PathBuf;

#[derive(Args)]
pub struct ShadowArgs {
    #[command(flatten)]
    versions: VersionArgs,

    #[command(flatten)]
    tests: GivenTests,

    /// Directory for tests and reports
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Fork at all branches, not only where the versions diverge
    #[arg(long)]
    explore: bool,

    /// Drop the old version as soon as the versions diverge, as in the paper on shadow symbolic
    /// execution
    #[arg(long, conflicts_with = "explore")]
    paper: bool,

    /// How long to follow each test, such as 90s or 5m
    #[arg(long, alias = "concolic-time", value_name = "TIME", default_value = "60s")]
    concolic_budget: Budget,

    /// How long to explore the new version beyond the points where a test makes the versions diverge
    #[arg(long, alias = "bounded-time", value_name = "TIME", default_value = "60s")]
    bounded_budget: Budget,

    /// Explain why the tests show no difference at a line (`old:FILE:LINE` for the old version)
    #[arg(long, value_name = "FILE:LINE")]
    why_not: Vec<Line>,

    /// Skip the native runs and the report
    #[arg(long)]
    no_native: bool,
}

pub fn run(args: &ShadowArgs) -> Result<Exit> {
    let sources = args.versions.sources()?;
    let tests = args.tests.load()?;
    let mode = match (args.explore, args.paper) {
        (true, _) => Mode::Explore,
        (_, true) => Mode::Paper,
        _ => Mode::Concolic,
    };
    let plan = Plan { mode, concolic: args.concolic_budget, bounded: args.bounded_budget };
    let scratch = ScratchDir::new("shadow")?;
    let builds = args.out.as_ref().map_or(scratch.0.clone(), |out| out.join("build"));
    let builds = (!args.no_native).then_some(builds.as_path());
    let mut progress = Progress::new(tests.len());
    let comparison = compare(&sources, &tests, &plan, builds, &Deadline::none(), &mut progress)?;
    let Comparison { versions, totals, native } = &comparison;
    let ask = |line: &Line| why_not::ask(versions, &tests, totals, line);
    let why_not = args.why_not.iter().map(ask).collect::<Result<Vec<WhyNot>>>()?;
    if let Some(dir) = &args.out {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        totals.write(dir)?;
        if let Some(native) = native {
            let mut report = json(native, totals, &plan)?;
            if !why_not.is_empty() {
                report["why_not"] = serde_json::to_value(&why_not)?;
            }
            fs::write(dir.join("report.json"), serde_json::to_string_pretty(&report)?)?;
        }
    }
    print!("{}", text(totals, native.as_ref(), mode));
    why_not.iter().for_each(WhyNot::print);
    Ok(Exit::Ok)
}
