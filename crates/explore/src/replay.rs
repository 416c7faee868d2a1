//! `--replay`: every test runs natively, in a fresh directory, with limits.
//!
//! A C program is built with the user's compiler: this build must end as predicted, with the
//! predicted output. A second build, by the compiler of the exploration, tells which blocks run:
//! they must be those of the predicted path. Predicted errors have no defined native behaviour: a
//! build with sanitizers must stop at them.

mod native;
mod path;

pub use path::Predicted;

use super::Options;
use super::cases::{Case, CaseEnd};
use super::store::Store;
use super::summary::ReplaySummary;
use anyhow::Result;
use native::{Build, Observed};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many disagreements are printed.
const SHOWN: usize = 20;

/// Runs all tests.
pub fn replay_all(
    args: &Options,
    is_fuzz_target: bool,
    store: &mut Store,
    predicted: &Predicted,
) -> Result<ReplaySummary> {
    let cases: Vec<Case> = store.cases()?.collect::<Result<_>>()?;
    let needs_sanitizers = cases.iter().any(|case| matches!(case.end, CaseEnd::Error { .. }));
    let build = Build::new(args, is_fuzz_target, needs_sanitizers)?;
    let observed = observe_all(&build, &cases)?;
    let places = build.places_of(observed.iter().flatten())?;
    let mut deviations = predicted.deviations(&cases, &observed, &places);
    let mut summary = ReplaySummary::default();
    for (case, observed) in cases.iter().zip(&observed) {
        let Some(observed) = observed else {
            summary.without_prediction += 1;
            continue;
        };
        match difference(case, observed).or_else(|| deviations.remove(&case.case)) {
            None => summary.agree += 1,
            Some(difference) => {
                summary.differ += 1;
                summary.differences.push(format!("case {}: {difference}", case.case));
            }
        }
    }
    Ok(summary)
}

impl ReplaySummary {
    pub fn print(&self) {
        let n = self.agree + self.differ;
        eprintln!("patchlight: replay: {} of {n} tests behave natively as predicted", self.agree);
        if self.without_prediction > 0 {
            let n = self.without_prediction;
            eprintln!("patchlight: replay: not run, without a prediction: {n}");
        }
        for difference in self.differences.iter().take(SHOWN) {
            eprintln!("patchlight: replay: {difference}");
        }
        if self.differences.len() > SHOWN {
            eprintln!("patchlight: replay: {} more", self.differences.len() - SHOWN);
        }
    }
}

/// What each test with a prediction does natively, in the order of the tests.
fn observe_all(build: &Build, cases: &[Case]) -> Result<Vec<Option<Observed>>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new((0..cases.len()).map(|_| None).collect::<Vec<_>>());
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || -> Result<()> {
        let mut runner = build.runner()?;
        while let n = next.fetch_add(1, Ordering::Relaxed)
            && let Some(case) = cases.get(n)
        {
            if case.end.is_prediction() && build.can_check(&case.end) {
                let observed = runner.run(case)?;
                results.lock().expect("no panic")[n] = Some(observed);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let worker = &worker;
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no panic"))
    })?;
    Ok(results.into_inner().expect("no panic"))
}

/// What is not as predicted, if anything.
fn difference(case: &Case, observed: &Observed) -> Option<String> {
    let was = observed.how_it_ended();
    let expected = match &case.end {
        CaseEnd::Exit(status) => format!("exit status {status}"),
        CaseEnd::Killed(signal) => format!("signal {signal}"),
        CaseEnd::Error { kind, .. } => {
            return (!observed.was_stopped()).then(|| {
                let place = case.backtrace.first().map_or("", String::as_str);
                format!("predicted {kind} in {place}, but the sanitizers saw nothing: {was}")
            });
        }
        CaseEnd::Unsupported(_) | CaseEnd::Limit(_) => return None,
    };
    if was != expected {
        return Some(format!("predicted {expected}, natively {was}"));
    }
    // A program that was killed may have lost what it had buffered, or say where it was loaded.
    if matches!(case.end, CaseEnd::Killed(_)) {
        return None;
    }
    let streams = [
        ("stdout", &case.stdout.0, &observed.stdout),
        ("stderr", &case.stderr.0, &observed.stderr),
    ];
    for (name, expected, was) in streams {
        if was != expected {
            let [expected, was] = [expected, was].map(|bytes| String::from_utf8_lossy(bytes));
            return Some(format!("predicted {name} {expected:?}, natively {was:?}"));
        }
    }
    None
}
