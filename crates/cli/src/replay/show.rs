//! The terminal's report: for each cluster a command, and what both versions do on it.

use super::shell;
use crate::cache::Cache;
use patchlight_replay::{Class, End, Finding, Observed, Protection, Report, Versions};
use std::path::{Path, PathBuf};

/// How many clusters are shown, and how many lines of an output.
const MOST_CLUSTERS: usize = 20;
const MOST_LINES: usize = 6;
/// The width of one of the two columns.
const WIDTH: usize = 44;

pub fn print(report: &Report, versions: &Versions) {
    let executable = match report.clusters.is_empty() {
        true => None,
        false => lasting(&versions.new.plain.path),
    };
    let silent = |class: Class| class == Class::SilentDivergence;
    let shown = report.clusters.iter().enumerate().filter(|(_, cluster)| !silent(cluster.class));
    for (n, cluster) in shown.take(MOST_CLUSTERS) {
        let finding = &cluster.representative;
        let place = cluster.origin.as_ref();
        let place = place.map_or(String::new(), |at| format!(", {}:{}", at.file, at.line));
        let cases = if cluster.n_findings == 1 { "case" } else { "cases" };
        let (class, shape, count) = (cluster.class.name(), &cluster.shape, cluster.n_findings);
        println!("[{n}] {class}: {shape}{place} ({count} {cases})");
        let command = executable.as_ref().and_then(|exe| shell::command(&finding.case, exe));
        match command {
            Some(command) => println!("    {command}"),
            None => println!("    {}", finding.case.name),
        }
        columns(finding);
        println!();
    }
    for (case, varies) in report.non_deterministic.iter().take(MOST_CLUSTERS) {
        println!("non-deterministic: {}: {}", case.name, varies.join(", "));
    }
    for (case, why) in report.not_replayed.iter().take(MOST_CLUSTERS) {
        println!("not replayed: {}: {why}", case.name);
    }
    summary(report);
}

/// Commands name it when this process, and what it built for itself, are gone.
fn lasting(executable: &Path) -> Option<PathBuf> {
    Cache::open().and_then(|cache| cache.keep(executable)).ok()
}

fn summary(report: &Report) {
    let summary = &report.summary;
    let counts = [
        (summary.regressions, "regressions"),
        (summary.bugs, "bugs"),
        (summary.resource_differences, "resource differences"),
        (summary.output_differences, "output differences"),
        (summary.expected, "expected differences"),
        (summary.fixes, "fixes"),
        (summary.silent_divergences, "silent divergences"),
        (summary.non_deterministic, "non-deterministic"),
        (summary.not_replayed, "not replayed"),
        (summary.same, "the same"),
    ];
    let counts = counts.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}"));
    let counts: Vec<String> = counts.collect();
    println!("{} cases: {}", summary.cases, counts.join(", "));
    let (on, off): (Vec<Protection>, Vec<Protection>) =
        Protection::ALL.into_iter().partition(|layer| report.protections.contains(layer));
    let names = |layers: &[Protection]| {
        layers.iter().map(Protection::to_string).collect::<Vec<_>>().join(", ")
    };
    match off.is_empty() {
        true => println!("sandbox: all protections are on"),
        false => println!("sandbox: {}; not available: {}", names(&on), names(&off)),
    }
}

fn columns(finding: &Finding) {
    let (old, new) = (lines(&finding.old, "old"), lines(&finding.new, "new"));
    for n in 0..old.len().max(new.len()) {
        let cell = |lines: &[String]| lines.get(n).cloned().unwrap_or_default();
        println!("    {:WIDTH$} | {}", cell(&old), cell(&new));
    }
}

fn lines(observed: &Observed, name: &str) -> Vec<String> {
    let plain = &observed.plain;
    let mut lines = vec![match plain.end {
        End::Exit(status) => format!("{name}: exit {status}"),
        end => format!("{name}: {end}"),
    }];
    if let Some(report) = &observed.report {
        lines.push(cut(&format!("{} ({} frames)", report.kind, report.frames.len())));
        for frame in &report.frames {
            lines.push(cut(&format!("  {} {}:{}", frame.function, frame.file, frame.line)));
        }
    }
    for (prefix, data) in [("", &plain.stdout), ("2> ", &plain.stderr)] {
        let text = String::from_utf8_lossy(&data.bytes);
        let all = text.lines().count();
        for line in text.lines().take(MOST_LINES) {
            lines.push(cut(&format!("{prefix}{}", line.escape_debug())));
        }
        if all > MOST_LINES {
            lines.push(format!("{prefix}… {} more lines", all - MOST_LINES));
        }
    }
    for file in plain.files.iter().take(MOST_LINES) {
        let path = String::from_utf8_lossy(&file.path);
        let change = format!("{:?}", file.change).to_lowercase();
        lines.push(cut(&format!("{change} {path} ({:o}, {} bytes)", file.mode, file.data.len)));
    }
    lines
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDTH - 1) {
        Some((at, _)) if text.chars().count() > WIDTH => format!("{}…", &text[..at]),
        _ => text.to_string(),
    }
}
