//! The patch: its lines, who executes them, and where the versions part.

use super::finding;
use crate::facts::{self, Coverage};
use crate::page::{Page, plural};
use patchlight_results::{Executed, FileChange, Finding, Line, Results, SourceLine};

/// Lines around the place of a finding.
const CONTEXT: usize = 5;

pub fn section(page: &mut Page, results: &Results) {
    if results.patch.is_empty() {
        return;
    }
    page.raw("<section id=\"patch\" aria-labelledby=\"patch-title\">\n<h2 id=\"patch-title\">Patch</h2>\n");
    page.raw("<p class=\"legend\"><span class=\"dot tests\"></span> executed by tests <span class=\"dot made\"></span> by generated inputs only <span class=\"dot nobody\"></span> not executed</p>\n");
    let placed = placed(results);
    for file in &results.patch {
        let coverage = Coverage::of([file]);
        page.raw(match coverage.n_lines {
            0 => "<details class=\"file\">",
            _ => "<details class=\"file\" open>",
        });
        page.raw("<summary><h3>").element("code", &[], &file.path).raw("</h3>");
        let change = match file.change {
            FileChange::Added => "added",
            FileChange::Removed => "removed",
            FileChange::Changed => "",
        };
        page.element("span", &[("class", "quiet")], change);
        if coverage.n_lines > 0 {
            bar(page, coverage);
        }
        page.raw("</summary>");
        if file.hunks.is_empty() {
            page.raw("<p class=\"empty\">Not a text file.</p>");
        }
        for hunk in &file.hunks {
            lines(page, hunk, |page, line| links(page, &placed, line));
        }
        page.raw("</details>\n");
    }
    page.raw("</section>\n");
}

/// The lines around a place, if the patch has it.
pub fn around(page: &mut Page, results: &Results, place: &SourceLine) {
    let found = facts::patched_file(results, place).and_then(|file| {
        let hunk = file.hunks.iter().find(|hunk| {
            let line = facts::source_line(results, place);
            line.is_some_and(|line| hunk.iter().any(|other| std::ptr::eq(line, other)))
        })?;
        let line = facts::source_line(results, place)?;
        let at = hunk.iter().position(|other| std::ptr::eq(line, other))?;
        Some((file, hunk, at))
    });
    let Some((file, hunk, at)) = found else { return };
    let shown = &hunk[at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(hunk.len())];
    page.raw("<figure class=\"source\"><figcaption>").element("code", &[], &file.path);
    page.raw("</figcaption>");
    lines(page, shown, |page, line| {
        if std::ptr::eq(line, &hunk[at]) {
            page.raw("<span class=\"here\">◀ the versions diverge here</span>");
        }
    });
    page.raw("</figure>\n");
}

fn lines(page: &mut Page, lines: &[Line], note: impl Fn(&mut Page, &Line)) {
    page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Source lines\"><table class=\"lines\"><tbody>\n");
    for line in lines {
        let (class, sign) = match (line.old, line.new) {
            (None, _) => ("added", "+"),
            (_, None) => ("removed", "−"),
            _ => ("same", " "),
        };
        let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
        page.open("tr", &[("class", class)]);
        page.element("td", &[("class", "n")], &number(line.old));
        page.element("td", &[("class", "n")], &number(line.new));
        page.raw("<td class=\"who\">");
        executed(page, line.executed);
        page.raw("</td>").element("td", &[("class", "sign")], sign).raw("<td class=\"text\">");
        page.source(&line.text);
        note(page, line);
        page.raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div>\n");
}

fn executed(page: &mut Page, executed: Option<Executed>) {
    let Some(executed) = executed else { return };
    let class = match (executed.by_tests, executed.by_generated) {
        (0, 0) => "dot nobody",
        (0, _) => "dot made",
        _ => "dot tests",
    };
    let title = format!(
        "executed by {} and {}",
        plural(executed.by_tests as usize, "test", "tests"),
        plural(executed.by_generated as usize, "generated input", "generated inputs")
    );
    page.element(
        "span",
        &[("class", class), ("title", &title), ("role", "img"), ("aria-label", &title)],
        "",
    );
}

/// The findings that have a line in the patch.
fn placed(results: &Results) -> Vec<(&Line, &Finding)> {
    let line = |finding: &Finding| facts::source_line(results, finding.place.as_ref()?);
    results.findings.iter().filter_map(|finding| Some((line(finding)?, finding))).collect()
}

/// Links to the findings at a line.
fn links(page: &mut Page, placed: &[(&Line, &Finding)], line: &Line) {
    let here = placed.iter().filter(|(other, _)| std::ptr::eq(*other, line));
    for (_, finding) in here.take(5) {
        let class = format!("here {}", finding::css(finding.class));
        let link = format!("#{}", finding::id(finding));
        page.element("a", &[("class", &class), ("href", &link)], finding.class.name());
    }
}

/// A bar: executed by tests, then by generated inputs, then not at all.
pub fn bar(page: &mut Page, coverage: Coverage) {
    let share = |n: usize| format!("{:.2}%", 100.0 * n as f64 / coverage.n_lines.max(1) as f64);
    page.open("span", &[("class", "coverage")]);
    page.raw("<svg class=\"bar\" width=\"100%\" height=\"10\" aria-hidden=\"true\"><rect class=\"all\" width=\"100%\" height=\"10\" rx=\"5\"/>");
    for (class, n) in [("made", coverage.by_all), ("tests", coverage.by_tests)] {
        if n > 0 {
            page.open(
                "rect",
                &[("class", class), ("width", &share(n)), ("height", "10"), ("rx", "5")],
            );
            page.close("rect");
        }
    }
    page.raw("</svg><span>");
    let Coverage { n_lines, by_tests, by_all } = coverage;
    page.raw("<span class=\"dot tests\"></span> ")
        .text(&format!("{by_tests} of {n_lines} by tests"));
    if by_all > by_tests {
        let more = format!("{} more by generated inputs", by_all - by_tests);
        page.raw(" <span class=\"dot made\"></span> ").text(&more);
    }
    if n_lines > by_all {
        let rest = format!("{} not executed", n_lines - by_all);
        page.raw(" <span class=\"dot nobody\"></span> ").text(&rest);
    }
    page.raw("</span></span>");
}
