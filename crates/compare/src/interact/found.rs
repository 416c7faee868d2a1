//! What was found.

use super::changes::Changes;
use super::generate::Generated;
use super::graph::Subject;
use super::halves::Split;
use super::outcome::{Interactions, changes_in};
use patchlight_guide::changes::{NodeKind, NodeNumber};
use patchlight_replay::{Case, Judgement, VERSION};
use patchlight_replay::{Executable, shell_command};
use serde_json::Value;
use std::collections::BTreeSet;

/// How many tests, differences and errors.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub tests: usize,
    pub different: usize,
    pub errors: usize,
}

impl Counts {
    fn of(outcome: &Interactions<'_>) -> Counts {
        let (different, errors) = (outcome.n_different(), outcome.n_errors());
        Counts { tests: outcome.tests.len(), different, errors }
    }
}

/// An error with what is known of it.
pub struct Error {
    pub what: String,
    pub critical: Vec<NodeNumber>,
    pub n_tests: usize,
    /// How it is shown; none if it needs more than a shell.
    pub command: Option<String>,
    pub case: Value,
    pub split: Split,
    /// No smaller part of the patch shows it; without parts, the definition holds.
    pub is_interaction: bool,
    pub meets_definition: bool,
    /// Where the changes that it needs meet.
    pub meets_at: Vec<NodeNumber>,
    /// What inputs of each change by itself show of it.
    pub in_isolation: Option<usize>,
    /// Tests that come by the critical sequence, and those of them that fail; the same for others.
    pub critical_tests: [usize; 2],
    pub other_tests: [usize; 2],
}

/// An input with what it showed.
pub struct Test {
    pub name: String,
    /// The changed statements that it comes by.
    pub changes: Vec<NodeNumber>,
    /// All nodes of the graph that it comes by.
    pub nodes: Vec<NodeNumber>,
    pub class: &'static str,
    pub judgement: Option<Judgement>,
    /// Its error, among all.
    pub error: Option<usize>,
    pub case: Value,
}

impl Test {
    pub fn judgement(&self) -> Option<&'static str> {
        self.judgement.map(|judgement| match judgement {
            Judgement::Bug => "differential error",
            Judgement::Expected => "progression",
        })
    }
}

/// A case as `patchlight replay` reads it.
fn case_json(case: &Case) -> Value {
    let mut value = serde_json::to_value(case).unwrap_or_default();
    value["version"] = VERSION.into();
    value
}

pub struct Found<'a> {
    pub subject: &'a Subject<'a>,
    pub changes: &'a Changes,
    pub graph_seconds: f64,
    pub counts: Counts,
    pub isolation: Option<Counts>,
    pub errors: Vec<Error>,
    pub tests: Vec<Test>,
    pub generated: Option<(f64, bool, usize)>,
    pub gaps: Vec<String>,
}

impl<'a> Found<'a> {
    pub fn new(subject: &'a Subject<'a>, changes: &'a Changes, graph_seconds: f64) -> Found<'a> {
        Found {
            subject,
            changes,
            graph_seconds,
            counts: Counts::default(),
            isolation: None,
            errors: Vec::new(),
            tests: Vec::new(),
            generated: None,
            gaps: Vec::new(),
        }
    }

    /// `executable`: the new version, natively.
    pub fn take(
        &mut self,
        outcome: &Interactions<'_>,
        splits: Vec<Split>,
        generated: &Generated,
        executable: &Executable,
    ) {
        self.counts = Counts::of(outcome);
        self.generated = Some((generated.seconds, generated.is_complete, generated.n_elsewhere));
        let gaps = generated.gaps.iter();
        self.gaps = gaps.map(|(what, n)| format!("{what} ({n})")).collect();
        for (n, (error, split)) in outcome.errors.iter().zip(splits).enumerate() {
            let count = |is_critical: bool| {
                let tests = (0..outcome.tests.len())
                    .filter(|&test| outcome.comes_by(test, &error.critical) == is_critical);
                let tests: Vec<usize> = tests.collect();
                let fails = |test: &&usize| outcome.shown[**test].error == Some(n);
                [tests.len(), tests.iter().filter(fails).count()]
            };
            let meets_at = self.meets_at(&error.critical, &split);
            let meets_definition = self.meets_definition(&error.critical);
            let is_interaction = match split.needed.is_empty() {
                true => meets_definition,
                false => split.needs_several(),
            };
            self.errors.push(Error {
                what: error.what.clone(),
                critical: error.critical.clone(),
                n_tests: error.tests.len(),
                command: shell_command(&error.case, &executable.path, &executable.libraries),
                case: case_json(&error.case),
                is_interaction,
                meets_definition,
                meets_at,
                in_isolation: None,
                critical_tests: count(true),
                other_tests: count(false),
                split,
            });
        }
        for (test, shown) in outcome.tests.iter().zip(&outcome.shown) {
            self.tests.push(Test {
                name: test.case.name.clone(),
                changes: changes_in(self.subject, test),
                nodes: test.sequence.clone(),
                class: shown.finding.as_ref().map_or("same", |finding| finding.class.name()),
                judgement: shown.finding.as_ref().and_then(|finding| finding.judgement),
                error: shown.error,
                case: case_json(&test.case),
            });
        }
    }

    pub fn take_isolation(&mut self, outcome: &Interactions<'_>) {
        self.isolation = Some(Counts::of(outcome));
        for error in &mut self.errors {
            let same = outcome.errors.iter().find(|other| other.what == error.what);
            error.in_isolation = Some(same.map_or(0, |other| other.tests.len()));
        }
    }

    /// Definition 3, as far as the tests tell: all that fail come by several changed statements, which
    /// may meet.
    fn meets_definition(&self, critical: &[NodeNumber]) -> bool {
        let meets = |number: NodeNumber| {
            let node = self.subject.sequences.node(number);
            let itself = (node.kind == NodeKind::Change).then_some(&number);
            let changes = node.depends_on.iter().chain(itself);
            changes.filter(|change| critical.contains(change)).collect::<BTreeSet<_>>().len() > 1
        };
        self.subject.sequences.numbers().any(meets)
    }

    /// The places of the graph that depend on several of the changes that an error needs.
    fn meets_at(&self, critical: &[NodeNumber], split: &Split) -> Vec<NodeNumber> {
        let needed: BTreeSet<usize> = split.needed.iter().flatten().copied().collect();
        let is_needed = |change: &&NodeNumber| {
            let (file, line) = self.subject.place(**change);
            let hunk = self.changes.hunk_at(file, line);
            critical.contains(change)
                && (needed.is_empty() || hunk.is_some_and(|hunk| needed.contains(&hunk)))
        };
        let meets = |number: &NodeNumber| {
            let node = self.subject.sequences.node(*number);
            let itself = (node.kind == NodeKind::Change).then_some(number);
            let changes: BTreeSet<&NodeNumber> =
                node.depends_on.iter().chain(itself).filter(is_needed).collect();
            changes.len() > 1
        };
        let all: Vec<NodeNumber> = self.subject.sequences.numbers().filter(meets).collect();
        // Where they meet first; outputs only if nothing else stands for them.
        let kind = |number: &NodeNumber| self.subject.sequences.node(*number).kind;
        let [first, then, last] =
            [NodeKind::Interaction, NodeKind::Change, NodeKind::Output].map(|wanted| {
                all.iter().copied().filter(|one| kind(one) == wanted).collect::<Vec<_>>()
            });
        [first, then, last].into_iter().find(|places| !places.is_empty()).unwrap_or_default()
    }
}
