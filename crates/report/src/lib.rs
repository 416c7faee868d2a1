//! Reports: of `patchlight test`, one file per format, and of the commands beside it.
//!
//! **Invariants.** What programs under test wrote, named or were given is hostile. No report lets
//! it act: terminals get no control characters, markup no markup, runners of workflows no commands.
//! Two reports of the same results are the same bytes. Nothing here reads the environment.

/// Adds a line to a text.
macro_rules! line {
    ($out:expr) => {
        $out.push('\n')
    };
    ($out:expr, $($arg:tt)*) => {{
        $out.push_str(&format!($($arg)*));
        $out.push('\n');
    }};
}

mod compare;
mod escape;
pub mod export;
mod facts;
mod github;
mod html;
pub mod interact;
mod junit;
mod markdown;
mod page;
pub mod picture;
pub mod reach;
pub mod replay;
mod rules;
#[cfg(test)]
pub mod sample;
mod sarif;
pub mod shadow;
pub mod terminal;
mod title;

pub use facts::path;
#[cfg(test)]
pub(crate) use html::checks;
pub(crate) use html::{begin as begin_page, end as end_page};

use anyhow::{Context as _, Result, ensure};
use patchlight_results::{Doubt, FORMAT, Finding, Results, Verdict};
use std::path::Path;

/// The form of a report.
pub struct Format {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    render: fn(&Results, Screen) -> Result<String>,
}

/// All forms. A new one is a file with a function, and a line here.
pub static FORMATS: [Format; 7] = [
    Format {
        name: "terminal",
        about: "For people, as wide as the terminal",
        render: |results, screen| Ok(terminal::render(results, screen)),
    },
    Format { name: "json", about: "Everything, for programs", render: json },
    Format {
        name: "sarif",
        about: "SARIF 2.1.0, for code scanning",
        render: |results, _| Ok(serde_json::to_string_pretty(&sarif::log(results))? + "\n"),
    },
    Format {
        name: "junit",
        about: "JUnit XML, for tools that show test results",
        render: |results, _| Ok(junit::render(results)),
    },
    Format {
        name: "markdown",
        about: "A comment on a pull request",
        render: |results, _| Ok(markdown::render(results)),
    },
    Format {
        name: "github",
        about: "Annotations for a GitHub workflow",
        render: |results, _| Ok(github::render(results)),
    },
    Format {
        name: "html",
        about: "A self-contained web page",
        render: |results, _| Ok(html::render(results)),
    },
];

impl Format {
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    pub fn render(&self, results: &Results, screen: Screen) -> Result<String> {
        (self.render)(results, screen)
    }
}

/// The results, and what they come to.
fn json(results: &Results, _: Screen) -> Result<String> {
    #[derive(serde::Serialize)]
    struct Judged<'r> {
        #[serde(flatten)]
        results: &'r Results,
        verdict: Verdict,
        doubts: Vec<Doubt>,
    }
    let judged = Judged { results, verdict: results.verdict(), doubts: results.doubts() };
    Ok(serde_json::to_string_pretty(&judged)? + "\n")
}

/// ``regression: `cut -f 1`: heap-buffer-overflow in main at cut.c:10 [0123456789ab]``.
pub fn in_a_line(finding: &Finding) -> String {
    format!("{} [{}]", facts::headline(finding), escape::name(&finding.id))
}

/// What the terminal's report has to fit.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Screen {
    pub width: usize,
    pub has_colour: bool,
}

/// Results as `--format json` writes them.
pub fn read(path: &Path) -> Result<Results> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    parse(path, &bytes)
}

/// The results that a text is; `path` stands for it in messages.
pub fn parse(path: &Path, text: &[u8]) -> Result<Results> {
    let problem = || format!("{}: not results of `patchlight test`", path.display());
    let form: Form = serde_json::from_slice(text).with_context(problem)?;
    ensure!(
        form.format == FORMAT,
        "{}: unknown format {} (this version of Patchlight reads format {FORMAT})",
        path.display(),
        form.format
    );
    serde_json::from_slice(text).with_context(problem)
}

/// What is read first: the rest may be anything in another format.
#[derive(serde::Deserialize)]
struct Form {
    format: u32,
}
