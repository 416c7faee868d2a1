//! `patchlight report`: what a test of a patch found, in any form.

use crate::args::one_of;
use crate::exit::Exit;
use anyhow::{Context as _, Result};
use clap::Args;
use clap::builder::TypedValueParser;
use patchlight_project::Project;
use patchlight_project::baseline::Baseline;
use patchlight_project::store::Store;
use patchlight_report::{FORMATS, Format, Screen};
use patchlight_results::Results;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The width of reports for nobody's terminal.
const WIDTH: usize = 100;

#[derive(Args)]
pub struct ReportArgs {
    /// Results written by `patchlight test --format json` [default: results of the last test]
    #[arg(value_name = "RESULTS.json")]
    results: Option<PathBuf>,

    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = formats())]
    format: &'static Format,

    /// Write the report to FILE [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Takes the name of a format.
pub fn formats() -> impl TypedValueParser<Value = &'static Format> {
    one_of(FORMATS.iter().map(|format| (format, format.name, format.about)))
}

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let results = results(args.results.as_deref())?;
    write(&results, args.format, args.out.as_deref())?;
    Ok(Exit::Ok)
}

/// Results from a file, or those of the project's last test.
pub fn results(file: Option<&Path>) -> Result<Results> {
    file.map_or_else(last_results, patchlight_report::read)
}

/// The results of the project's last test.
fn last_results() -> Result<Results> {
    let project = Project::find()?;
    let last = Store::open(&project.directory()?)?.last_run()?;
    let mut results = last.context("no results yet: run `patchlight test` first")?;
    Baseline::read(&project.root)?.apply(&mut results);
    Ok(results)
}

/// Writes a report to a file, or to standard output.
pub fn write(results: &Results, format: &Format, out: Option<&Path>) -> Result<()> {
    let Some(path) = out else {
        print!("{}", format.render(results, screen())?);
        return Ok(());
    };
    let screen = Screen { width: WIDTH, has_colour: false };
    let report = format.render(results, screen)?;
    std::fs::write(path, report).with_context(|| path.display().to_string())
}

/// What standard output is.
pub fn screen() -> Screen {
    let out = std::io::stdout();
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let given = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let size = rustix::termios::tcgetwinsize(&out).ok().map(|size| usize::from(size.ws_col));
    Screen {
        width: given.or(size).filter(|&width| width > 0).unwrap_or(WIDTH),
        has_colour: out.is_terminal() && !is_set("NO_COLOR") && !is_dumb,
    }
}
