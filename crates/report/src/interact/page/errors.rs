//! The errors: what changes have to do with each, its input, and what parts of the patch do on it.

use super::{Contents, Error, MOST_SHOWN};
use crate::page::{Page, plural};
use patchlight_compare::interact::halves::Half;
use patchlight_guide::changes::NodeNumber;
use patchlight_results::NodeKind;
use std::collections::BTreeSet;

pub fn section(page: &mut Page, contents: &Contents<'_>) {
    page.raw("<section id=\"errors\" aria-labelledby=\"errors-title\">\n<h2 id=\"errors-title\">Errors</h2>\n");
    if contents.errors.is_empty() {
        page.raw(match contents.generated {
            Some(_) => "<p class=\"empty\">The new version fails on no input that the old one handles.</p>\n",
            None => "<p class=\"empty\">Nothing was run.</p>\n",
        });
    }
    for (n, error) in contents.errors.iter().enumerate() {
        article(page, contents, n, error);
    }
    page.raw("</section>\n");
}

fn article(page: &mut Page, contents: &Contents<'_>, n: usize, error: &Error) {
    let class = match error.is_interaction {
        true => "finding regression",
        false => "finding output-difference",
    };
    page.open("article", &[("class", class), ("id", &format!("error-{}", n + 1))]);
    page.raw("<details open><summary><span class=\"badge\">");
    page.text(if error.is_interaction { "change interaction error" } else { "error" });
    page.raw("</span><div class=\"what\">").element("h3", &[], &error.what);
    page.raw("</div><span class=\"meta\">").text(&plural(error.n_tests, "input", "inputs"));
    page.raw("</span></summary><div class=\"body\">\n");
    explain(page, contents, error);
    command(page, n, error);
    halves(page, error);
    page.raw("<h4>Critical sequence</h4>\n<p>");
    page.text(&match error.n_tests {
        1 => "The only test that shows it executes ".to_string(),
        n => format!("All {n} tests that show it execute "),
    });
    contents.sequence(page, &error.critical, MOST_SHOWN);
    page.raw(".</p>\n</div></details></article>\n");
}

/// Which changes make it, and where they meet.
fn explain(page: &mut Page, contents: &Contents<'_>, error: &Error) {
    page.raw("<h4>Why</h4>\n");
    let needed: BTreeSet<usize> = error.split.needed.iter().flatten().copied().collect();
    if !error.is_interaction {
        page.raw("<p>");
        match needed.is_empty() {
            true => page.raw("It is not known which changes are needed."),
            false => {
                changes(page, needed.iter().copied());
                page.raw(if needed.len() == 1 {
                    " fails by itself."
                } else {
                    " fail by themselves."
                })
            }
        };
        if error.meets_definition {
            page.raw(" Tests that skip a statement of the critical sequence do not show it, so judging by sequences alone, it would count as a change interaction error.");
        }
        page.raw("</p>\n");
        return;
    }
    for &place in &error.meets_at {
        page.raw("<p>");
        for (n, change) in meeting(contents, error, &needed, place).into_iter().enumerate() {
            page.raw(if n > 0 { " and " } else { "" });
            if let Some(number) = contents.change_of[change.index()] {
                changes(page, [number].into_iter());
                page.raw(" at ");
            }
            contents.link(page, change);
        }
        page.raw(" together affect ");
        contents.link(page, place);
        page.raw(": ")
            .element("code", &[], &contents.graph.nodes[place.index()].text)
            .raw("</p>\n");
    }
    page.raw("<p>");
    for (n, part) in error.split.needed.iter().enumerate() {
        page.raw(if n > 0 { ", or " } else { "It needs " });
        changes(page, part.iter().copied());
    }
    page.raw(match (error.split.needed.is_empty(), error.split.is_complete) {
        (true, _) => "The patch could not be split: all that is known is that tests that skip one of these statements do not show it.",
        (false, true) => ". No smaller part of the patch shows it.",
        (false, false) => ". Of the smaller parts that were tried, none shows it.",
    });
    page.raw("</p>\n");
}

/// The changed statements that meet at a place: those that the error needs.
fn meeting(
    contents: &Contents<'_>,
    error: &Error,
    needed: &BTreeSet<usize>,
    place: NodeNumber,
) -> Vec<NodeNumber> {
    let node = &contents.graph.nodes[place.index()];
    let itself = (node.kind == NodeKind::Change).then_some(place);
    let is_needed = |change: &NodeNumber| {
        let of = contents.change_of[change.index()];
        error.critical.contains(change)
            && (needed.is_empty() || of.is_some_and(|of| needed.contains(&of)))
    };
    let before = node.depends_on.iter().map(|&change| NodeNumber(change as u32));
    before.chain(itself).filter(is_needed).collect()
}

/// Links to changes.
fn changes(page: &mut Page, numbers: impl Iterator<Item = usize>) {
    for (n, number) in numbers.enumerate() {
        page.raw(if n > 0 { " and " } else { "" });
        let (link, name) = (format!("#change-{}", number + 1), format!("change {}", number + 1));
        page.element("a", &[("href", &link)], &name);
    }
}

fn command(page: &mut Page, n: usize, error: &Error) {
    page.raw("<h4>Reproduce</h4>\n");
    if let Some(command) = &error.command {
        page.raw("<div class=\"command\"><span class=\"label\">New</span><pre tabindex=\"0\">");
        page.element("code", &[], command).raw("</pre>");
        page.raw("<button type=\"button\" class=\"copy\" aria-label=\"Copy the command for the new version\">Copy</button></div>\n");
    }
    page.raw("<p class=\"quiet\">The input for <code>patchlight replay</code> is ");
    page.element("code", &[], &format!("error-{}.json", n + 1)).raw(".</p>\n");
}

fn halves(page: &mut Page, error: &Error) {
    if error.split.halves.is_empty() {
        return;
    }
    page.raw("<h4>With only some of the changes</h4>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Parts of the patch\"><table class=\"plain\"><thead><tr><th scope=\"col\">Changes</th><th scope=\"col\">On this input</th></tr></thead><tbody>\n");
    for (part, half) in &error.split.halves {
        page.raw("<tr><td>");
        changes(page, part.iter().copied());
        page.raw("</td><td>");
        match half {
            Half::Fails(what) => {
                page.raw("<span class=\"badge regression\">fails</span> ").text(what)
            }
            Half::Passes => page.raw("<span class=\"badge fix\">passes</span>"),
            Half::DoesNotCompile => page.raw("<span class=\"badge quiet\">does not compile</span>"),
        };
        page.raw("</td></tr>\n");
    }
    page.raw("<tr><td>all</td><td><span class=\"badge regression\">fails</span> ");
    page.text(&error.what).raw("</td></tr>\n</tbody></table></div>\n");
}
