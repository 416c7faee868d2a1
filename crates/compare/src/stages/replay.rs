//! Everything that was found, natively, for the report.

use super::bench::Bench;
use super::native::counted;
use super::{Done, Said, Share, Stage, Work};
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_replay::Case;
use patchlight_results::{StageName, UnknownKind};

/// So many generated inputs are traced for what they execute.
const MOST_TRACED: usize = 300;

pub const STAGE: Stage = Stage {
    name: StageName::Replay,
    about: "runs what was found natively, classifies it, and makes it smaller",
    share: Share::Of(3, 4),
    needs: &[StageName::Native, StageName::Neighbours, StageName::Interactions, StageName::Follow],
    work: Work::Program(replay),
};

fn replay(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let cases: Vec<Case> = bench.found.natively().cloned().collect();
    bench
        .surroundings
        .progress
        .show(|| format!("running {} natively", counted(cases.len(), "input")));
    let report = bench.native.report(&cases, deadline)?;
    bench.found.take_report(&cases, &report);
    bench.findings = bench.found.findings(bench.pair, &report, bench.texts);
    let withdrawn = bench.early.settle(&cases, &report, &mut bench.findings)?;
    let varying = &mut bench.found.program.non_deterministic;
    for name in withdrawn {
        if !varying.iter().any(|(other, _)| *other == name) {
            varying.push((name, vec!["whether the versions differ".to_string()]));
        }
    }
    let n_cut = report.not_compared.len();
    if n_cut > 0 {
        let what = "no time to run an input natively".to_string();
        bench.found.unknown(UnknownKind::Limit, what, n_cut as u64);
    }
    // What they execute is shown at the lines of the patch.
    let traced: Vec<&Case> = cases.iter().take(MOST_TRACED).collect();
    let (store, progress) = (bench.surroundings.store, bench.surroundings.progress);
    let (reached, _) = bench.selector.reach_all(&traced, store, deadline, progress)?;
    for (case, reach) in cases.iter().zip(reached).filter(|(_, reach)| reach.gap.is_none()) {
        bench.add_reach(&case.name, reach, |executed| &mut executed.by_generated);
    }
    let (inputs, findings) =
        (counted(cases.len() - n_cut, "input"), counted(bench.findings.len(), "finding"));
    let cut = if n_cut > 0 { format!(", {n_cut} not compared") } else { String::new() };
    Ok(Some(Said {
        is_cached: false,
        is_partial: n_cut > 0,
        result: format!("{inputs}, {findings}{cut}"),
    }))
}
