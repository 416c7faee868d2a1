//! `cases.toml`: command lines that people write.

use super::{BadCase, Case, File, Named, Run};
use crate::bytes::Hex;
use serde::Deserialize;
use std::collections::BTreeMap;

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

/// Why a text is not a list of command lines.
#[derive(Debug, thiserror::Error)]
pub enum BadCommandLines {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("the case `{name}`: {why}")]
    Case { name: String, why: BadCase },
}

/// The cases of one program.
pub fn command_lines(text: &str, program: &str) -> Result<Vec<Case>, BadCommandLines> {
    let lines: CommandLines = toml::from_str(text)?;
    let own = |line: &CommandLine| line.program.as_ref().is_none_or(|name| name == program);
    lines.cases.into_iter().filter(own).zip(1..).map(|(line, n)| line.case(n)).collect()
}

impl CommandLine {
    fn case(self, n: usize) -> Result<Case, BadCommandLines> {
        let bytes = |text: String| Hex::from(text.into_bytes());
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
        match case.check() {
            Ok(()) => Ok(case),
            Err(why) => Err(BadCommandLines::Case { name: case.name, why }),
        }
    }
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
        assert_eq!(cases[0].run.args, [Hex::from(b"-f".to_vec()), Hex::from(b"1".to_vec())]);
        assert_eq!(cases[0].run.stdin, Hex::from(b"a:b\n".to_vec()));
        assert_eq!(cases[0].run.files[0].name, "d");
        assert_eq!(command_lines(text, "other").unwrap().len(), 2);
    }

    #[test]
    fn a_file_outside_of_the_case_is_refused() {
        let text = "[[case]]\nfiles = { \"../x\" = \"\" }\n";
        let error = command_lines(text, "p").unwrap_err().to_string();
        let expected = "the case `cases.toml 1`: the file `../x` is outside the case's directory";
        assert_eq!(error, expected);
    }
}
