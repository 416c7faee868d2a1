//! What the generated inputs show natively: which of them differ, which are errors, and what all
//! inputs with an error come by.

use super::generate::{Generated, Test};
use super::graph::Subject;
use crate::versions::Sources;
use anyhow::Result;
use patchlight_budget::{Deadline, Interrupted};
use patchlight_guide::changes::{NodeKind, NodeNumber};
use patchlight_load::ProgramFiles;
use patchlight_replay::sandbox_config;
use patchlight_replay::{Case, Class, Finding, Fix, Judgement, Options, Versions, compare};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A native run that takes longer hangs: there may be many of them.
const MAX_SECONDS: f64 = 2.0;

/// What a test shows.
pub struct Shown {
    /// None if nothing differs.
    pub finding: Option<Finding>,
    /// Its error, among all.
    pub error: Option<usize>,
}

/// Inputs on which the new version is wrong in the same way.
pub struct Error {
    pub what: String,
    /// Those that show it, in their order.
    pub tests: Vec<usize>,
    /// The longest sequence of changed statements that all of them come by, in this order.
    pub critical: Vec<NodeNumber>,
    /// The smallest input that shows it.
    pub case: Case,
}

pub struct Interactions<'g> {
    pub tests: &'g [Test],
    pub shown: Vec<Shown>,
    pub errors: Vec<Error>,
}

pub fn build(sources: &Sources, fixed: &[PathBuf], builds: &Path) -> Result<Versions> {
    let mut fixes = Vec::new();
    if !fixed.is_empty() {
        let fixed = ProgramFiles { files: fixed.to_vec(), ..sources.new.clone() };
        fixes.push(Fix { parent: None, fixed: fixed.build_natively("fixed", builds)? });
    }
    Ok(Versions {
        old: sources.old.build_natively("old", builds)?,
        new: sources.new.build_natively("new", builds)?,
        fixes,
    })
}

/// What versions do on cases, by the cases' names. `None` if the deadline cut a run.
pub fn findings(
    versions: &Versions,
    cases: &[Case],
    deadline: &Deadline,
) -> Result<Option<BTreeMap<String, Finding>>> {
    let mut config = sandbox_config()?;
    config.limits.seconds = MAX_SECONDS;
    let options = Options { minimise_runs: 0, ..Options::default() };
    let report = compare(&config, versions, cases, &options, deadline)?;
    if !report.not_compared.is_empty() {
        return Ok(None);
    }
    let findings = report.findings.into_iter();
    Ok(Some(findings.map(|(_, finding)| (finding.case.name.clone(), finding)).collect()))
}

impl<'g> Interactions<'g> {
    pub fn new(
        subject: &Subject<'_>,
        versions: &Versions,
        generated: &'g Generated,
        deadline: &Deadline,
    ) -> Result<Interactions<'g>> {
        let tests = &generated.tests[..];
        let cases: Vec<Case> = tests.iter().map(|test| test.case.clone()).collect();
        let mut findings = findings(versions, &cases, deadline)?.ok_or(Interrupted)?;
        let mut outcome = Interactions { tests, shown: Vec::new(), errors: Vec::new() };
        let mut by_what: BTreeMap<String, usize> = BTreeMap::new();
        for (n, test) in tests.iter().enumerate() {
            let finding = findings.remove(&test.case.name);
            let error = finding.as_ref().filter(|finding| is_error(finding)).map(|finding| {
                let what = describe(finding);
                *by_what.entry(what.clone()).or_insert_with(|| {
                    outcome.errors.push(Error {
                        what,
                        tests: Vec::new(),
                        critical: Vec::new(),
                        case: test.case.clone(),
                    });
                    outcome.errors.len() - 1
                })
            });
            if let Some(error) = error {
                let error = &mut outcome.errors[error];
                error.tests.push(n);
                if test.case.size() < error.case.size() {
                    error.case = test.case.clone();
                }
            }
            outcome.shown.push(Shown { finding, error });
        }
        for error in &mut outcome.errors {
            error.critical = common(error.tests.iter().map(|&n| changes_in(subject, &tests[n])));
        }
        Ok(outcome)
    }

    /// Whether a test comes by all of a sequence, in its order.
    pub fn comes_by(&self, test: usize, sequence: &[NodeNumber]) -> bool {
        let mut visited = self.tests[test].sequence.iter();
        sequence.iter().all(|number| visited.any(|visit| visit == number))
    }

    pub fn n_different(&self) -> usize {
        self.shown.iter().filter(|shown| shown.finding.is_some()).count()
    }

    pub fn n_errors(&self) -> usize {
        self.shown.iter().filter(|shown| shown.error.is_some()).count()
    }
}

/// Whether the new version is wrong: it fails where the old one does not, or the fixed version does
/// neither what the old nor what the new one does.
pub fn is_error(finding: &Finding) -> bool {
    match finding.judgement {
        Some(judgement) => judgement == Judgement::Bug,
        None => matches!(finding.class, Class::Regression | Class::Bug),
    }
}

fn describe(finding: &Finding) -> String {
    finding.shape.to_string()
}

/// The changed statements that a test comes by.
pub fn changes_in(subject: &Subject<'_>, test: &Test) -> Vec<NodeNumber> {
    let is_change =
        |number: &&NodeNumber| subject.sequences.node(**number).kind == NodeKind::Change;
    test.sequence.iter().filter(is_change).copied().collect()
}

/// What sequences have in common, in order: of two the longest, of more that with the next one.
fn common(sequences: impl Iterator<Item = Vec<NodeNumber>>) -> Vec<NodeNumber> {
    let mut sequences: Vec<Vec<NodeNumber>> = sequences.collect();
    sequences.sort_by_key(Vec::len);
    sequences.dedup();
    let mut sequences = sequences.into_iter();
    let first = sequences.next().unwrap_or_default();
    sequences.fold(first, |common, next| longest_common(&common, &next))
}

fn longest_common(a: &[NodeNumber], b: &[NodeNumber]) -> Vec<NodeNumber> {
    let ops = similar::capture_diff_slices(similar::Algorithm::Lcs, a, b);
    let equal = ops.iter().filter(|op| op.tag() == similar::DiffTag::Equal);
    equal.flat_map(|op| a[op.old_range()].iter().copied()).collect()
}
