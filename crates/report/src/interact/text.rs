//! The report for people.

use super::{Counts, Error, Report};
use crate::page::plural;
use patchlight_compare::interact::graph::kind_name;
use patchlight_compare::interact::halves::Subset;
use patchlight_guide::changes::{NodeKind, NodeNumber};
use std::collections::BTreeSet;

/// Longer sequences are cut where they are shown.
const MOST_SHOWN: usize = 12;

impl Report<'_> {
    pub fn text(&self) -> String {
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
            lines.push(format!("{name} has a different initial value"));
        }
        let count = |kind: NodeKind| {
            let nodes = self.subject.sequences.nodes.iter();
            nodes.filter(|node| node.kind == kind).count()
        };
        lines.push(String::new());
        lines.push(format!(
            "{}; {} where changes may meet ({} representative); {}; {:.2} s",
            plural(count(NodeKind::Change), "changed statement", "changed statements"),
            plural(self.subject.n_interactions, "place", "places"),
            count(NodeKind::Interaction),
            plural(count(NodeKind::Output), "output", "outputs"),
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
                "{} changes, {} not ({all}, {seconds:.1} s)",
                plural(self.counts.tests, "test executes", "tests execute"),
                plural(n_elsewhere, "path does", "paths do"),
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
        let tests = match error.n_tests {
            1 => "the only test that shows it executes".to_string(),
            n => format!("all {n} tests that show it execute"),
        };
        lines.push(format!("  {tests} {}", self.sequence(&error.critical)));
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
            let changes = if part.len() == 1 { "change" } else { "changes" };
            lines.push(format!("  with only {changes} {}: {half}", numbers.join(" and ")));
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
            lines.push(error.what.clone());
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
