//! `patchlight report` as a user and a pipeline see it.

use crate::support::{Scratch, patchlight, root};
use std::fs;
use std::process::{Command, Output, Stdio};

fn report(args: &[&str]) -> Output {
    let results = root().join("tests/reports/cut.json");
    let mut command = Command::new(patchlight());
    command.arg("report").arg(results).args(args).env("COLUMNS", "70");
    command.output().expect("patchlight")
}

#[test]
fn a_report_that_nobody_looks_at_has_no_colours_and_fits_the_columns() {
    let output = report(&[]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && text.starts_with("1. regression: `cut "));
    assert!(!text.contains('\x1b'));
    assert!(text.lines().filter(|line| line.contains('│')).all(|line| line.chars().count() <= 70));
}

#[test]
fn results_go_through_json_as_they_are() {
    let output = report(&["--format", "json"]);
    let written: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let scratch = Scratch::new("report-json");
    let path = scratch.path().join("results.json");
    fs::write(&path, &output.stdout).expect("a file");
    let mut command = Command::new(patchlight());
    let again =
        command.arg("report").arg(&path).args(["--format", "json"]).output().expect("again");
    assert_eq!(output.stdout, again.stdout);
    assert_eq!(written["findings"].as_array().map(Vec::len), Some(6));
}

#[test]
fn every_format_goes_to_a_file() {
    let scratch = Scratch::new("report-out");
    for (format, beginning) in [
        ("terminal", "1. regression"),
        ("json", "{\n  \"format\": 2"),
        ("sarif", "{\n  \"$schema\""),
        ("junit", "<?xml version"),
        ("markdown", "## 🔴 Patchlight: 1 regression"),
        ("github", "::error file=src/cut.c,line=43,"),
        ("html", "<!doctype html>"),
    ] {
        let path = scratch.path().join(format);
        let output = report(&["--format", format, "--out", path.to_str().expect("UTF-8")]);
        assert!(output.status.success() && output.stdout.is_empty());
        let text = fs::read_to_string(&path).expect("a report");
        assert!(text.starts_with(beginning), "{format}: {:.80}", text);
    }
}

#[test]
fn what_are_no_results_is_refused() {
    let scratch = Scratch::new("report-bad");
    let path = scratch.path().join("results.json");
    for (text, why) in [
        ("{\"format\":99,\"findings\":7}", "unknown format 99"),
        ("{\"format\":2}", "not results of `patchlight test`: missing field"),
        ("[", "not results of `patchlight test`"),
    ] {
        fs::write(&path, text).expect("a file");
        let output = Command::new(patchlight()).arg("report").arg(&path).output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(why), "{said}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let results = root().join("tests/reports/hostile.json");
    let mut command = Command::new(patchlight());
    command.arg("report").arg(results).args(["--format", "html"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a start");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("an end");
    // As the shell says it of a program that SIGPIPE ended.
    assert!(output.status.code() == Some(141) && output.stderr.is_empty(), "{output:?}");
}
