//! `patchlight interact` on the subjects of `tests/ui/interact`: what it finds is what their comments
//! say, which `interact_subjects.rs` confirms natively.

use crate::half_patched::{Changes, Subject, some_of, subjects};
use crate::support::{Scratch, in_steps};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Output;

/// What `report.json` says of a subject.
fn interact(test: &str, subject: &Subject, flags: &[&str]) -> Result<Value, String> {
    let scratch = Scratch::new(&format!("interact-{test}-{}", subject.name));
    let out = scratch.path().join("out");
    let mut command = in_steps("interact");
    command.arg("--old").arg(subject.dir.join("old.c"));
    command.arg("--new").arg(subject.dir.join("new.c")).arg("--out").arg(&out);
    if subject.dir.join("fixed.c").exists() {
        command.arg("--fixed").arg(subject.dir.join("fixed.c"));
    }
    let output = command.args(subject.options()).args(flags).output().expect("patchlight starts");
    if output.status.code() != Some(0) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let report = fs::read_to_string(out.join("report.json")).map_err(|error| error.to_string())?;
    serde_json::from_str(&report).map_err(|error| error.to_string())
}

fn subject(name: &str) -> Subject {
    subjects().into_iter().find(|subject| subject.name == name).expect("the subject")
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().expect("an array")
}

fn line(place: &Value) -> usize {
    place["line"].as_u64().expect("a line") as usize
}

fn lines(places: &Value) -> Vec<usize> {
    array(places).iter().map(line).collect()
}

/// Whether the second sequence is in the first one, in its order.
fn has_in_order(all: &[usize], part: &[usize]) -> bool {
    let mut all = all.iter();
    part.iter().all(|line| all.any(|other| other == line))
}

/// The marks of the changes that an error needs, if one part of the patch is the smallest that fails.
fn needed(subject: &Subject, report: &Value, error: &Value) -> Option<Changes> {
    let [part] = &array(&error["needed"])[..] else { return None };
    let numbers = array(part).iter().map(|number| number.as_u64().expect("a number") as usize);
    let hunk = |number: usize| &array(&report["changes"])[number - 1];
    let marks = numbers.flat_map(|number| {
        let new = array(&hunk(number)["new_lines"]);
        let [first, last] = [&new[0], &new[1]].map(|line| line.as_u64().expect("a line") as usize);
        (first..=last).filter_map(|line| subject.mark_at(line)).collect::<Vec<_>>()
    });
    Some(marks.collect())
}

fn check(subject: &Subject) -> Result<(), String> {
    let report = interact("all", subject, &[])?;
    let errors = array(&report["errors"]);
    let found: Vec<&Value> =
        errors.iter().filter(|error| error["is_interaction"] == true).collect();
    // Where one change fails by itself the patch does not need several, whatever all inputs execute.
    let fails_alone = subject.needed().len() == 1;
    let Some(lines_of_changes) = subject.interaction().filter(|_| !fails_alone) else {
        return match found.is_empty() {
            true => Ok(()),
            false => Err(format!("no interaction is expected: {found:?}")),
        };
    };
    let is_planted = |error: &&&Value| {
        let critical: BTreeSet<usize> = lines(&error["critical_sequence"]).into_iter().collect();
        lines_of_changes.iter().all(|line| critical.contains(line))
            && needed(subject, &report, error) == Some(subject.needed())
    };
    match found.iter().find(is_planted) {
        Some(_) => Ok(()),
        None => Err(format!("{lines_of_changes:?} are expected to interact: {errors:?}")),
    }
}

#[test]
fn planted_interactions_are_found_and_no_others() {
    some_of(subjects()).check(check);
}

#[test]
fn the_papers_example_fails_on_one_sequence_of_its_three_changes_alone() {
    let report =
        interact("paper", &subject("running-example"), &["--isolation"]).expect("a report");
    let nodes = array(&report["graph"]["nodes"]);
    let of_kind =
        |kind: &str| -> Vec<&Value> { nodes.iter().filter(|node| node["kind"] == kind).collect() };
    let changed: Vec<usize> = of_kind("change").into_iter().map(line).collect();
    assert_eq!(changed, [21, 25, 28], "statements 1, 5 and 7");
    let [meeting] = of_kind("interaction")[..] else { panic!("one place: {nodes:?}") };
    assert_eq!(line(meeting), 29, "statement 8");
    let depends_on: BTreeSet<usize> = array(&meeting["depends_on"])
        .iter()
        .map(|id| line(&nodes[id.as_u64().expect("a number") as usize]))
        .collect();
    assert!(depends_on.is_superset(&BTreeSet::from([25, 28])), "{depends_on:?}");
    for test in array(&report["tests"]) {
        let sequence = lines(&test["sequence"]);
        let fails = test["class"] == "regression";
        let text = text_of(&test["case"]["run"]["args"][0]);
        assert_eq!(fails, fails_in_new(&text), "{text:?}");
        assert!(!fails || has_in_order(&sequence, &[21, 25, 28]), "{text:?}: {sequence:?}");
    }
    let [error] = &array(&report["errors"])[..] else { panic!("one error") };
    assert_eq!(error["is_interaction"], true);
    assert_eq!(lines(&error["critical_sequence"]), [21, 25, 28]);
    assert_eq!(error["case"]["run"]["args"][0], "302d", "0-");
    assert_eq!(error["in_isolation"], 0);
}

/// `patchlight` with a command, both versions of a subject, and words after them.
fn on_versions(subject: &Subject, command: &str, words: &[&str]) -> Output {
    let mut process = in_steps(command);
    process.arg("--old").arg(subject.dir.join("old.c"));
    process.arg("--new").arg(subject.dir.join("new.c")).args(words);
    process.output().expect("patchlight starts")
}

/// By reasoning from the program: only a dash after digits of which the last is 0 makes `init` 0, and
/// the text has to be read to its end.
fn fails_in_new(text: &str) -> bool {
    let is_text = text.chars().all(|c| c.is_ascii_digit() || c == '-');
    let upto_dash = text.rfind('-').map(|at| &text[..at]).unwrap_or_default();
    is_text && upto_dash.chars().rfind(char::is_ascii_digit) == Some('0')
}

fn text_of(hex: &Value) -> String {
    let hex = hex.as_str().expect("an argument").as_bytes();
    let byte = |digits| u8::from_str_radix(std::str::from_utf8(digits).expect("digits"), 16);
    hex.chunks(2).map(|digits| char::from(byte(digits).expect("digits"))).collect()
}

#[test]
fn arguments_after_the_dashes_are_a_test_to_start_from_as_in_shadow() {
    let subject = subject("running-example");
    for (command, list) in [("interact", "tests"), ("shadow", "findings")] {
        let scratch = Scratch::new(&format!("interact-test-{command}"));
        let out = scratch.path().to_string_lossy().into_owned();
        let output = on_versions(&subject, command, &["--out", &out, "--", "12-"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let report = fs::read_to_string(scratch.path().join("report.json")).expect("a report");
        let report: Value = serde_json::from_str(&report).expect("JSON");
        let failing = array(&report[list]).iter().filter(|test| test["class"] == "regression");
        let args: Vec<String> =
            failing.map(|test| text_of(&test["case"]["run"]["args"][0])).collect();
        assert!(!args.is_empty(), "{command}: {report}");
        assert!(args.iter().all(|arg| arg.len() <= 3 && fails_in_new(arg)), "{command}: {args:?}");
    }
}

#[test]
fn inputs_from_scratch_and_tests_to_start_from_do_not_mix() {
    let subject = subject("running-example");
    let output = on_versions(&subject, "interact", &["--sym-arg", "3", "--", "12-"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("--sym-arg") && said.contains("symbolic without them"), "{said}");
}

#[test]
fn the_overflow_of_cut_needs_a_sequence_through_both_conditions() {
    let report = interact("paper", &subject("cut-overflow"), &[]).expect("a report");
    let [error] = &array(&report["errors"])[..] else { panic!("one error") };
    assert_eq!(error["meets_definition_3"], true);
    let (allocates, accesses) = (51, 61);
    let mut n_only_one = 0;
    for test in array(&report["tests"]) {
        let sequence = lines(&test["sequence"]);
        let comes_by_both = has_in_order(&sequence, &[allocates, accesses]);
        assert!(test["class"] != "regression" || comes_by_both, "{sequence:?}");
        n_only_one += usize::from(!comes_by_both);
    }
    assert!(n_only_one > 0, "some tests come by one of them only");
}

#[test]
fn the_graph_is_the_same_each_time_and_has_three_forms() {
    let subject = subject("running-example");
    let scratch = Scratch::new("interact-graph");
    let make = |name: &str| {
        let file = scratch.path().join(name);
        let mut command = in_steps("interact");
        command.arg("--old").arg(subject.dir.join("old.c"));
        command.arg("--new").arg(subject.dir.join("new.c"));
        command.arg("--graph").arg(&file).arg("--graph-only");
        let output = command.output().expect("patchlight starts");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(file).expect("a graph")
    };
    for form in ["svg", "dot", "json"] {
        let graph = make(&format!("one.{form}"));
        assert_eq!(graph, make(&format!("two.{form}")), "{form}");
        for line in [21, 25, 28, 29] {
            let place =
                if form == "json" { format!("\"line\": {line}") } else { format!(":{line}") };
            assert!(graph.contains(&place), "{form}: {line}");
        }
    }
}

#[test]
fn the_page_has_every_node_of_the_graph_and_the_reason_of_the_error() {
    let subject = subject("running-example");
    let scratch = Scratch::new("interact-page");
    let mut command = in_steps("interact");
    command.arg("--old").arg(subject.dir.join("old.c"));
    command.arg("--new").arg(subject.dir.join("new.c")).arg("--out").arg(scratch.path());
    let output = command.args(subject.options()).output().expect("patchlight starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| fs::read_to_string(scratch.path().join(name)).expect(name);
    let (html, svg) = (read("report.html"), read("graph.svg"));
    let report: Value = serde_json::from_str(&read("report.json")).expect("JSON");
    for node in array(&report["graph"]["nodes"]) {
        let id = format!("<g id=\"node-{}\"", node["id"]);
        assert!(html.contains(&id) && svg.contains(&id), "{id}");
    }
    assert!(svg.contains("init = c ? v : 1;"), "boxes show what stands in the source");
    assert!(html.contains("together affect") && html.contains("1 change interaction error"));
}
