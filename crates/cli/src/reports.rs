//! Reports of what a test of a patch found: one file a format.
//!
//! **Invariants.** What programs under test wrote, named or were given is hostile. No report lets
//! it act: terminals get no control characters, markup no markup, runners of workflows no commands.
//! Two reports of the same results are the same bytes. Nothing here reads the environment.

mod compare;
mod escape;
mod facts;
mod github;
mod html;
mod junit;
mod markdown;
pub mod picture;
mod rules;
#[cfg(test)]
pub mod sample;
mod sarif;
pub mod terminal;

pub use escape::slug;
pub use facts::path;
#[cfg(test)]
pub use html::checks;
pub use html::{begin as begin_page, end as end_page, page};

use crate::results::{FORMAT, Results};
use anyhow::{Context as _, Result, ensure};
use clap::ValueEnum;
use std::path::Path;

/// The form of a report.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Format {
    /// For people, at most as wide as the terminal
    Terminal,
    /// All that is known, for programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit's XML, for whatever shows test results
    Junit,
    /// A comment on a pull request
    Markdown,
    /// Annotations of a GitHub workflow
    Github,
    /// One page that needs nothing but itself
    Html,
}

/// What the terminal's report has to fit.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Screen {
    pub width: usize,
    pub has_colour: bool,
}

pub fn render(results: &Results, format: Format, screen: Screen) -> Result<String> {
    Ok(match format {
        Format::Terminal => terminal::render(results, screen),
        Format::Json => serde_json::to_string_pretty(results)? + "\n",
        Format::Sarif => serde_json::to_string_pretty(&sarif::log(results))? + "\n",
        Format::Junit => junit::render(results),
        Format::Markdown => markdown::render(results),
        Format::Github => github::render(results),
        Format::Html => html::render(results),
    })
}

/// Results as `--format json` writes them.
pub fn read(path: &Path) -> Result<Results> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let problem = || format!("{}: not results of `patchlight test`", path.display());
    let form: Form = serde_json::from_slice(&bytes).with_context(problem)?;
    ensure!(
        form.format == FORMAT,
        "{}: format {} of results is not known (this version reads format {FORMAT})",
        path.display(),
        form.format
    );
    serde_json::from_slice(&bytes).with_context(problem)
}

/// What is read first: the rest may be anything in another format.
#[derive(serde::Deserialize)]
struct Form {
    format: u32,
}
