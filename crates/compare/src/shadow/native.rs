//! All inputs natively: both versions, plain and with sanitizers, in the sandbox of `replay`.

use super::confirm::{PredictedEnd, Prediction};
use super::phases::Test;
use super::totals::Totals;
use crate::versions::Sources;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_replay::sandbox_config;
use patchlight_replay::{Case, End, Observed, Options, Report, Versions, compare};
use std::collections::HashMap;
use std::path::Path;

/// A native run that takes longer hangs: there may be many of them.
const MAX_SECONDS: f64 = 2.0;
/// Native runs that making one finding smaller may take: inputs are near to their seed anyway.
const MAX_MINIMISING: usize = 300;

#[derive(Default)]
pub struct Replayed {
    /// None if there was nothing to run.
    pub versions: Option<Versions>,
    pub report: Report,
    /// Cases on which the engine and the native program do not agree: errors of ours.
    pub disagreements: Vec<String>,
}

/// Runs all inputs that are worth it. `builds`: where the native versions go.
pub fn replay_all(
    sources: &Sources,
    builds: &Path,
    totals: &Totals,
    deadline: &Deadline,
) -> Result<Replayed> {
    let versions = Versions {
        old: sources.old.build_natively("old", builds)?,
        new: sources.new.build_natively("new", builds)?,
        fixes: Vec::new(),
    };
    let cases: Vec<Case> = totals.replayed().map(|test| test.case.clone()).collect();
    let mut config = sandbox_config()?;
    config.limits.seconds = MAX_SECONDS;
    let options = Options { minimise_runs: MAX_MINIMISING, ..Options::default() };
    let report = compare(&config, &versions, &cases, &options, deadline)?;
    let disagreements = disagreements(totals.inputs(), &report);
    Ok(Replayed { versions: Some(versions), report, disagreements })
}

/// What the engine says that a version does, against what it does.
pub fn disagreements<'t>(tests: impl Iterator<Item = &'t Test>, report: &Report) -> Vec<String> {
    let predicted: HashMap<_, _> =
        tests.filter_map(|test| Some((test.case.name.as_str(), test.outcomes.as_ref()?))).collect();
    let mut all = Vec::new();
    for (_, finding) in &report.findings {
        let Some([old, new]) = predicted.get(finding.case.name.as_str()) else { continue };
        for (name, engine, native) in [("old", old, &finding.old), ("new", new, &finding.new)] {
            if !agrees(engine, native) {
                let name = format!("{}, {name} version", finding.case.name);
                all.push(format!("{name}: {}", disagreement(engine, native)));
            }
        }
    }
    all
}

fn agrees(engine: &Prediction, native: &Observed) -> bool {
    // What is undefined may end well, and an overflow of numbers is no error of the engine's.
    engine.is_error()
        || !engine.is_known()
        || match native.plain.end {
            End::Exit(status) => {
                let same = engine.end == PredictedEnd::Exit(status);
                same && engine.stdout.0 == native.plain.stdout.bytes
            }
            End::Signal(signal) => engine.end == PredictedEnd::Signal(signal),
            End::Timeout | End::OutputLimit | End::MemoryLimit => true,
        }
}

/// What differs: the end, or the first line of standard output that does.
fn disagreement(engine: &Prediction, native: &Observed) -> String {
    let (predicted, natively) = (engine.end.to_string(), end_of(native));
    if predicted != natively {
        return format!("{predicted} predicted, natively {natively}");
    }
    let lines = |bytes: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(bytes).lines().map(str::to_string).collect()
    };
    let [predicted, natively] = [&engine.stdout.0, &native.plain.stdout.bytes].map(|b| lines(b));
    let n_same = predicted.iter().zip(&natively).take_while(|(a, b)| a == b).count();
    let line = |lines: &[String]| match lines.get(n_same) {
        Some(line) => format!("{line:?}"),
        None => "the end".to_string(),
    };
    let (n, predicted, natively) = (n_same + 1, line(&predicted), line(&natively));
    format!("line {n} of standard output: {predicted} predicted, natively {natively}")
}

fn end_of(native: &Observed) -> String {
    match (&native.report, native.plain.end) {
        (Some(report), _) => report.kind.clone(),
        (None, End::Exit(status)) => format!("exit {status}"),
        (None, End::Signal(signal)) => format!("signal {signal}"),
        (None, _) => "limit exceeded".to_string(),
    }
}
