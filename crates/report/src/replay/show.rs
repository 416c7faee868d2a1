//! The terminal's report: for each cluster a command, and what both versions do on it.

use patchlight_cache::Cache;
use patchlight_replay::{
    Class, End, Finding, LateOutput, Observed, Protection, Report, Versions, shell_command,
};
use std::path::{Path, PathBuf};

/// How many clusters are shown, and how many lines of an output.
const MOST_CLUSTERS: usize = 20;
const MOST_LINES: usize = 6;
/// The width of one of the two columns.
const WIDTH: usize = 44;

pub fn text(report: &Report, versions: &Versions) -> String {
    let mut out = String::new();
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
        line!(out, "[{n}] {class}: {shape}{place} ({count} {cases})");
        let libraries = &versions.new.plain.libraries;
        let command =
            executable.as_ref().and_then(|exe| shell_command(&finding.case, exe, libraries));
        match command {
            Some(command) => line!(out, "    {command}"),
            None => line!(out, "    {}", finding.case.name),
        }
        columns(&mut out, finding);
        line!(out);
    }
    for (case, varies) in report.non_deterministic.iter().take(MOST_CLUSTERS) {
        line!(out, "non-deterministic: {}: {}", case.name, varies.join(", "));
    }
    for (case, why) in report.not_replayed.iter().take(MOST_CLUSTERS) {
        line!(out, "not replayed: {}: {why}", case.name);
    }
    for (case, cut) in report.not_compared.iter().take(MOST_CLUSTERS) {
        line!(out, "not compared: {}: {cut}", case.name);
    }
    summary(&mut out, report);
    out
}

/// Commands name it when this process, and what it built for itself, are gone.
fn lasting(executable: &Path) -> Option<PathBuf> {
    Cache::open().and_then(|cache| cache.keep(executable)).ok()
}

fn summary(out: &mut String, report: &Report) {
    let summary = &report.summary;
    let counts = [
        (summary.regressions, "regression", "regressions"),
        (summary.bugs, "bug", "bugs"),
        (summary.resource_differences, "resource difference", "resource differences"),
        (summary.output_differences, "output difference", "output differences"),
        (summary.expected, "expected difference", "expected differences"),
        (summary.fixes, "fix", "fixes"),
        (summary.latent_errors, "latent error", "latent errors"),
        (summary.silent_divergences, "silent divergence", "silent divergences"),
        (summary.non_deterministic, "non-deterministic", "non-deterministic"),
        (summary.not_replayed, "not replayed", "not replayed"),
        (summary.not_compared, "not compared", "not compared"),
        (summary.same, "the same", "the same"),
    ];
    let counts = counts.iter().filter(|(n, ..)| *n > 0).map(|(n, one, several)| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {several}"),
    });
    let counts: Vec<String> = counts.collect();
    let cases = if summary.cases == 1 { "case" } else { "cases" };
    line!(out, "{} {cases}: {}", summary.cases, counts.join(", "));
    let (on, off): (Vec<Protection>, Vec<Protection>) =
        Protection::ALL.into_iter().partition(|layer| report.protections.contains(layer));
    let names = |layers: &[Protection]| {
        layers.iter().map(Protection::to_string).collect::<Vec<_>>().join(", ")
    };
    match off.is_empty() {
        // There was no sandbox.
        _ if on.is_empty() => {}
        true => line!(out, "sandbox: all protections are on"),
        false => {
            line!(out, "sandbox: {} (Landlock: version {})", names(&on), report.landlock.0);
            for layer in &off {
                line!(out, "  without {layer}: {}", layer.without_it());
            }
        }
    }
}

fn columns(out: &mut String, finding: &Finding) {
    let (old, new) = (lines(&finding.old, "old"), lines(&finding.new, "new"));
    for n in 0..old.len().max(new.len()) {
        let cell = |lines: &[String]| lines.get(n).cloned().unwrap_or_default();
        line!(out, "    {:WIDTH$} | {}", cell(&old), cell(&new));
    }
}

fn lines(observed: &Observed, name: &str) -> Vec<String> {
    let plain = &observed.plain;
    let mut lines = vec![match plain.end {
        End::Exit(status) => format!("{name}: exit {status}"),
        end => format!("{name}: {end}"),
    }];
    if plain.late_output == LateOutput::Lost {
        lines.push(cut("output lost: a process that it left behind was ended"));
    }
    if let Some(report) = &observed.report {
        let n = report.frames.len();
        let frames = if n == 1 { "frame" } else { "frames" };
        lines.push(cut(&format!("{} ({n} {frames})", report.kind)));
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
