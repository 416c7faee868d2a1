//! The paper's tables, all tests, and what is not known.

use super::{Contents, Counts};
use crate::page::Page;

/// Rows of a table, and changed statements of a row.
const MOST_ROWS: usize = 2000;
const MOST_STATEMENTS: usize = 12;

/// Tables 2 and 3 of the paper.
pub fn numbers(page: &mut Page, contents: &Contents<'_>) {
    if contents.generated.is_none() {
        return;
    }
    page.raw("<section id=\"numbers\" aria-labelledby=\"numbers-title\">\n<h2 id=\"numbers-title\">Numbers</h2>\n");
    page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"What tests find\"><table class=\"plain\"><thead><tr><th scope=\"col\">Tests along</th><th scope=\"col\" class=\"number\">Change interaction errors</th><th scope=\"col\" class=\"number\">Tests</th><th scope=\"col\" class=\"number\">Different</th><th scope=\"col\" class=\"number\">Errors</th></tr></thead><tbody>\n");
    row(page, "sequences", contents.n_interaction_errors(), &contents.counts);
    if let Some(isolation) = &contents.isolation {
        let errors = contents.errors.iter().filter(|error| error.is_interaction);
        let n = errors.filter(|error| error.in_isolation > Some(0)).count();
        row(page, "each change in isolation", n, isolation);
    }
    page.raw("</tbody></table></div>\n");
    if contents.n_interaction_errors() > 0 {
        critical(page, contents);
    }
    page.raw("</section>\n");
}

fn row(page: &mut Page, name: &str, n_interactions: usize, counts: &Counts) {
    page.raw("<tr>").element("th", &[("scope", "row")], name);
    for number in [n_interactions, counts.tests, counts.different, counts.errors] {
        page.element("td", &[("class", "number")], &number.to_string());
    }
    page.raw("</tr>\n");
}

fn critical(page: &mut Page, contents: &Contents<'_>) {
    page.raw("<h4>Critical sequences</h4>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Critical sequences\"><table class=\"plain\"><thead><tr><th scope=\"col\">Error</th><th scope=\"col\">Sequence</th><th scope=\"col\" class=\"number\">Tests</th><th scope=\"col\" class=\"number\">of all</th><th scope=\"col\" class=\"number\">Errors</th><th scope=\"col\" class=\"number\">of these</th></tr></thead><tbody>\n");
    let percent = |part: usize, all: usize| match all {
        0 => "–".to_string(),
        all => format!("{:.1} %", 100.0 * part as f64 / all as f64),
    };
    for (n, error) in contents.errors.iter().enumerate().filter(|(_, error)| error.is_interaction) {
        let kinds = [("not critical", error.other_tests), ("critical", error.critical_tests)];
        for (name, [tests, failing]) in kinds {
            page.raw("<tr><td>").element(
                "a",
                &[("href", &format!("#error-{}", n + 1))],
                &error.what,
            );
            page.raw("</td>").element("td", &[], name);
            let cells = [
                tests.to_string(),
                percent(tests, contents.counts.tests),
                failing.to_string(),
                percent(failing, tests),
            ];
            for cell in cells {
                page.element("td", &[("class", "number")], &cell);
            }
            page.raw("</tr>\n");
        }
    }
    page.raw("</tbody></table></div>\n");
}

pub fn tests(page: &mut Page, contents: &Contents<'_>) {
    if contents.tests.is_empty() {
        return;
    }
    page.raw("<section id=\"tests\" aria-labelledby=\"tests-title\">\n<h2 id=\"tests-title\">Tests</h2>\n<details class=\"list\"><summary>");
    page.text(&format!("All {} with their sequences", contents.tests.len()));
    page.raw("</summary><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Tests\"><table class=\"plain\"><thead><tr><th scope=\"col\">Test</th><th scope=\"col\">Executes</th><th scope=\"col\">Class</th><th scope=\"col\">Error</th></tr></thead><tbody>\n");
    for test in contents.tests.iter().take(MOST_ROWS) {
        page.raw("<tr><td>").element("code", &[], &test.name).raw("</td><td>");
        contents.sequence(page, &test.changes, MOST_STATEMENTS);
        page.raw("</td><td>").text(test.class);
        if let Some(judgement) = test.judgement() {
            page.raw(", ").text(judgement);
        }
        page.raw("</td><td>");
        if let Some(error) = test.error {
            let (link, name) = (format!("#error-{}", error + 1), (error + 1).to_string());
            page.element("a", &[("href", &link)], &name);
        }
        page.raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div>\n");
    more(page, contents.tests.len());
    page.raw("</details>\n</section>\n");
}

pub fn unknowns(page: &mut Page, contents: &Contents<'_>) {
    page.raw("<section id=\"unknowns\" aria-labelledby=\"unknowns-title\">\n<h2 id=\"unknowns-title\">Unknown</h2>\n");
    let is_complete = contents.generated.is_some_and(|(_, is_complete, _)| is_complete);
    if contents.gaps.is_empty() && is_complete {
        page.raw("<p class=\"empty\">Nothing was left out: no limit was reached and nothing is unsupported.</p>\n");
    }
    if !is_complete {
        page.raw("<p>Not all paths were run: there may be errors that were not found.</p>\n");
    }
    if !contents.gaps.is_empty() {
        page.raw("<ul>\n");
        for gap in contents.gaps.iter().take(MOST_ROWS) {
            page.element("li", &[], gap).raw("\n");
        }
        page.raw("</ul>\n");
        more(page, contents.gaps.len());
    }
    page.raw("</section>\n");
}

fn more(page: &mut Page, n: usize) {
    if n > MOST_ROWS {
        page.raw("<p class=\"quiet\">… ").text(&format!("{} more", n - MOST_ROWS)).raw("</p>\n");
    }
}
