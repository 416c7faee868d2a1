//! `tests/ui/fail`: programs with one memory error each. The faulty line is marked
//! `//~ KIND object=NAME alloc=LINE free=LINE` (`severity=warning` if it is a warning); kind, line,
//! object and history of the report must be these.

use crate::support::{Case, Scratch, cases};
use patchlight_testing::Dialect;

const AT_LEAST: usize = 25;
const DIALECT: Dialect =
    Dialect::new(&["cflags"]).with_marks(&["object", "alloc", "free", "severity"]);

/// What a marker says.
#[derive(Debug)]
struct Expected {
    kind: String,
    warning: bool,
    line: usize,
    object: Option<String>,
    allocated: Option<usize>,
    freed: Option<usize>,
}

fn expected(case: &Case) -> Result<Expected, String> {
    let [mark] = &case.program.marks[..] else {
        return Err(format!("{} marks instead of one", case.program.marks.len()));
    };
    Ok(Expected {
        kind: mark.words.clone(),
        warning: match mark.attribute("severity") {
            None => false,
            Some("warning") => true,
            Some(other) => return Err(format!("severity={other}")),
        },
        line: mark.line,
        object: mark.attribute("object").map(str::to_string),
        allocated: mark.number("alloc")?,
        freed: mark.number("free")?,
    })
}

/// The report's parts: the headline, and the lines in this source of each list of places.
#[derive(Debug, Default)]
struct Report {
    headline: String,
    places: Vec<usize>,
    allocated: Vec<usize>,
    freed: Vec<usize>,
}

fn parse(stderr: &str, source: &str, severity: &str) -> Option<Report> {
    let start = format!("patchlight: {severity}: ");
    let mut lines = stderr.lines().skip_while(|line| !line.starts_with(&start));
    let headline = lines.next()?.strip_prefix(&start)?.to_string();
    let mut report = Report { headline, ..Report::default() };
    let mut list = 0;
    for line in lines.take_while(|line| line.starts_with(' ')) {
        match line.trim() {
            "allocated by" => list = 1,
            "freed by" => list = 2,
            place => {
                let at = place.split_once(" at ").and_then(|(_, at)| at.split_once(source));
                let line = at.and_then(|(_, rest)| rest.split(':').nth(1)?.parse().ok());
                let Some(line) = line else { continue };
                [&mut report.places, &mut report.allocated, &mut report.freed][list].push(line);
            }
        }
    }
    Some(report)
}

fn reports_the_error(case: &Case) -> Result<(), String> {
    let expected = expected(case)?;
    let scratch = Scratch::new(&format!("fail-{}", case.name));
    let output = case.run_patchlight(&["-O0"], &scratch);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let source = case.sources[0].file_name().expect("a name").to_string_lossy().into_owned();
    let severity = if expected.warning { "warning" } else { "error" };
    let complain = |what: String| Err(format!("{what}\n{expected:?}\n{stderr}"));
    let Some(report) = parse(&stderr, &source, severity) else {
        return complain(format!("no {severity} was reported"));
    };
    let kind = report.headline.split(':').next().unwrap_or_default();
    if kind != expected.kind {
        return complain(format!("the kind is {kind}"));
    }
    if report.places.first() != Some(&expected.line) {
        return complain(format!("the places are {:?}", report.places));
    }
    if let Some(object) = &expected.object {
        let shown = match object.as_str() {
            "heap" => "an allocated block".to_string(),
            "literal" => "a string literal".to_string(),
            "alloca" => "an unnamed local".to_string(),
            name => format!("`{name}`"),
        };
        if !report.headline.contains(&shown) {
            return complain(format!("the headline does not name {shown}"));
        }
    }
    if expected.allocated.is_some() && report.allocated.first() != expected.allocated.as_ref() {
        return complain(format!("allocated at {:?}", report.allocated));
    }
    if expected.freed.is_some() && report.freed.first() != expected.freed.as_ref() {
        return complain(format!("freed at {:?}", report.freed));
    }
    let code = output.status.code();
    if code != Some(if expected.warning { 0 } else { 99 }) {
        return complain(format!("the exit code is {code:?}"));
    }
    Ok(())
}

#[test]
fn every_memory_error_is_reported_with_kind_line_and_object() {
    cases("tests/ui/fail", &DIALECT).at_least(AT_LEAST).check(reports_the_error);
}
