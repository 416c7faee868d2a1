//! Differences that are intended, in `patchlight.baseline`, which belongs to the
//! project and goes into version control.

use crate::CONFIG;
use anyhow::{Context, Result, bail};
use patchlight_cache::Key;
use patchlight_results::{PatchedFile, Results};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const FILE: &str = "patchlight.baseline";
/// How many hexadecimal digits the ids of findings and patches have.
const ID_LENGTH: usize = 12;
const HEADER: &str = "\
# Differences that are meant: `patchlight test` does not report them any more.
# The id of a finding, that of the patch, and what it was when it was accepted. If the patch changes,
# the finding is reported again. Lines may be removed.
";

/// What is accepted: ids with the patch that they were accepted for, and what they stood for.
#[derive(Default)]
pub struct Baseline {
    accepted: BTreeMap<(String, PatchId), String>,
}

/// Stands for the lines that a patch removes and adds, wherever they are. What differs under another
/// patch may be another difference, even at the same place.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
struct PatchId(String);

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
            let (name, what) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let (id, patch) = name.split_once('-').unwrap_or((name, ""));
            if !is_id(id) || !(patch.is_empty() || is_id(patch)) {
                bail!("{FILE}:{}: `{name}` is not the id of a finding", n + 1);
            }
            let key = (id.to_string(), PatchId(patch.to_string()));
            accepted.insert(key, what.trim().to_string());
        }
        Ok(Baseline { accepted })
    }

    pub fn write(&self, root: &Path) -> Result<()> {
        let mut text = HEADER.to_string();
        for ((id, PatchId(patch)), what) in &self.accepted {
            let _ = match patch.is_empty() {
                true => writeln!(text, "{id} {what}"),
                false => writeln!(text, "{id}-{patch} {what}"),
            };
        }
        fs::write(root.join(FILE), text).with_context(|| format!("cannot write {FILE}"))
    }

    /// Accepts a finding of these results. `what` it is, on one line.
    pub fn accept(&mut self, results: &Results, id: &str, what: &str) {
        self.accepted.retain(|(other, _), _| other != id);
        let what = what.replace(['\n', '\r'], " ");
        self.accepted.insert((id.to_string(), PatchId::of(&results.patch)), what);
    }

    /// Whether a finding was accepted, for whatever patch.
    pub fn has(&self, id: &str) -> bool {
        self.accepted.keys().any(|(other, _)| other == id)
    }

    /// Marks the findings that are accepted, and those that were before the patch changed.
    pub fn apply(&self, results: &mut Results) {
        let patch = PatchId::of(&results.patch);
        for finding in &mut results.findings {
            finding.is_accepted = self.accepted.contains_key(&(finding.id.clone(), patch.clone()));
            finding.was_accepted = self.has(&finding.id) && !finding.is_accepted;
        }
    }
}

fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl PatchId {
    fn of(patch: &[PatchedFile]) -> PatchId {
        let mut parts: Vec<String> = Vec::new();
        let mut files: Vec<&PatchedFile> = patch.iter().filter(|file| has_code(file)).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        for file in files {
            parts.push(format!("{:?} {}", file.change, file.path));
            for line in file.hunks.iter().flatten().filter(|line| !is_blank(&line.text)) {
                match (line.old, line.new) {
                    (Some(_), None) => parts.push(format!("-{}", line.text.trim())),
                    (None, Some(_)) => parts.push(format!("+{}", line.text.trim())),
                    _ => {}
                }
            }
        }
        let key = Key::of(parts.iter().map(String::as_bytes));
        PatchId(key.as_str()[..ID_LENGTH].to_string())
    }
}

/// Whether a file may have to do with what programs do.
fn has_code(file: &PatchedFile) -> bool {
    let path = Path::new(&file.path);
    let is_own = [FILE, CONFIG].iter().any(|name| path == Path::new(name));
    let is_text = path.extension().is_some_and(|extension| extension == "md" || extension == "rst");
    !is_own && !is_text
}

/// No code: nothing but blanks, or a comment.
fn is_blank(line: &str) -> bool {
    let line = line.trim();
    let is_comment = line.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/"));
    let is_comment = is_comment.is_some_and(|inside| !inside.contains("*/"));
    // The comment of a line that ends with a backslash is not over.
    line.is_empty() || is_comment || line.starts_with("//") && !line.ends_with('\\')
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::Case;
    use patchlight_results::{Behaviour, Line};
    use proptest::prelude::*;
    use serde_json::json;

    /// A finding at one place, with one effect.
    fn results(patch: Vec<PatchedFile>) -> Results {
        let finding = json!({
            "id": "0123456789ab", "program": "p", "class": "regression", "shape": "x",
            "place": null, "what": null, "condition": null, "phase": "suite", "n_cases": 1,
            "tests": [], "old_command": null, "new_command": null,
            "case": Case::default(), "old": Behaviour::default(),
            "new": Behaviour::default(), "is_accepted": false,
        });
        let finding = serde_json::from_value(finding).unwrap();
        Results { patch, findings: vec![finding], ..Results::default() }
    }

    fn file(path: &str, lines: &[(char, &str)]) -> PatchedFile {
        let line = |(n, (side, text)): (usize, &(char, &str))| Line {
            old: (*side != '+').then_some(n as u32),
            new: (*side != '-').then_some(n as u32),
            text: text.to_string(),
            ..Line::default()
        };
        let hunk = lines.iter().enumerate().map(line).collect();
        PatchedFile { path: path.into(), hunks: vec![hunk], ..PatchedFile::default() }
    }

    /// Whether a finding that was accepted for one patch is for another one.
    fn holds(accepted_for: Vec<PatchedFile>, then: Vec<PatchedFile>) -> bool {
        let dir = tempfile::tempdir().unwrap();
        let mut baseline = Baseline::default();
        baseline.accept(&results(accepted_for), "0123456789ab", "p: regression:\nx");
        baseline.write(dir.path()).unwrap();
        let mut results = results(then);
        Baseline::read(dir.path()).unwrap().apply(&mut results);
        let finding = &results.findings[0];
        assert_ne!(finding.is_accepted, finding.was_accepted);
        finding.is_accepted
    }

    #[test]
    fn what_is_no_code_does_not_count() {
        let patch = || file("a.c", &[(' ', "f()"), ('-', "a = 1;"), ('+', "a = 2;")]);
        assert!(holds(vec![patch()], vec![patch()]));
        let elsewhere =
            [(' ', "}"), ('+', "// why"), ('-', " a = 1;"), ('+', ""), ('+', "a = 2; ")];
        let documented = vec![file("a.c", &elsewhere), file("NEWS.md", &[('+', "a is 2 now")])];
        assert!(holds(vec![patch()], documented));
        assert!(holds(vec![patch()], vec![file(FILE, &[('+', "x")]), patch()]));
    }

    proptest! {
        /// What holds for one change does not hold for another one, nor for both together.
        #[test]
        fn accepting_one_change_accepts_no_other(one in any_patch(), other in any_patch()) {
            let both: Vec<PatchedFile> = one.iter().chain(&other).cloned().collect();
            prop_assert!(holds(one.clone(), one.clone()));
            prop_assert_eq!(holds(one.clone(), other.clone()), one == other);
            prop_assert!(!holds(one.clone(), both.clone()) && !holds(both, other));
        }
    }

    /// Changes of lines that have code, by file.
    fn any_patch() -> impl Strategy<Value = Vec<PatchedFile>> {
        let line = (prop::bool::ANY, "[a-z]{1,2}( = [0-9])?;|[{}]|#define [A-Z] 1");
        let lines = prop::collection::vec(line, 1..4);
        let names = prop::collection::btree_map("[ab]\\.[ch]", lines, 1..3);
        names.prop_map(|files| {
            let file = |(name, lines): (String, Vec<(bool, String)>)| {
                let side = |added: bool| if added { '+' } else { '-' };
                let lines = lines.iter().map(|(added, text)| (side(*added), text.as_str()));
                file(&name, &lines.collect::<Vec<_>>())
            };
            files.into_iter().map(file).collect()
        })
    }

    #[test]
    fn a_line_that_is_no_id_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(FILE), "# fine\nxyz\n").unwrap();
        let message = format!("{:#}", Baseline::read(dir.path()).err().unwrap());
        assert!(message.contains("patchlight.baseline:2"), "{message}");
    }
}
