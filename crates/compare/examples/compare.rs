//! Compares two versions of a C program on one command line:
//! `cargo run --release -p patchlight-compare --example compare OLD.c NEW.c ARGS…`

use anyhow::{Result, bail};
use patchlight_budget::{Budget, Deadline, Interrupt};
use patchlight_cache::ScratchDir;
use patchlight_compare::shadow::progress::Progress;
use patchlight_compare::shadow::{Plan, compare};
use patchlight_compare::versions::{Given, Sources};
use patchlight_replay::{Case, Hex, Run};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    // Native runs happen in a sandbox, whose worker is this program.
    if let Some(status) = patchlight_replay::serve_if_asked() {
        return Ok(status);
    }
    let mut args = std::env::args();
    let (_, Some(old), Some(new)) = (args.next(), args.next(), args.next()) else {
        bail!("usage: compare OLD.c NEW.c ARGS…");
    };
    let (old, new) = ([PathBuf::from(old)], [PathBuf::from(new)]);
    let sources = Sources::new(&Given::Both { old: &old, new: &new }, "", None)?;
    let run = Run { args: args.map(|arg| Hex::from(arg.into_bytes())).collect(), ..Run::default() };
    let test = Case { name: "command line".to_string(), run, ..Case::default() };
    let plan = Plan::with_each_phase(Budget::seconds(10));
    let builds = ScratchDir::new("compare-example")?;
    let deadline = Deadline::new(Budget::seconds(60), &Interrupt::default());
    let comparison =
        compare(&sources, &[test], &plan, Some(&builds.0), &deadline, &mut Progress::quiet())?;
    let findings = comparison.native.iter().flat_map(|native| &native.report.findings);
    for (_, finding) in findings {
        let args: Vec<String> =
            finding.case.run.args.iter().map(|arg| arg.0.escape_ascii().to_string()).collect();
        println!("{}: {} on {}", finding.class.name(), finding.shape, args.join(" "));
    }
    println!("{} inputs make the versions diverge", comparison.totals.n_inputs());
    Ok(ExitCode::SUCCESS)
}
