//! `report.json`.

use super::{Error, Report, Test};
use patchlight_compare::interact::halves::Subset;
use patchlight_guide::changes::NodeNumber;
use serde_json::{Value, json};

impl Report<'_> {
    fn place_json(&self, number: NodeNumber) -> Value {
        let (file, line) = self.subject.place(number);
        json!({ "id": number.0, "file": file, "line": line })
    }

    pub(super) fn json(&self) -> Value {
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
            "tests": self.tests.iter().map(|test| self.test_json(test)).collect::<Vec<_>>(),
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

    fn test_json(&self, test: &Test) -> Value {
        let sequence: Vec<Value> = test.changes.iter().map(|&node| self.place_json(node)).collect();
        json!({
            "name": test.name,
            "sequence": sequence,
            "nodes": test.nodes.iter().map(|node| node.0).collect::<Vec<_>>(),
            "class": test.class,
            "judgement": test.judgement(),
            "error": test.error,
            "case": test.case,
        })
    }

    fn error_json(&self, error: &Error) -> Value {
        let places = |numbers: &[NodeNumber]| -> Vec<Value> {
            numbers.iter().map(|&number| self.place_json(number)).collect()
        };
        let numbers = |part: &Subset| part.iter().map(|n| n + 1).collect::<Vec<_>>();
        let halves = error
            .split
            .halves
            .iter()
            .map(|(part, half)| json!({ "changes": numbers(part), "does": half.to_string() }));
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
}
