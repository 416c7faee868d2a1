//! The report for people at a terminal: the most important finding first, then what was and what
//! was not looked at.
//!
//! No line begins with what a program wrote: logs of workflows take `::` at the beginning of a line
//! for a command.

mod columns;
mod paint;

use super::facts::{self, Coverage};
use super::rules::{Level, rule};
use super::{Screen, escape};
use crate::page::plural;
use crate::title::{agreeing, variants};
use paint::{Colour, Paint};
use patchlight_results::{Finding, Results, Unknown};
use std::fmt::Write;

/// Findings that are shown, and lines of any list.
const MOST_FINDINGS: usize = 5;
const MOST_LINES: usize = 10;
/// Longer ones are of no use to people.
const LONGEST_CONDITION: usize = 300;
/// Narrower terminals get lines that are too long.
const NARROWEST: usize = 40;

pub fn render(results: &Results, screen: Screen) -> String {
    let width = screen.width.max(NARROWEST);
    let mut report = Report { out: String::new(), paint: Paint(screen.has_colour), width };
    report.doubts(results);
    report.suite(results);
    let n_visible = facts::visible(results).count();
    for (n, finding) in facts::visible(results).take(MOST_FINDINGS).enumerate() {
        report.finding(results, n + 1, finding);
    }
    if n_visible > MOST_FINDINGS {
        let rest = plural(n_visible - MOST_FINDINGS, "more finding", "more findings");
        report.line(0, &format!("… {rest}; `--format html` shows all"));
        report.line(0, "");
    }
    report.programs(results);
    report.coverage(results);
    report.unknowns(&results.unknowns);
    report.verdict(results);
    report.out
}

struct Report {
    out: String,
    paint: Paint,
    width: usize,
}

/// A command with its programs named as from the current directory.
fn from_here(command: &str) -> String {
    let here = std::env::current_dir().map(|dir| format!("{}/.patchlight/", dir.display()));
    here.map_or(command.to_string(), |here| command.replace(&here, ".patchlight/"))
}

impl Report {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "");
    }

    /// `title  text`, with lines that go on below the text.
    fn field(&mut self, title: &str, text: &str) {
        let title = format!("{title:<7}");
        let most = self.width.saturating_sub(4 + title.len()).max(20);
        for (n, line) in wrap(text, most).iter().enumerate() {
            let title = if n == 0 { self.paint.with(Colour::Dim, &title) } else { " ".repeat(7) };
            self.line(4, &format!("{title}{line}"));
        }
    }

    fn suite(&mut self, results: &Results) {
        let Some((said, lines)) = facts::failed_suite(results) else { return };
        let said = self.paint.with(Colour::Bold, &said);
        self.line(0, &said);
        for line in lines {
            self.line(4, &format!("| {}", columns::cut(&line, self.width.saturating_sub(6))));
        }
        self.line(0, "");
    }

    fn finding(&mut self, results: &Results, n: usize, finding: &Finding) {
        let colour = colour_of(rule(finding.class).level);
        let class = self.paint.with(colour, finding.class.name());
        let headline = facts::headline(finding);
        let rest = headline.strip_prefix(finding.class.name()).unwrap_or_default();
        let title = self.paint.with(Colour::Bold, rest);
        let id = self.paint.with(Colour::Dim, &format!("[{}]", escape::name(&finding.id)));
        self.line(0, &format!("{n}. {class}{title} {id}"));
        self.place(results, finding);
        if let Some(condition) = &finding.condition {
            self.field("when", &escape::shorten(&escape::name(condition), LONGEST_CONDITION));
        }
        if let Some(together) = &finding.together {
            self.field("needs", &escape::name(&facts::together(together)));
        }
        if let Some(agreeing) = agreeing(finding) {
            self.field("unlike", &format!("{agreeing}, on which both versions do the same"));
        }
        for (n, variant) in variants(finding).iter().enumerate() {
            self.field(if n == 0 { "also" } else { "" }, variant);
        }
        if finding.was_accepted {
            self.field("note", facts::WAS_ACCEPTED);
        }
        let command = finding.new_command.as_ref().or(finding.old_command.as_ref());
        match command {
            // On one line, whatever the width: it is there to be pasted.
            Some(command) => {
                let title = self.paint.with(Colour::Dim, "run    ");
                self.line(4, &format!("{title}{}", escape::name(&from_here(command))));
            }
            None => self.field("case", &escape::name(&finding.case.name)),
        }
        let mut shown_by = facts::discovery(finding);
        if !finding.tests.is_empty() {
            let tests: Vec<String> = finding.tests.iter().map(|test| escape::name(test)).collect();
            shown_by += &format!("; tests: {}", tests.join("; "));
        }
        self.field("by", &shown_by);
        let table = columns::table(finding, self.width.saturating_sub(4), self.paint);
        table.iter().for_each(|line| self.line(4, line));
        self.line(0, "");
    }

    fn place(&mut self, results: &Results, finding: &Finding) {
        let what = finding.what.as_deref().map(escape::name);
        let Some(place) = &finding.place else {
            if let Some(what) = what {
                self.field("where", &what);
            }
            return;
        };
        let path = escape::name(facts::path(results, place));
        let what = what.map_or(String::new(), |what| format!(": {what}"));
        self.field("where", &format!("{path}:{}{what}", place.line));
        if let Some(line) = facts::source_line(results, place) {
            let (sign, colour) = match (line.old, line.new) {
                (None, _) => ("+", Colour::New),
                (_, None) => ("-", Colour::Old),
                _ => (" ", Colour::Plain),
            };
            let text = escape::name(&line.text.replace('\t', "    "));
            let text = columns::cut(&format!("{} {sign} {text}", place.line), self.width - 11);
            let text = self.paint.with(colour, &text);
            self.line(11, &text);
        }
    }

    fn programs(&mut self, results: &Results) {
        let (same, others): (Vec<_>, Vec<_>) =
            results.programs.iter().partition(|program| program.is_same_code);
        // One that is the same is worth a line only by itself.
        let n_same = if results.programs.len() > 1 { same.len() } else { 0 };
        let alone = if n_same == 0 { same } else { Vec::new() };
        let shown: Vec<_> = others.into_iter().chain(alone).collect();
        for program in shown.iter().take(MOST_LINES) {
            let name = escape::name(&program.name);
            self.entry("program", &format!("{name}: {}", facts::effort(program)));
            let disagree = program.disagreements.iter().map(|what| {
                format!("the native program does not behave as predicted: {}", escape::name(what))
            });
            let failing = program.failing.iter().map(|(name, how)| {
                format!("fails in both versions: {}: {}", escape::name(name), escape::name(how))
            });
            let vary = program.non_deterministic.iter().map(|(name, varies)| {
                let varies = escape::name(&varies.join(", "));
                format!("varies from run to run: {}: {varies}", escape::name(name))
            });
            let unable = program.not_replayed.iter().map(|(name, why)| {
                format!("not run natively: {}: {}", escape::name(name), escape::name(why))
            });
            self.list("", disagree.chain(failing).chain(vary).chain(unable).collect());
        }
        if shown.len() > MOST_LINES {
            let rest = plural(shown.len() - MOST_LINES, "more program", "more programs");
            self.entry("", &format!("… {rest}; `--format html` shows all"));
        }
        if let Some(shared) = facts::shared_tests(results) {
            self.entry("tests", &shared);
        }
        if let Some(common) = facts::with_common(results) {
            self.entry("build", &common);
        }
        match n_same {
            0 => {}
            1 => self.entry("", "1 more program has the same code in both versions"),
            n => self.entry("", &format!("{n} more programs have the same code in both versions")),
        }
    }

    /// `title   text`, at the left margin.
    fn entry(&mut self, title: &str, text: &str) {
        for (n, line) in wrap(text, self.width - 8).iter().enumerate() {
            let title = if n == 0 { title } else { "" };
            let title = self.paint.with(Colour::Bold, &format!("{title:<8}"));
            self.line(0, &format!("{title}{line}"));
        }
    }

    fn list(&mut self, title: &str, lines: Vec<String>) {
        for (n, text) in lines.iter().take(MOST_LINES).enumerate() {
            self.entry(if n == 0 { title } else { "" }, text);
        }
        if lines.len() > MOST_LINES {
            self.entry("", &format!("… {} more", lines.len() - MOST_LINES));
        }
    }

    fn coverage(&mut self, results: &Results) {
        let coverage = Coverage::of(&results.patch);
        if coverage.n_lines > 0 {
            self.entry("patch", &coverage.sentence());
        }
    }

    /// Why the answer is inconclusive, before everything else.
    fn doubts(&mut self, results: &Results) {
        let doubts = facts::doubts(results);
        if doubts.is_empty() {
            return;
        }
        let title = self.paint.with(Colour::Warning, "inconclusive:");
        self.line(0, &format!("{title} no difference found, but that does not mean much here"));
        for doubt in doubts {
            for (n, line) in wrap(&doubt, self.width - 4).iter().enumerate() {
                let mark = if n == 0 { "- " } else { "  " };
                self.line(2, &format!("{mark}{line}"));
            }
        }
        self.line(0, "");
    }

    fn unknowns(&mut self, unknowns: &[Unknown]) {
        self.list("unknown", unknowns.iter().map(unknown).collect());
    }

    fn verdict(&mut self, results: &Results) {
        let colour = colour_of(facts::level(results));
        let title = self.paint.with(Colour::Bold, "result  ");
        let verdict = format!("{}: {}", facts::range(results), facts::verdict(results));
        for (n, line) in wrap(&verdict, self.width - 8).iter().enumerate() {
            let title = if n == 0 { &title } else { "        " };
            self.line(0, &format!("{title}{}", self.paint.with(colour, line)));
        }
        if results.is_interrupted {
            self.entry("", "interrupted: these are the results so far");
        }
    }
}

fn colour_of(level: Level) -> Colour {
    match level {
        Level::Error => Colour::Error,
        Level::Warning => Colour::Warning,
        Level::Note => Colour::Good,
    }
}

/// `cut: unsupported: socket (3 times)`.
pub fn unknown(unknown: &Unknown) -> String {
    let kind = facts::kind_name(unknown.kind);
    let program = match unknown.program.as_str() {
        "" => String::new(),
        program => format!("{}: ", escape::name(program)),
    };
    let times =
        if unknown.count > 1 { format!(" ({} times)", unknown.count) } else { String::new() };
    format!("{program}{kind}: {}{times}", escape::name(&unknown.what))
}

/// Lines of at most so many columns, broken at spaces; longer words stay whole. None begins with
/// `::`.
fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        let is_full = columns::width(line) + 1 + columns::width(word) > most;
        if !line.is_empty() && is_full && !word.starts_with("::") {
            lines.push(word.to_string());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests;
