//! What following tests with both versions at once showed.

mod table;
mod verdict;

use crate::replay::{self, report_json};
use anyhow::Result;
use patchlight_compare::shadow::Plan;
use patchlight_compare::shadow::native::Replayed;
use patchlight_compare::shadow::totals::Totals;
use patchlight_engine::pair::Mode;
use serde_json::{Value, json};
use std::collections::HashMap;
use verdict::verdict;

/// `report.json`: that of `replay`, with what following the tests showed.
pub fn json(native: &Replayed, totals: &Totals, plan: &Plan) -> Result<Value> {
    let mut report = report_json(&native.report)?;
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
        report["summary"]["verdict"] = verdict(totals, Some(&native.report)).into();
    }
    let [concolic, bounded] = totals.seconds;
    report["summary"]["seconds"] = json!({ "concolic": concolic, "bounded": bounded });
    let [concolic, bounded] = [plan.concolic, plan.bounded].map(|budget| budget.to_string());
    report["summary"]["budgets"] = json!({ "concolic": concolic, "bounded": bounded });
    report["not_touching"] = json!(totals.not_touching);
    report["failing_in_both"] = json!(totals.crashing);
    report["limits"] = json!(totals.limits);
    report["unsupported"] = json!(totals.unsupported);
    report["fixed"] = json!(totals.fixed);
    report["disagreements"] = json!(native.disagreements);
    Ok(report)
}

/// For people at a terminal.
pub fn text(totals: &Totals, native: Option<&Replayed>, mode: Mode) -> String {
    let mut out = String::new();
    if let Some(native) = native
        && let Some(versions) = &native.versions
    {
        out.push_str(&replay::text(&native.report, versions));
        line!(out);
    }
    table::add(&mut out, totals, native.map(|native| &native.report));
    let (replayed, inputs) = (totals.replayed().count(), totals.n_inputs());
    if native.is_some() && replayed < inputs {
        line!(
            out,
            "{replayed} of {inputs} inputs were run natively; the others showed the same in the engine"
        );
    }
    let touching = totals.seeds - totals.not_touching.len();
    line!(out, "{}", patchlight_results::touching(touching, totals.seeds));
    for name in &totals.not_touching {
        line!(out, "does not execute changed code: {name}");
    }
    for (name, end) in &totals.crashing {
        line!(out, "both versions fail: {name} ({end})");
    }
    let given_up = totals.limits.iter().map(|(why, n)| format!("limit: {why} ({n})"));
    let gaps = totals.unsupported.iter().map(|(what, n)| format!("unsupported: {what} ({n})"));
    let fixed = totals.fixed.iter().map(|(what, n)| format!("fixed: {what} ({n})"));
    given_up.chain(gaps).chain(fixed).for_each(|line| line!(out, "{line}"));
    for line in native.iter().flat_map(|native| &native.disagreements) {
        line!(out, "Patchlight and the native program disagree: {line}");
    }
    if mode == Mode::Explore {
        line!(out, "{}", verdict(totals, native.map(|native| &native.report)));
    }
    out
}
