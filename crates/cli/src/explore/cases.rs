//! The tests of an exploration, one file each: `case-N.json` and, for KLEE's tools, `case-N.ktest`.

use super::concrete::{Concrete, concrete, hex};
use super::summary::Summary;
use crate::report;
use anyhow::{Context as _, Result, bail};
use patchlight_engine::explore::Ended;
use patchlight_engine::{Context, PathEnd};
use patchlight_posix::{Posix, Stream, Symbolic};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The format of `case-N.json`.
#[derive(Serialize)]
struct Case<'a> {
    version: u32,
    inputs: Vec<CaseInput<'a>>,
    /// What these inputs are to the program.
    run: Concrete,
    end: CaseEnd,
}

#[derive(Serialize)]
struct CaseInput<'a> {
    name: &'a str,
    /// Two hexadecimal digits a byte.
    bytes: String,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum CaseEnd {
    Exit(i32),
    Killed(i32),
    Error { kind: &'static str, text: String },
    Unsupported(String),
    Limit(String),
}

pub struct CaseWriter {
    dir: PathBuf,
    n: u64,
    args: Vec<Vec<u8>>,
    symbolic: Symbolic,
}

impl CaseWriter {
    pub fn create(dir: &Path, args: Vec<Vec<u8>>, symbolic: Symbolic) -> Result<CaseWriter> {
        let is_empty = match fs::read_dir(dir) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => true,
        };
        if !is_empty {
            bail!("{}: the directory is not empty", dir.display());
        }
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        Ok(CaseWriter { dir: dir.to_path_buf(), n: 0, args, symbolic })
    }

    pub fn add(
        &mut self,
        context: &mut Context,
        mut ended: Ended<Posix>,
        summary: &mut Summary,
    ) -> Result<()> {
        self.n += 1;
        summary.tests += 1;
        let witness = context.new_witness(ended.model);
        let status = ended.process.state.exit_status;
        let status = status.map(|term| context.word_under(&witness, term) as i32 & 0xff);
        let _output: Vec<(Stream, Vec<u8>)> = ended
            .process
            .system
            .take_output()
            .into_iter()
            .map(|(stream, data)| (stream, data.under(context, &witness)))
            .collect();
        let end = match &ended.end {
            PathEnd::Exit(code) => CaseEnd::Exit(status.unwrap_or(*code)),
            PathEnd::Killed(signal) => CaseEnd::Killed(*signal),
            PathEnd::Bug(bug) => {
                CaseEnd::Error { kind: bug.kind.name(), text: report::describe_bug(bug) }
            }
            PathEnd::Unsupported(gap) => CaseEnd::Unsupported(gap.what.clone()),
            PathEnd::Limit(limit) => CaseEnd::Limit(limit.to_string()),
            PathEnd::Discarded => CaseEnd::Limit("discarded".to_string()),
        };
        let inputs = ended.inputs.unwrap_or_default();
        let bytes = inputs.iter().map(|(input, bytes)| (input.name.clone(), bytes.clone()));
        let run = concrete(&self.args, &self.symbolic, &bytes.collect::<Vec<_>>());
        let inputs =
            inputs.iter().map(|(input, bytes)| CaseInput { name: &input.name, bytes: hex(bytes) });
        let case = Case { version: 1, inputs: inputs.collect(), run, end };
        let path = self.dir.join(format!("case-{}.json", self.n));
        let text = serde_json::to_string(&case)?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    pub fn finish(&self, summary: &Summary) -> Result<()> {
        let path = self.dir.join("stats.json");
        let text = serde_json::to_string_pretty(summary)?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}
