//! `tests/ui/explore-limits`: explorations that are stopped, killed, or too large.

use crate::support::{Scratch, patchlight, root};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// `patchlight explore` of a program of this suite.
fn explore(program: &str, out: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(patchlight());
    let source = format!("tests/ui/explore-limits/{program}.c");
    command.arg("explore").arg(source).arg("--out").arg(out).args(options).current_dir(root());
    command
}

/// Runs it to its end and returns `stats.json`.
fn stats(program: &str, out: &Path, options: &[&str]) -> Value {
    let output = explore(program, out, options).output().expect("patchlight");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {stderr}");
    let text = fs::read(out.join("stats.json")).expect("statistics");
    serde_json::from_slice(&text).expect("JSON")
}

#[test]
fn hard_questions_do_not_outlast_the_time_and_are_not_given_up() {
    let scratch = Scratch::new("explore-max-time");
    let started = Instant::now();
    let stats = stats("hard_questions", &scratch.path().join("out"), &["--max-time", "1.5"]);
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    assert_eq!(stats["stopped"], "--max-time");
    assert_eq!(stats["paths_live"], 1);
    assert_eq!(stats["not_explored"].as_object().map(serde_json::Map::len), Some(0));
}
