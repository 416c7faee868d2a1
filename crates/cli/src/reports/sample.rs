//! Results for tests: of a small tool, and the same with hostile texts wherever there is a text.

use crate::results::Results;

pub fn cut() -> Results {
    read(include_str!("../../../../tests/reports/cut.json"))
}

pub fn hostile() -> Results {
    read(include_str!("../../../../tests/reports/hostile.json"))
}

/// So many findings, with ids of their own.
pub fn many(n: usize) -> Results {
    let mut results = cut();
    let findings = results.findings.clone();
    let numbered = |n: usize| {
        let mut finding = findings[n % findings.len()].clone();
        finding.id = format!("{}-{n}", finding.id);
        finding
    };
    results.findings = (0..n).map(numbered).collect();
    results
}

fn read(json: &str) -> Results {
    serde_json::from_str(json).expect("results in today's format")
}
