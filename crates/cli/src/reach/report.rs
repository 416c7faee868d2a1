//! What people and programs read of a hunt: `report.json`, the cases, the paper's tables.

use super::hunts::{Hunted, Status};
use anyhow::Result;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The columns of the paper's Table 2: regeneration, switching.
pub const COMBINATIONS: [(&str, bool, bool); 4] = [
    ("greedy", false, false),
    ("greedy + regeneration", true, false),
    ("greedy + switching", false, true),
    ("all", true, true),
];

pub struct Report {
    program: String,
    targets: Vec<Hunted>,
    /// What was analysed once for all targets took so long.
    analysis_seconds: f64,
}

impl Report {
    pub fn new(program: &Path, targets: Vec<Hunted>, analysis_seconds: f64) -> Report {
        let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Report { program, targets, analysis_seconds }
    }

    fn count(&self, is_meant: impl Fn(&Status) -> bool) -> usize {
        self.targets.iter().filter(|target| is_meant(&target.status)).count()
    }

    fn n_covered(&self) -> usize {
        self.count(|status| matches!(status, Status::Covered(_)))
    }

    fn n_reached(&self) -> usize {
        self.count(|status| matches!(status, Status::Reached { .. }))
    }

    pub fn write(&self, dir: &Path) -> Result<()> {
        let mut cases = String::new();
        for target in &self.targets {
            if let Status::Reached { case, .. } = &target.status {
                let mut case = serde_json::to_value(case)?;
                case["version"] = patchlight_replay::VERSION.into();
                cases.push_str(&case.to_string());
                cases.push('\n');
            }
        }
        fs::write(dir.join("cases.jsonl"), cases)?;
        fs::write(dir.join("report.json"), serde_json::to_string_pretty(&self.json()?)?)?;
        Ok(())
    }

    fn json(&self) -> Result<Value> {
        let targets = self.targets.iter().map(json_of).collect::<Result<Vec<Value>>>()?;
        let (covered, reached) = (self.n_covered(), self.n_reached());
        let unreachable = self.count(|status| matches!(status, Status::Unreachable));
        Ok(json!({
            "program": self.program,
            "targets": targets,
            "summary": {
                "targets": self.targets.len(),
                "analysis_seconds": rounded(self.analysis_seconds),
                "covered": covered,
                "reached": reached,
                "unreachable": unreachable,
                "unreached": self.targets.len() - covered - reached - unreachable,
            },
        }))
    }

    /// The paper's Table 1 below a line for each target.
    pub fn print(&self) {
        for target in &self.targets {
            println!(
                "{}:{}: {} ({:.1} s)",
                target.file,
                target.line,
                told(&target.status),
                target.seconds
            );
        }
        let (n, covered) = (self.targets.len(), self.n_covered());
        let both = covered + self.n_reached();
        let share = |part: usize| (100 * part + n / 2).checked_div(n).unwrap_or(0);
        println!();
        println!("{:<20} {:>8} {:>12} {:>18}", "program", "targets", "tests", "tests + reach");
        println!(
            "{:<20} {n:>8} {:>12} {:>18}",
            self.program,
            format!("{covered} ({}%)", share(covered)),
            format!("{both} ({}%)", share(both)),
        );
    }
}

fn json_of(target: &Hunted) -> Result<Value> {
    let mut value = json!({
        "file": target.file,
        "line": target.line,
        "seconds": rounded(target.seconds),
        "analysis_seconds": rounded(target.analysis_seconds),
    });
    let (status, more) = match &target.status {
        Status::Covered(test) => ("covered", json!({ "test": test })),
        Status::Reached { case, seed } => {
            ("reached", json!({ "case": serde_json::to_value(case)?, "from": seed }))
        }
        Status::Unreachable => ("unreachable", json!({})),
        Status::Unreached { closest, reason } => {
            ("unreached", json!({ "closest": closest, "reason": reason }))
        }
    };
    value["status"] = status.into();
    for (key, entry) in more.as_object().into_iter().flatten() {
        value[key] = entry.clone();
    }
    Ok(value)
}

/// To milliseconds.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn told(status: &Status) -> String {
    match status {
        Status::Covered(test) => format!("covered by {test}"),
        Status::Reached { case, seed } => {
            let args: Vec<String> = case.run.args.iter().map(|arg| shown(&arg.0)).collect();
            let stdin = match case.run.stdin.0.is_empty() {
                true => String::new(),
                false => format!(" < {}", shown(&case.run.stdin.0)),
            };
            format!("reached from {seed} with {}{stdin}", args.join(" "))
        }
        Status::Unreachable => "unreachable".to_string(),
        Status::Unreached { closest: Some(n), reason } => {
            format!("not reached: {n} branches away at the nearest; {reason}")
        }
        Status::Unreached { closest: None, reason } => format!("not reached: {reason}"),
    }
}

fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 80;
    let text = format!("\"{}\"", bytes[..bytes.len().min(MOST)].escape_ascii());
    if bytes.len() > MOST { format!("{text}…") } else { text }
}

/// The paper's Table 2: targets that each combination of heuristics reaches.
pub fn print_ablation(columns: &[(&str, Report)]) {
    println!();
    let names = columns.iter().map(|(name, _)| format!("{name:>22}"));
    println!("{:<20}{}", "reached by", names.collect::<String>());
    let program = columns.first().map_or("", |(_, report)| report.program.as_str());
    let counts = columns.iter().map(|(_, report)| format!("{:>22}", report.n_reached()));
    println!("{program:<20}{}", counts.collect::<String>());
}
