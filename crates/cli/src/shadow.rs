//! `patchlight shadow`: runs a program that is two versions, finds inputs on which they differ.

pub mod confirm;
pub mod native;
pub mod patched;
pub mod phases;
pub mod progress;
pub mod seeds;
mod table;
pub mod totals;
mod trace;
mod verdict;
pub mod versions;
mod why_not;

use crate::cache::ScratchDir;
use crate::exit::Exit;
use crate::replay;
use anyhow::{Context, Result};
use clap::Args;
use native::Native;
use patchlight_engine::pair::Mode;
use progress::Progress;
use seeds::{GivenTests, Seed};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use totals::Totals;
use versions::{Sources, VersionArgs, Versions};
use why_not::{Line, WhyNot};

#[derive(Args)]
pub struct ShadowArgs {
    #[command(flatten)]
    versions: VersionArgs,

    #[command(flatten)]
    tests: GivenTests,

    /// Where tests and reports go
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Fork all branches, not only those at which the versions part
    #[arg(long)]
    explore: bool,

    /// A parting ends the old version at once, as in the paper on shadow symbolic execution
    #[arg(long, conflicts_with = "explore")]
    paper: bool,

    /// The most seconds for following a test
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    concolic_time: f64,

    /// The most seconds for exploring the new version beyond the partings of a test
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    bounded_time: f64,

    /// Say what the tests show of a line (`old:FILE:LINE` for one of the old version)
    #[arg(long, value_name = "FILE:LINE")]
    why_not: Vec<Line>,

    /// Leave out the native runs, and with them the report
    #[arg(long)]
    no_native: bool,
}

/// How long the phases may take, and what forks.
pub struct Plan {
    pub mode: Mode,
    pub concolic: Duration,
    pub bounded: Duration,
}

pub fn run(args: &ShadowArgs) -> Result<Exit> {
    let sources = args.versions.sources()?;
    let versions = Versions::load(&sources)?;
    let seeds: Vec<Seed> = args.tests.load()?.into_iter().map(|case| Seed { case }).collect();
    let mode = match (args.explore, args.paper) {
        (true, _) => Mode::Explore,
        (_, true) => Mode::Paper,
        _ => Mode::Concolic,
    };
    let plan = Plan {
        mode,
        concolic: Duration::from_secs_f64(args.concolic_time),
        bounded: Duration::from_secs_f64(args.bounded_time),
    };
    let mut totals = Totals::default();
    let mut progress = Progress::new(seeds.len());
    for seed in &seeds {
        progress.next_test();
        totals.add_seed(&versions, &seed.case)?;
        let followed = phases::follow(&versions, seed, &plan, &mut progress)?;
        totals.add(&versions, &seed.case.name, followed)?;
    }
    progress.native(totals.replayed().count());
    let scratch = ScratchDir::new("shadow")?;
    let native = match totals.n_inputs() {
        _ if args.no_native => None,
        0 => Some(Native::default()),
        _ => Some(run_natively(args, &sources, &totals, &scratch)?),
    };
    progress.finish();
    let ask = |line: &Line| why_not::ask(&versions, &seeds, &totals, line);
    let why_not = args.why_not.iter().map(ask).collect::<Result<Vec<WhyNot>>>()?;
    if let Some(dir) = &args.out {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        totals.write(dir)?;
        if let Some(native) = &native {
            let mut report = native.json(&totals, &plan)?;
            if !why_not.is_empty() {
                report["why_not"] = serde_json::to_value(&why_not)?;
            }
            fs::write(dir.join("report.json"), serde_json::to_string_pretty(&report)?)?;
        }
    }
    print(&totals, native.as_ref(), mode);
    why_not.iter().for_each(WhyNot::print);
    Ok(Exit::Ok)
}

fn run_natively(
    args: &ShadowArgs,
    sources: &Sources,
    totals: &Totals,
    scratch: &ScratchDir,
) -> Result<Native> {
    let builds = args.out.as_ref().map_or(scratch.0.clone(), |out| out.join("build"));
    fs::create_dir_all(&builds).with_context(|| format!("cannot make {}", builds.display()))?;
    native::replay_all(sources, &builds, totals)
}

fn print(totals: &Totals, native: Option<&Native>, mode: Mode) {
    if let Some(native) = native
        && let Some(versions) = &native.versions
    {
        replay::print(&native.report, versions);
        println!();
    }
    table::print(totals, native.map(|native| &native.report));
    let (replayed, inputs) = (totals.replayed().count(), totals.n_inputs());
    if native.is_some() && replayed < inputs {
        println!(
            "{replayed} of {inputs} were run natively; the others show the same in the engine"
        );
    }
    let touching = totals.seeds - totals.not_touching.len();
    println!("{} tests, {touching} of them come by the patch", totals.seeds);
    for name in &totals.not_touching {
        println!("does not come by the patch: {name}");
    }
    for (name, end) in &totals.crashing {
        println!("both versions fail on it: {name} ({end})");
    }
    let given_up = totals.limits.iter().map(|(why, n)| format!("limit: {why} ({n})"));
    let gaps = totals.unsupported.iter().map(|(what, n)| format!("unsupported: {what} ({n})"));
    let fixed = totals.fixed.iter().map(|(what, n)| format!("fixed: {what} ({n})"));
    given_up.chain(gaps).chain(fixed).for_each(|line| println!("{line}"));
    for line in native.iter().flat_map(|native| &native.disagreements) {
        println!("Patchlight and the native program disagree: {line}");
    }
    if mode == Mode::Explore {
        println!("{}", verdict::verdict(totals, native.map(|native| &native.report)));
    }
}
