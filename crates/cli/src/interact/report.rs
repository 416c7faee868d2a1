//! What was found, for people and as `report.json`.

use super::changes::Changes;
use super::generate::Generated;
use super::graph::{Subject, kind_name};
use super::halves::{Half, Split, Subset};
use super::outcome::{Outcome, changes_in};
use crate::replay::shell_command;
use anyhow::{Context, Result};
use patchlight_guide::changes::{NodeKind, NodeNumber};
use patchlight_replay::{Case, Judgement, VERSION};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Longer sequences are cut where they are shown.
const MOST_SHOWN: usize = 12;

/// How many tests, differences and errors.
#[derive(Clone, Copy, Default)]
struct Counts {
    tests: usize,
    different: usize,
    errors: usize,
}

impl Counts {
    fn of(outcome: &Outcome<'_>) -> Counts {
        let (different, errors) = (outcome.n_different(), outcome.n_errors());
        Counts { tests: outcome.tests.len(), different, errors }
    }
}

/// An error with what is known of it.
struct Error {
    what: String,
    critical: Vec<NodeNumber>,
    n_tests: usize,
    /// How it is shown; none if it needs more than a shell.
    command: Option<String>,
    case: Value,
    split: Split,
    /// No smaller part of the patch shows it; without parts, the definition holds.
    is_interaction: bool,
    meets_definition: bool,
    /// Where the changes that it needs meet.
    meets_at: Vec<NodeNumber>,
    /// What inputs of each change by itself show of it.
    in_isolation: Option<usize>,
    /// Tests that come by the critical sequence, and those of them that fail; the same for others.
    critical_tests: [usize; 2],
    other_tests: [usize; 2],
}

/// A case as `patchlight replay` reads it.
fn case_json(case: &Case) -> Value {
    let mut value = serde_json::to_value(case).unwrap_or_default();
    value["version"] = VERSION.into();
    value
}

pub struct Report<'a> {
    subject: &'a Subject<'a>,
    changes: &'a Changes,
    graph_seconds: f64,
    counts: Counts,
    isolation: Option<Counts>,
    errors: Vec<Error>,
    tests: Vec<Value>,
    generated: Option<(f64, bool, usize)>,
    gaps: Vec<String>,
}

impl<'a> Report<'a> {
    pub fn new(subject: &'a Subject<'a>, changes: &'a Changes, graph_seconds: f64) -> Report<'a> {
        Report {
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
        outcome: &Outcome<'_>,
        splits: Vec<Split>,
        generated: &Generated,
        executable: &Path,
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
                command: shell_command(&error.case, executable),
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
            let class = shown.finding.as_ref().map_or("same", |finding| finding.class.name());
            let judgement = shown.finding.as_ref().and_then(|finding| finding.judgement);
            let judgement = judgement.map(|judgement| match judgement {
                Judgement::Bug => "differential error",
                Judgement::Expected => "progression",
            });
            let sequence = changes_in(self.subject, test);
            let sequence: Vec<Value> = sequence.iter().map(|&node| self.place_json(node)).collect();
            self.tests.push(json!({
                "name": test.case.name,
                "sequence": sequence,
                "nodes": test.sequence.iter().map(|node| node.0).collect::<Vec<_>>(),
                "class": class,
                "judgement": judgement,
                "error": shown.error,
                "case": case_json(&test.case),
            }));
        }
    }

    pub fn take_isolation(&mut self, outcome: &Outcome<'_>) {
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
        let [first, then, last] = [NodeKind::Interaction, NodeKind::Change, NodeKind::Output]
            .map(|wanted| all.iter().copied().filter(|one| kind(one) == wanted).collect::<Vec<_>>());
        [first, then, last].into_iter().find(|places| !places.is_empty()).unwrap_or_default()
    }

    fn place_json(&self, number: NodeNumber) -> Value {
        let (file, line) = self.subject.place(number);
        json!({ "id": number.0, "file": file, "line": line })
    }

    pub fn json(&self) -> Value {
        let hunks = self.changes.hunks.iter().enumerate().map(|(n, hunk)| {
            json!({
                "change": n + 1,
                "file": hunk.file,
                "old_lines": [hunk.old.start, hunk.old.end.saturating_sub(1)],
                "new_lines": [hunk.new.start, hunk.new.end.saturating_sub(1)],
                "text": self.changes.text_of(hunk),
            })
        });
        let errors = self.errors.iter().map(|error| self.error_json(error));
        let isolation = self.isolation.map(|counts| {
            json!({ "tests": counts.tests, "different": counts.different, "errors": counts.errors })
        });
        let (seconds, is_complete, n_elsewhere) = self.generated.unwrap_or_default();
        json!({
            "changes": hunks.collect::<Vec<_>>(),
            "initialisers": self.changes.initialisers,
            "graph": self.subject.json(),
            "tests": self.tests,
            "errors": errors.collect::<Vec<_>>(),
            "isolation": isolation,
            "summary": {
                "tests": self.counts.tests,
                "different": self.counts.different,
                "errors": self.counts.errors,
                "interactions": self.errors.iter().filter(|error| error.is_interaction).count(),
                "graph_seconds": self.graph_seconds,
                "seconds": seconds,
                "all_paths": is_complete,
                "paths_without_changes": n_elsewhere,
                "dependences": self.subject.n_dependences,
            },
            "gaps": self.gaps,
        })
    }

    fn error_json(&self, error: &Error) -> Value {
        let places = |numbers: &[NodeNumber]| -> Vec<Value> {
            numbers.iter().map(|&number| self.place_json(number)).collect()
        };
        let numbers = |part: &Subset| part.iter().map(|n| n + 1).collect::<Vec<_>>();
        let halves = error.split.halves.iter().map(|(part, half)| {
            let does = match half {
                Half::Fails(what) => format!("fails: {what}"),
                Half::Passes => "passes".to_string(),
                Half::DoesNotCompile => "does not compile".to_string(),
            };
            json!({ "changes": numbers(part), "does": does })
        });
        json!({
            "what": error.what,
            "is_interaction": error.is_interaction,
            "meets_definition_3": error.meets_definition,
            "critical_sequence": places(&error.critical),
            "meets_at": places(&error.meets_at),
            "tests": error.n_tests,
            "in_isolation": error.in_isolation,
            "needed": error.split.needed.iter().map(numbers).collect::<Vec<_>>(),
            "all_parts_tried": error.split.is_complete,
            "halves": halves.collect::<Vec<_>>(),
            "command": error.command,
            "case": error.case,
        })
    }

    pub fn write(&self, dir: &Path) -> Result<()> {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let text = serde_json::to_string_pretty(&self.json())?;
        fs::write(dir.join("report.json"), text)?;
        let errors = self.errors.iter().enumerate();
        for (n, error) in errors {
            let text = serde_json::to_string_pretty(&error.case)?;
            fs::write(dir.join(format!("error-{}.json", n + 1)), text)?;
        }
        self.subject.write_graph(&dir.join("graph.svg"))
    }

    pub fn print(&self) {
        println!("{}", self.text());
    }

    fn text(&self) -> String {
        let mut lines = Vec::new();
        for (n, hunk) in self.changes.hunks.iter().enumerate() {
            let place = match hunk.new.is_empty() {
                true => format!("{}:{} (removed)", hunk.file, hunk.new.start),
                false => format!("{}:{}", hunk.file, hunk.new.start),
            };
            lines.push(format!("change {} at {place}", n + 1));
            lines.extend(self.changes.text_of(hunk).lines().map(|line| format!("  {line}")));
        }
        for name in &self.changes.initialisers {
            lines.push(format!("{name} begins with another value"));
        }
        let count = |kind: NodeKind| {
            let nodes = self.subject.sequences.nodes.iter();
            nodes.filter(|node| node.kind == kind).count()
        };
        lines.push(String::new());
        lines.push(format!(
            "{} changed statements; {} of {} places where changes may meet stand for all; {} outputs; {:.2} s",
            count(NodeKind::Change),
            count(NodeKind::Interaction),
            self.subject.n_interactions,
            count(NodeKind::Output),
            self.graph_seconds,
        ));
        for number in self.subject.sequences.numbers() {
            let node = self.subject.sequences.node(number);
            if node.kind == NodeKind::Interaction {
                let changes: Vec<String> =
                    node.depends_on.iter().map(|&change| self.subject.short(change)).collect();
                lines.push(format!(
                    "  {} at {}: {}",
                    kind_name(node.kind),
                    self.subject.short(number),
                    changes.join(", ")
                ));
            }
        }
        if let Some((seconds, is_complete, n_elsewhere)) = self.generated {
            lines.push(String::new());
            let all = if is_complete { "all paths" } else { "not all paths" };
            lines.push(format!(
                "{} tests come by changes, {n_elsewhere} paths do not ({all}, {seconds:.1} s)",
                self.counts.tests
            ));
            self.errors.iter().for_each(|error| self.add_error(error, &mut lines));
            self.add_tables(&mut lines);
        }
        lines.extend(self.gaps.iter().cloned());
        lines.join("\n")
    }

    fn add_error(&self, error: &Error, lines: &mut Vec<String>) {
        lines.push(String::new());
        let kind = if error.is_interaction { "change interaction error" } else { "error" };
        lines.push(format!("{kind}: {}", error.what));
        lines.extend(error.command.iter().map(|command| format!("  input: {command}")));
        lines.push(format!(
            "  all {} tests that show it come by {}",
            error.n_tests,
            self.sequence(&error.critical)
        ));
        for &number in error.meets_at.iter().filter(|_| error.is_interaction) {
            let node = self.subject.sequences.node(number);
            let changes: Vec<String> = node
                .depends_on
                .iter()
                .filter(|change| error.critical.contains(change))
                .map(|&change| self.named(change))
                .collect();
            lines.push(format!(
                "  {} together affect {}: {}",
                changes.join(" and "),
                self.subject.short(number),
                self.subject.source_line(number)
            ));
        }
        let needed: BTreeSet<usize> = error.split.needed.iter().flatten().copied().collect();
        if error.meets_definition && !error.is_interaction {
            let numbers = needed.iter().map(|n| (n + 1).to_string()).collect::<Vec<_>>();
            lines.push(format!(
                "  tests that skip one of these do not show it, but change {} fails by itself",
                numbers.join(", ")
            ));
        }
        let is_telling = |part: &Subset| part.is_subset(&needed) || part.len() == 1;
        for (part, half) in error.split.halves.iter().filter(|(part, _)| is_telling(part)) {
            let numbers: Vec<String> = part.iter().map(|n| (n + 1).to_string()).collect();
            let does = match half {
                Half::Fails(what) => format!("fails ({what})"),
                Half::Passes => "passes".to_string(),
                Half::DoesNotCompile => "does not compile".to_string(),
            };
            let changes = if part.len() == 1 { "change" } else { "changes" };
            lines.push(format!("  with only {changes} {}: {does}", numbers.join(" and ")));
        }
    }

    /// A changed statement with the number of its change.
    fn named(&self, number: NodeNumber) -> String {
        let (file, line) = self.subject.place(number);
        match self.changes.hunk_at(file, line) {
            Some(hunk) => format!("change {} at {}", hunk + 1, self.subject.short(number)),
            None => self.subject.short(number),
        }
    }

    fn sequence(&self, sequence: &[NodeNumber]) -> String {
        let shown = sequence.iter().take(MOST_SHOWN).map(|&number| self.subject.short(number));
        let more = (sequence.len() > MOST_SHOWN).then(|| "…".to_string());
        format!("⟨{}⟩", shown.chain(more).collect::<Vec<_>>().join(", "))
    }

    /// The paper's Tables 2 and 3.
    fn add_tables(&self, lines: &mut Vec<String>) {
        lines.push(String::new());
        let head = "                 CIE  tests  different  errors";
        let row = |name: &str, cie: &str, counts: &Counts| {
            let Counts { tests, different, errors } = counts;
            format!("{name:<16} {cie:>3} {tests:>6} {different:>10} {errors:>7}")
        };
        lines.push(head.to_string());
        let n = self.errors.iter().filter(|error| error.is_interaction).count().to_string();
        lines.push(row("sequences", &n, &self.counts));
        if let Some(isolation) = &self.isolation {
            let found = self.errors.iter().filter(|error| error.is_interaction);
            let n = found.filter(|error| error.in_isolation > Some(0)).count().to_string();
            lines.push(row("in isolation", &n, isolation));
        }
        for error in self.errors.iter().filter(|error| error.is_interaction) {
            let percent = |part: usize, all: usize| match all {
                0 => "–".to_string(),
                all => format!("{:.1} %", 100.0 * part as f64 / all as f64),
            };
            lines.push(String::new());
            lines.push(format!("{}", error.what));
            for (name, [tests, failing]) in
                [("not critical", error.other_tests), ("critical", error.critical_tests)]
            {
                let (of_all, fail) = (percent(tests, self.counts.tests), percent(failing, tests));
                lines
                    .push(format!("  {name:<14} {of_all:>8} of the tests, {fail:>8} of them fail"));
            }
        }
    }
}
