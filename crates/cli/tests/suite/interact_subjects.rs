//! What the comments of `tests/ui/interact` say about interactions is so: natively, by builds with
//! every subset of a subject's changes, on all inputs over its alphabet.

use crate::explore_inputs::Run;
use crate::half_patched::{Build, Changes, Oracle, Outcome, Subject, some_of, subjects};
use patchlight_testing::Table;
use std::collections::BTreeSet;

/// The least number of subjects with an interaction, and without one.
const AT_LEAST: usize = 14;
/// Failing inputs of a subject of which the executed lines are counted.
const MAX_COUNTED: usize = 12;

/// All inputs of a subject, and what its versions do on them.
struct Tried {
    inputs: Vec<Run>,
    old: Vec<Outcome>,
    new: Vec<Outcome>,
    fixed: Option<Vec<Outcome>>,
}

impl Tried {
    fn new(oracle: &Oracle, subject: &Subject) -> Result<Tried, String> {
        let inputs = subject.inputs();
        let old = oracle.build(subject, &Changes::new())?.outcomes(&inputs);
        let new = oracle.build(subject, &subject.changes())?.outcomes(&inputs);
        let fixed = oracle.build_fixed(subject).map(|build| build.outcomes(&inputs));
        Ok(Tried { inputs, old, new, fixed })
    }

    /// Whether what a version does on an input is an error that old does not have.
    fn is_error(&self, n: usize, outcome: &Outcome) -> bool {
        match &self.fixed {
            Some(fixed) => *outcome != self.old[n] && *outcome != fixed[n],
            None => outcome.fails() && !self.old[n].fails(),
        }
    }

    /// The inputs on which new has an error.
    fn errors(&self) -> Vec<usize> {
        (0..self.inputs.len()).filter(|&n| self.is_error(n, &self.new[n])).collect()
    }

    fn outcomes(&self, build: &Build, numbers: &[usize]) -> Vec<Outcome> {
        build.outcomes(numbers.iter().map(|&n| &self.inputs[n]))
    }
}

/// Builds with some of the changes, but neither none nor all of them.
fn halves(oracle: &Oracle, subject: &Subject) -> Result<Vec<(Changes, Build)>, String> {
    let (mut halves, mut wrong) = (Vec::new(), BTreeSet::new());
    let n_changes = subject.changes().len();
    for changes in subject.subsets().into_iter().filter(|set| (1..n_changes).contains(&set.len())) {
        match oracle.build(subject, &changes) {
            Ok(build) => halves.push((changes, build)),
            Err(_) => drop(wrong.insert(changes)),
        }
    }
    match wrong == subject.does_not_compile() {
        true => Ok(halves),
        false => Err(format!("these do not compile: {wrong:?}")),
    }
}

/// New fails on the input; versions with some of the changes do if they have those that are needed, and
/// on no input of the alphabet without them.
fn needs_its_changes(oracle: &Oracle, subject: &Subject) -> Result<(), String> {
    let tried = Tried::new(oracle, subject)?;
    let failing = subject.failing_input();
    let failing = tried.inputs.iter().position(|input| *input == failing).ok_or("which input?")?;
    if let Some(n) = tried.old.iter().position(Outcome::fails) {
        return Err(format!("old fails on {:?}", tried.inputs[n]));
    }
    let errors = tried.errors();
    if !errors.contains(&failing) {
        return Err(format!("new passes: {:?}", tried.new[failing]));
    }
    let needed = subject.needed();
    for (changes, build) in halves(oracle, subject)? {
        let outcomes = tried.outcomes(&build, &errors);
        for (&n, outcome) in errors.iter().zip(&outcomes) {
            let is_error = tried.is_error(n, outcome);
            let has_needed = changes.is_superset(&needed);
            if is_error != has_needed && (is_error || n == failing) {
                return Err(format!("{changes:?} on {:?}: {outcome:?}", tried.inputs[n]));
            }
        }
    }
    Ok(())
}

/// Where new has an error, a version with fewer changes has one. Without `fixed.c`, wherever new does
/// something else than old, a version with fewer changes does, too.
fn needs_fewer_changes(oracle: &Oracle, subject: &Subject) -> Result<(), String> {
    let tried = Tried::new(oracle, subject)?;
    let all = 0..tried.inputs.len();
    let differing: Vec<usize> = all.filter(|&n| tried.old[n] != tried.new[n]).collect();
    let halves = halves(oracle, subject)?;
    let halves: Vec<_> =
        halves.iter().map(|(_, build)| tried.outcomes(build, &differing)).collect();
    for (at, &n) in differing.iter().enumerate() {
        let is_error = tried.is_error(n, &tried.new[n]);
        let has_error = halves.iter().any(|half| tried.is_error(n, &half[at]));
        let differs = halves.iter().any(|half| half[at] != tried.old[n]);
        if is_error && !has_error || tried.fixed.is_none() && !differs {
            return Err(format!("all changes are needed on {:?}", tried.inputs[n]));
        }
    }
    Ok(())
}

/// What definition 3 of the paper asks: an input that skips one of the lines does not fail.
fn executes_its_lines(oracle: &Oracle, subject: &Subject) -> Result<(), String> {
    let tried = Tried::new(oracle, subject)?;
    let errors = tried.errors();
    let counting = oracle.build_counting(subject);
    for &n in errors.iter().step_by(errors.len().div_ceil(MAX_COUNTED).max(1)) {
        let executed = counting.executed(&tried.inputs[n]);
        let lines = subject.interaction().unwrap_or_default();
        if let Some(line) = lines.iter().find(|line| !executed.contains(line)) {
            return Err(format!("line {line} is not executed on {:?}", tried.inputs[n]));
        }
    }
    Ok(())
}

fn with_interaction(is_wanted: bool) -> Table<Subject> {
    let mut subjects = subjects();
    subjects.retain(|subject| subject.interaction().is_some() == is_wanted);
    for subject in &subjects {
        let n = subject.changes().len();
        assert!((2..=6).contains(&n), "{}: {n} changes", subject.name);
    }
    some_of(subjects).at_least(AT_LEAST)
}

#[test]
fn interactions_are_errors_with_all_of_their_changes_and_with_no_fewer() {
    let oracle = Oracle::new("interact-together");
    let check = |subject: &Subject| needs_its_changes(&oracle, subject);
    with_interaction(true).check(check);
}

#[test]
fn changes_that_do_not_interact_have_no_error_that_needs_all_of_them() {
    let oracle = Oracle::new("interact-apart");
    let check = |subject: &Subject| needs_fewer_changes(&oracle, subject);
    with_interaction(false).check(check);
}

#[test]
fn inputs_that_show_an_interaction_execute_all_of_its_lines() {
    let oracle = Oracle::new("interact-lines");
    let check = |subject: &Subject| executes_its_lines(&oracle, subject);
    with_interaction(true).check(check);
}
