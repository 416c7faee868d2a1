//! `patchlight export`: the inputs of findings, for other tools.

use crate::args::one_of;
use crate::exit::Exit;
use crate::report;
use anyhow::{Context as _, Result};
use clap::Args;
use patchlight_report::export::{Expected, Kind, make, write};
use patchlight_results::slug;
use std::fs;
use std::path::PathBuf;

const EXPECTED: [(Expected, &str, &str); 2] =
    [(Expected::Old, "old", "The old version's"), (Expected::New, "new", "The new version's")];

#[derive(Args)]
pub struct ExportArgs {
    /// Results written by `patchlight test --format json` [default: results of the last test]
    #[arg(value_name = "RESULTS.json")]
    results: Option<PathBuf>,

    /// What to write for each finding that is not accepted
    #[arg(long = "as", value_name = "KIND", value_parser = one_of(Kind::ALL))]
    kind: Kind,

    /// Which version's behaviour a test expects [default: old for regressions and bugs, new for
    /// everything else]
    #[arg(long, value_name = "VERSION", value_parser = one_of(EXPECTED))]
    expect: Option<Expected>,

    /// Directory to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub fn run(args: &ExportArgs) -> Result<Exit> {
    let results = report::results(args.results.as_deref())?;
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let open = results.findings.iter().filter(|finding| !finding.is_accepted);
    let (mut n_findings, mut n_files) = (0, 0);
    let all = open.flat_map(|finding| std::iter::once(finding).chain(&finding.variants));
    for finding in all {
        match make(args.kind, args.expect, &results, finding) {
            Ok(files) => {
                n_findings += 1;
                n_files += files.len();
                files.iter().try_for_each(|file| write(&args.out, file))?;
            }
            Err(why) => eprintln!("patchlight: cannot export {}: {why}", slug(&finding.id)),
        }
    }
    let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let (findings, files) = (counted(n_findings, "finding"), counted(n_files, "file"));
    println!("{findings}, {files} in {}", args.out.display());
    Ok(Exit::Ok)
}
