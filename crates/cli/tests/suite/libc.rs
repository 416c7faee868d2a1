//! `tests/libc`: libc's functions, called with tables of arguments, must answer as glibc's do.
//! Every line of output starts with the function's name; `DEVIATIONS.txt` lists the beginnings of
//! lines that may differ, each with its reason. A deviation that no longer occurs is an error too.

use crate::support::{Case, Scratch, cases, root};
use patchlight_testing::Dialect;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;

const AT_LEAST_FUNCTIONS: usize = 300;

/// Beginnings of lines that may differ from glibc's.
fn deviations() -> Vec<String> {
    let path = root().join("tests/libc/DEVIATIONS.txt");
    let text = fs::read_to_string(&path).expect("the list of deviations");
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (prefix, reason) = line.rsplit_once(": ").expect("`beginning: reason`");
            assert!(!reason.trim().is_empty(), "{prefix} has no reason");
            prefix.to_string()
        })
        .collect()
}

struct Seen {
    functions: Mutex<BTreeSet<String>>,
    used: Mutex<BTreeSet<String>>,
}

fn answers_as_glibc(case: &Case, deviations: &[String], seen: &Seen) -> Result<(), String> {
    let scratch = Scratch::new(&format!("libc-{}", case.name));
    let native = case.run_natively(&scratch);
    if !native.status.success() {
        return Err(format!("the native run failed: {}", native.status));
    }
    let ours = case.run_patchlight(&["-O0"], &scratch);
    let native = String::from_utf8_lossy(&native.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&ours.stderr).into_owned();
    let ours_text = String::from_utf8_lossy(&ours.stdout).into_owned();
    let mut complaints = Vec::new();
    let mut our_lines = ours_text.lines();
    for line in native.lines() {
        let name = line.split(['(', ' ']).next().unwrap_or_default();
        seen.functions.lock().expect("no panic").insert(name.to_string());
        let our_line = our_lines.next().unwrap_or("(nothing)");
        if line == our_line {
            continue;
        }
        match deviations.iter().find(|prefix| line.starts_with(prefix.as_str())) {
            Some(prefix) => drop(seen.used.lock().expect("no panic").insert(prefix.clone())),
            None => complaints.push(format!("  native:     {line}\n  patchlight: {our_line}")),
        }
    }
    if complaints.is_empty() && ours.status.success() {
        return Ok(());
    }
    let shown: Vec<&str> = complaints.iter().take(6).map(String::as_str).collect();
    let said: Vec<&str> = stderr.lines().take(6).collect();
    let (n, shown, said) = (complaints.len(), shown.join("\n"), said.join("\n  "));
    Err(format!("{n} lines differ, {}\n{shown}\n  {said}", ours.status))
}

#[test]
fn functions_answer_as_glibcs_do() {
    let cases = cases("tests/libc", &Dialect::new(&["cflags"]));
    let deviations = deviations();
    let seen = Seen { functions: Mutex::default(), used: Mutex::default() };
    cases.check(|case| answers_as_glibc(case, &deviations, &seen));
    if !cases.is_whole() {
        return;
    }
    let functions = seen.functions.into_inner().expect("no panic");
    assert!(functions.len() >= AT_LEAST_FUNCTIONS, "only {} functions", functions.len());
    let used = seen.used.into_inner().expect("no panic");
    let unused: Vec<&String> = deviations.iter().filter(|prefix| !used.contains(*prefix)).collect();
    assert!(unused.is_empty(), "deviations that do not occur any more: {unused:?}");
}
