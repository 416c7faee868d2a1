//! SARIF 2.1.0, as far as GitHub's code scanning and others read it.
//!
//! A rule is a class of findings, a result is a finding, its fingerprint is the finding's id. What
//! is not known is a notification of the invocation, not a result.

use super::facts::{self, Anchor};
use super::rules::{Level, RULES, rule};
use super::{escape, terminal};
use patchlight_replay::Frame;
use patchlight_results::{Finding, Results, SourceLine, Unknown};
use serde_json::{Value, json};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// GitHub takes no more results of a run.
const MOST_RESULTS: usize = 25_000;
/// How much of an output stands in a message.
const LONGEST_TEXT: usize = 2000;

const INCONCLUSIVE: &str = "patchlight/inconclusive";
const DOUBTED: &str = "Why nothing can be said of the patch, or of a part of it.";
const NOT_KNOWN: &str = "Something that was not analysed, and why.";

pub fn log(results: &Results) -> Value {
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver() },
            "automationDetails": {
                "id": "patchlight/",
                "description": { "text": text(&format!("{}, {}", results.project, facts::range(results))) },
            },
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": {
                "SRCROOT": { "description": { "text": "The root of the project's sources." } },
            },
            "invocations": [{
                "executionSuccessful": !results.is_interrupted,
                "toolExecutionNotifications": notifications(results),
            }],
            "results": results
                .findings
                .iter()
                .take(MOST_RESULTS)
                .map(|finding| result(results, finding))
                .collect::<Vec<Value>>(),
        }],
    })
}

/// What makes the answer inconclusive, then what is not known.
fn notifications(results: &Results) -> Vec<Value> {
    let doubts = facts::doubts(results).into_iter().map(|doubt| {
        json!({
            "descriptor": { "id": INCONCLUSIVE, "index": 1 },
            "level": "warning",
            "message": { "text": text(&format!("inconclusive: {doubt}")) },
        })
    });
    doubts.chain(results.unknowns.iter().map(notification)).collect()
}

fn driver() -> Value {
    let rules = RULES.iter().map(|rule| {
        let severity = match rule.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "recommendation",
        };
        json!({
            "id": rule.id,
            "name": rule.name,
            "shortDescription": { "text": rule.short },
            "fullDescription": { "text": rule.short },
            "help": { "text": rule.help, "markdown": rule.help },
            "defaultConfiguration": { "level": rule.level.name() },
            "properties": {
                "tags": ["correctness", "patch"],
                // Every finding is a native run of both versions.
                "precision": "very-high",
                "problem.severity": severity,
            },
        })
    });
    json!({
        "name": "Patchlight",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.collect::<Vec<Value>>(),
        "notifications": [{
            "id": "patchlight/not-known",
            "name": "NotKnown",
            "shortDescription": { "text": NOT_KNOWN },
            "fullDescription": { "text": NOT_KNOWN },
            "help": {
                "text": "Findings that depend on it may be missing. Larger budgets help with limits; everything else is something that Patchlight does not support yet.",
            },
            "defaultConfiguration": { "level": "note" },
        }, {
            "id": INCONCLUSIVE,
            "name": "Inconclusive",
            "shortDescription": { "text": DOUBTED },
            "fullDescription": { "text": DOUBTED },
            "help": { "text": "No difference was found, but not everything that the patch changes was compared. The message says what is missing and what to do about it." },
            "defaultConfiguration": { "level": "warning" },
        }],
    })
}

fn notification(unknown: &Unknown) -> Value {
    json!({
        "descriptor": { "id": "patchlight/not-known", "index": 0 },
        "level": "note",
        "message": { "text": text(&terminal::unknown(unknown)) },
    })
}

fn result(results: &Results, finding: &Finding) -> Value {
    let rule = rule(finding.class);
    let index = RULES.iter().position(|other| other.id == rule.id);
    let mut value = json!({
        "ruleId": rule.id,
        "ruleIndex": index,
        "level": rule.level.name(),
        "message": { "text": message(results, finding) },
        // The second is the one that GitHub knows a finding by.
        "partialFingerprints": {
            "patchlight/v1": text(&finding.id),
            "primaryLocationLineHash": text(&finding.id),
        },
        "properties": {
            "program": text(&finding.program),
            "phase": finding.phase.name(),
            "inputs": finding.n_cases,
            "tests": finding.tests.iter().map(|test| text(test)).collect::<Vec<String>>(),
            "oldCommand": finding.old_command.as_deref().map(text),
            "newCommand": finding.new_command.as_deref().map(text),
        },
    });
    if let Some(Anchor { path, line, is_place }) = facts::anchor(results, finding) {
        let how = finding.what.as_deref().map_or("here".to_string(), text);
        let what = match (&finding.place, is_place) {
            (None, _) => "the patch starts here; it is not known where the versions diverge",
            (Some(_), true) => &how,
            (Some(_), false) => "the change that is nearest to where the versions diverge",
        };
        let mut change = location(path, line, what);
        let place = SourceLine { file: path.to_string(), line, is_old: false };
        if let Some(line) = facts::source_line(results, &place) {
            let region = &mut change["physicalLocation"]["region"];
            region["snippet"] = json!({ "text": text(&line.text) });
        }
        value["locations"] = json!([change]);
        let mut steps = steps(results, finding, change);
        if let (Some(place), false) = (&finding.place, is_place) {
            steps.insert(1, location(facts::path(results, place), place.line, &how));
        }
        if steps.len() > 1 {
            value["relatedLocations"] = Value::from(numbered(&steps[1..]));
            value["codeFlows"] = json!([{ "threadFlows": [{
                "locations": steps.iter().map(|step| json!({ "location": step })).collect::<Vec<Value>>(),
            }] }]);
        }
    }
    if finding.is_accepted {
        value["suppressions"] = json!([{
            "kind": "external",
            "status": "accepted",
            "justification": "It is in the baseline of accepted differences.",
        }]);
    }
    value
}

/// From the change to where the new one (or the old one) is stopped.
fn steps(results: &Results, finding: &Finding, change: Value) -> Vec<Value> {
    let error = finding.new.sanitizer.as_ref().or(finding.old.sanitizer.as_ref());
    let Some(error) = error else { return vec![change] };
    let step = |frame: &Frame| {
        let place = SourceLine { file: frame.file.clone(), line: frame.line, is_old: false };
        let what = format!("{} in {}", text(&error.kind), text(&frame.function));
        location(facts::path(results, &place), frame.line, &what)
    };
    let frames = error.frames.iter().rev().filter(|frame| !frame.file.is_empty());
    [change].into_iter().chain(frames.map(step)).collect()
}

fn numbered(locations: &[Value]) -> Vec<Value> {
    let with_id = |(n, location): (usize, &Value)| {
        let mut location = location.clone();
        location["id"] = json!(n + 1);
        location
    };
    locations.iter().enumerate().map(with_id).collect()
}

fn location(path: &str, line: u32, what: &str) -> Value {
    let artifact = match path.starts_with('/') {
        true => json!({ "uri": format!("file://{}", escape::uri(path)) }),
        false => json!({ "uri": escape::uri(path), "uriBaseId": "SRCROOT" }),
    };
    json!({
        "physicalLocation": {
            "artifactLocation": artifact,
            "region": { "startLine": line.max(1) },
        },
        "message": { "text": what },
    })
}

fn message(results: &Results, finding: &Finding) -> String {
    let mut lines = vec![facts::headline(finding) + "."];
    if let Some(what) = &finding.what {
        lines.push(format!("How they diverge: {}.", text(what)));
    }
    if let Some(condition) = &finding.condition {
        lines.push(format!("When: {}.", text(condition)));
    }
    lines.push(format!("Old ({}): {}.", text(&results.old.name), text(&finding.old.end)));
    lines.push(format!("New ({}): {}.", text(&results.new.name), text(&finding.new.end)));
    if let Some(command) = &finding.new_command {
        lines.push(format!("Run: {}", text(command)));
    }
    // GitHub and others take `[text](1)` for a link to a related location.
    lines.join("\n").replace('[', "\\[").replace(']', "\\]")
}

fn text(value: &str) -> String {
    escape::shorten(&escape::name(value), LONGEST_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_finding_is_a_result_with_its_rule_place_and_fingerprint() {
        let results = sample::cut();
        let log = log(&results);
        let run = &log["runs"][0];
        let first = &run["results"][0];
        assert_eq!(first["ruleId"], "patchlight/regression");
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], first["ruleId"]);
        assert_eq!(first["level"], "error");
        assert_eq!(first["partialFingerprints"]["patchlight/v1"], results.findings[0].id);
        let place = &first["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/cut.c");
        assert_eq!(place["region"]["startLine"], 43);
        // From the parting to the error.
        assert_eq!(
            first["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap().len(),
            3
        );
    }

    #[test]
    fn accepted_findings_are_suppressed_and_unknowns_are_notifications() {
        let results = sample::cut();
        let log = log(&results);
        let run = &log["runs"][0];
        let suppressed = run["results"].as_array().unwrap().iter();
        let suppressed: Vec<bool> =
            suppressed.map(|result| result["suppressions"].is_array()).collect();
        let accepted: Vec<bool> = results.findings.iter().map(|found| found.is_accepted).collect();
        assert_eq!(suppressed, accepted);
        let notifications = &run["invocations"][0]["toolExecutionNotifications"];
        assert_eq!(notifications.as_array().unwrap().len(), results.unknowns.len());
    }

    #[test]
    fn a_finding_without_a_place_stands_where_the_patch_begins() {
        let mut results = sample::cut();
        results.findings[0].place = None;
        let log = log(&results);
        let place = &log["runs"][0]["results"][0]["locations"][0];
        assert_eq!(place["physicalLocation"]["region"]["startLine"], 41);
        assert!(place["message"]["text"].as_str().unwrap().contains("not known"));
    }
}
