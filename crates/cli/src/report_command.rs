//! `patchlight report`: what a test of a patch found, in any form.

use crate::baseline::Baseline;
use crate::exit::Exit;
use crate::project::Project;
use crate::reports::{self, Format, Screen};
use crate::results::Results;
use crate::store::Store;
use anyhow::{Context as _, Result};
use clap::Args;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The width of reports for nobody's terminal.
const WIDTH: usize = 100;

#[derive(Args)]
pub struct ReportArgs {
    /// Results, as `patchlight test --format json` writes them [default: those of the last test]
    #[arg(value_name = "RESULTS.json")]
    results: Option<PathBuf>,

    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,

    /// Where the report goes [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let results = results(args.results.as_deref())?;
    write(&results, args.format, args.out.as_deref())?;
    Ok(Exit::Ok)
}

/// Results from a file, or those of the project's last test.
pub fn results(file: Option<&Path>) -> Result<Results> {
    file.map_or_else(last_results, reports::read)
}

/// The results of the project's last test.
fn last_results() -> Result<Results> {
    let project = Project::find()?;
    let last = Store::open(&project.directory()?)?.last_run()?;
    let mut results = last.context("there are no results: run `patchlight test` first")?;
    Baseline::read(&project.root)?.apply(&mut results);
    Ok(results)
}

/// Writes a report to a file, or to standard output.
pub fn write(results: &Results, format: Format, out: Option<&Path>) -> Result<()> {
    let Some(path) = out else { return print(&reports::render(results, format, screen())?) };
    let screen = Screen { width: WIDTH, has_colour: false };
    let report = reports::render(results, format, screen)?;
    std::fs::write(path, report).with_context(|| path.display().to_string())
}

/// Writes to standard output; that nobody reads on is no error.
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
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
