//! JUnit's XML. A program is a suite; a finding is a test case of it:
//!
//! | what | test case |
//! |---|---|
//! | regressions, bugs, resource and output differences | failed |
//! | accepted findings, unknowns, inputs that could not be run or vary | skipped |
//! | disagreements between prediction and native run | error |
//! | fixes, expected differences, latent errors, silent divergences | passed |
//!
//! A program without a failed test case has a passed one that says how much was run.

use super::compare::{Mark, Piece, sections};
use super::facts;
use super::rules::{Level, rule};
use super::{escape, terminal};
use patchlight_results::{Finding, ProgramResults, Results, Unknown};
use std::fmt::Write;

/// How much of a text stands in a test case.
const LONGEST: usize = 64 << 10;

/// A test case.
struct Case {
    name: String,
    outcome: TestStatus,
    /// What goes to its output.
    output: String,
}

enum TestStatus {
    Passed,
    Skipped(String),
    Failed { kind: &'static str, message: String, text: String },
    Error { message: String },
}

pub fn render(results: &Results) -> String {
    let known: Vec<&str> = results.programs.iter().map(|program| program.name.as_str()).collect();
    let mut suites: Vec<(String, Vec<Case>)> = Vec::new();
    for program in &results.programs {
        suites.push((program.name.clone(), of_program(results, program)));
    }
    // What belongs to no program that there is.
    let others = results.unknowns.iter().filter(|what| !known.contains(&what.program.as_str()));
    let findings = results.findings.iter().filter(|found| !known.contains(&found.program.as_str()));
    let mut rest: Vec<Case> = findings.map(of_finding).collect();
    rest.extend(others.map(of_unknown));
    if !rest.is_empty() {
        suites.push((results.project.clone(), rest));
    }
    let mut body = String::new();
    for (name, cases) in &suites {
        suite(&mut body, name, cases);
    }
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    let seconds: f64 = results.stages.iter().map(|stage| stage.seconds).sum();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\" {} time=\"{seconds:.3}\">\n{body}</testsuites>\n",
        attribute(&format!("patchlight {} {}", results.project, facts::range(results))),
        counts(all()).without_skipped(),
    )
}

fn of_program(results: &Results, program: &ProgramResults) -> Vec<Case> {
    let is_own = |name: &str| name == program.name;
    let findings = results.findings.iter().filter(|finding| is_own(&finding.program));
    let mut cases: Vec<Case> = findings.map(of_finding).collect();
    if !cases.iter().any(|case| matches!(case.outcome, TestStatus::Failed { .. })) {
        let output = facts::effort(program);
        cases.push(match facts::doubts(results).as_slice() {
            [] => {
                let name = "no difference to look at".to_string();
                Case { name, outcome: TestStatus::Passed, output }
            }
            doubts => Case {
                name: "inconclusive".to_string(),
                outcome: TestStatus::Error {
                    message: format!("inconclusive: {}", doubts.join("\n")),
                },
                output,
            },
        });
    }
    cases.extend(program.disagreements.iter().map(|what| Case {
        name: format!("prediction: {what}"),
        outcome: TestStatus::Error { message: what.clone() },
        output: String::new(),
    }));
    let skipped = |name: String, why: String| Case {
        name,
        outcome: TestStatus::Skipped(why),
        output: String::new(),
    };
    cases.extend(program.non_deterministic.iter().map(|(name, varies)| {
        skipped(name.clone(), format!("varies from run to run: {}", varies.join(", ")))
    }));
    cases.extend(
        program
            .not_replayed
            .iter()
            .map(|(name, why)| skipped(name.clone(), format!("not run natively: {why}"))),
    );
    cases.extend(results.unknowns.iter().filter(|what| is_own(&what.program)).map(of_unknown));
    cases
}

fn of_unknown(unknown: &Unknown) -> Case {
    Case {
        name: format!("{}: {}", facts::kind_name(unknown.kind), unknown.what),
        outcome: TestStatus::Skipped(terminal::unknown(unknown)),
        output: String::new(),
    }
}

fn of_finding(finding: &Finding) -> Case {
    let rule = rule(finding.class);
    let outcome = match rule.level {
        _ if finding.is_accepted => TestStatus::Skipped("accepted: listed in the baseline".into()),
        Level::Error | Level::Warning => TestStatus::Failed {
            kind: rule.id,
            message: facts::headline(finding),
            text: description(finding),
        },
        Level::Note => TestStatus::Passed,
    };
    let output = match outcome {
        TestStatus::Failed { .. } => behaviour(finding),
        _ => description(finding) + &behaviour(finding),
    };
    Case {
        name: format!("{}: {} [{}]", finding.class.name(), finding.shape, finding.id),
        outcome,
        output,
    }
}

fn description(finding: &Finding) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            let _ = writeln!(out, "{name}: {}", escape::name(value));
        }
    };
    let place = finding.place.as_ref().map(|place| format!("{}:{}", place.file, place.line));
    line("where", place.as_deref());
    line("what", finding.what.as_deref());
    line("when", finding.condition.as_deref());
    line("old", finding.old_command.as_deref());
    line("new", finding.new_command.as_deref());
    line("found", Some(&facts::discovery(finding)));
    line(
        "tests",
        Some(&finding.tests.join(", ")).filter(|tests| !tests.is_empty()).map(|x| x.as_str()),
    );
    out
}

/// Both behaviours as a diff.
fn behaviour(finding: &Finding) -> String {
    let mut out = String::new();
    for section in sections(&finding.old, &finding.new) {
        let _ = writeln!(out, "{}:", section.title);
        for row in &section.rows {
            let mut line = |sign: char, pieces: &Option<Vec<Piece>>| {
                if let Some(pieces) = pieces {
                    let text: String = pieces.iter().map(|piece| piece.span.plain()).collect();
                    let _ = writeln!(out, "{sign} {text}");
                }
            };
            match row.mark {
                Mark::Same => line(' ', &row.new),
                _ => {
                    line('-', &row.old);
                    line('+', &row.new);
                }
            }
        }
    }
    escape::shorten(&out, LONGEST)
}

fn suite(out: &mut String, name: &str, cases: &[Case]) {
    let counts = counts(cases.iter());
    let _ = writeln!(
        out,
        "  <testsuite name=\"{}\" {} skipped=\"{}\">",
        attribute(name),
        counts.without_skipped(),
        counts.skipped
    );
    for case in cases {
        let _ = write!(
            out,
            "    <testcase classname=\"{}\" name=\"{}\">",
            attribute(name),
            attribute(&escape::shorten(&case.name, 300))
        );
        match &case.outcome {
            TestStatus::Passed => {}
            TestStatus::Skipped(why) => {
                let _ = write!(out, "<skipped>{}</skipped>", xml(why));
            }
            TestStatus::Error { message } => {
                let message = attribute(message);
                let _ =
                    write!(out, "<error type=\"patchlight/disagreement\" message=\"{message}\"/>");
            }
            TestStatus::Failed { kind, message, text } => {
                let (message, text) = (attribute(message), xml(text));
                let _ =
                    write!(out, "<failure type=\"{kind}\" message=\"{message}\">{text}</failure>");
            }
        }
        if !case.output.is_empty() {
            let _ = write!(out, "<system-out>{}</system-out>", xml(&case.output));
        }
        out.push_str("</testcase>\n");
    }
    out.push_str("  </testsuite>\n");
}

#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    /// The outermost element has no count of those.
    fn without_skipped(&self) -> String {
        let Counts { tests, failures, errors, .. } = self;
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
    }
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case>) -> Counts {
    let mut counts = Counts::default();
    for case in cases {
        counts.tests += 1;
        match case.outcome {
            TestStatus::Passed => {}
            TestStatus::Skipped(_) => counts.skipped += 1,
            TestStatus::Failed { .. } => counts.failures += 1,
            TestStatus::Error { .. } => counts.errors += 1,
        }
    }
    counts
}

/// Lines stay lines; everything that XML cannot have is an escape.
fn xml(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| escape::markup(&escape::name(line))).collect();
    lines.join("\n")
}

fn attribute(text: &str) -> String {
    escape::markup(&escape::name(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn counts_are_those_of_the_test_cases() {
        for results in [sample::cut(), sample::hostile()] {
            let xml = render(&results);
            let count = |what: &str| xml.matches(what).count();
            let head = xml.lines().nth(1).unwrap();
            for (attribute, element) in
                [("tests", "<testcase "), ("failures", "<failure "), ("errors", "<error ")]
            {
                let expected = format!(" {attribute}=\"{}\"", count(element));
                assert!(head.contains(&expected), "{expected} is not in {head}");
            }
        }
    }

    #[test]
    fn regressions_fail_and_accepted_findings_and_unknowns_are_skipped() {
        let results = sample::cut();
        let xml = render(&results);
        assert_eq!(xml.matches("<failure type=\"patchlight/regression\"").count(), 1);
        assert_eq!(xml.matches("<failure type=\"patchlight/output-difference\"").count(), 2);
        assert!(xml.contains("<skipped>accepted"));
        assert!(xml.contains("<skipped>cut: unsupported: "));
        assert!(!xml.contains("<failure type=\"patchlight/fix\""));
    }
}
