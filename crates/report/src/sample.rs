//! Results for tests: of a small tool, and the same with hostile texts wherever there is a text.

use patchlight_results::{ChangeGraph, EdgeKind, GraphEdge, GraphNode, NodeKind, Results};

pub fn cut() -> Results {
    read(include_str!("../../../tests/reports/cut.json"))
}

pub fn hostile() -> Results {
    read(include_str!("../../../tests/reports/hostile.json"))
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

/// Two changes that may meet at a third place; all texts are the given one.
pub fn graph(text: &str) -> ChangeGraph {
    let kinds = [NodeKind::Change, NodeKind::Change, NodeKind::Interaction];
    let nodes = kinds.iter().enumerate().map(|(id, &kind)| GraphNode {
        id,
        file: text.to_string(),
        line: id as u32,
        function: text.to_string(),
        kind,
        depends_on: if id == 2 { vec![0, 1] } else { Vec::new() },
        text: text.to_string(),
    });
    let edge = |from, to, kind| GraphEdge { from, to, kind };
    ChangeGraph {
        program: text.to_string(),
        nodes: nodes.collect(),
        edges: vec![
            edge(0, 1, EdgeKind::Flow),
            edge(1, 2, EdgeKind::Flow),
            edge(0, 2, EdgeKind::Dependence),
            edge(1, 2, EdgeKind::Dependence),
        ],
        starts: vec![0],
    }
}

/// Text that would act if it could.
pub const HOSTILE: &str =
    "</td><script>alert('1')</script><img src=x onerror=y>\" onclick=\"z\u{202e}\x1b&";

fn read(json: &str) -> Results {
    serde_json::from_str(json).expect("results in today's format")
}
