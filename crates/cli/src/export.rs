//! `patchlight export`: the inputs of findings, for other tools.

mod formats;
mod script;
mod shell;
mod suite;

use crate::exit::Exit;
use crate::report_command;
use crate::reports::slug;
use crate::results::{Executables, Finding, Results};
use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ExportArgs {
    /// Results, as `patchlight test --format json` writes them [default: those of the last test]
    #[arg(value_name = "RESULTS.json")]
    results: Option<PathBuf>,

    /// What is made of each finding that is not accepted
    #[arg(long = "as", value_enum)]
    kind: Kind,

    /// Whose behaviour a test expects [default: the old version's for regressions and bugs, the
    /// new version's for all others]
    #[arg(long, value_enum, value_name = "VERSION")]
    expect: Option<Expected>,

    /// Where it goes
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
enum Kind {
    /// Cases for `patchlight replay`
    Cases,
    /// KLEE's format
    Ktest,
    /// Raw inputs for fuzzers
    Corpus,
    /// Scripts that run both versions and show how they differ
    Shell,
    /// Tests for the project's own suite
    Suite,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Expected {
    Old,
    New,
}

/// A file to write, or why there is none.
type Made = Result<Vec<NewFile>, String>;

pub struct NewFile {
    name: String,
    bytes: Vec<u8>,
    is_script: bool,
}

impl NewFile {
    fn data(name: String, bytes: impl Into<Vec<u8>>) -> NewFile {
        NewFile { name, bytes: bytes.into(), is_script: false }
    }

    fn script(name: String, text: String) -> NewFile {
        NewFile { name, bytes: text.into_bytes(), is_script: true }
    }
}

pub fn run(args: &ExportArgs) -> Result<Exit> {
    let results = report_command::results(args.results.as_deref())?;
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let open = results.findings.iter().filter(|finding| !finding.is_accepted);
    let (mut n_findings, mut n_files) = (0, 0);
    for finding in open {
        match make(args, &results, finding) {
            Ok(files) => {
                n_findings += 1;
                n_files += files.len();
                files.iter().try_for_each(|file| write(&args.out, file))?;
            }
            Err(why) => eprintln!("patchlight: {} is not exported: {why}", slug(&finding.id)),
        }
    }
    println!("{n_findings} findings, {n_files} files in {}", args.out.display());
    Ok(Exit::Ok)
}

fn make(args: &ExportArgs, results: &Results, finding: &Finding) -> Made {
    finding.case.check().map_err(|error| error.to_string())?;
    match args.kind {
        Kind::Cases => formats::case(finding),
        Kind::Ktest => formats::ktest(finding),
        Kind::Corpus => formats::corpus(finding),
        Kind::Shell => shell::script(results, finding),
        Kind::Suite => suite::script(results, finding, args.expect),
    }
}

/// Executables that are known of both versions: with sanitizers, if one of these saw the error.
fn executables<'a>(results: &'a Results, finding: &Finding) -> (Option<&'a str>, Option<&'a str>) {
    let program = results.programs.iter().find(|program| program.name == finding.program);
    let Some(Executables { old, new, old_sanitized, new_sanitized }) =
        program.map(|program| &program.executables)
    else {
        return (None, None);
    };
    let is_sanitized = finding.old.sanitizer.is_some() || finding.new.sanitizer.is_some();
    match (is_sanitized, old_sanitized, new_sanitized) {
        (true, Some(old), Some(new)) => (Some(old), Some(new)),
        _ => (old.as_deref(), new.as_deref()),
    }
}

fn write(dir: &Path, file: &NewFile) -> Result<()> {
    let path = dir.join(&file.name);
    let problem = || path.display().to_string();
    fs::write(&path, &file.bytes).with_context(problem)?;
    if file.is_script {
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).with_context(problem)?;
    }
    Ok(())
}
