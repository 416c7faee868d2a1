//! From native verdicts to findings that people read.

use super::usage::PatchedTexts;
use crate::pair::Pair;
use crate::shadow::phases::Test;
use patchlight_cache::Key;
use patchlight_replay::{
    Change, Class, Cluster, Finding as Confirmed, Frame, Latin1, NativeOutcome, Observed, Report,
    Shape, Version, sanitizer_environment, shell_command,
};
use patchlight_results::{Behaviour, Finding, FoundBy, MOST_OUTPUT, SanitizerError, SourceLine};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How many tests a finding names.
const MOST_TESTS: usize = 10;
/// How many variants of a finding are kept.
const MOST_VARIANTS: usize = 20;
/// Longer conditions are left out.
const LONGEST_CONDITION: usize = 200;
/// How many hexadecimal digits an id has.
const ID_LENGTH: usize = 12;

/// What is known of a case before it is run.
pub struct Origins<'t> {
    /// What the engine found, by the case's name.
    pub found: HashMap<&'t str, &'t Test>,
    /// The phase of all other cases.
    pub phases: HashMap<&'t str, FoundBy>,
    /// What the patch itself changes of texts.
    pub texts: &'t PatchedTexts,
}

/// The findings of a program, the most important first. Silent ones are left out: nothing is seen
/// of them.
pub fn findings(pair: &Pair, report: &Report, origins: &Origins<'_>) -> Vec<Finding> {
    join(one_per_cluster(pair, report, origins), origins)
}

/// A finding for each cluster that is seen.
pub fn one_per_cluster(pair: &Pair, report: &Report, origins: &Origins<'_>) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    for (n, cluster) in report.clusters.iter().enumerate() {
        if cluster.class == Class::SilentDivergence {
            continue;
        }
        let members = report.findings.iter().filter(|(of, _)| *of == n);
        let members: Vec<&Confirmed> = members.map(|(_, finding)| finding).collect();
        all.push(finding(pair, cluster, &members, origins));
    }
    all
}

/// Of a case that was found without the engine nobody knows where the versions part. If the engine
/// found the same, it is one of its cases.
fn join(all: Vec<Finding>, origins: &Origins<'_>) -> Vec<Finding> {
    let (mut placed, bare): (Vec<Finding>, Vec<Finding>) =
        all.into_iter().partition(|finding| finding.case.origin.is_some());
    for finding in bare {
        let same =
            |other: &&mut Finding| (other.class, &other.shape) == (finding.class, &finding.shape);
        match placed.iter_mut().find(same) {
            Some(other) => take_in(other, finding),
            None => placed.push(finding),
        }
    }
    placed.sort_by_key(|finding| finding.class);
    let mut findings = shown_once(placed);
    tell_apart(&mut findings);
    let solo = |finding: &Finding| {
        origins.found.get(finding.case.name.as_str()).and_then(|test| test.solo)
    };
    let is_usage = |finding: &Finding| origins.texts.explain(finding);
    let findings =
        by_cause(findings, |finding| Cause::of(finding, solo(finding), is_usage(finding)));
    let (usage, mut others): (Vec<Finding>, Vec<Finding>) =
        findings.into_iter().partition(is_usage);
    others.sort_by_key(Finding::rank);
    // The last of their class.
    others.extend(usage);
    others.sort_by_key(|finding| finding.class);
    others
}

/// What findings of one class share if they have one cause.
#[derive(PartialEq)]
enum Cause {
    /// An error at one line, however it is reached.
    Error { kind: String, at: Frame },
    /// Where the versions part is not known, but it is before a branch that only one of them has.
    /// The other one does always the same.
    Before { is_new: bool, other: [String; 3] },
    /// The patch changes what the program says of itself.
    Usage,
}

impl Cause {
    fn of(finding: &Finding, solo: Option<bool>, is_usage: bool) -> Option<Cause> {
        if is_usage {
            return Some(Cause::Usage);
        }
        let worse = if finding.class == Class::Fix { &finding.old } else { &finding.new };
        if let Some(error) = &worse.sanitizer {
            let at = error.frames.first()?.clone();
            return Some(Cause::Error { kind: error.kind.clone(), at });
        }
        let is_new = solo?;
        let other = if is_new { &finding.old } else { &finding.new };
        // Numbers on standard output are what a program is for; in messages they say where.
        let stdout = String::from_utf8_lossy(&other.stdout.0).into_owned();
        let stderr = without_values(&other.stderr.0);
        Some(Cause::Before { is_new, other: [other.end.clone(), stdout, stderr] })
    }
}

/// A text without numbers and without what stands in quotation marks: what of the input it repeats.
fn without_values(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut rest = String::new();
    for line in text.lines() {
        // From the first to the last one: what is quoted may have such marks in it.
        let quotes = ['"', '\'', '`'];
        let (first, last) = (line.find(quotes), line.rfind(quotes));
        let (before, after) = match (first, last) {
            (Some(first), Some(last)) if first < last => (&line[..first], &line[last + 1..]),
            _ => (line, ""),
        };
        rest.extend(before.chars().chain(after.chars()).filter(|c| !c.is_ascii_digit()));
        rest.push('\n');
    }
    rest
}

/// Findings with one cause are one, with its smallest input; the others are its variants.
fn by_cause(all: Vec<Finding>, cause_of: impl Fn(&Finding) -> Option<Cause>) -> Vec<Finding> {
    let mut findings: Vec<(Option<Cause>, Finding)> = Vec::new();
    for mut finding in all {
        let cause = cause_of(&finding);
        let same = |other: &&mut (Option<Cause>, Finding)| {
            cause.is_some() && other.0 == cause && other.1.class == finding.class
        };
        let Some((_, other)) = findings.iter_mut().find(same) else {
            findings.push((cause, finding));
            continue;
        };
        if finding.case.size() < other.case.size() {
            std::mem::swap(other, &mut finding);
            other.variants = std::mem::take(&mut finding.variants);
            other.n_variants = std::mem::take(&mut finding.n_variants);
        }
        other.n_variants += 1;
        if other.variants.len() < MOST_VARIANTS {
            other.variants.push(finding);
        }
    }
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// What one input shows, in the same way, is one finding, wherever the versions part on it.
fn shown_once(all: Vec<Finding>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for finding in all {
        let same = |other: &&mut Finding| {
            other.class == finding.class
                && other.case.run == finding.case.run
                && (&other.old, &other.new) == (&finding.old, &finding.new)
        };
        match findings.iter_mut().find(same) {
            Some(other) => take_in(other, finding),
            None => findings.push(finding),
        }
    }
    findings
}

/// Makes a finding one of another's inputs.
fn take_in(finding: &mut Finding, other: Finding) {
    finding.n_cases += other.n_cases;
    finding.condition = finding.condition.take().or(other.condition);
    for test in other.tests {
        if finding.tests.len() < MOST_TESTS && !finding.tests.contains(&test) {
            finding.tests.push(test);
        }
    }
}

/// Gives findings whose lines have the same text ids of their own, in the order of the lines: that
/// stays when lines move.
fn tell_apart(findings: &mut [Finding]) {
    let mut by_id: BTreeMap<String, Vec<(Option<u32>, usize)>> = BTreeMap::new();
    for (n, finding) in findings.iter().enumerate() {
        let line = finding.place.as_ref().map(|place| place.line);
        by_id.entry(finding.id.clone()).or_default().push((line, n));
    }
    for (id, mut alike) in by_id {
        alike.sort_unstable();
        for (nth, (_, n)) in alike.into_iter().enumerate().skip(1) {
            let key = Key::of([id.as_bytes(), &(nth as u64).to_le_bytes()]);
            findings[n].id = key.as_str()[..ID_LENGTH].to_string();
        }
    }
}

fn finding(
    pair: &Pair,
    cluster: &Cluster,
    members: &[&Confirmed],
    origins: &Origins<'_>,
) -> Finding {
    let representative = &cluster.representative;
    let case = &representative.case;
    let test = origins.found.get(case.name.as_str());
    let place = place(pair, cluster, test.is_some_and(|test| test.is_old));
    let shape = cluster.shape.to_string();
    let phase = match (&case.origin, origins.phases.get(case.name.as_str())) {
        (Some(origin), _) => FoundBy::named(&origin.phase).unwrap_or_default(),
        (None, phase) => phase.copied().unwrap_or_default(),
    };
    // What only a sanitizer sees is shown by the build with sanitizers.
    let sanitized = [&representative.old, &representative.new].iter().any(|o| o.report.is_some());
    let command = |version: &Version| match &version.sanitized {
        Some(executable) if sanitized => {
            let command = shell_command(case, &executable.path, &executable.libraries);
            let set = |(name, options)| format!("export {name}={options}; ");
            command.map(|command| sanitizer_environment().map(set).collect::<String>() + &command)
        }
        _ => shell_command(case, &version.plain.path, &version.plain.libraries),
    };
    Finding {
        id: id(pair, cluster, members, place.as_ref()),
        program: pair.name.clone(),
        class: cluster.class,
        shape,
        place,
        what: test.map(|test| test.what.clone()).filter(|what| !what.is_empty()),
        condition: test.and_then(|test| test.condition.clone()).filter(|text| is_readable(text)),
        phase,
        n_cases: cluster.n_findings,
        tests: members.iter().take(MOST_TESTS).map(|member| member.case.name.clone()).collect(),
        case: case.clone(),
        agreeing: cluster.agreeing.clone(),
        old_command: command(&pair.native.old),
        new_command: command(&pair.native.new),
        old: behaviour(&representative.old),
        new: behaviour(&representative.new),
        together: None,
        variants: Vec::new(),
        n_variants: 0,
        is_accepted: false,
        was_accepted: false,
    }
}

/// Whether people understand a condition: it is short and whole, and about what they gave the program,
/// not about bits and tables.
fn is_readable(condition: &str) -> bool {
    let hard = ["concat(", "bits ", "table", "change(", " ? ", "…"];
    condition.len() <= LONGEST_CONDITION && !hard.iter().any(|part| condition.contains(part))
}

/// Where the versions part; for an error without an exploration, where it is.
fn place(pair: &Pair, cluster: &Cluster, is_old: bool) -> Option<SourceLine> {
    if let Some(origin) = cluster.origin.as_ref().filter(|origin| !origin.file.is_empty()) {
        let file = pair.path_of(&origin.file);
        return Some(SourceLine { file, line: origin.line, is_old });
    }
    match &cluster.shape {
        Shape::Sanitizer { frames, .. } => {
            let frame = frames.first()?;
            let is_old = cluster.class == Class::Fix;
            Some(SourceLine { file: pair.path_of(&frame.file), line: frame.line, is_old })
        }
        _ => None,
    }
}

/// What stays the same when lines move: the text of the line, not its number. Without a line it is
/// what the versions do on all inputs that show it.
fn id(
    pair: &Pair,
    cluster: &Cluster,
    members: &[&Confirmed],
    place: Option<&SourceLine>,
) -> String {
    let shape = match &cluster.shape {
        Shape::Sanitizer { kind, frames } => {
            let functions: Vec<&str> = frames.iter().map(|f| f.function.as_str()).collect();
            format!("{kind} {}", functions.join(" "))
        }
        shape => shape.to_string(),
    };
    let (file, text) = match place {
        Some(place) => {
            let text = pair.line_text(place).unwrap_or_else(|| place.line.to_string());
            (place.file.as_str(), text)
        }
        None => ("", behaviours(members)),
    };
    let class = cluster.class.name();
    let key = Key::of([pair.name.as_str(), class, &shape, file, &text].map(str::as_bytes));
    key.as_str()[..ID_LENGTH].to_string()
}

/// Stands for everything that both versions do on these inputs.
fn behaviours(members: &[&Confirmed]) -> String {
    let does = |observed: &Observed| {
        let NativeOutcome { end, stdout, stderr, files, .. } = &observed.plain;
        let kind = observed.report.as_ref().map(|report| &report.kind);
        format!("{end:?} {stdout:?} {stderr:?} {files:?} {kind:?}")
    };
    let pairs = members.iter().map(|member| [does(&member.old), does(&member.new)].concat());
    let pairs: BTreeSet<String> = pairs.collect();
    Key::of(pairs.iter().map(String::as_bytes)).as_str().to_string()
}

fn behaviour(observed: &Observed) -> Behaviour {
    let plain = &observed.plain;
    let first = |bytes: &[u8]| Latin1(bytes[..bytes.len().min(MOST_OUTPUT)].to_vec());
    let files = plain.files.iter().map(|file| {
        let change = match file.change {
            Change::Created => "created",
            Change::Changed => "changed",
            Change::Removed => "removed",
        };
        let path = String::from_utf8_lossy(&file.path);
        format!("{change} {path} ({:o}, {} bytes)", file.mode, file.data.len)
    });
    Behaviour {
        end: plain.end.to_string(),
        stdout: first(&plain.stdout.bytes),
        stderr: first(&plain.stderr.bytes),
        sanitizer: observed.report.as_ref().map(|report| SanitizerError {
            kind: report.kind.clone(),
            frames: report.frames.clone(),
        }),
        files: files.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::Case;

    fn finding(line: u32) -> Finding {
        Finding {
            id: "0123456789ab".to_string(),
            program: "p".to_string(),
            class: Class::Regression,
            shape: "exit 0, then exit 1".to_string(),
            place: Some(SourceLine { file: "a.c".to_string(), line, is_old: false }),
            what: None,
            condition: None,
            phase: FoundBy::Suite,
            n_cases: 1,
            tests: Vec::new(),
            case: Case::default(),
            agreeing: None,
            old_command: None,
            new_command: None,
            old: Behaviour::default(),
            new: Behaviour::default(),
            together: None,
            variants: Vec::new(),
            n_variants: 0,
            is_accepted: false,
            was_accepted: false,
        }
    }

    #[test]
    fn what_one_input_shows_is_one_finding() {
        let mut other = finding(2);
        other.condition = Some("x".to_string());
        let mut different = finding(3);
        different.new.end = "exit 5".to_string();
        let merged = shown_once(vec![finding(1), other, different.clone()]);
        let expected = Finding { n_cases: 2, condition: Some("x".to_string()), ..finding(1) };
        assert_eq!(merged, [expected, different]);
    }

    #[test]
    fn an_error_at_one_line_is_one_finding_however_it_is_reached() {
        let error = |line: u32, at: u32, args: &[&str]| {
            let (function, file) = ("f".to_string(), "a.c".to_string());
            let frame = Frame { function, file, line: at };
            let error = SanitizerError { kind: "overflow".to_string(), frames: vec![frame] };
            let mut finding = finding(line);
            finding.new.sanitizer = Some(error);
            finding.case.run.args = args.iter().map(|arg| arg.as_bytes().to_vec().into()).collect();
            finding
        };
        let all = vec![error(1, 7, &["long"]), error(2, 8, &["x"]), error(3, 7, &["y"])];
        let found = by_cause(all.clone(), |one| Cause::of(one, None, false));
        let expected = Finding { variants: vec![all[0].clone()], n_variants: 1, ..all[2].clone() };
        assert_eq!(found, [expected, all[1].clone()]);
    }

    #[test]
    fn what_comes_after_the_versions_part_has_one_cause() {
        let after = |line: u32, old: &str, new: &str| {
            let mut finding = finding(line);
            finding.class = Class::OutputDifference;
            (finding.old.end, finding.new.end) = (old.to_string(), new.to_string());
            finding
        };
        let all = vec![after(1, "exit 1", "exit 0"), after(2, "exit 1", "exit 2")];
        assert_eq!(
            by_cause(all.clone(), |one| Cause::of(one, None, false)),
            all,
            "they part there"
        );
        let expected = Finding { variants: vec![all[1].clone()], n_variants: 1, ..all[0].clone() };
        assert_eq!(by_cause(all, |one| Cause::of(one, Some(true), false)), [expected]);
        let said = |text: &str| {
            let mut one = after(1, "exit 1", "exit 0");
            one.old.stderr = Latin1(text.as_bytes().to_vec());
            one
        };
        let alike = vec![said("1:27: no `a'b`\n"), said("1:3: no `c`\n"), said("1:3: no more\n")];
        assert_eq!(by_cause(alike, |one| Cause::of(one, Some(true), false)).len(), 2);
        let others = vec![after(1, "exit 1", "exit 0"), after(2, "exit 3", "exit 0")];
        let found = by_cause(others.clone(), |one| Cause::of(one, Some(true), false));
        assert_eq!(found, others, "the old version does not the same");
        let usage = vec![after(1, "exit 0", "exit 0"), after(2, "exit 0", "exit 0")];
        assert_eq!(by_cause(usage, |one| Cause::of(one, None, true)).len(), 1);
    }

    #[test]
    fn what_a_test_shows_comes_before_another_end_and_that_before_another_message() {
        let found = |line: u32, phase: FoundBy, end: &str, stdout: &str| {
            let mut finding = finding(line);
            (finding.class, finding.phase) = (Class::OutputDifference, phase);
            finding.shape = line.to_string();
            finding.case.run.args = vec![line.to_string().into_bytes().into()];
            finding.old.end = "exit 0".to_string();
            finding.new.end = end.to_string();
            finding.new.stdout = Latin1(stdout.as_bytes().to_vec());
            finding
        };
        let all = vec![
            found(10, FoundBy::Concolic, "exit 0", ""),
            found(20, FoundBy::Concolic, "exit 0", "x"),
            found(30, FoundBy::Concolic, "exit 1", ""),
            found(40, FoundBy::Suite, "exit 0", ""),
        ];
        let texts = PatchedTexts::default();
        let origins = Origins { found: HashMap::new(), phases: HashMap::new(), texts: &texts };
        let lines: Vec<u32> =
            join(all, &origins).iter().map(|one| one.place.as_ref().unwrap().line).collect();
        assert_eq!(lines, [40, 30, 20, 10]);
    }

    #[test]
    fn findings_at_lines_with_the_same_text_have_ids_of_their_own() {
        let ids = |lines: [u32; 3]| {
            let mut findings = lines.map(finding).to_vec();
            tell_apart(&mut findings);
            let mut ids: Vec<(u32, String)> = Vec::new();
            for (finding, line) in findings.into_iter().zip(lines) {
                ids.push((line, finding.id));
            }
            ids.sort();
            ids.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
        };
        let first = ids([30, 10, 20]);
        assert_eq!(first.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
        assert_eq!(first[0], "0123456789ab");
        assert_eq!(first, ids([11, 21, 31]), "they stay when lines move");
    }
}
