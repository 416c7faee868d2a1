//! What several reports say of results: counts, coverage, places.

use super::escape;
use super::rules::{RULES, Rule};
use crate::results::{FileChange, Finding, Line, PatchedFile, Place, Results, Together};
use patchlight_replay::Class;

/// Findings that are not accepted, in the order of the results.
pub fn open(results: &Results) -> impl Iterator<Item = &Finding> {
    results.findings.iter().filter(|finding| !finding.is_accepted)
}

/// Findings to look at: open, and seen from outside.
pub fn visible(results: &Results) -> impl Iterator<Item = &Finding> {
    open(results).filter(|finding| finding.class != Class::SilentDivergence)
}

pub fn n_accepted(results: &Results) -> usize {
    results.findings.iter().filter(|finding| finding.is_accepted).count()
}

/// How many open findings each class has, without classes that have none.
pub fn counts(results: &Results) -> Vec<(&'static Rule, usize)> {
    let count = |rule: &Rule| open(results).filter(|found| found.class == rule.class).count();
    RULES.iter().map(|rule| (rule, count(rule))).filter(|(_, n)| *n > 0).collect()
}

/// `1 regression, 2 output differences, 3 accepted`, or that there is nothing.
pub fn verdict(results: &Results) -> String {
    let name = |rule: &Rule, n: usize| match n {
        1 => rule.class.name(),
        _ => rule.plural,
    };
    let counts = counts(results);
    let mut parts: Vec<String> =
        counts.iter().map(|(rule, n)| format!("{n} {}", name(rule, *n))).collect();
    if parts.is_empty() {
        parts.push("no difference found".to_string());
    }
    match n_accepted(results) {
        0 => {}
        n => parts.push(format!("{n} accepted")),
    }
    parts.join(", ")
}

/// `HEAD~1..HEAD` and such.
pub fn range(results: &Results) -> String {
    format!("{}..{}", escape::name(&results.old.name), escape::name(&results.new.name))
}

/// `regression in cut: heap-buffer-overflow in main at cut.c:10`.
pub fn headline(finding: &Finding) -> String {
    format!(
        "{} in {}: {}",
        finding.class.name(),
        escape::name(&finding.program),
        escape::name(&finding.shape)
    )
}

/// How the input was found and how many others show the same.
pub fn discovery(finding: &Finding) -> String {
    let inputs = match finding.n_cases {
        1 => "1 input".to_string(),
        n => format!("{n} inputs"),
    };
    let how = match finding.phase.as_str() {
        "suite" => "a test of the project shows it".to_string(),
        "" => "found".to_string(),
        phase => format!("found by {}", escape::name(phase)),
    };
    format!("{how}, {inputs}")
}

/// Which changes a finding needs.
pub fn together(together: &Together) -> String {
    let changes = together.changes.join(" and ");
    format!("the changes at {changes} together; with fewer of them it does not fail")
}

/// Changed lines of the patch that have code.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Coverage {
    pub n_lines: usize,
    /// Executed by the project's tests.
    pub by_tests: usize,
    /// Executed by tests or by inputs that were made.
    pub by_all: usize,
}

impl Coverage {
    pub fn of<'a>(files: impl IntoIterator<Item = &'a PatchedFile>) -> Coverage {
        let mut coverage = Coverage::default();
        for line in files.into_iter().flat_map(|file| &file.hunks).flatten() {
            let Some(executed) = line.executed else { continue };
            coverage.n_lines += 1;
            coverage.by_tests += usize::from(executed.by_tests > 0);
            coverage.by_all += usize::from(executed.by_tests > 0 || executed.by_generated > 0);
        }
        coverage
    }

    pub fn sentence(&self) -> String {
        let Coverage { n_lines, by_tests, by_all } = self;
        let lines = if *n_lines == 1 { "line" } else { "lines" };
        format!(
            "{by_tests} of {n_lines} changed {lines} with code executed by tests, {by_all} with generated inputs"
        )
    }
}

/// The file of the patch that a place is in. Places come from debugging information, which may
/// have directories of the build in front.
pub fn patched_file<'a>(results: &'a Results, place: &Place) -> Option<&'a PatchedFile> {
    let path = place.file.trim_start_matches("./");
    let exact = results.patch.iter().find(|file| file.path == path);
    let is_below = |file: &&PatchedFile| {
        path.strip_suffix(file.path.as_str()).is_some_and(|dir| dir.ends_with('/'))
    };
    exact.or_else(|| results.patch.iter().find(is_below))
}

/// The path of a place, relative to the project if it is in the patch.
pub fn path<'a>(results: &'a Results, place: &'a Place) -> &'a str {
    match patched_file(results, place) {
        Some(file) => &file.path,
        None => place.file.trim_start_matches("./"),
    }
}

/// The line of the patch at a place.
pub fn source_line<'a>(results: &'a Results, place: &Place) -> Option<&'a Line> {
    let file = patched_file(results, place)?;
    let is_old = place.is_old || file.change == FileChange::Removed;
    let number = |line: &Line| if is_old { line.old } else { line.new };
    file.hunks.iter().flatten().find(|line| number(line) == Some(place.line))
}

/// The line of the new version at a place: if the place is gone, the one that follows it.
fn new_line(results: &Results, place: &Place) -> u32 {
    let lines = patched_file(results, place).filter(|_| place.is_old);
    let lines = lines.into_iter().flat_map(|file| &file.hunks).flatten();
    let mut after = lines.skip_while(|line| line.old != Some(place.line));
    after.find_map(|line| line.new).unwrap_or(place.line)
}

/// Where a report puts a finding: its place, or where the patch begins if it has none.
pub fn anchor<'a>(results: &'a Results, finding: &'a Finding) -> Option<(&'a str, u32)> {
    if let Some(place) = &finding.place {
        return Some((path(results, place), new_line(results, place)));
    }
    let file = results.patch.first()?;
    let changed = file.hunks.iter().flatten().find(|line| line.old.is_none());
    Some((&file.path, changed.and_then(|line| line.new).unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_place_of_the_build_s_directory_is_found_in_the_patch() {
        let results = sample::cut();
        let at = |file: &str| Place { file: file.to_string(), line: 42, is_old: false };
        assert_eq!(path(&results, &at("/build/x/src/cut.c")), "src/cut.c");
        assert_eq!(path(&results, &at("./src/cut.c")), "src/cut.c");
        assert_eq!(path(&results, &at("mysrc/cut.c")), "mysrc/cut.c");
    }

    #[test]
    fn coverage_counts_lines_with_code_before_and_after() {
        let coverage = Coverage::of(&sample::cut().patch);
        assert_eq!(coverage, Coverage { n_lines: 7, by_tests: 4, by_all: 6 });
    }

    #[test]
    fn accepted_findings_are_only_counted() {
        let results = sample::cut();
        let verdict = verdict(&results);
        assert_eq!(
            verdict,
            "1 regression, 2 output differences, 1 fix, 1 silent divergence, 1 accepted"
        );
    }
}
