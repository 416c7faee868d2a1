//! In which orders programs can come by what changed, and where changes may meet.

use crate::page::Page;
use crate::picture::Picture;
use patchlight_results::Results;

pub fn section(page: &mut Page, results: &Results) {
    if results.graphs.is_empty() {
        return;
    }
    page.raw("<section id=\"graphs\" aria-labelledby=\"graphs-title\">\n<h2 id=\"graphs-title\">Changes together</h2>\n");
    page.raw("<p class=\"legend\">In which order a program can execute the changes, and where changes may meet.</p>\n");
    for (n, graph) in results.graphs.iter().enumerate() {
        if results.graphs.len() > 1 {
            page.element("h3", &[], &graph.program).raw("\n");
        }
        page.raw("<div class=\"scroll tree\" tabindex=\"0\" role=\"group\" aria-label=\"A change sequence graph\">\n");
        Picture::new(graph).draw(page, &format!("graph-{n}-node"));
        page.raw("</div>\n");
    }
    page.raw("</section>\n");
}
