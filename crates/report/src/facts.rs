//! What several reports say of results: counts, coverage, places.

use super::escape;
use super::rules::{Level, RULES, Rule, rule};
use super::title::title;
use patchlight_replay::Class;
use patchlight_results::{
    FileChange, Finding, FoundBy, Line, PatchedFile, ProgramResults, Results, SourceLine, Together,
    UnknownKind, Verdict, touching,
};

/// Of a finding that the baseline has for another patch.
pub const WAS_ACCEPTED: &str =
    "accepted before the patch changed; accept it again if it is still intended";

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
        parts.push(without_findings(results));
    }
    match n_accepted(results) {
        0 => {}
        n => parts.push(format!("{n} accepted")),
    }
    parts.join(", ")
}

/// What is said of results without open findings: what "no difference" is true of, or why nothing can
/// be said.
fn without_findings(results: &Results) -> String {
    let n_compared: usize = results.programs.iter().map(|program| program.n_compared).sum();
    let inputs =
        if n_compared == 1 { "1 input".to_string() } else { format!("{n_compared} inputs") };
    match results.verdict() {
        Verdict::Inconclusive => match results.doubts().as_slice() {
            [doubt] => format!("inconclusive: {}", escape::name(&doubt.sentence())),
            doubts => format!("inconclusive, for {} reasons", doubts.len()),
        },
        Verdict::SameCode if results.shared_tests.is_some() => {
            "the same code in both versions, but for tests".to_string()
        }
        Verdict::SameCode => "the same code in both versions".to_string(),
        Verdict::SuiteFailed => {
            "the test suite fails on the new version; no other difference found".to_string()
        }
        Verdict::NoDifference | Verdict::Difference | Verdict::Regression => {
            let executed = match Coverage::of(&results.patch).n_lines {
                0 => "execute changed code".to_string(),
                1 => "execute the changed line of code".to_string(),
                n => format!("execute all {n} changed lines of code"),
            };
            format!("no difference found on {inputs} that {executed}")
        }
    }
}

/// Whose tests both versions were built with, if theirs differ.
pub fn shared_tests(results: &Results) -> Option<String> {
    let shared = results.shared_tests.as_ref()?;
    let files = match shared.files.as_slice() {
        [file] => escape::name(file),
        files => format!("{} changed files", files.len()),
    };
    let version = escape::name(&shared.version);
    Some(format!("both versions were built with the {version} version's tests ({files})"))
}

/// Which versions build only as with an older compiler.
pub fn with_common(results: &Results) -> Option<String> {
    let versions = match results.with_common.as_slice() {
        [] => return None,
        [version] => format!("the {} version was", escape::name(version)),
        _ => "both versions were".to_string(),
    };
    let why = "without it, variables that several files define clash";
    Some(format!("{versions} built with `-fcommon`: {why}"))
}

/// That the suite fails, and the end of what it wrote.
pub fn failed_suite(results: &Results) -> Option<(String, Vec<String>)> {
    let suite = results.suite.as_ref().filter(|suite| suite.status != 0)?;
    let command = escape::name(&suite.command);
    let status = suite.status;
    let said = match suite.old_status {
        Some(old) if old != 0 => {
            format!("`{command}` fails on both versions (exit status {status})")
        }
        Some(_) => {
            format!(
                "`{command}` fails on the new version (exit status {status}), not on the old one"
            )
        }
        None => format!("`{command}` fails on the new version (exit status {status})"),
    };
    Some((said, suite.output.lines().map(escape::name).collect()))
}

/// How bad the answer is.
pub fn level(results: &Results) -> Level {
    let most = open(results).map(|finding| rule(finding.class).level).min();
    most.unwrap_or(match results.verdict() {
        Verdict::SuiteFailed | Verdict::Inconclusive => Level::Warning,
        _ => Level::Note,
    })
}

/// What makes the answer inconclusive, each with what can be done about it.
pub fn doubts(results: &Results) -> Vec<String> {
    if results.verdict() != Verdict::Inconclusive {
        return Vec::new();
    }
    let doubts = results.doubts().into_iter();
    doubts
        .map(|doubt| format!("{}; {}", escape::name(&doubt.sentence()), doubt.next_step()))
        .collect()
}

/// `HEAD~1..HEAD` and such.
pub fn range(results: &Results) -> String {
    format!("{}..{}", escape::name(&results.old.name), escape::name(&results.new.name))
}

/// ``regression: `cut -f 1`: heap-buffer-overflow in main at cut.c:10``.
pub fn headline(finding: &Finding) -> String {
    format!("{}: {}", finding.class.name(), title(finding))
}

/// How the input was found and how many others show the same.
pub fn discovery(finding: &Finding) -> String {
    let inputs = match finding.n_cases {
        1 => "1 input".to_string(),
        n => format!("{n} inputs"),
    };
    let how = match finding.phase {
        FoundBy::Suite => "shown by a test of the project".to_string(),
        phase => format!("found by {phase}"),
    };
    format!("{how}, {inputs}")
}

/// How many tests matter, and how many inputs were generated and run.
pub fn effort(program: &ProgramResults) -> String {
    let mut tests = touching(program.n_touching, program.n_tests);
    if program.n_untraced > 0 {
        tests += &format!(", {} could not be traced in time", program.n_untraced);
    }
    let inputs = if program.n_generated == 1 { "input" } else { "inputs" };
    let (generated, replayed) = (program.n_generated, program.n_replayed);
    format!("{tests}, {generated} {inputs} generated, {replayed} run natively")
}

/// Which changes a finding needs.
pub fn together(together: &Together) -> String {
    let changes = together.changes.join(" and ");
    format!("caused by the changes at {changes} together; fewer of them do not fail")
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
            coverage.by_all += usize::from(executed.is_executed());
        }
        coverage
    }

    pub fn sentence(&self) -> String {
        let Coverage { n_lines, by_tests, by_all } = self;
        let lines = if *n_lines == 1 { "line" } else { "lines" };
        format!(
            "tests execute {by_tests} of {n_lines} changed {lines} of code, {by_all} with generated inputs"
        )
    }
}

/// The file of the patch that a place is in. Places come from debugging information, which may
/// have directories of the build in front.
pub fn patched_file<'a>(results: &'a Results, place: &SourceLine) -> Option<&'a PatchedFile> {
    let path = place.file.trim_start_matches("./");
    let exact = results.patch.iter().find(|file| file.path == path);
    let is_below = |file: &&PatchedFile| {
        path.strip_suffix(file.path.as_str()).is_some_and(|dir| dir.ends_with('/'))
    };
    exact.or_else(|| results.patch.iter().find(is_below))
}

/// The path of a place, relative to the project if it is in the patch.
pub fn path<'a>(results: &'a Results, place: &'a SourceLine) -> &'a str {
    match patched_file(results, place) {
        Some(file) => &file.path,
        None => place.file.trim_start_matches("./"),
    }
}

/// The line of the patch at a place.
pub fn source_line<'a>(results: &'a Results, place: &SourceLine) -> Option<&'a Line> {
    let file = patched_file(results, place)?;
    let is_old = place.is_old || file.change == FileChange::Removed;
    let number = |line: &Line| if is_old { line.old } else { line.new };
    file.hunks.iter().flatten().find(|line| number(line) == Some(place.line))
}

/// The line of the new version at a place: if the place is gone, the one that follows it.
fn new_line(results: &Results, place: &SourceLine) -> u32 {
    let lines = patched_file(results, place).filter(|_| place.is_old);
    let lines = lines.into_iter().flat_map(|file| &file.hunks).flatten();
    let mut after = lines.skip_while(|line| line.old != Some(place.line));
    after.find_map(|line| line.new).unwrap_or(place.line)
}

/// Where a report puts a finding.
pub struct Anchor<'a> {
    pub path: &'a str,
    pub line: u32,
    /// It is the place of the finding.
    pub is_place: bool,
}

/// The changed line that is nearest to a finding's place: code review shows no other lines. Without a
/// place, where the patch begins.
pub fn anchor<'a>(results: &'a Results, finding: &'a Finding) -> Option<Anchor<'a>> {
    let place = finding.place.as_ref();
    let place = place.map(|place| (path(results, place), new_line(results, place)));
    let patched = |path: &str| results.patch.iter().find(|file| file.path == path);
    if let Some((path, line)) = place
        && let Some(nearest) = patched(path).and_then(|file| nearest_change(file, line))
    {
        return Some(Anchor { path, line: nearest, is_place: nearest == line });
    }
    match (results.patch.first(), place) {
        (Some(file), _) => {
            let line = nearest_change(file, 0).unwrap_or(1);
            Some(Anchor { path: &file.path, line, is_place: false })
        }
        (None, Some((path, line))) => Some(Anchor { path, line, is_place: true }),
        (None, None) => None,
    }
}

/// The changed line of the new version that is nearest to another; if the patch only removes lines,
/// one beside them.
fn nearest_change(file: &PatchedFile, line: u32) -> Option<u32> {
    let lines = || file.hunks.iter().flatten();
    let added = lines().filter(|changed| changed.old.is_none()).filter_map(|changed| changed.new);
    let nearest = added.min_by_key(|new| new.abs_diff(line));
    nearest.or_else(|| lines().filter_map(|any| any.new).min_by_key(|new| new.abs_diff(line)))
}

/// What is not known, in a word or two.
pub fn kind_name(kind: UnknownKind) -> &'static str {
    match kind {
        UnknownKind::Unsupported => "unsupported",
        UnknownKind::Limit => "limit",
        UnknownKind::NotCaptured => "not captured",
        UnknownKind::NotRecorded => "not recorded",
        UnknownKind::NotReached => "not reached",
        UnknownKind::NotBuilt => "not built",
        UnknownKind::NotSanitized => "not sanitized",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FORMATS, Screen, sample};

    #[test]
    fn a_place_of_the_build_s_directory_is_found_in_the_patch() {
        let results = sample::cut();
        let at = |file: &str| SourceLine { file: file.to_string(), line: 42, is_old: false };
        assert_eq!(path(&results, &at("/build/x/src/cut.c")), "src/cut.c");
        assert_eq!(path(&results, &at("./src/cut.c")), "src/cut.c");
        assert_eq!(path(&results, &at("mysrc/cut.c")), "mysrc/cut.c");
    }

    #[test]
    fn annotations_lie_on_changed_lines() {
        let results = sample::cut();
        let added: Vec<u32> = results.patch[0]
            .hunks
            .iter()
            .flatten()
            .filter_map(|line| line.new.filter(|_| line.old.is_none()))
            .collect();
        for line in 1..200 {
            let mut finding = results.findings[0].clone();
            let file = results.patch[0].path.clone();
            finding.place = Some(SourceLine { file, line, is_old: false });
            let anchor = anchor(&results, &finding).expect("a place");
            assert!(added.contains(&anchor.line), "{line}: {}", anchor.line);
            assert_eq!(anchor.is_place, added.contains(&line), "{line}");
        }
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

    #[test]
    fn every_format_says_that_nothing_can_be_said_and_why() {
        let mut results = sample::cut();
        results.findings.clear();
        assert_eq!(results.verdict(), Verdict::Inconclusive);
        let screen = Screen { width: 100, has_colour: false };
        for format in &FORMATS {
            let text = format.render(&results, screen).expect("a report");
            assert!(text.to_lowercase().contains("inconclusive"), "{}", format.name);
            assert!(text.contains("src/cut.c"), "{}", format.name);
        }
        assert!(FORMATS[0].render(&results, screen).unwrap().starts_with("inconclusive: "));
    }
}
