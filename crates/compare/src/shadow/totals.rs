//! What following all tests showed: the inputs, each with what the versions do on it.

use super::confirm::{self, PredictedEnd, Prediction};
use super::phases::{Followed, Test};
use crate::run_key::run_key;
use crate::versions::Versions;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_cache::Key;
use patchlight_ir::FuncId;
use patchlight_replay::Case;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

/// Inputs that part the versions at one place, with outcomes of one kind, that are run natively.
const MAX_ALIKE: usize = 25;

#[derive(Default)]
pub struct Totals {
    pub seeds: usize,
    /// The names of tests that do not execute changed code.
    pub not_touching: Vec<String>,
    /// The names of tests on which both versions fail, and how they do.
    pub crashing: Vec<(String, PredictedEnd)>,
    pub tests: Vec<Test>,
    /// By input.
    known: HashMap<Key, Known>,
    /// How many inputs show the same as far as the engine can tell.
    alike: HashMap<String, usize>,
    pub limits: BTreeMap<String, u64>,
    pub unsupported: BTreeMap<String, u64>,
    /// Values that were fixed, by reason and place.
    pub fixed: BTreeMap<String, u64>,
    /// Paths through both versions.
    pub paths: u64,
    /// Tests whose paths were not all followed.
    pub n_cut: usize,
    /// The engine knows an input on which something else is seen of the versions.
    pub has_difference: bool,
    /// What the concolic and the bounded phase took for the test that took longest.
    pub seconds: [f64; 2],
    /// The functions that were entered: of the program that is both versions, of the old version and
    /// of the new one.
    pub entered: [BTreeSet<FuncId>; 3],
}

/// What is known of an input.
struct Known {
    outcomes: [Prediction; 2],
    /// Where it parts the versions, and how.
    places: HashSet<(String, u32, String)>,
}

impl Totals {
    /// Looks at a test before it is followed.
    pub fn add_seed(
        &mut self,
        versions: &Versions,
        seed: &Case,
        deadline: &Deadline,
    ) -> Result<()> {
        let outcomes = self.run_both(versions, seed, deadline)?;
        self.note_crash(&seed.name, outcomes.map(|outcome| outcome.end));
        Ok(())
    }

    /// The same with a test of which it is known how both versions end, and which functions they enter.
    pub fn add_known_seed(&mut self, seed: &Case, known: [(PredictedEnd, Vec<FuncId>); 2]) {
        let [(old, by_old), (new, by_new)] = known;
        self.entered[1].extend(by_old);
        self.entered[2].extend(by_new);
        self.note_crash(&seed.name, [old, new]);
    }

    fn note_crash(&mut self, name: &str, [old, new]: [PredictedEnd; 2]) {
        if old.fails() && new.fails() {
            self.crashing.push((name.to_string(), new));
        }
    }

    /// Takes what following a test gave. Each new input is run on both versions by themselves, until the
    /// deadline: those that there is no time for are counted, and left out.
    pub fn add(
        &mut self,
        versions: &Versions,
        name: &str,
        followed: Followed,
        deadline: &Deadline,
    ) -> Result<()> {
        self.seeds += 1;
        if !followed.touched {
            self.not_touching.push(name.to_string());
        }
        for (most, taken) in self.seconds.iter_mut().zip(followed.seconds) {
            *most = most.max(taken);
        }
        self.entered[0].extend(followed.entered);
        self.paths += followed.paths;
        self.n_cut += usize::from(!followed.is_complete);
        add_counts(&mut self.limits, followed.limits);
        add_counts(&mut self.unsupported, followed.unsupported);
        add_counts(&mut self.fixed, followed.fixed);
        for test in followed.tests {
            if deadline.is_over() {
                *self.limits.entry("time to confirm an input".to_string()).or_default() += 1;
                continue;
            }
            self.add_test(versions, test, deadline)?;
        }
        Ok(())
    }

    /// Keeps a test whose input is new, and one that shows a further place at which an input parts
    /// the versions.
    fn add_test(&mut self, versions: &Versions, mut test: Test, deadline: &Deadline) -> Result<()> {
        self.has_difference |= test.is_visible;
        let input = run_key(&test.case.run)?;
        let place = (test.file.clone(), test.line, test.what.clone());
        if let Some(known) = self.known.get_mut(&input) {
            if test.shows_parting && known.places.insert(place) {
                test.take_outcomes(&known.outcomes);
                self.tests.push(test);
            }
            return Ok(());
        }
        test.case.name = format!("case-{}", self.known.len() + 1);
        let outcomes = self.run_both(versions, &test.case, deadline)?;
        test.take_outcomes(&outcomes);
        self.has_difference |= test.differs;
        test.is_first = true;
        let n_alike = self.alike.entry(test.shows()).or_default();
        *n_alike += 1;
        test.is_replayed = *n_alike <= MAX_ALIKE;
        self.tests.push(test);
        self.known.insert(input, Known { outcomes, places: HashSet::from([place]) });
        Ok(())
    }

    fn run_both(
        &mut self,
        versions: &Versions,
        case: &Case,
        deadline: &Deadline,
    ) -> Result<[Prediction; 2]> {
        let (outcomes, entered) = confirm::run_both(versions, case, deadline)?;
        for (all, entered) in self.entered[1..].iter_mut().zip(entered) {
            all.extend(entered.functions());
        }
        Ok(outcomes)
    }

    pub fn n_inputs(&self) -> usize {
        self.known.len()
    }

    /// One test for each input.
    pub fn inputs(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| test.is_first)
    }

    /// The tests that are run natively: not all of those that show the same.
    pub fn replayed(&self) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(|test| test.is_replayed)
    }

    /// Writes `tests.jsonl`, and `cases.jsonl`, which `replay` reads.
    pub fn write(&self, dir: &Path) -> Result<()> {
        let (mut cases, mut tests) = (String::new(), String::new());
        for test in &self.tests {
            tests.push_str(&serde_json::to_string(test)?);
            tests.push('\n');
        }
        for test in self.inputs() {
            let mut case = serde_json::to_value(&test.case)?;
            case["version"] = patchlight_replay::VERSION.into();
            cases.push_str(&case.to_string());
            cases.push('\n');
        }
        fs::write(dir.join("cases.jsonl"), cases)?;
        fs::write(dir.join("tests.jsonl"), tests)?;
        Ok(())
    }
}

fn add_counts(sums: &mut BTreeMap<String, u64>, counts: BTreeMap<String, u64>) {
    for (what, n) in counts {
        *sums.entry(what).or_default() += n;
    }
}
