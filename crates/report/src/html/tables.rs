//! What is not known, what each program went through, and what the stages cost.

use crate::facts;
use crate::page::Page;
use patchlight_results::{ProgramResults, Results};

/// Lines of a list.
const MOST: usize = 500;

pub fn unknowns(page: &mut Page, results: &Results) {
    page.raw("<section id=\"unknowns\" aria-labelledby=\"unknowns-title\">\n<h2 id=\"unknowns-title\">Unknown</h2>\n");
    if results.unknowns.is_empty() {
        page.raw("<p class=\"empty\">Nothing was left out: no limit was reached and nothing is unsupported.</p>\n");
    } else {
        page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"What is unknown\"><table class=\"plain\"><thead><tr><th scope=\"col\">Kind</th><th scope=\"col\">Program</th><th scope=\"col\">What</th><th scope=\"col\" class=\"number\">Times</th></tr></thead><tbody>\n");
        for unknown in results.unknowns.iter().take(MOST) {
            page.raw("<tr><td>").element(
                "span",
                &[("class", "badge quiet")],
                facts::kind_name(unknown.kind),
            );
            page.raw("</td>").element("td", &[], &unknown.program).element(
                "td",
                &[],
                &unknown.what,
            );
            page.element("td", &[("class", "number")], &unknown.count.to_string()).raw("</tr>\n");
        }
        page.raw("</tbody></table></div>\n");
        more(page, results.unknowns.len());
    }
    page.raw("</section>\n");
}

pub fn programs(page: &mut Page, results: &Results) {
    if results.programs.is_empty() {
        return;
    }
    page.raw("<section id=\"programs\" aria-labelledby=\"programs-title\">\n<h2 id=\"programs-title\">Programs</h2>\n");
    for program in &results.programs {
        page.raw("<div class=\"program\"><h3>").text(&program.name).raw("</h3>");
        page.element("p", &[], &facts::effort(program));
        if !program.changed_functions.is_empty() {
            page.raw("<p>Changed functions: ");
            for (n, function) in program.changed_functions.iter().take(MOST).enumerate() {
                page.raw(if n > 0 { ", " } else { "" }).element("code", &[], function);
            }
            page.raw("</p>");
        }
        problems(page, program);
        page.raw("</div>\n");
    }
    page.raw("</section>\n");
}

fn problems(page: &mut Page, program: &ProgramResults) {
    let mut list = |title: &str, lines: Vec<String>| {
        if lines.is_empty() {
            return;
        }
        page.raw("<details class=\"list\"><summary>").text(title);
        page.element("b", &[], &lines.len().to_string()).raw("</summary><ul>");
        for line in lines.iter().take(MOST) {
            page.element("li", &[], line);
        }
        page.raw("</ul>");
        more(page, lines.len());
        page.raw("</details>");
    };
    list("Predictions that native runs do not confirm ", program.disagreements.clone());
    let failing = program.failing.iter();
    list(
        "Tests on which both versions fail in the same way ",
        failing.map(|(name, how)| format!("{name}: {how}")).collect(),
    );
    let varying = program.non_deterministic.iter();
    list(
        "Inputs on which a version varies from run to run ",
        varying.map(|(name, varies)| format!("{name}: {}", varies.join(", "))).collect(),
    );
    let unable = program.not_replayed.iter();
    list(
        "Inputs that could not be run natively ",
        unable.map(|(name, why)| format!("{name}: {why}")).collect(),
    );
}

fn more(page: &mut Page, n: usize) {
    if n > MOST {
        page.raw("<p class=\"quiet\">… ").text(&format!("{} more", n - MOST)).raw("</p>\n");
    }
}

pub fn stages(page: &mut Page, results: &Results) {
    if results.stages.is_empty() {
        return;
    }
    let total: f64 = results.stages.iter().map(|stage| stage.seconds).sum();
    let most = results.stages.iter().map(|stage| stage.seconds).fold(0.001, f64::max);
    page.raw("<section id=\"stages\" aria-labelledby=\"stages-title\">\n<h2 id=\"stages-title\">Stages</h2>\n");
    page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Stages\"><table class=\"plain stages\"><thead><tr><th scope=\"col\">Stage</th><th scope=\"col\" class=\"number\">Seconds</th><td class=\"wide-only\"></td><th scope=\"col\">Result</th></tr></thead><tbody>\n");
    for stage in &results.stages {
        page.raw("<tr>").element("th", &[("scope", "row")], stage.name.name());
        page.raw("<td class=\"number\">");
        match stage.is_cached {
            true => page.raw("<span class=\"badge quiet\">cached</span>"),
            false => page.text(&format!("{:.1}", stage.seconds)),
        };
        page.raw("</td><td class=\"wide-only\"><svg class=\"bar\" width=\"120\" height=\"8\" aria-hidden=\"true\">");
        let width = if stage.is_cached { 0.0 } else { 120.0 * stage.seconds.max(0.0) / most };
        page.open(
            "rect",
            &[("class", "time"), ("width", &format!("{width:.1}")), ("height", "8"), ("rx", "4")],
        );
        page.raw("</rect></svg></td>").element("td", &[], &stage.result).raw("</tr>\n");
    }
    page.raw("</tbody><tfoot><tr><th scope=\"row\">all</th><td class=\"number\">");
    page.text(&format!("{total:.1}")).raw(
        "</td><td class=\"wide-only\"></td><td></td></tr></tfoot></table></div>\n</section>\n",
    );
}
