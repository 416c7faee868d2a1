//! `report.html`: one page without anything from elsewhere. It reads without its script, which
//! adds filters, copies commands and opens what a link leads to.
//!
//! All markup is made here and by `Page`, which escapes what is not a literal of this program; the
//! page's policy allows this style and this script alone, so no attribute may be a style or a
//! handler.

mod behaviour;
#[cfg(test)]
pub mod checks;
mod finding;
mod graphs;
mod input;
mod partings;
mod patch;
mod tables;

use super::facts::{self, Coverage};
use super::rules::Level;
use crate::page::{Page, plural};
use patchlight_results::{Results, Verdict, Version};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");
const LOGO: &str = include_str!("html/logo.svg");
/// The logo for the browser's tab.
const ICON: &str = include_str!("html/icon.txt");

pub fn render(results: &Results) -> String {
    let mut page = Page::new();
    let sections = [
        ("#findings", "Findings", !results.findings.is_empty()),
        ("#patch", "Patch", !results.patch.is_empty()),
        ("#graphs", "Changes together", !results.graphs.is_empty()),
        ("#partings", "Divergences", !results.partings.is_empty()),
        ("#unknowns", "Unknown", true),
        ("#stages", "Stages", !results.stages.is_empty()),
    ];
    begin(&mut page, &format!("{}: {}", results.project, facts::verdict(results)), &sections);
    summary(&mut page, results);
    finding::section(&mut page, results);
    patch::section(&mut page, results);
    graphs::section(&mut page, results);
    partings::section(&mut page, results);
    tables::unknowns(&mut page, results);
    tables::programs(&mut page, results);
    tables::stages(&mut page, results);
    end(&mut page);
    page.finish()
}

/// The head of a page and its banner, which leads to the sections that exist.
pub fn begin(page: &mut Page, title: &str, sections: &[(&str, &str, bool)]) {
    head(page, title);
    let (first, name, _) = sections[0];
    page.raw("<body>\n").open("a", &[("class", "skip"), ("href", first)]);
    page.text(&format!("Skip to the {}", name.to_lowercase())).raw("</a>\n");
    banner(page, sections);
    page.raw("<main>\n");
}

/// The end of a page.
pub fn end(page: &mut Page) {
    page.raw("</main>\n<footer><p>Made by Patchlight ").text(env!("CARGO_PKG_VERSION"));
    page.raw(". This page is self-contained.</p></footer>\n");
    page.embed("script", SCRIPT).raw("\n</body>\n</html>\n");
}

fn head(page: &mut Page, title: &str) {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'",
        base64(&Sha256::digest(STYLE)),
        base64(&Sha256::digest(SCRIPT)),
    );
    page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.open("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)]);
    page.raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.raw("<meta name=\"referrer\" content=\"no-referrer\">\n");
    page.element("title", &[], title).raw("\n");
    page.open("link", &[("rel", "icon"), ("href", ICON.trim())]).raw("\n");
    page.embed("style", STYLE).raw("\n</head>\n");
}

fn banner(page: &mut Page, sections: &[(&str, &str, bool)]) {
    page.raw("<header class=\"banner\"><div class=\"wide\">\n<p class=\"brand\">").raw(LOGO);
    page.raw("<span>Patchlight</span></p>\n");
    page.open("nav", &[("aria-label", "Sections")]).raw("<ul>");
    for (link, name, _) in sections.iter().filter(|(_, _, exists)| *exists) {
        page.raw("<li>").element("a", &[("href", link)], name).raw("</li>");
    }
    page.raw("</ul>").close("nav").raw("\n</div></header>\n");
}

fn summary(page: &mut Page, results: &Results) {
    let mood = match facts::level(results) {
        Level::Error => "hero bad",
        Level::Warning => "hero look",
        Level::Note => "hero good",
    };
    page.open("section", &[("class", mood), ("aria-labelledby", "verdict")]).raw("\n");
    page.element("p", &[("class", "project")], &results.project).raw("\n");
    page.element("h1", &[("id", "verdict")], &sentence(results)).raw("\n");
    let doubts = facts::doubts(results);
    if !doubts.is_empty() {
        page.raw("<ul class=\"doubts\">\n");
        for doubt in &doubts {
            page.element("li", &[], doubt).raw("\n");
        }
        page.raw("</ul>\n");
    }
    if let Some((said, lines)) = facts::failed_suite(results) {
        page.raw("<details class=\"suite\" open><summary>").text(&said).raw("</summary>\n<pre>");
        page.text(&lines.join("\n")).raw("</pre></details>\n");
    }
    if results.is_interrupted {
        page.raw("<p class=\"warn\">Interrupted: these are the results so far.</p>\n");
    }
    page.raw("<div class=\"versions\">");
    version(page, "Old", &results.old);
    page.raw("<span class=\"arrow\" aria-hidden=\"true\">→</span>");
    version(page, "New", &results.new);
    page.raw("</div>\n<ul class=\"tiles\">\n");
    for (rule, n) in facts::counts(results) {
        let name = if n == 1 { rule.class.name() } else { rule.plural };
        let class = format!("tile {}", finding::css(rule.class));
        page.open("li", &[("class", &class)]);
        page.element("b", &[], &n.to_string()).element("span", &[], name);
        page.raw("</li>\n");
    }
    if facts::n_accepted(results) > 0 {
        let n = facts::n_accepted(results).to_string();
        page.open("li", &[("class", "tile accepted")]);
        page.element("b", &[], &n).raw("<span>accepted</span></li>\n");
    }
    page.raw("</ul>\n<dl class=\"facts\">\n");
    let coverage = Coverage::of(&results.patch);
    if coverage.n_lines > 0 {
        page.raw("<div class=\"span\"><dt>Executed lines of the patch</dt><dd>");
        patch::bar(page, coverage);
        page.raw("</dd></div>\n");
    }
    totals(page, results);
    page.raw("</dl>\n</section>\n");
}

fn totals(page: &mut Page, results: &Results) {
    let sum = |of: fn(&patchlight_results::ProgramResults) -> usize| -> usize {
        results.programs.iter().map(of).sum()
    };
    let mut fact = |name: &str, value: &str, detail: &str| {
        page.raw("<div>").element("dt", &[], name);
        page.raw("<dd>").element("b", &[], value).raw(" ").text(detail).raw("</dd></div>\n");
    };
    let n_tests = sum(|program| program.n_tests);
    fact(
        "Tests that execute changed code",
        &sum(|program| program.n_touching).to_string(),
        &format!("of {n_tests}"),
    );
    fact("Inputs generated", &sum(|program| program.n_generated).to_string(), "");
    fact("Run natively", &sum(|program| program.n_replayed).to_string(), "in both versions");
    if let Some(suite) = &results.suite {
        let status = match suite.status {
            0 => "passes",
            _ if suite.fails_newly() => "fails",
            _ => "fails on both versions",
        };
        let calls = plural(suite.n_invocations, "call", "calls");
        fact("Test suite", status, &format!("{}, {calls}", suite.command));
    }
}

/// The verdict as a headline.
fn sentence(results: &Results) -> String {
    let counts = facts::counts(results);
    match counts.first() {
        None => match results.verdict() {
            Verdict::Inconclusive => "Inconclusive".to_string(),
            Verdict::SameCode => "The same code in both versions".to_string(),
            Verdict::SuiteFailed => "The test suite fails".to_string(),
            Verdict::NoDifference | Verdict::Difference | Verdict::Regression => {
                "No difference found".to_string()
            }
        },
        Some((rule, n)) => {
            let name = if *n == 1 { rule.class.name() } else { rule.plural };
            let others: usize = counts[1..].iter().map(|(_, n)| n).sum();
            match others {
                0 => format!("{n} {name}"),
                1 => format!("{n} {name} and 1 other finding"),
                others => format!("{n} {name} and {others} other findings"),
            }
        }
    }
}

fn version(page: &mut Page, title: &str, version: &Version) {
    page.raw("<div class=\"version\">").element("span", &[("class", "label")], title);
    page.element("b", &[], &version.name);
    match &version.commit {
        Some(commit) => {
            let short: String = commit.hash.chars().take(10).collect();
            page.raw(" ").element("code", &[("title", &commit.hash)], &short);
            page.element("span", &[("class", "title")], &commit.title);
        }
        None => {
            let short: String = version.id.chars().take(10).collect();
            page.raw(" ").element("code", &[("title", &version.id)], &short);
        }
    }
    page.raw("</div>");
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |n: usize| u32::from(chunk.get(n).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            match digit <= chunk.len() {
                true => {
                    out.push(char::from(DIGITS[(word >> (18 - 6 * digit)) as usize & 63]));
                }
                false => out.push('='),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests;
