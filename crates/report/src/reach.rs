//! What people and programs read of a hunt: `report.json`, the cases, the paper's tables.

use anyhow::Result;
use patchlight_compare::reach::COMBINATIONS;
use patchlight_compare::reach::hunts::{Hunted, Missed, Status};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;

pub struct Report {
    targets: Vec<Hunted>,
}

impl Report {
    pub fn new(targets: Vec<Hunted>) -> Report {
        Report { targets }
    }

    /// The programs, in the order of their targets.
    fn programs(&self) -> Vec<&str> {
        let mut programs: Vec<&str> = self.targets.iter().map(|one| one.program.as_str()).collect();
        programs.dedup();
        programs
    }

    fn count(&self, is_meant: impl Fn(&Status) -> bool) -> usize {
        self.targets.iter().filter(|target| is_meant(&target.status)).count()
    }

    fn n_covered(&self) -> usize {
        self.count(|status| matches!(status, Status::Covered(_)))
    }

    pub fn n_reached(&self) -> usize {
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
            "targets": targets,
            "summary": {
                "targets": self.targets.len(),
                "covered": covered,
                "reached": reached,
                "unreachable": unreachable,
                "unreached": self.targets.len() - covered - reached - unreachable,
            },
        }))
    }

    /// The paper's Table 1 below a line for each target.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for target in &self.targets {
            line!(
                out,
                "{}:{}: {} ({:.1} s)",
                target.file,
                target.line,
                told(&target.status),
                target.seconds
            );
        }
        line!(out);
        line!(out, "{:<20} {:>8} {:>12} {:>18}", "program", "targets", "tests", "tests + reach");
        for program in self.programs() {
            self.add_row(&mut out, program, |target| target.program == program);
        }
        if self.programs().len() > 1 {
            self.add_row(&mut out, "total", |_| true);
        }
        out
    }

    fn add_row(&self, out: &mut String, name: &str, is_meant: impl Fn(&Hunted) -> bool) {
        let targets: Vec<&Hunted> = self.targets.iter().filter(|one| is_meant(one)).collect();
        let count = |is: fn(&Status) -> bool| targets.iter().filter(|one| is(&one.status)).count();
        let covered = count(|status| matches!(status, Status::Covered(_)));
        let both = covered + count(|status| matches!(status, Status::Reached { .. }));
        let n = targets.len();
        let share = |part: usize| (100 * part + n / 2).checked_div(n).unwrap_or(0);
        line!(
            out,
            "{name:<20} {n:>8} {:>12} {:>18}",
            format!("{covered} ({}%)", share(covered)),
            format!("{both} ({}%)", share(both)),
        );
    }
}

fn json_of(target: &Hunted) -> Result<Value> {
    let mut value = json!({
        "program": target.program,
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
        Status::Unreached(Missed { closest, kind, at, reason, with }) => {
            let mut why = json!({ "closest": closest, "kind": kind, "at": at, "reason": reason });
            if let Some(place) = with {
                why["with"] = place.as_str().into();
            }
            ("unreached", why)
        }
    };
    value["status"] = status.into();
    for (key, entry) in more.as_object().into_iter().flatten() {
        value[key] = entry.clone();
    }
    Ok(value)
}

/// Adds a line about a target to a file.
pub fn append(log: &Path, target: &Hunted) -> Result<()> {
    let mut file = fs::File::options().create(true).append(true).open(log)?;
    writeln!(file, "{}", json_of(target)?)?;
    Ok(())
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
        Status::Unreached(Missed { closest, reason, with, .. }) => {
            let near = closest.map(|n| match n {
                1 => "1 branch away at the closest; ".to_string(),
                n => format!("{n} branches away at the closest; "),
            });
            let with = with.as_ref().map(|place| format!("; searched for together with {place}"));
            format!("not reached: {}{reason}{}", near.unwrap_or_default(), with.unwrap_or_default())
        }
    }
}

fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 80;
    let text = format!("\"{}\"", bytes[..bytes.len().min(MOST)].escape_ascii());
    if bytes.len() > MOST { format!("{text}…") } else { text }
}

/// The paper's Table 2: how many targets each combination of heuristics reaches.
pub fn ablation(reached: [usize; COMBINATIONS.len()]) -> String {
    let mut out = String::new();
    line!(out);
    let names = COMBINATIONS.iter().map(|(name, ..)| format!("{name:>24}"));
    line!(out, "{:<12}{}", "", names.collect::<String>());
    let counts = reached.iter().map(|n| format!("{n:>24}"));
    line!(out, "{:<12}{}", "reached", counts.collect::<String>());
    out
}
