//! A comment on a pull request. GitHub refuses comments of more than 65,536 characters, so findings
//! are left out from the least important on, and counted.

use super::compare::{Mark, Piece, Shown, sections, with_context};
use super::facts::{self, Coverage};
use super::rules::Level;
use super::{escape, terminal};
use patchlight_results::{Finding, Results};
use std::fmt::Write;

/// In bytes, which are no fewer than characters.
const LONGEST: usize = 65_536;
/// Kept for what comes behind the findings.
const TAIL: usize = 8_000;
/// Lines of a diff, and unknowns.
const MOST_LINES: usize = 40;
const LONGEST_LINE: usize = 400;

pub fn render(results: &Results) -> String {
    let mut out = head(results);
    let tail = tail(results);
    let findings: Vec<&Finding> = facts::visible(results).collect();
    let mut n_shown = 0;
    for finding in &findings {
        let section = section(results, finding, n_shown == 0);
        if out.len() + section.len() + tail.len() + 200 > LONGEST {
            break;
        }
        out += &section;
        n_shown += 1;
    }
    if n_shown < findings.len() {
        let rest = match findings.len() - n_shown {
            1 => "1 more finding does not fit here; the full report has it.".to_string(),
            n => format!("{n} more findings do not fit here; the full report has them."),
        };
        let _ = writeln!(out, "\n{rest}");
    }
    out + &tail
}

fn head(results: &Results) -> String {
    let sign = match facts::level(results) {
        Level::Error => "🔴",
        Level::Warning => "🟡",
        Level::Note => "🟢",
    };
    let verdict = plain(&escape::markup(&facts::verdict(results)));
    let mut out = format!("## {sign} Patchlight: {verdict}\n\n");
    let _ = writeln!(out, "{} of {}", code(&facts::range(results)), code(&results.project));
    if results.is_interrupted {
        out += "\n**Interrupted**: these are the results so far.\n";
    }
    for (n, doubt) in facts::doubts(results).iter().enumerate() {
        let space = if n == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{space}- {}", plain(&escape::markup(doubt)));
    }
    if let Some((said, lines)) = facts::failed_suite(results) {
        let _ = writeln!(out, "\n**{}**\n", plain(&escape::markup(&said)));
        out += &fence("", &escape::shorten(&lines.join("\n"), 4000));
    }
    if let Some(shared) = facts::shared_tests(results) {
        let _ = writeln!(out, "\nTests: {}.", plain(&escape::markup(&shared)));
    }
    if let Some(common) = facts::with_common(results) {
        let _ = writeln!(out, "\nBuild: {}.", plain(&escape::markup(&common)));
    }
    let coverage = Coverage::of(&results.patch);
    if coverage.n_lines > 0 {
        let _ = writeln!(out, "\nPatch: {}.", coverage.sentence());
    }
    out
}

fn section(results: &Results, finding: &Finding, is_open: bool) -> String {
    let open = if is_open { " open" } else { "" };
    let headline = escape::markup(&escape::shorten(&facts::headline(finding), LONGEST_LINE));
    let mut out = format!("\n<details{open}><summary><b>{}</b></summary>\n\n", plain(&headline));
    if let Some(place) = &finding.place {
        let path = facts::path(results, place);
        let what =
            finding.what.as_deref().map_or(String::new(), |what| format!(": {}", code(what)));
        let _ = writeln!(out, "- where: {}{what}", code(&format!("{path}:{}", place.line)));
    }
    if let Some(condition) = &finding.condition {
        let _ = writeln!(out, "- when: {}", code(condition));
    }
    let _ = writeln!(out, "- {}", plain(&escape::markup(&facts::discovery(finding))));
    if !finding.tests.is_empty() {
        let tests: Vec<String> = finding.tests.iter().map(|test| code(test)).collect();
        let _ = writeln!(out, "- tests: {}", tests.join(", "));
    }
    let _ = writeln!(out, "- id: {}\n", code(&finding.id));
    if let Some(command) = finding.new_command.as_ref().or(finding.old_command.as_ref()) {
        out += &fence("sh", &escape::shorten(&escape::name(command), 5000));
    }
    out += &fence("diff", &diff(finding));
    out + "</details>\n"
}

/// Both behaviours as a unified diff.
fn diff(finding: &Finding) -> String {
    let mut lines = Vec::new();
    for section in sections(&finding.old, &finding.new) {
        if !section.differs() {
            continue;
        }
        lines.push(format!("@@ {} @@", section.title));
        let mut add = |sign: char, pieces: &Option<Vec<Piece>>| {
            if let Some(pieces) = pieces {
                let text: String = pieces.iter().map(|piece| piece.span.plain()).collect();
                lines.push(format!("{sign}{}", escape::shorten(&text, LONGEST_LINE)));
            }
        };
        for shown in with_context(&section.rows, 2) {
            match shown {
                Shown::Gap(_) => {}
                Shown::Row(row) if row.mark == Mark::Same => add(' ', &row.new),
                Shown::Row(row) => {
                    add('-', &row.old);
                    add('+', &row.new);
                }
            }
        }
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines.push(" …".to_string());
    }
    lines.join("\n")
}

fn tail(results: &Results) -> String {
    let mut out = String::new();
    if !results.unknowns.is_empty() {
        out += "\n<details><summary>Unknown</summary>\n\n";
        for unknown in results.unknowns.iter().take(MOST_LINES) {
            let text = escape::shorten(&terminal::unknown(unknown), LONGEST_LINE);
            let line = format!("- {}\n", code(&text));
            if out.len() + line.len() > TAIL {
                break;
            }
            out += &line;
        }
        let n_shown = out.matches("\n- ").count();
        if n_shown < results.unknowns.len() {
            let _ = writeln!(out, "- … {} more", results.unknowns.len() - n_shown);
        }
        out += "\n</details>\n";
    }
    out
}

/// A code span whatever is in it: nothing in one is a link, a mention or markup.
fn code(text: &str) -> String {
    let text = escape::shorten(&escape::name(text), LONGEST_LINE);
    let ticks = "`".repeat(longest_run(&text) + 1);
    match text.is_empty() {
        true => String::new(),
        // A space keeps the text's own backticks apart from ours.
        false if text.starts_with('`') || text.ends_with('`') => format!("{ticks} {text} {ticks}"),
        false => format!("{ticks}{text}{ticks}"),
    }
}

fn fence(language: &str, text: &str) -> String {
    let ticks = "`".repeat(longest_run(text).max(2) + 1);
    format!("{ticks}{language}\n{text}\n{ticks}\n\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Text outside of code, in which nothing is markup, a mention or a reference.
fn plain(markup: &str) -> String {
    let mut out = String::new();
    for c in markup.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '|' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            // An empty comment ends what would be a mention or a reference.
            '@' => out.push_str("@<!-- -->"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_comment_has_findings_commands_and_a_diff_of_the_outputs() {
        let text = render(&sample::cut());
        for part in [
            "## 🔴 Patchlight: 1 regression, 2 output differences",
            "- where: `src/cut.c:94`: ``the values of `field` differ``",
            "```diff\n@@ standard output @@\n-b\n+c\n 2\n y\n```",
            "- ``cut: unsupported: inline assembly `rdtsc` in now at src/time.c:9 (3 times)``",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn a_comment_is_never_longer_than_github_takes() {
        for results in [sample::many(500), sample::hostile()] {
            let text = render(&results);
            assert!(text.len() <= LONGEST);
            assert_eq!(text.matches("<details").count(), text.matches("</details>").count());
        }
        assert!(render(&sample::many(500)).contains("more findings do not fit here"));
    }

    #[test]
    fn hostile_texts_are_no_markup() {
        let text = render(&sample::hostile());
        let mut is_code = false;
        for line in text.lines() {
            let ticks = line.len() - line.trim_start_matches('`').len();
            if ticks >= 3 {
                is_code = !is_code;
            } else if !is_code && !line.contains('`') {
                assert!(!line.contains("<img") && !line.contains("@everyone"), "{line}");
            }
        }
        assert!(!is_code);
    }
}
