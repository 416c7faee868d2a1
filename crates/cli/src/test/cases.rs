//! The tests to start from: what the project's suite was recorded to do, and what `patchlight.toml`
//! names: cases, `cases.toml`, a corpus.

use crate::project::Project;
use anyhow::{Context, Result, bail};
use patchlight_replay::{Case, File, Hex, Named, Run, Template};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

/// The tests of one program.
pub type Tests = Vec<Case>;

/// `cases.toml`: command lines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandLines {
    #[serde(rename = "case", default)]
    cases: Vec<CommandLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandLine {
    #[serde(default)]
    name: Option<String>,
    /// If there are several programs.
    #[serde(default)]
    program: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

impl CommandLine {
    fn case(self, n: usize) -> Result<Case> {
        let bytes = |text: String| Hex(text.into_bytes());
        let file = |(name, text)| File { name, bytes: bytes(text), ..File::default() };
        let env = self.env.into_iter().map(|(name, value)| Named { name, bytes: bytes(value) });
        let run = Run {
            args: self.args.into_iter().map(bytes).collect(),
            stdin: bytes(self.stdin),
            files: self.files.into_iter().map(file).collect(),
            env: env.collect(),
            ..Run::default()
        };
        let name = self.name.unwrap_or_else(|| format!("cases.toml {n}"));
        let case = Case { name, run, ..Case::default() };
        case.check().with_context(|| format!("the case `{}`", case.name))?;
        Ok(case)
    }
}

/// The tests that `patchlight.toml` names, for one program. `sources`: where the version's files
/// are.
pub fn named(project: &Project, sources: &Path, program: &str) -> Result<Tests> {
    let mut tests = Vec::new();
    for path in &project.config.tests {
        // Older versions need not have the tests that are there now.
        let in_version = sources.join(path);
        let at = if in_version.exists() { in_version } else { project.root.join(path) };
        if path.extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(&at)
                .with_context(|| format!("`tests`: cannot read {}", path.display()))?;
            tests
                .extend(command_lines(&text, program).with_context(|| path.display().to_string())?);
            continue;
        }
        let args = project.config.corpus_args.iter();
        let template = Template(args.map(|arg| arg.clone().into_bytes()).collect());
        let has_template = !project.config.corpus_args.is_empty();
        let loaded = patchlight_replay::load(&[at], has_template.then_some(&template));
        if let Some(problem) = loaded.problems.first() {
            bail!("`tests`: {problem}");
        }
        tests.extend(loaded.cases);
    }
    Ok(tests)
}

fn command_lines(text: &str, program: &str) -> Result<Vec<Case>> {
    let lines: CommandLines = toml::from_str(text)?;
    let own = |line: &CommandLine| line.program.as_ref().is_none_or(|name| name == program);
    lines.cases.into_iter().filter(own).zip(1..).map(|(line, n)| line.case(n)).collect()
}

/// Tests with the same input count once; the first stays.
pub fn without_copies(tests: Tests) -> Result<Tests> {
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for case in tests {
        if seen.insert(serde_json::to_string(&case.run)?) {
            kept.push(case);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_becomes_a_case_of_its_program() {
        let text = "[[case]]\nargs = [\"-f\", \"1\"]\nstdin = \"a:b\\n\"\nfiles = { d = \"x\" }\n\
                    [[case]]\nprogram = \"other\"\n";
        let cases = command_lines(text, "cut").unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].run.args, [Hex(b"-f".to_vec()), Hex(b"1".to_vec())]);
        assert_eq!(cases[0].run.stdin, Hex(b"a:b\n".to_vec()));
        assert_eq!(cases[0].run.files[0].name, "d");
        assert_eq!(command_lines(text, "other").unwrap().len(), 2);
    }

    #[test]
    fn a_file_outside_of_the_case_is_refused() {
        let text = "[[case]]\nfiles = { \"../x\" = \"\" }\n";
        assert!(command_lines(text, "p").is_err());
    }
}
