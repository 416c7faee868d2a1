//! The change sequence graph as a picture: layers from the program's start downwards.
//!
//! It has colours and a background of its own, so it can be read on any page. All of its text is
//! escaped, and it holds no script, style or reference; classes let a page give it other colours.

mod layout;

use super::escape;
use super::page::Page;
use layout::{Edge, Graph, Layout, Rect, Route};
use patchlight_results::{ChangeGraph, EdgeKind, GraphNode, NodeKind};
use std::path::Path;

const HEIGHT: i32 = 44;
/// Letters of 12 pixels are about so wide in fonts whose letters are all alike.
const LETTER: f64 = 7.25;
const NARROWEST: i32 = 110;
/// Longer lines of the source are cut.
const MOST_LETTERS: usize = 40;
/// The program's start is a dot.
const DOT: i32 = 12;
const LEGEND_ROW: i32 = 24;

/// What there is to draw.
pub struct Picture {
    nodes: Vec<Node>,
    edges: Vec<(usize, usize, EdgeKind)>,
    /// What the program comes to first.
    starts: Vec<usize>,
}

struct Node {
    kind: NodeKind,
    /// Where it is, in short.
    place: String,
    /// What stands there.
    source: String,
    /// What is shown when a pointer rests on it, line by line.
    details: Vec<String>,
}

pub fn svg(graph: &ChangeGraph) -> String {
    let mut page = Page::new();
    Picture::new(graph).draw(&mut page, "node");
    page.finish()
}

/// A place without directories.
pub fn short(node: &GraphNode) -> String {
    let file = Path::new(&node.file).file_name().unwrap_or_default().to_string_lossy();
    format!("{file}:{}", node.line)
}

impl Picture {
    /// Edges that lead nowhere are left out: a graph may come from a file.
    pub fn new(graph: &ChangeGraph) -> Picture {
        let exists = |node: usize| node < graph.nodes.len();
        let nodes = graph.nodes.iter().map(|node| {
            let (place, source) = (short(node), node.text.clone());
            let what = format!("{} at {place} in {}", kind_name(node.kind), node.function);
            let mut details = vec![what, source.clone()];
            let changes = node.depends_on.iter().filter_map(|&change| graph.nodes.get(change));
            let changes: Vec<String> = changes.map(short).collect();
            if !changes.is_empty() {
                details.push(format!("depends on {}", changes.join(", ")));
            }
            Node { kind: node.kind, place, source, details }
        });
        let edges = graph.edges.iter().filter(|edge| exists(edge.from) && exists(edge.to));
        Picture {
            nodes: nodes.collect(),
            edges: edges.map(|edge| (edge.from, edge.to, edge.kind)).collect(),
            starts: graph.starts.iter().copied().filter(|&start| exists(start)).collect(),
        }
    }

    /// `name`: what the ids of its nodes begin with.
    pub fn draw(&self, page: &mut Page, name: &str) {
        let layout = self.layout();
        let legend = Legend::new(layout.width.max(360));
        let (width, height) = (legend.width, layout.height + legend.height);
        let view = format!("0 0 {width} {height}");
        let (width, height) = (width.to_string(), height.to_string());
        page.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("class", "sequences"),
                ("viewBox", &view),
                ("width", &width),
                ("height", &height),
                ("font-family", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"),
                ("font-size", "12"),
                ("fill", "#211e1a"),
                ("role", "img"),
                ("aria-label", "change sequence graph"),
            ],
        );
        page.raw("\n<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fffefb\"/>\n");
        // What depends on what is below the ways of control.
        for wanted in [EdgeKind::Dependence, EdgeKind::Flow] {
            for (route, (from, to, kind)) in layout.routes.iter().zip(self.all_edges()) {
                if kind == wanted {
                    draw_edge(page, route, kind, [self.name(from), self.name(to)]);
                }
            }
        }
        for (number, (node, rect)) in self.nodes.iter().zip(&layout.boxes).enumerate() {
            node.draw(page, &format!("{name}-{number}"), rect);
        }
        let start = layout.boxes[self.nodes.len()];
        let (x, y) = (start.x + DOT / 2, start.y + HEIGHT - DOT / 2);
        page.open(
            "circle",
            &[("class", "start"), ("cx", &x.to_string()), ("cy", &y.to_string()), ("r", "6")],
        );
        page.raw("<title>the program starts</title></circle>\n");
        legend.draw(page, layout.height);
        page.close("svg").raw("\n");
    }

    /// Those of the graph, then those from the start, which is one more node.
    fn all_edges(&self) -> impl Iterator<Item = (usize, usize, EdgeKind)> {
        let start = self.nodes.len();
        let starts = self.starts.iter().map(move |&to| (start, to, EdgeKind::Flow));
        self.edges.iter().copied().chain(starts)
    }

    fn name(&self, node: usize) -> String {
        if node == self.nodes.len() { "start".to_string() } else { node.to_string() }
    }

    fn layout(&self) -> Layout {
        let widths = self.nodes.iter().map(Node::width).chain([DOT]);
        let edges = self.all_edges().map(|(from, to, kind)| {
            let is_flow = kind == EdgeKind::Flow;
            Edge { from, to, is_flow }
        });
        let graph = Graph {
            widths: widths.collect(),
            height: HEIGHT,
            start_height: DOT,
            edges: edges.collect(),
        };
        Layout::new(&graph, self.nodes.len())
    }
}

impl Node {
    fn width(&self) -> i32 {
        let letters = n_letters(&self.place).max(n_letters(&cut(&self.source)));
        let width = (letters as f64 * LETTER) as i32 + 24;
        // Halves are needed.
        width.max(NARROWEST) / 2 * 2
    }

    fn draw(&self, page: &mut Page, id: &str, rect: &Rect) {
        let (class, [fill, stroke], round) = look(self.kind);
        page.open("g", &[("id", id), ("class", class)]).raw("<title>");
        for (n, line) in self.details.iter().enumerate() {
            page.raw(if n > 0 { "\n" } else { "" }).text(line);
        }
        page.raw("</title>");
        draw_box(page, rect, [fill, stroke], round);
        let x = (rect.x + rect.width / 2).to_string();
        for (text, y, weight) in [(&self.place, 17, "bold"), (&cut(&self.source), 34, "normal")] {
            let y = (rect.y + y).to_string();
            let attributes =
                [("x", &x[..]), ("y", &y), ("text-anchor", "middle"), ("font-weight", weight)];
            page.element("text", &attributes, text);
        }
        page.close("g").raw("\n");
    }
}

pub fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Change => "change",
        NodeKind::Interaction => "interaction",
        NodeKind::Output => "output",
    }
}

/// Class, colours and corners of a box.
fn look(kind: NodeKind) -> (&'static str, [&'static str; 2], &'static str) {
    match kind {
        NodeKind::Change => ("change", ["#e6eefa", "#2c5b9e"], "3"),
        NodeKind::Interaction => ("meeting", ["#fdf0d5", "#855300"], "3"),
        NodeKind::Output => ("output", ["#ebecef", "#595f69"], "20"),
    }
}

fn colour(kind: EdgeKind) -> (&'static str, &'static str) {
    match kind {
        EdgeKind::Flow => ("flow", "#46423b"),
        EdgeKind::Dependence => ("dependence", "#c4631b"),
    }
}

fn draw_box(page: &mut Page, rect: &Rect, [fill, stroke]: [&str; 2], round: &str) {
    let numbers = [rect.x, rect.y, rect.width, rect.height].map(|number| number.to_string());
    let [x, y, width, height] = &numbers;
    page.open(
        "rect",
        &[
            ("x", x),
            ("y", y),
            ("width", width),
            ("height", height),
            ("rx", round),
            ("fill", fill),
            ("stroke", stroke),
            ("stroke-width", "1.4"),
        ],
    );
    page.close("rect");
}

fn draw_edge(page: &mut Page, route: &Route, kind: EdgeKind, [from, to]: [String; 2]) {
    let (class, stroke) = colour(kind);
    page.open("g", &[("class", class), ("data-from", &from), ("data-to", &to)]);
    draw_route(page, route, kind, stroke);
    page.close("g").raw("\n");
}

fn draw_route(page: &mut Page, route: &Route, kind: EdgeKind, stroke: &str) {
    let dashes = if kind == EdgeKind::Dependence { "5 4" } else { "none" };
    let attributes = [
        ("d", &route.line[..]),
        ("fill", "none"),
        ("stroke", stroke),
        ("stroke-width", "1.3"),
        ("stroke-dasharray", dashes),
    ];
    page.open("path", &attributes).close("path");
    page.open("path", &[("class", "head"), ("d", &route.head), ("fill", stroke)]).close("path");
}

/// What fits in a box.
fn cut(source: &str) -> String {
    let source = escape::name(source);
    if n_letters(&source) <= MOST_LETTERS {
        return source;
    }
    let mut n = 0;
    let fits = |c: &char| {
        n += cells(*c);
        n < MOST_LETTERS
    };
    source.chars().take_while(fits).chain(['…']).collect()
}

fn n_letters(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// Letters of other scripts may be twice as wide.
fn cells(c: char) -> usize {
    if c.is_ascii() || c == '…' { 1 } else { 2 }
}

/// What boxes and lines mean, in as many rows as are needed.
struct Legend {
    width: i32,
    height: i32,
    /// Where each entry begins.
    corners: Vec<(i32, i32)>,
}

enum Sign {
    Box(NodeKind),
    Line(EdgeKind),
}

const ENTRIES: [(Sign, &str); 5] = [
    (Sign::Box(NodeKind::Change), "changed statement"),
    (Sign::Box(NodeKind::Interaction), "changes may meet"),
    (Sign::Box(NodeKind::Output), "output"),
    (Sign::Line(EdgeKind::Flow), "control flow"),
    (Sign::Line(EdgeKind::Dependence), "may affect"),
];

impl Legend {
    fn new(width: i32) -> Legend {
        let (mut x, mut y) = (20, 10);
        let mut corners = Vec::new();
        for (_, text) in &ENTRIES {
            let entry = 42 + (n_letters(text) as f64 * LETTER) as i32;
            if x > 20 && x + entry > width - 10 {
                (x, y) = (20, y + LEGEND_ROW);
            }
            corners.push((x, y));
            x += entry + 14;
        }
        Legend { width, height: y + LEGEND_ROW + 6, corners }
    }

    fn draw(&self, page: &mut Page, top: i32) {
        page.raw("<g class=\"signs\">");
        for ((sign, text), (x, y)) in ENTRIES.iter().zip(&self.corners) {
            let y = y + top;
            match sign {
                Sign::Box(kind) => {
                    let (class, colours, round) = look(*kind);
                    let round = if round == "3" { round } else { "7" };
                    page.open("g", &[("class", class)]);
                    draw_box(page, &Rect { x: *x, y, width: 26, height: 14 }, colours, round);
                    page.close("g");
                }
                Sign::Line(kind) => {
                    let (class, stroke) = colour(*kind);
                    let y = y + 7;
                    let tip = x + 26;
                    let line = format!("M{x} {y}H{}", tip - 7);
                    let head = format!("M{tip} {y}L{} {}L{0} {}z", tip - 7, y - 4, y + 4);
                    page.open("g", &[("class", class)]);
                    draw_route(page, &Route { line, head }, *kind, stroke);
                    page.close("g");
                }
            }
            let (x, y) = ((x + 34).to_string(), (y + 11).to_string());
            page.element("text", &[("x", &x), ("y", &y)], text);
        }
        page.close("g").raw("\n");
    }
}

#[cfg(test)]
mod tests;
