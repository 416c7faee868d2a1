//! The tree of explored partings as a picture: program, test, then partings by how far off the
//! test's path they are. Which parting led to which is not known, so columns of a test are joined
//! by one knot.

use super::finding;
use crate::escape::shorten;
use crate::facts;
use crate::page::{Page, plural};
use patchlight_results::{Finding, Parting, Results};

/// Boxes, and the room between them.
const WIDTH: usize = 180;
const HEIGHT: usize = 44;
const GAP_X: usize = 36;
const GAP_Y: usize = 10;
/// What a box has room for.
const LONGEST: usize = 22;
/// Larger trees are shown by their first tests.
const MOST_PARTINGS: usize = 150;
const MOST_ROWS: usize = 1000;
const LONGEST_CONDITION: usize = 300;

pub fn section(page: &mut Page, results: &Results) {
    if results.partings.is_empty() {
        return;
    }
    page.raw("<section id=\"partings\" aria-labelledby=\"partings-title\">\n<h2 id=\"partings-title\">Where the versions diverge</h2>\n");
    page.raw("<p class=\"legend\">Points at which the versions take different branches when they follow a test, and how many inputs were tried there. <span class=\"key bad\"></span> outputs differ <span class=\"key good\"></span> no visible difference</p>\n");
    let tree = Tree::new(&results.partings);
    tree.draw(page, results);
    if tree.n_shown < results.partings.len() {
        let rest = format!(
            "{} more points are not in the picture.",
            results.partings.len() - tree.n_shown
        );
        page.element("p", &[("class", "quiet")], &rest).raw("\n");
    }
    table(page, results);
    page.raw("</section>\n");
}

/// What is drawn where.
struct Tree<'a> {
    programs: Vec<Branch<'a>>,
    n_columns: usize,
    height: usize,
    n_shown: usize,
}

/// A program with its tests.
struct Branch<'a> {
    name: &'a str,
    tests: Vec<Test<'a>>,
}

struct Test<'a> {
    name: &'a str,
    top: usize,
    height: usize,
    /// By depth; none is empty but before deeper ones.
    columns: Vec<Vec<&'a Parting>>,
}

impl<'a> Tree<'a> {
    fn new(partings: &'a [Parting]) -> Tree<'a> {
        let mut tree = Tree { programs: Vec::new(), n_columns: 0, height: 0, n_shown: 0 };
        for parting in partings {
            if tree.n_shown == MOST_PARTINGS {
                break;
            }
            // Depths are small numbers; a picture of others would have no end.
            let depth = parting.depth.min(20) as usize;
            let at = position(
                &mut tree.programs,
                |branch| branch.name == parting.program,
                || Branch { name: &parting.program, tests: Vec::new() },
            );
            let tests = &mut tree.programs[at].tests;
            let at = position(
                tests,
                |test| test.name == parting.test,
                || Test { name: &parting.test, top: 0, height: 0, columns: Vec::new() },
            );
            let columns = &mut tests[at].columns;
            columns.resize_with(columns.len().max(depth + 1), Vec::new);
            columns[depth].push(parting);
            tree.n_columns = tree.n_columns.max(depth + 1);
            tree.n_shown += 1;
        }
        tree.place();
        tree
    }

    fn place(&mut self) {
        let mut top = GAP_Y;
        for test in self.programs.iter_mut().flat_map(|branch| &mut branch.tests) {
            let rows = test.columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
            test.top = top;
            test.height = rows * (HEIGHT + GAP_Y);
            top += test.height + GAP_Y;
        }
        self.height = top;
    }

    fn draw(&self, page: &mut Page, results: &Results) {
        let width = (self.n_columns + 2) * (WIDTH + GAP_X);
        let view = format!("0 0 {width} {}", self.height);
        page.raw("<div class=\"scroll tree\" tabindex=\"0\" role=\"group\" aria-label=\"Tree of divergences\">");
        page.open(
            "svg",
            &[
                ("width", &width.to_string()),
                ("height", &self.height.to_string()),
                ("viewBox", &view),
            ],
        );
        for branch in &self.programs {
            let (Some(first), Some(last)) = (branch.tests.first(), branch.tests.last()) else {
                continue;
            };
            let middle = (first.top + last.top + last.height) / 2;
            for test in &branch.tests {
                edge(page, right(0), middle, left(1), test.middle());
                test.draw_edges(page);
            }
            box_of(
                page,
                "node",
                0,
                middle,
                [branch.name, &plural(branch.tests.len(), "test", "tests")],
            );
            for test in &branch.tests {
                test.draw(page, results);
            }
        }
        page.raw("</svg></div>\n");
    }
}

impl Test<'_> {
    fn middle(&self) -> usize {
        self.top + self.height / 2
    }

    /// The middle of the n-th box of a column, which is centred.
    fn row(&self, column: &[&Parting], n: usize) -> usize {
        let unused = self.height - column.len() * (HEIGHT + GAP_Y);
        self.top + unused / 2 + n * (HEIGHT + GAP_Y) + (HEIGHT + GAP_Y) / 2
    }

    fn draw_edges(&self, page: &mut Page) {
        // Where the edges that go on come from. They pass by columns without partings.
        let mut from = vec![(right(1), self.middle())];
        for (depth, column) in self.columns.iter().enumerate() {
            if column.is_empty() {
                continue;
            }
            let knot = left(depth + 2) - GAP_X / 2;
            for (x, y) in from {
                edge(page, x, y, knot, self.middle());
            }
            for n in 0..column.len() {
                edge(page, knot, self.middle(), left(depth + 2), self.row(column, n));
            }
            let rows = (0..column.len()).map(|n| (right(depth + 2), self.row(column, n)));
            from = rows.collect();
        }
    }

    fn draw(&self, page: &mut Page, results: &Results) {
        let n: usize = self.columns.iter().map(Vec::len).sum();
        box_of(
            page,
            "node",
            1,
            self.middle(),
            [self.name, &plural(n, "divergence", "divergences")],
        );
        for (depth, column) in self.columns.iter().enumerate() {
            for (n, parting) in column.iter().enumerate() {
                self.draw_parting(page, results, parting, depth + 2, self.row(column, n));
            }
        }
    }

    fn draw_parting(
        &self,
        page: &mut Page,
        results: &Results,
        parting: &Parting,
        column: usize,
        y: usize,
    ) {
        let link = finding_at(results, parting).map(|finding| format!("#{}", finding::id(finding)));
        if let Some(link) = &link {
            page.open("a", &[("href", link)]);
        }
        let class = if parting.n_differing > 0 { "node bad" } else { "node good" };
        let place = place(results, parting);
        let count = match parting.n_differing {
            0 => format!("{}, no difference", plural(parting.n_inputs, "input", "inputs")),
            n => format!("{n} of {} differ", parting.n_inputs),
        };
        let when =
            parting.condition.as_ref().map_or(String::new(), |when| format!(", when {when}"));
        page.open("g", &[]).element("title", &[], &format!("{place}: {}{when}", parting.what));
        box_of(page, class, column, y, [&place, &count]);
        page.close("g");
        if link.is_some() {
            page.close("a");
        }
    }
}

/// The index of the item, which is added if there is none.
fn position<T>(items: &mut Vec<T>, is: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> usize {
    items.iter().position(is).unwrap_or_else(|| {
        items.push(make());
        items.len() - 1
    })
}

fn left(column: usize) -> usize {
    column * (WIDTH + GAP_X) + 2
}

fn right(column: usize) -> usize {
    left(column) + WIDTH
}

fn edge(page: &mut Page, x1: usize, y1: usize, x2: usize, y2: usize) {
    let middle = (x1 + x2) / 2;
    let path = format!("M{x1} {y1}C{middle} {y1} {middle} {y2} {x2} {y2}");
    page.open("path", &[("class", "edge"), ("d", &path)]).close("path");
}

fn box_of(page: &mut Page, class: &str, column: usize, middle: usize, lines: [&str; 2]) {
    let (x, y) = (left(column).to_string(), (middle - HEIGHT / 2).to_string());
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    page.open(
        "rect",
        &[
            ("class", class),
            ("x", &x),
            ("y", &y),
            ("width", &width),
            ("height", &height),
            ("rx", "9"),
        ],
    );
    page.close("rect");
    let x = (left(column) + 12).to_string();
    for (n, line) in lines.into_iter().enumerate() {
        let class = if n == 0 { "name" } else { "count" };
        let y = (middle - 4 + n * 17).to_string();
        page.element("text", &[("class", class), ("x", &x), ("y", &y)], &end_of(line));
    }
    page.raw("\n");
}

/// The end of a name says most.
fn end_of(text: &str) -> String {
    let text = crate::escape::name(text);
    let length = text.chars().count();
    match length > LONGEST {
        true => std::iter::once('…').chain(text.chars().skip(length - LONGEST + 1)).collect(),
        false => text,
    }
}

fn place(results: &Results, parting: &Parting) -> String {
    format!("{}:{}", facts::path(results, &parting.place), parting.place.line)
}

/// What is seen of a parting from outside.
fn finding_at<'a>(results: &'a Results, parting: &Parting) -> Option<&'a Finding> {
    let path = facts::path(results, &parting.place);
    results.findings.iter().find(|finding| {
        finding.program == parting.program
            && finding.place.as_ref().is_some_and(|place| {
                place.line == parting.place.line && facts::path(results, place) == path
            })
    })
}

/// The same for those who do not look at pictures.
fn table(page: &mut Page, results: &Results) {
    page.raw("<details class=\"list again\"><summary>As a table</summary><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Divergences as a table\"><table class=\"plain\"><thead><tr><th scope=\"col\">Program</th><th scope=\"col\">Test</th><th scope=\"col\" class=\"number\">Depth</th><th scope=\"col\">Place</th><th scope=\"col\">What</th><th scope=\"col\">When</th><th scope=\"col\" class=\"number\">Differ</th></tr></thead><tbody>\n");
    for parting in results.partings.iter().take(MOST_ROWS) {
        page.raw("<tr>").element("td", &[], &parting.program).element("td", &[], &parting.test);
        page.element("td", &[("class", "number")], &parting.depth.to_string());
        page.raw("<td>").element("code", &[], &place(results, parting)).raw("</td>");
        page.element("td", &[], &parting.what).raw("<td>");
        if let Some(condition) = &parting.condition {
            page.element("code", &[("class", "long")], &shorten(condition, LONGEST_CONDITION));
        }
        let differ = format!("{} of {}", parting.n_differing, parting.n_inputs);
        page.raw("</td>").element("td", &[("class", "number")], &differ).raw("</tr>\n");
    }
    page.raw("</tbody></table></div></details>\n");
}
