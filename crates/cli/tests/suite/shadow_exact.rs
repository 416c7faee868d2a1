//! `tests/ui/shadow/exact`: programs with one byte of input, tried natively on all inputs.
//!
//! The oracle (`oracle.c`) records the branches of each version on each input. An input *parts* the
//! versions at the first branch that they take differently, or at which one of them has failed. Where
//! inputs part that follow the test up to there, and with `--explore` where any do, is exactly what
//! `patchlight shadow` must report: nothing is missing, nothing is false.
//!
//! `args:` is the test. Plain versions may have a branch where annotated ones have none, inside of a
//! changed expression: on lines with the mark `//~ branch only=plain`.
//!
//! `subjects/bank`: mutants of a small program, whose paths after a parting are counted in the same way.

use crate::shadow::{Form, bytes, file_name, shadow, side};
use crate::support::{Scratch, entries, root};
use patchlight_testing::{CommentedProgram, Dialect, Table};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const AT_LEAST: usize = 40;
const DIR: &str = "tests/ui/shadow/exact";
const DIALECT: Dialect = Dialect::new(&["args"]).with_marks(&["only"]);

/// A run: its branches, then how it ended.
struct Run {
    trace: Vec<String>,
    end: String,
}

type Runs = BTreeMap<Vec<u8>, Run>;

/// Where an input parts the versions.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
struct Parting {
    /// The branches that both take before.
    before: Vec<String>,
    line: u64,
    /// New takes the branch or fails.
    new: bool,
}

/// What both versions do on all inputs.
struct Oracle {
    old: Runs,
    new: Runs,
}

impl Oracle {
    fn of(
        source: &Path,
        cflags: &[String],
        inputs: &[Vec<u8>],
        scratch: &Scratch,
    ) -> Result<Oracle, String> {
        let runs = |version| run_natively(source, version, cflags, inputs, scratch);
        Ok(Oracle { old: runs("PATCHLIGHT_OLD")?, new: runs("PATCHLIGHT_NEW")? })
    }

    fn parting(&self, input: &[u8]) -> Option<Parting> {
        let (old, new) = (&self.old.get(input)?.trace, &self.new.get(input)?.trace);
        let at = (0..old.len().max(new.len())).find(|&n| old.get(n) != new.get(n))?;
        let is = |entry: Option<&String>, sign| entry.is_some_and(|entry| entry.ends_with(sign));
        let (old_entry, new_entry) = (old.get(at), new.get(at));
        let fails = [is(old_entry, '!'), is(new_entry, '!')];
        let place = if fails[0] { old_entry } else { new_entry.or(old_entry) }?;
        let line = place[..place.len() - 1].parse().ok()?;
        let new_side = if fails[0] || fails[1] { fails[1] } else { is(new_entry, '+') };
        Some(Parting { before: old[..at].to_vec(), line, new: new_side })
    }

    fn partings(&self) -> impl Iterator<Item = (&Vec<u8>, Parting)> {
        self.old.keys().filter_map(|input| Some((input, self.parting(input)?)))
    }

    /// Whether the versions part at a place at all on an input, after they parted elsewhere.
    fn parts_later(&self, input: &[u8], line: u64, new: bool) -> bool {
        let entries = |runs: &Runs| runs.get(input).map_or(Vec::new(), |run| run.trace.clone());
        let (old, new_entries) = (entries(&self.old), entries(&self.new));
        let has = |entries: &[String], sign: char| entries.contains(&format!("{line}{sign}"));
        let (takes, other) = if new { (&new_entries, &old) } else { (&old, &new_entries) };
        has(takes, '!') || (has(takes, '+') && has(other, '-'))
    }

    /// Whether the versions run alike on an input, on the way of the seed, and end differently.
    fn ends_differently(&self, input: &[u8], seed: &[u8]) -> bool {
        let [old, new] = [&self.old[input], &self.new[input]];
        old.trace == new.trace && old.trace == self.old[seed].trace && old.end != new.end
    }
}

fn run_natively(
    source: &Path,
    version: &str,
    cflags: &[String],
    inputs: &[Vec<u8>],
    scratch: &Scratch,
) -> Result<Runs, String> {
    let executable = scratch.path().join(version);
    let (dir, harness) = (root().join(DIR), root().join("crates/toolchain/harness"));
    let built = Command::new("cc")
        .args(["-O1", "-w", "-DORACLE", &format!("-D{version}")])
        .args(cflags)
        .arg("-I")
        .arg(harness)
        .arg("-I")
        .arg(&dir)
        .arg(source)
        .arg(dir.join("oracle.c"))
        .arg("-o")
        .arg(&executable)
        .output()
        .map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let hex = |input: &Vec<u8>| input.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let lines: String = inputs.iter().map(|input| hex(input) + "\n").collect();
    let mut child = Command::new(&executable)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no stdin")?;
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    writer.join().expect("no panic").map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let runs: Runs = inputs.iter().cloned().zip(text.lines().map(run)).collect();
    match runs.len() == inputs.len() {
        true => Ok(runs),
        false => Err(format!("the oracle ends early, {}", output.status)),
    }
}

fn run(line: &str) -> Run {
    let mut words = line.split(' ').skip(1).map(str::to_string);
    let end = words.by_ref().take(2).collect::<Vec<_>>().join(" ");
    Run { trace: words.collect(), end }
}

/// The argument of a test. An empty one begins with the byte 0.
fn input(test: &Value) -> Vec<u8> {
    let bytes = bytes(&test["case"]["run"]["args"][0]);
    if bytes.is_empty() { vec![0] } else { bytes }
}

fn is_exact(form: Form, source: &Path) -> Result<(), String> {
    let program = CommentedProgram::read(source, &DIALECT)?;
    let seed = program.required("args")?;
    let scratch = Scratch::new(&format!("exact-{form:?}-{}", program.name));
    let inputs: Vec<Vec<u8>> = (0..=255).map(|byte| vec![byte]).collect();
    let oracle = Oracle::of(source, &[], &inputs, &scratch)?;
    if oracle.parting(seed.as_bytes()).is_some() {
        return Err("the test parts the versions".to_string());
    }
    let way = &oracle.old[seed.as_bytes()].trace;
    let all: BTreeSet<Parting> = oracle.partings().map(|(_, parting)| parting).collect();
    let beside: BTreeSet<Parting> =
        all.iter().filter(|parting| way.starts_with(&parting.before)).cloned().collect();
    let args = [seed.to_string()];
    let flags = ["--no-native", "--bounded-time", "0"].map(str::to_string);
    let mut own = Vec::new();
    for mark in &program.marks {
        if mark.words != "branch" || mark.attribute("only") != Some("plain") {
            return Err(format!("line {}: which mark?", mark.line));
        }
        if form == Form::Plain {
            own.push(mark.line as u64);
        }
    }
    let shadow = |flags: &[String]| -> Result<Vec<Value>, String> {
        let mut tests = shadow(form, source, flags, &args, &scratch)?;
        tests.retain(|test| test["line"].as_u64().is_none_or(|line| !own.contains(&line)));
        Ok(tests)
    };
    let tests = shadow(&flags)?;
    compare(&oracle, &beside, &tests)?;
    let shows = |input: &Vec<u8>| oracle.ends_differently(input, seed.as_bytes());
    let reported = tests.iter().any(|test| test["phase"] == "output" && shows(&input(test)));
    if inputs.iter().any(shows) != reported {
        return Err(format!("an input with another end on the test's way: {reported}"));
    }
    let flags = ["--no-native", "--bounded-time", "0", "--explore"].map(str::to_string);
    let tests = shadow(&flags)?;
    compare(&oracle, &all, &tests).map_err(|complaint| format!("--explore: {complaint}"))
}

/// The partings that are reported are those of the oracle. Those that are farther from the test's way
/// than one turn need only be true.
fn compare(oracle: &Oracle, expected: &BTreeSet<Parting>, tests: &[Value]) -> Result<(), String> {
    let mut reported = BTreeSet::new();
    for test in tests {
        let input = input(test);
        confirm(oracle, test, &input)?;
        let (Some(new), Some(line)) = (side(test), test["line"].as_u64()) else { continue };
        match oracle.parting(&input) {
            Some(parting) if (parting.line, parting.new) == (line, new) => {
                if test["depth"] == 1 && !expected.contains(&parting) {
                    return Err(format!("{parting:?} is not beside the test's way"));
                }
                reported.insert(parting);
            }
            _ if oracle.parts_later(&input, line, new) => {}
            parting => return Err(format!("on {input:?} natively {parting:?}, reported {test}")),
        }
    }
    match expected.difference(&reported).next() {
        Some(missing) => Err(format!("{missing:?} is missing")),
        None => Ok(()),
    }
}

/// Each version does natively what is said that it does.
fn confirm(oracle: &Oracle, test: &Value, input: &[u8]) -> Result<(), String> {
    for (n, runs) in [&oracle.old, &oracle.new].into_iter().enumerate() {
        let native = &runs.get(input).ok_or("an input of another length")?.end;
        let ours = test["outcomes"][n]["end"].as_str().unwrap_or_default();
        let fails = !ours.starts_with("exit ") && !ours.starts_with("signal ");
        if native != ours && !(fails && native.starts_with("fails ")) {
            return Err(format!("on {input:?} natively {native}, reported {ours}"));
        }
    }
    Ok(())
}

fn subjects() -> Table<PathBuf> {
    let mut subjects = entries(DIR, &["c"]);
    subjects.retain(|path| !path.ends_with("oracle.c"));
    Table::new(DIR, subjects, |path| file_name(path)).at_least(AT_LEAST)
}

#[test]
fn the_inputs_that_part_are_exactly_those_of_the_oracle() {
    subjects().check(|path| is_exact(Form::Annotated, path));
}

#[test]
fn the_inputs_that_part_without_annotations_are_exactly_those_of_the_oracle() {
    subjects().check(|path| is_exact(Form::Plain, path));
}

/// A line of `mutants.txt`.
struct Mutant {
    mutations: String,
    seed: String,
    n_paths: usize,
    /// The same without annotations.
    n_plain_paths: usize,
}

fn mutants() -> Vec<Mutant> {
    let text = fs::read_to_string(root().join("subjects/bank/mutants.txt")).expect("the table");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mutant = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, mutations, seed, n_paths] => {
            let (n_paths, n_plain_paths) = n_paths.split_once('/').unwrap_or((n_paths, n_paths));
            Mutant {
                mutations: mutations.to_string(),
                seed: seed.to_string(),
                n_paths: n_paths.parse().expect("a number of paths"),
                n_plain_paths: n_plain_paths.parse().expect("a number of paths"),
            }
        }
        _ => panic!("a line of four words, not `{line}`"),
    };
    lines.map(mutant).collect()
}

/// All inputs of `account.c`: bits that matter beside those of the digits.
fn account_inputs() -> Vec<Vec<u8>> {
    let digits = |n: u32| {
        let round = [n & 1, n >> 1 & 1].map(|bit| bit as u8);
        let numbers = [2, 5, 8, 11].map(|shift| (n >> shift & 7) as u8);
        round.into_iter().chain(numbers).map(|digit| b'0' | digit).collect()
    };
    (0..1 << 14).map(digits).collect()
}

/// The paths of the new version beyond the partings beside the test's way.
fn diff_paths(oracle: &Oracle, seed: &[u8]) -> BTreeSet<(Parting, Vec<String>)> {
    let way = match oracle.parting(seed) {
        Some(parting) => parting.before,
        None => oracle.old[seed].trace.clone(),
    };
    let beside = oracle.partings().filter(|(_, parting)| way.starts_with(&parting.before));
    beside.map(|(input, parting)| (parting, oracle.new[input].trace.clone())).collect()
}

fn has_its_paths(form: Form, mutant: &Mutant) -> Result<(), String> {
    let source = root().join("subjects/bank/account.c");
    let scratch = Scratch::new(&format!("bank-{form:?}-{}", mutant.mutations));
    let cflags: Vec<String> =
        mutant.mutations.split('+').map(|n| format!("-DMUTANT_{n}=~,change")).collect();
    let oracle = Oracle::of(&source, &cflags, &account_inputs(), &scratch)?;
    let native = diff_paths(&oracle, mutant.seed.as_bytes()).len();
    let flags = ["--no-native", "--paper", "--cflags", &cflags.join(" ")].map(str::to_string);
    let tests = shadow(form, &source, &flags, std::slice::from_ref(&mutant.seed), &scratch)?;
    let parting = tests.iter().filter(|test| test["phase"] != "output");
    let ours: BTreeSet<Vec<u8>> = parting.map(input).collect();
    let expected = match form {
        Form::Annotated => mutant.n_paths,
        Form::Plain => mutant.n_plain_paths,
    };
    if [native, ours.len()] != [mutant.n_paths, expected] {
        return Err(format!("{native} natively, {} reported", ours.len()));
    }
    Ok(())
}

fn all_mutants_have_their_paths(form: Form) {
    let mutants = mutants();
    let n_combined = mutants.iter().filter(|mutant| mutant.mutations.contains('+')).count();
    assert!(n_combined >= 6 && mutants.len() - n_combined >= 24);
    let mutants = Table::new("subjects/bank", mutants, |mutant| mutant.mutations.clone());
    mutants.check(|mutant| has_its_paths(form, mutant));
}

#[test]
fn mutants_of_the_bank_account_have_as_many_diff_paths_as_natively() {
    all_mutants_have_their_paths(Form::Annotated);
}

#[test]
fn mutants_without_annotations_have_as_many_diff_paths_as_natively() {
    all_mutants_have_their_paths(Form::Plain);
}
