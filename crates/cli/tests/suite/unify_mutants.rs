//! `tests/ui/unify/mutants`: programs with one byte of input, each with mutants of it.
//!
//! Program and mutant are two versions, and nothing says where they differ. The oracle runs both on all
//! inputs, natively and with sanitizers. What `patchlight shadow --explore` reports must be exactly what
//! it shows: on each input that is reported the versions do what is said, and for each pair of things
//! that they do on some input, where these are not the same, an input is reported. The unified program,
//! run as one of its versions, does what that version does.
//!
//! On a path of these programs everything that is written is fixed, so paths are outcomes.

use crate::mutator::{Mutant, mutants};
use crate::run::programs;
use crate::shadow::{bytes, file_name};
use crate::support::{Case, Scratch, entries, in_steps, is_long, patchlight, root};
use patchlight_testing::Table;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const DIR: &str = "tests/ui/unify/mutants";
/// Pairs in all, and those that are tried if there is little time: one of so many.
const AT_LEAST: usize = 200;
const ONE_OF: usize = 5;
const SEED: u64 = 2026;

/// How a run ended, and what it wrote: standard output, or the text of an assertion that failed.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Outcome {
    end: String,
    wrote: String,
}

/// What a version does on each argument of one byte.
pub type Runs = BTreeMap<u8, Outcome>;

/// The oracle, compiled.
pub struct Oracle {
    object: PathBuf,
}

const SANITIZED: [&str; 7] = [
    "-O0",
    "-g",
    "-w",
    "-fsanitize=address,undefined",
    "-Wl,--allow-shlib-undefined",
    "-fno-sanitize-recover=all",
    "-fno-pie",
];

fn compile(what: &mut Command) -> Result<(), String> {
    let output = what.output().map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    output.status.success().then_some(()).ok_or(messages)
}

impl Oracle {
    pub fn new(scratch: &Scratch) -> Oracle {
        let object = scratch.path().join("oracle.o");
        let source = root().join("tests/ui/unify/oracle.c");
        let mut cc = Command::new("cc");
        compile(cc.args(SANITIZED).arg("-c").arg(source).arg("-o").arg(&object))
            .expect("the oracle");
        Oracle { object }
    }

    /// Nothing if some run does not end.
    pub fn runs(&self, source: &Path) -> Result<Option<Runs>, String> {
        let names =
            ["exit", "abort", "printf", "puts"].map(|name| format!("-D{name}=oracle_{name}"));
        let executable = source.with_extension("native");
        let mut cc = Command::new("cc");
        cc.args(SANITIZED).arg("-no-pie").arg("-Dmain=subject_main").args(names);
        compile(cc.arg(source).arg(&self.object).arg("-o").arg(&executable))?;
        let output = Command::new(&executable)
            .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
            .output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if text.contains("endless") {
            return Ok(None);
        }
        let run = |line: &str| {
            let [byte, end, wrote] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
            let wrote = bytes(&Value::from(wrote)).into_iter().map(char::from).collect();
            Some((byte.parse().ok()?, Outcome { end: end.to_string(), wrote }))
        };
        let runs: Runs = text.lines().filter_map(run).collect();
        match runs.len() {
            256 => Ok(Some(runs)),
            n => Err(format!("the oracle has {n} runs")),
        }
    }
}

/// `patchlight shadow --explore` of two sources: its tests, if everything was explored.
pub fn explored(old: &Path, new: &Path, dir: &Path) -> Result<Vec<Value>, String> {
    let output = in_steps("shadow")
        .args(["--explore", "--no-native", "--bounded-budget", "0", "--out"])
        .arg(dir)
        .arg("--old")
        .arg(old)
        .arg("--new")
        .arg(new)
        .args(["--", "c"])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    // Exploring the new version alone is what was not asked for.
    let gap = said.lines().find(|line| {
        let is_gap = line.starts_with("limit:") || line.starts_with("unsupported:");
        is_gap && !line.contains("bounded phase")
    });
    if !output.status.success() || gap.is_some() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("shadow: {}\n{messages}", gap.unwrap_or_default()));
    }
    let text = fs::read_to_string(dir.join("tests.jsonl")).map_err(|error| error.to_string())?;
    text.lines().map(|line| serde_json::from_str(line).map_err(|e| e.to_string())).collect()
}

/// What Patchlight says that a version does.
fn said(test: &Value, version: usize) -> Outcome {
    let outcome = &test["outcomes"][version];
    let field = |name: &str| outcome[name].as_str().unwrap_or_default().to_string();
    let end = field("end");
    let stderr = field("stderr");
    let assertion =
        stderr.split_once(": Assertion `").and_then(|(_, text)| text.split_once("' failed"));
    // What a run that is killed wrote to standard output before is the C library's secret.
    match end.split(' ').next() {
        Some("exit") => Outcome { end, wrote: field("stdout") },
        Some("signal") => {
            let wrote = assertion.map_or(String::new(), |(text, _)| text.to_string());
            Outcome { end, wrote }
        }
        _ => Outcome { end: "error".to_string(), wrote: String::new() },
    }
}

/// What is reported is what happens natively: all of it, and nothing else.
pub fn compare(old: &Runs, new: &Runs, tests: &[Value]) -> Result<(), String> {
    let mut reported = BTreeSet::new();
    for test in tests {
        let input = bytes(&test["case"]["run"]["args"][0]);
        let byte = input.first().copied().unwrap_or(0);
        let natively = [&old[&byte], &new[&byte]];
        let ours = [said(test, 0), said(test, 1)];
        if ours.each_ref() != natively {
            return Err(format!("on {byte} reported {ours:?}, natively {natively:?}"));
        }
        let differs = natively[0] != natively[1];
        // Errors are of many kinds, and sanitizers know others; and see above.
        let are_killed = natively.iter().all(|outcome| !outcome.end.starts_with("exit "));
        if (test["differs"] == true) != differs && !are_killed {
            return Err(format!("on {byte} natively {natively:?}, reported {test}"));
        }
        reported.insert(natively);
    }
    let all = old.iter().map(|(byte, outcome)| (byte, [outcome, &new[byte]]));
    let missing = |(_, pair): &(&u8, [&Outcome; 2])| pair[0] != pair[1] && !reported.contains(pair);
    match all.into_iter().find(missing) {
        Some((byte, pair)) => Err(format!("{pair:?} is missing, on {byte}")),
        None => Ok(()),
    }
}

/// Runs the unified program as one version, on an input on which it exits: if possible on one on which
/// the other version does something else.
fn behaves(pair: &Pair, version: &str, own: &Runs, other: &Runs) -> Result<(), String> {
    // An argument cannot hold the byte 0, and options begin with a minus.
    let exits = |byte: &&u8| own[byte].end.starts_with("exit ") && ![0, b'-'].contains(*byte);
    let Some(&byte) = own.keys().filter(exits).max_by_key(|byte| own[byte] != other[byte]) else {
        return Ok(());
    };
    let output = Command::new(patchlight())
        .args(["unify", "--as", version])
        .args([&pair.old, &pair.new])
        .arg("--")
        .arg(OsString::from_vec(vec![byte]))
        .output()
        .map_err(|error| error.to_string())?;
    let end = output.status.code().map_or("killed".to_string(), |code| format!("exit {code}"));
    let outcome = Outcome { end, wrote: output.stdout.into_iter().map(char::from).collect() };
    match outcome == own[&byte] {
        true => Ok(()),
        false => Err(format!("as {version} on {byte} {outcome:?}, natively {:?}", own[&byte])),
    }
}

/// The C files of a directory of the repository, and their names.
pub fn names(dir: &str) -> Vec<(String, PathBuf)> {
    let name = |path: &PathBuf| file_name(path).trim_end_matches(".c").to_string();
    entries(dir, &["c"]).into_iter().map(|path| (name(&path), path)).collect()
}

/// Two versions, as files.
pub struct Pair {
    /// The program that the old one is.
    pub base: String,
    pub name: String,
    pub old: PathBuf,
    pub new: PathBuf,
}

impl Pair {
    pub fn write(scratch: &Scratch, base: String, name: String, old: &str, new: &str) -> Pair {
        let write = |version: &str, text: &str| {
            let dir = scratch.path().join(&name).join(version);
            fs::create_dir_all(&dir).expect("a directory");
            fs::write(dir.join("program.c"), text).expect("a source");
            dir.join("program.c")
        };
        Pair { old: write("old", old), new: write("new", new), base, name }
    }
}

fn pairs(scratch: &Scratch) -> Table<Pair> {
    let mut pairs = Vec::new();
    for (base, source) in names(DIR) {
        let text = fs::read_to_string(&source).expect("a program");
        for (n, Mutant { kind, text: mutant }) in mutants(&text, SEED).into_iter().enumerate() {
            let name = format!("{base}-{n}-{}", kind.replace(' ', "-"));
            pairs.push(Pair::write(scratch, base.clone(), name, &text, &mutant));
        }
    }
    let pairs = Table::new(DIR, pairs, |pair| pair.name.clone()).at_least(AT_LEAST);
    pairs.one_of(if is_long() { 1 } else { ONE_OF })
}

#[test]
fn differences_of_mutants_are_exactly_those_of_a_native_oracle() {
    let scratch = Scratch::new("unify-mutants");
    let oracle = Oracle::new(&scratch);
    let pairs = pairs(&scratch);
    let mut old_runs = BTreeMap::new();
    for pair in pairs.rows() {
        let run = || oracle.runs(&pair.old).expect("a program").expect("that ends");
        old_runs.entry(pair.base.clone()).or_insert_with(run);
    }
    let n_endless = AtomicUsize::new(0);
    let check = |pair: &Pair| {
        let Some(new) = oracle.runs(&pair.new)? else {
            n_endless.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        };
        let old = &old_runs[&pair.base];
        let dir = pair.old.with_file_name("results");
        compare(old, &new, &explored(&pair.old, &pair.new, &dir)?)?;
        behaves(pair, "old", old, &new)?;
        behaves(pair, "new", &new, old)
    };
    pairs.check(check);
    let n_tried = pairs.rows().len() - n_endless.into_inner();
    println!("{n_tried} of {} mutants end", pairs.rows().len());
    let at_least = if is_long() { AT_LEAST } else { AT_LEAST / ONE_OF };
    assert!(n_tried >= at_least || !pairs.is_whole(), "{n_tried} pairs");
}

#[test]
fn a_program_and_itself_have_everything_in_common() {
    let scratch = Scratch::new("unify-same");
    let check = |case: &Case| {
        let program = match &case.sources[..] {
            [source] => source.clone(),
            _ => case.executable(&scratch)?,
        };
        let output = Command::new(patchlight())
            .args(["unify", "--explain", "--cflags"])
            .arg(format!("-w {}", case.compile_flags().join(" ")))
            .args([&program, &program])
            .output()
            .map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_all = said.ends_with(" the same in both versions\n");
        match output.status.success() && is_all && said.lines().count() == 1 {
            true => Ok(()),
            false => Err(said + &String::from_utf8_lossy(&output.stderr)),
        }
    };
    programs().check(check);
}
