//! `patchlight report`: what a test of a patch found, in any form.

use crate::exit::Exit;
use crate::reports::{self, Format, Screen};
use anyhow::{Context as _, Result};
use clap::Args;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// The width of reports for nobody's terminal.
const WIDTH: usize = 100;

#[derive(Args)]
pub struct ReportArgs {
    /// Results, as `patchlight test --format json` writes them
    #[arg(value_name = "RESULTS.json")]
    results: PathBuf,

    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,

    /// Where the report goes [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let results = reports::read(&args.results)?;
    let screen = match args.out {
        Some(_) => Screen { width: WIDTH, has_colour: false },
        None => screen(),
    };
    let report = reports::render(&results, args.format, screen)?;
    match &args.out {
        Some(path) => {
            std::fs::write(path, report).with_context(|| path.display().to_string())?;
        }
        None => print(&report)?,
    }
    Ok(Exit::Ok)
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
