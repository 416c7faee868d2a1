//! `patchlight accept`: differences that are meant, in `patchlight.baseline`, which belongs to the
//! project and goes into version control.

use crate::exit::Exit;
use crate::project::Project;
use crate::results::Results;
use crate::store::Store;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const FILE: &str = "patchlight.baseline";
const HEADER: &str = "\
# Differences that are meant: `patchlight test` does not report them any more.
# The id of a finding, and what it was when it was accepted. Lines may be removed.
";

#[derive(Args)]
pub struct AcceptArgs {
    /// The ids of findings of the last run
    #[arg(value_name = "ID", required_unless_present = "all")]
    ids: Vec<String>,

    /// All findings of the last run
    #[arg(long, conflicts_with = "ids")]
    all: bool,
}

pub fn run(args: &AcceptArgs) -> Result<Exit> {
    let project = Project::find()?;
    let store = Store::open(&project.directory()?)?;
    let last = store.last_run()?.context("there are no results: run `patchlight test` first")?;
    let mut baseline = Baseline::read(&project.root)?;
    let findings: BTreeMap<&str, _> =
        last.findings.iter().map(|finding| (finding.id.as_str(), finding)).collect();
    let ids: Vec<&str> = match args.all {
        true => last.findings.iter().map(|finding| finding.id.as_str()).collect(),
        false => args.ids.iter().map(String::as_str).collect(),
    };
    for id in ids {
        let Some(finding) = findings.get(id) else {
            bail!("the last run has no finding `{id}`");
        };
        let place = finding.place.as_ref();
        let place = place.map_or(String::new(), |at| format!(", {}:{}", at.file, at.line));
        let (class, shape) = (finding.class.name(), &finding.shape);
        let what = format!("{}: {class}: {shape}{place}", finding.program);
        println!("accepted {id}: {what}");
        baseline.accepted.insert(id.to_string(), what.replace(['\n', '\r'], " "));
    }
    baseline.write(&project.root)?;
    Ok(Exit::Ok)
}

/// What is accepted: ids, and what they stand for.
#[derive(Default)]
pub struct Baseline {
    accepted: BTreeMap<String, String>,
}

impl Baseline {
    pub fn read(root: &Path) -> Result<Baseline> {
        let path = root.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let mut accepted = BTreeMap::new();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (id, what) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if id.len() != 12 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                bail!("{FILE}:{}: `{id}` is no id of a finding", n + 1);
            }
            accepted.insert(id.to_string(), what.trim().to_string());
        }
        Ok(Baseline { accepted })
    }

    fn write(&self, root: &Path) -> Result<()> {
        let mut text = HEADER.to_string();
        for (id, what) in &self.accepted {
            let _ = writeln!(text, "{id} {what}");
        }
        fs::write(root.join(FILE), text).with_context(|| format!("cannot write {FILE}"))
    }

    /// Marks the findings that are accepted.
    pub fn apply(&self, results: &mut Results) {
        for finding in &mut results.findings {
            finding.is_accepted = self.accepted.contains_key(&finding.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let mut baseline = Baseline::default();
        baseline.accepted.insert("0123456789ab".into(), "cut: output difference: x".into());
        baseline.write(dir.path()).unwrap();
        assert_eq!(Baseline::read(dir.path()).unwrap().accepted, baseline.accepted);
    }

    #[test]
    fn a_line_that_is_no_id_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(FILE), "# fine\nxyz\n").unwrap();
        let message = format!("{:#}", Baseline::read(dir.path()).err().unwrap());
        assert!(message.contains("patchlight.baseline:2"), "{message}");
    }
}
