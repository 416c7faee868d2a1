//! The findings: filters, and an article for each.

use super::{behaviour, input, patch};
use crate::escape::shorten;
use crate::facts;
use crate::page::{Page, plural};
use crate::rules::{RULES, rule};
use crate::title::{agreeing, title, variants};
use patchlight_replay::Class;
use patchlight_results::{Finding, Results, slug};

pub fn section(page: &mut Page, results: &Results) {
    page.raw("<section id=\"findings\" aria-labelledby=\"findings-title\">\n");
    page.raw("<h2 id=\"findings-title\">Findings</h2>\n");
    if results.findings.is_empty() {
        page.raw(
            "<p class=\"empty\">The versions behave the same on every input that was run.</p>\n",
        );
    } else {
        filters(page, results);
        for (n, finding) in results.findings.iter().enumerate() {
            article(page, results, finding, n == 0);
        }
        page.raw("<p class=\"empty\" id=\"none\" hidden>No findings match these filters.</p>\n");
    }
    page.raw("</section>\n");
}

/// The name of a class in style and script.
pub fn css(class: Class) -> &'static str {
    rule(class).id.trim_start_matches("patchlight/")
}

/// The id of a finding's article.
pub fn id(finding: &Finding) -> String {
    format!("finding-{}", slug(&finding.id))
}

fn filters(page: &mut Page, results: &Results) {
    page.raw("<form id=\"filters\" class=\"filters\" role=\"search\" aria-label=\"Filter findings\" hidden>\n");
    page.raw("<fieldset><legend class=\"hide\">Classes</legend>");
    for rule in &RULES {
        let n = results.findings.iter().filter(|found| found.class == rule.class).count();
        if n == 0 {
            continue;
        }
        let class = css(rule.class);
        page.open("label", &[("class", &format!("chip {class}"))]);
        page.open(
            "input",
            &[("type", "checkbox"), ("name", "class"), ("value", class), ("checked", "")],
        );
        page.element("span", &[], rule.class.name()).raw(" ");
        page.element("b", &[], &n.to_string()).raw("</label>");
    }
    if results.findings.iter().any(|finding| finding.is_accepted) {
        page.raw("<label class=\"chip accepted\"><input type=\"checkbox\" name=\"accepted\"><span>accepted</span> ");
        page.element("b", &[], &facts::n_accepted(results).to_string()).raw("</label>");
    }
    page.raw("</fieldset>\n<div class=\"row\">");
    let mut programs: Vec<&str> =
        results.findings.iter().map(|found| found.program.as_str()).collect();
    programs.sort_unstable();
    programs.dedup();
    if programs.len() > 1 {
        page.raw("<label>Program <select name=\"program\"><option value=\"\">all</option>");
        for program in programs {
            page.element("option", &[("value", program)], program);
        }
        page.raw("</select></label>");
    }
    page.raw("<label class=\"grow\"><span class=\"hide\">Search</span><input type=\"search\" name=\"text\" placeholder=\"Search in findings  ( / )\" autocomplete=\"off\"></label>");
    page.raw("<button type=\"button\" id=\"open-all\">Open all</button><button type=\"button\" id=\"close-all\">Close all</button>");
    page.raw("</div>\n<p id=\"count\" class=\"count\" role=\"status\"></p>\n</form>\n");
}

fn article(page: &mut Page, results: &Results, finding: &Finding, is_open: bool) {
    let class = css(finding.class);
    let accepted = if finding.is_accepted { " is-accepted" } else { "" };
    page.open(
        "article",
        &[
            ("class", &format!("finding {class}{accepted}")),
            ("id", &id(finding)),
            ("data-class", class),
            ("data-program", &finding.program),
        ],
    );
    page.raw(if is_open { "<details open>" } else { "<details>" });
    summary(page, results, finding);
    page.raw("<div class=\"body\">\n");
    place(page, results, finding);
    together(page, finding);
    if let Some(agreeing) = agreeing(finding) {
        page.raw("<p>Both versions do the same on ").text(&agreeing).raw(".</p>\n");
    }
    let variants = variants(finding);
    if !variants.is_empty() {
        page.raw("<p>The same cause shows in other ways, too:</p>\n<ul>");
        variants.iter().for_each(|variant| {
            page.element("li", &[], variant);
        });
        page.raw("</ul>\n");
    }
    if finding.was_accepted {
        page.element("p", &[], facts::WAS_ACCEPTED);
    }
    command(page, finding);
    behaviour::table(page, results, finding);
    input::section(page, finding);
    origin(page, finding);
    page.raw("</div></details></article>\n");
}

/// The changes that only show it together.
fn together(page: &mut Page, finding: &Finding) {
    let Some(together) = &finding.together else { return };
    page.raw("<p>It needs the changes at ");
    for (n, place) in together.changes.iter().enumerate() {
        page.raw(if n > 0 { " and " } else { "" }).element("code", &[], place);
    }
    page.raw(" together.</p>\n<ul>");
    for (part, does) in &together.parts {
        page.raw("<li>With only ").text(&part.join(" and ")).raw(": ").text(does).raw("</li>");
    }
    page.raw("</ul>\n");
}

fn summary(page: &mut Page, results: &Results, finding: &Finding) {
    page.open("summary", &[]);
    page.open("span", &[("class", "badge"), ("title", rule(finding.class).short)]);
    page.text(finding.class.name()).raw("</span>");
    if finding.is_accepted {
        page.raw("<span class=\"badge quiet\">accepted</span>");
    }
    page.raw("<div class=\"what\">").element("h3", &[], &title(finding));
    let what = finding.what.as_deref().unwrap_or_default();
    let when = finding.condition.as_ref().map_or(String::new(), |when| format!("when {when}"));
    let parts: Vec<&str> = [what, &when].into_iter().filter(|part| !part.is_empty()).collect();
    if !parts.is_empty() {
        page.element("p", &[], &shorten(&parts.join(", "), 160));
    }
    page.raw("</div>");
    page.raw("<span class=\"meta\">").element("b", &[], &finding.program);
    if let Some(place) = &finding.place {
        let place = format!("{}:{}", facts::path(results, place), place.line);
        page.raw(" ").element("code", &[], &place);
    }
    page.raw(" ").element("span", &[], &plural(finding.n_cases, "input", "inputs"));
    page.raw("</span></summary>");
}

fn place(page: &mut Page, results: &Results, finding: &Finding) {
    if finding.what.is_some() || finding.condition.is_some() {
        page.raw("<dl class=\"why\">");
        if let Some(what) = &finding.what {
            page.raw("<div><dt>How they diverge</dt>").element("dd", &[], what).raw("</div>");
        }
        if let Some(condition) = &finding.condition {
            page.raw("<div><dt>When</dt><dd>").element("code", &[], condition).raw("</dd></div>");
        }
        page.raw("</dl>\n");
    }
    if let Some(place) = &finding.place {
        patch::around(page, results, place);
    }
}

fn command(page: &mut Page, finding: &Finding) {
    let commands = [("New", &finding.new_command), ("Old", &finding.old_command)];
    if commands.iter().all(|(_, command)| command.is_none()) {
        return;
    }
    page.raw("<h4>Reproduce</h4>\n");
    for (name, command) in commands {
        let Some(command) = command else { continue };
        page.raw("<div class=\"command\">").element("span", &[("class", "label")], name);
        page.raw("<pre tabindex=\"0\">").element("code", &[], command).raw("</pre>");
        let label = format!("Copy the command for the {} version", name.to_lowercase());
        page.element(
            "button",
            &[("type", "button"), ("class", "copy"), ("aria-label", &label)],
            "Copy",
        );
        page.raw("</div>\n");
    }
}

fn origin(page: &mut Page, finding: &Finding) {
    page.raw("<h4>How it was found</h4>\n<p>").text(&facts::discovery(finding)).raw("</p>\n");
    if !finding.tests.is_empty() {
        page.raw("<ul class=\"tests\" aria-label=\"Tests\">");
        for test in &finding.tests {
            page.raw("<li>").element("code", &[], test).raw("</li>");
        }
        page.raw("</ul>\n");
    }
    let link = format!("#{}", id(finding));
    page.raw("<p class=\"permalink\">").element("a", &[("href", &link)], "Link to this finding");
    page.raw(" <span class=\"quiet\">id</span> ").element("code", &[], &finding.id).raw("</p>\n");
}
