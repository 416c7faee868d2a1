//! All inputs natively: both versions, plain and with sanitizers, in the sandbox of `replay`.

use super::Plan;
use super::phases::Test;
use super::totals::Totals;
use super::verdict::verdict;
use super::versions::Sources;
use crate::cache::Cache;
use crate::program::{ProgramArgs, harness_headers, split_flags};
use crate::replay;
use anyhow::{Context, Result};
use patchlight_engine::pair::Mode;
use patchlight_replay::{
    Builder, Case, End, Observed, Options, Report, Version, Versions, compare,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

/// A native run that takes longer hangs: there may be many of them.
const MAX_SECONDS: f64 = 2.0;
/// Native runs that making one finding smaller may take: inputs are near to their seed anyway.
const MAX_MINIMISING: usize = 300;

#[derive(Default)]
pub struct Native {
    /// None if there was nothing to run.
    pub versions: Option<Versions>,
    pub report: Report,
    /// Cases on which the engine and the native program do not agree: errors of ours.
    pub disagreements: Vec<String>,
}

/// Builds a version, plain and with sanitizers.
pub fn build(name: &str, version: &ProgramArgs, builds: &Path) -> Result<Version> {
    let mut cflags = split_flags(&version.cflags)?;
    cflags.extend(["-isystem".into(), harness_headers(&Cache::open()?)?.into_os_string()]);
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let dir = builds.to_path_buf();
    let builder = Builder { compiler, cflags, dir, command: None, product: None };
    builder.version(name, &version.files).with_context(|| format!("the {name} version, natively"))
}

pub fn replay_all(sources: &Sources, builds: &Path, totals: &Totals) -> Result<Native> {
    let versions = Versions {
        old: build("old", &sources.old, builds)?,
        new: build("new", &sources.new, builds)?,
        fixes: Vec::new(),
    };
    let cases: Vec<Case> = totals.replayed().map(|test| test.case.clone()).collect();
    let mut config = replay::sandbox_config()?;
    config.limits.seconds = MAX_SECONDS;
    let options = Options { minimise_runs: MAX_MINIMISING, ..Options::default() };
    let report = compare(&config, &versions, &cases, &options)?;
    let disagreements = disagreements(totals.inputs(), &report);
    Ok(Native { versions: Some(versions), report, disagreements })
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
                all.push(format!("{name}: {} predicted, natively {}", engine.end, end_of(native)));
            }
        }
    }
    all
}

fn agrees(engine: &super::confirm::Outcome, native: &Observed) -> bool {
    // What is undefined may end well, and an overflow of numbers is no error of the engine's.
    engine.is_error()
        || !engine.is_known()
        || match native.plain.end {
            End::Exit(status) => {
                let same = engine.end == format!("exit {status}");
                same && engine.stdout.0 == native.plain.stdout.bytes
            }
            End::Signal(signal) => engine.end == format!("signal {signal}"),
            End::Timeout | End::OutputLimit | End::MemoryLimit => true,
        }
}

fn end_of(native: &Observed) -> String {
    match (&native.report, native.plain.end) {
        (Some(report), _) => report.kind.clone(),
        (None, End::Exit(status)) => format!("exit {status}"),
        (None, End::Signal(signal)) => format!("signal {signal}"),
        (None, _) => "over a limit".to_string(),
    }
}

impl Native {
    /// `report.json`: that of `replay`, with what following the tests showed.
    pub fn json(&self, totals: &Totals, plan: &Plan) -> Result<Value> {
        let mut report = replay::report_json(&self.report)?;
        let conditions: HashMap<&str, &str> = totals
            .inputs()
            .filter_map(|test| Some((test.case.name.as_str(), test.condition.as_deref()?)))
            .collect();
        for finding in report["findings"].as_array_mut().into_iter().flatten() {
            let name = finding["case"]["name"].as_str().unwrap_or_default();
            finding["condition"] = conditions.get(name).copied().into();
        }
        report["summary"]["tests"] = totals.seeds.into();
        report["summary"]["tests_touching"] = (totals.seeds - totals.not_touching.len()).into();
        report["summary"]["divergences"] = totals.n_inputs().into();
        report["summary"]["replayed"] = totals.replayed().count().into();
        if plan.mode == Mode::Explore {
            report["summary"]["paths"] = totals.paths.into();
            report["summary"]["covers_all_paths"] = (totals.n_cut == 0).into();
            report["summary"]["verdict"] = verdict(totals, Some(&self.report)).into();
        }
        let [concolic, bounded] = totals.seconds;
        report["summary"]["seconds"] = json!({ "concolic": concolic, "bounded": bounded });
        let [concolic, bounded] = [plan.concolic, plan.bounded].map(|time| time.as_secs_f64());
        report["summary"]["budgets"] = json!({ "concolic": concolic, "bounded": bounded });
        report["not_touching"] = json!(totals.not_touching);
        report["failing_in_both"] = json!(totals.crashing);
        report["limits"] = json!(totals.limits);
        report["unsupported"] = json!(totals.unsupported);
        report["fixed"] = json!(totals.fixed);
        report["disagreements"] = json!(self.disagreements);
        Ok(report)
    }
}
