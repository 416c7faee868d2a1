//! `tests/ui/explore-limits`: explorations that are stopped, killed, or too large.

use crate::support::{Scratch, is_long, patchlight, root};
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
    let stats = stats("hard_questions", &scratch.path().join("out"), &["--max-time", "1.5"]);
    assert_eq!(stats["stopped"], "--max-time");
    assert_eq!(stats["paths_live"], 1);
    assert_eq!(stats["not_explored"].as_object().map(serde_json::Map::len), Some(0));
}

/// Breadth first, no path ends before memory does: 4,500 forks take half a gigabyte.
#[test]
fn a_program_that_explodes_stays_below_its_memory_and_goes_on() {
    let scratch = Scratch::new("explore-max-memory");
    let n_forks = if is_long() { 40_000 } else { 4_500 };
    let explored = |name: &str, memory: &str| {
        let forks = n_forks.to_string();
        let limits = ["--max-memory", memory, "--max-forks", &forks];
        let how = ["--search", "breadth-first", "--write", "none"];
        stats("explode", &scratch.path().join(name), &[limits, how].concat())
    };
    let stats = explored("limited", "250");
    let peak = stats["peak_memory_mb"].as_u64().expect("a number");
    assert!((150..300).contains(&peak), "{peak} MB");
    assert_eq!(stats["stopped"], Value::Null);
    assert!(stats["paths_completed"].as_u64() > Some(n_forks), "{stats}");
    if !is_long() {
        let stats = explored("free", "20000");
        assert!(stats["peak_memory_mb"].as_u64() > Some(400), "{stats}");
    }
}

/// Depth first the maze behind the first wrong byte alone takes all forks.
#[test]
fn a_target_is_reached_with_few_forks() {
    let scratch = Scratch::new("explore-target");
    let reaches = |name: &str, options: &[&str]| {
        let out = scratch.path().join(name);
        stats("target", &out, &[&["--jobs", "1", "--max-forks", "60"], options].concat());
        let text = fs::read_to_string(out.join("cases.jsonl")).expect("tests");
        text.contains("\"end\":{\"exit\":42}")
    };
    assert!(reaches("near", &["--target", "target.c:17", "--search", "depth-first"]));
    assert!(!reaches("deep", &["--search", "depth-first"]));
}

/// The inputs of all tests in a directory, in order. A line that a kill cut short is none.
fn tests(out: &Path) -> Vec<String> {
    let text = fs::read_to_string(out.join("cases.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let inputs = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("JSON");
        case["inputs"].to_string()
    };
    let mut tests: Vec<String> = whole.lines().map(inputs).collect();
    tests.sort();
    tests
}

/// Pseudo-random moments, the same in every run.
fn moments(n: usize, longest: Duration) -> Vec<Duration> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..n).map(|_| longest.mul_f64(next())).collect()
}

#[test]
fn a_run_that_is_killed_and_resumed_finds_the_same_tests() {
    let scratch = Scratch::new("explore-killed");
    let whole = scratch.path().join("whole");
    let started = Instant::now();
    stats("bounded", &whole, &["--write", "none"]);
    let took = started.elapsed();
    let expected = tests(&whole);
    assert_eq!(expected.len(), 8192);
    for (n, moment) in moments(if is_long() { 20 } else { 3 }, took).into_iter().enumerate() {
        let out = scratch.path().join(n.to_string());
        let mut killed =
            explore("bounded", &out, &["--write", "none"]).spawn().expect("patchlight");
        while !out.join("paths").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(moment);
        killed.kill().expect("a process of ours");
        killed.wait().expect("a process of ours");
        let before = tests(&out);
        stats("bounded", &out, &["--write", "none", "--resume"]);
        let after = tests(&out);
        assert!(before.iter().all(|test| after.binary_search(test).is_ok()), "{moment:?}");
        assert!(after == expected, "{} tests after a kill at {moment:?}", after.len());
    }
}
