//! The README's first session is what really happens.

use crate::support::{Scratch, patchlight, root};
use std::process::Command;

/// The lines of the first session below its command. `...` stands for any lines, or within a line
/// for any text.
fn session() -> Vec<String> {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let (_, from) = readme.split_once("## A first session").expect("a first session");
    let (_, block) = from.split_once("```\n$ make demo\n").expect("the demo");
    let (block, _) = block.split_once("```").expect("an end");
    block.lines().map(str::to_string).collect()
}

fn matches(pattern: &str, line: &str) -> bool {
    let mut rest = line;
    for (n, part) in pattern.split("...").enumerate() {
        match (n, rest.find(part)) {
            (0, Some(0)) => rest = &rest[part.len()..],
            (0, _) => return false,
            (_, Some(at)) => rest = &rest[at + part.len()..],
            (_, None) => return false,
        }
    }
    pattern.ends_with("...") || rest.is_empty()
}

#[test]
fn the_first_session_is_what_really_happens() {
    let scratch = Scratch::new("readme");
    let output = Command::new("sh")
        .arg(root().join("demo/run.sh"))
        .arg(patchlight())
        .env("DEMO_DIR", scratch.path().join("fields"))
        .env("DEMO_BUDGET", "3Gsteps")
        .output()
        .expect("sh");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    let mut lines = text.lines();
    let mut may_skip = true;
    for pattern in session() {
        if pattern == "..." {
            may_skip = true;
            continue;
        }
        let found = match may_skip {
            true => lines.any(|line| matches(&pattern, line)),
            false => lines.next().is_some_and(|line| matches(&pattern, line)),
        };
        assert!(found, "the README says `{pattern}`, and the demo:\n{text}");
        may_skip = false;
    }
}
