//! What both versions do, side by side; below each other where there is no room.

use crate::compare::{Mark, Row, Section, Shown, sections, with_context};
use crate::page::{Page, plural};
use patchlight_results::{Finding, Results};

/// Rows around those that differ, and rows of a section that are shown.
const CONTEXT: usize = 3;
const MOST_ROWS: usize = 400;

pub fn table(page: &mut Page, results: &Results, finding: &Finding) {
    page.raw("<h4>Behaviour</h4>\n<table class=\"sides\"><thead><tr><td></td>");
    for (title, version) in [("Old", &results.old), ("New", &results.new)] {
        page.raw("<th scope=\"col\">").element("span", &[("class", "label")], title);
        page.raw(" ").text(&version.name).raw("</th>");
    }
    page.raw("</tr></thead>\n");
    for section in sections(&finding.old, &finding.new) {
        section_rows(page, &section);
    }
    page.raw("</table>\n");
}

fn section_rows(page: &mut Page, section: &Section) {
    let class = if section.differs() { "section differs" } else { "section" };
    page.raw("<tbody>").open("tr", &[("class", class)]);
    page.raw("<th colspan=\"3\" scope=\"rowgroup\">").text(section.title);
    page.raw(if section.differs() { "" } else { " <span>the same</span>" }).raw("</th></tr>\n");
    // All of what is the same is shown, as long as it is short.
    let context = if section.rows.len() <= 12 { section.rows.len() } else { CONTEXT };
    let shown = match section.differs() {
        false if section.rows.len() <= 12 => section.rows.iter().map(Shown::Row).collect(),
        _ => with_context(&section.rows, context),
    };
    for shown in shown.iter().take(MOST_ROWS) {
        match shown {
            Shown::Row(row) => self::row(page, row),
            Shown::Gap(n) => gap(page, &plural(*n, "identical line", "identical lines")),
        }
    }
    if shown.len() > MOST_ROWS {
        gap(page, "more lines are not shown");
    }
    page.raw("</tbody>\n");
}

fn gap(page: &mut Page, text: &str) {
    page.raw("<tr class=\"gap\"><td></td><td colspan=\"2\">… ").text(text).raw("</td></tr>\n");
}

fn row(page: &mut Page, row: &Row) {
    let (class, sign, label) = match row.mark {
        Mark::Same => ("same", " ", "the same"),
        Mark::Changed => ("changed", "≠", "changed"),
        Mark::OnlyOld => ("removed", "−", "only old"),
        Mark::OnlyNew => ("added", "+", "only new"),
    };
    page.open("tr", &[("class", class)]);
    page.element("th", &[("scope", "row"), ("aria-label", label)], sign);
    for (pieces, side, mark) in [(&row.old, "old", "del"), (&row.new, "new", "ins")] {
        match pieces {
            Some(pieces) => {
                page.open("td", &[("class", side)]).pieces(pieces, mark).raw("</td>");
            }
            None => {
                page.raw("<td class=\"none\"></td>");
            }
        }
    }
    page.raw("</tr>\n");
}
