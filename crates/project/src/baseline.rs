//! Differences that are intended, in `patchlight.baseline`, which belongs to the
//! project and goes into version control.

use anyhow::{Context, Result, bail};
use patchlight_results::Results;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const FILE: &str = "patchlight.baseline";
const HEADER: &str = "\
# Differences that are meant: `patchlight test` does not report them any more.
# The id of a finding, and what it was when it was accepted. Lines may be removed.
";

/// What is accepted: ids, and what they stand for.
#[derive(Default)]
pub struct Baseline {
    pub accepted: BTreeMap<String, String>,
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
                bail!("{FILE}:{}: `{id}` is not the id of a finding", n + 1);
            }
            accepted.insert(id.to_string(), what.trim().to_string());
        }
        Ok(Baseline { accepted })
    }

    pub fn write(&self, root: &Path) -> Result<()> {
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
