//! `report.html`: one page without anything from elsewhere, in the style of that of `patchlight test`.
//!
//! **Invariant.** What is not a literal of this program is escaped: sources and inputs cannot act. The
//! page is made of `Contents` alone, which knows nothing of how it was found.

mod errors;
mod tables;

use super::{Counts, Error, Report, Test};
use crate::page::{Page, plural};
use crate::picture::{self, Picture};
use crate::{begin_page, end_page};
use patchlight_guide::changes::NodeNumber;
use patchlight_results::{ChangeGraph, NodeKind};
use std::collections::BTreeSet;

/// Longer sequences are cut where they are shown.
const MOST_SHOWN: usize = 40;

/// What the page says.
pub(super) struct Contents<'a> {
    graph: ChangeGraph,
    /// By node, the change that it is in, from 0 on.
    change_of: Vec<Option<usize>>,
    /// Potential interaction locations, the unimportant ones too.
    n_interactions: usize,
    graph_seconds: f64,
    changes: Vec<Change>,
    initialisers: &'a [String],
    counts: Counts,
    isolation: Option<Counts>,
    errors: &'a [Error],
    tests: &'a [Test],
    generated: Option<(f64, bool, usize)>,
    gaps: &'a [String],
}

/// A piece of the patch.
struct Change {
    file: String,
    /// The first of the lines that were, and of those that are.
    old_start: u32,
    new_start: u32,
    /// Lines that begin with a sign.
    text: String,
}

impl<'a> Report<'a> {
    pub(super) fn contents(&'a self) -> Contents<'a> {
        let hunks = self.changes.hunks.iter().map(|hunk| Change {
            file: hunk.file.clone(),
            old_start: hunk.old.start,
            new_start: hunk.new.start,
            text: self.changes.text_of(hunk),
        });
        let subject = self.subject;
        let change_of = |number: NodeNumber| {
            let (file, line) = subject.place(number);
            self.changes.hunk_at(file, line)
        };
        Contents {
            graph: subject.data(""),
            change_of: subject.sequences.numbers().map(change_of).collect(),
            n_interactions: subject.n_interactions,
            graph_seconds: self.graph_seconds,
            changes: hunks.collect(),
            initialisers: &self.changes.initialisers,
            counts: self.counts,
            isolation: self.isolation,
            errors: &self.errors,
            tests: &self.tests,
            generated: self.generated,
            gaps: &self.gaps,
        }
    }
}

pub(super) fn render(contents: &Contents<'_>) -> String {
    let mut page = Page::new();
    let sections = [
        ("#errors", "Errors", true),
        ("#graph", "Graph", true),
        ("#changes", "Changes", true),
        ("#numbers", "Numbers", contents.generated.is_some()),
        ("#tests", "Tests", !contents.tests.is_empty()),
        ("#unknowns", "Unknown", true),
    ];
    let verdict = contents.verdict();
    begin_page(&mut page, &format!("{}: {verdict}", contents.files()), &sections);
    summary(&mut page, contents, &verdict);
    errors::section(&mut page, contents);
    graph(&mut page, contents);
    changes(&mut page, contents);
    tables::numbers(&mut page, contents);
    tables::tests(&mut page, contents);
    tables::unknowns(&mut page, contents);
    end_page(&mut page);
    page.finish()
}

impl Contents<'_> {
    fn verdict(&self) -> String {
        let n = self.n_interaction_errors();
        match (n, self.errors.len() - n) {
            (0, 0) => "No error found".to_string(),
            (0, others) => format!("{}, none caused by interacting changes", n_errors(others)),
            (n, others) => {
                let found = plural(n, "change interaction error", "change interaction errors");
                match others {
                    0 => found,
                    others => format!("{found} and {} more", n_errors(others)),
                }
            }
        }
    }

    fn n_interaction_errors(&self) -> usize {
        self.errors.iter().filter(|error| error.is_interaction).count()
    }

    /// The changed files.
    fn files(&self) -> String {
        let files: BTreeSet<&str> =
            self.changes.iter().map(|change| change.file.as_str()).collect();
        let shown: Vec<&str> = files.iter().copied().take(3).collect();
        let more = if files.len() > shown.len() { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    }

    fn count(&self, kind: NodeKind) -> usize {
        self.graph.nodes.iter().filter(|node| node.kind == kind).count()
    }

    /// A link to a node of the picture.
    fn link(&self, page: &mut Page, number: NodeNumber) {
        let link = format!("#node-{}", number.0);
        let node = &self.graph.nodes[number.index()];
        let place = picture::short(node);
        page.element("a", &[("href", &link), ("title", &node.text)], &place);
    }

    fn sequence(&self, page: &mut Page, sequence: &[NodeNumber], most: usize) {
        page.raw("⟨");
        for (n, &number) in sequence.iter().take(most).enumerate() {
            page.raw(if n > 0 { ", " } else { "" });
            self.link(page, number);
        }
        if sequence.len() > most {
            page.text(&format!(", … {} more", sequence.len() - most));
        }
        page.raw("⟩");
    }
}

fn n_errors(n: usize) -> String {
    plural(n, "error", "errors")
}

fn summary(page: &mut Page, contents: &Contents<'_>, verdict: &str) {
    let mood = match (contents.n_interaction_errors(), contents.errors.len()) {
        (0, 0) => "hero good",
        (0, _) => "hero look",
        _ => "hero bad",
    };
    page.open("section", &[("class", mood), ("aria-labelledby", "verdict")]).raw("\n");
    page.element("p", &[("class", "project")], &format!("Changes in {}", contents.files()));
    page.raw("\n").element("h1", &[("id", "verdict")], verdict).raw("\n<dl class=\"facts\">\n");
    let mut fact = |name: &str, value: &str, detail: &str| {
        page.raw("<div>").element("dt", &[], name);
        page.raw("<dd>").element("b", &[], value).raw(" ").text(detail).raw("</dd></div>\n");
    };
    let n_changed = contents.count(NodeKind::Change).to_string();
    let pieces = plural(contents.changes.len(), "change", "changes");
    fact("Changed statements", &n_changed, &format!("in {pieces}"));
    let n_meetings = contents.count(NodeKind::Interaction).to_string();
    let all = format!("represent all {}", contents.n_interactions);
    fact("Places where changes may meet", &n_meetings, &all);
    let seconds = format!("{:.2} s", contents.graph_seconds);
    fact("Graph", &seconds, "");
    if let Some((seconds, is_complete, n_elsewhere)) = contents.generated {
        let elsewhere = plural(n_elsewhere, "path does", "paths do");
        let elsewhere = format!("{elsewhere} not");
        fact("Tests that execute changes", &contents.counts.tests.to_string(), &elsewhere);
        let all = if is_complete { "all paths" } else { "not all paths" };
        fact("Search", &format!("{seconds:.1} s"), all);
    }
    page.raw("</dl>\n</section>\n");
}

fn graph(page: &mut Page, contents: &Contents<'_>) {
    page.raw("<section id=\"graph\" aria-labelledby=\"graph-title\">\n<h2 id=\"graph-title\">Graph</h2>\n");
    page.raw("<p class=\"legend\">In which order the program can execute the changes, and where changes may meet.</p>\n");
    page.raw("<div class=\"scroll tree\" tabindex=\"0\" role=\"group\" aria-label=\"The change sequence graph\">\n");
    Picture::new(&contents.graph).draw(page, "node");
    page.raw("</div>\n<details class=\"list again\"><summary>As a table</summary><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The graph as a table\"><table class=\"plain\"><thead><tr><th scope=\"col\">Place</th><th scope=\"col\">Kind</th><th scope=\"col\">Source</th><th scope=\"col\">Depends on</th></tr></thead><tbody>\n");
    for (n, node) in contents.graph.nodes.iter().enumerate() {
        page.raw("<tr><td>");
        contents.link(page, NodeNumber(n as u32));
        page.raw("</td>").element("td", &[], picture::kind_name(node.kind));
        page.raw("<td>").element("code", &[], &node.text).raw("</td><td>");
        for (n, &change) in node.depends_on.iter().enumerate() {
            page.raw(if n > 0 { ", " } else { "" });
            contents.link(page, NodeNumber(change as u32));
        }
        page.raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div></details>\n</section>\n");
}

fn changes(page: &mut Page, contents: &Contents<'_>) {
    page.raw("<section id=\"changes\" aria-labelledby=\"changes-title\">\n<h2 id=\"changes-title\">Changes</h2>\n");
    for (n, change) in contents.changes.iter().enumerate() {
        let id = format!("change-{}", n + 1);
        page.open("figure", &[("class", "source"), ("id", &id)]).raw("<figcaption>");
        page.element("b", &[], &format!("Change {}", n + 1)).raw(" ");
        page.element("code", &[], &format!("{}:{}", change.file, change.new_start));
        page.raw("</figcaption><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Source lines\"><table class=\"lines\"><tbody>\n");
        let (mut old, mut new) = (change.old_start, change.new_start);
        for line in change.text.lines() {
            let (class, sign, numbers) = match line.starts_with('-') {
                true => ("removed", "−", [old.to_string(), String::new()]),
                false => ("added", "+", [String::new(), new.to_string()]),
            };
            *(if class == "removed" { &mut old } else { &mut new }) += 1;
            page.open("tr", &[("class", class)]);
            for number in numbers {
                page.element("td", &[("class", "n")], &number);
            }
            page.element("td", &[("class", "sign")], sign).raw("<td class=\"text\">");
            page.source(line.get(1..).unwrap_or_default()).raw("</td></tr>\n");
        }
        page.raw("</tbody></table></div></figure>\n");
    }
    for name in contents.initialisers {
        page.raw("<p><code>").text(name).raw("</code> has a different initial value.</p>\n");
    }
    page.raw("</section>\n");
}

#[cfg(test)]
mod tests;
