//! The change sequence graph as a picture: layers from the program's start downwards.

use super::Subject;
use crate::reports::markup;
use patchlight_guide::changes::{EdgeKind, NodeKind, NodeNumber};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;

const WIDTH: i32 = 250;
const HEIGHT: i32 = 46;
const GAP_X: i32 = 40;
const GAP_Y: i32 = 54;
/// Longer lines of the source are cut.
const MOST_CHARS: usize = 34;

/// Where a node is drawn: its upper left corner.
type Corner = (i32, i32);

pub fn svg(subject: &Subject<'_>) -> String {
    let layers = layers(subject);
    let widest = layers.iter().map(Vec::len).max().unwrap_or(1) as i32;
    let width = widest * (WIDTH + GAP_X) + 2 * GAP_X;
    let height = layers.len() as i32 * (HEIGHT + GAP_Y) + GAP_Y + 20;
    let mut corners: HashMap<NodeNumber, Corner> = HashMap::new();
    for (depth, layer) in layers.iter().enumerate() {
        let taken = layer.len() as i32 * (WIDTH + GAP_X) - GAP_X;
        for (n, &number) in layer.iter().enumerate() {
            let x = (width - taken) / 2 + n as i32 * (WIDTH + GAP_X);
            corners.insert(number, (x, GAP_Y + depth as i32 * (HEIGHT + GAP_Y)));
        }
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"12\" \
         role=\"img\" aria-label=\"change sequence graph\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"#555\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let start = (width / 2, GAP_Y / 2);
    let _ = writeln!(text, "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#333\"/>", start.0, start.1);
    for to in &subject.sequences.starts {
        let (x, y) = corners[to];
        line(&mut text, start, (x + WIDTH / 2, y), "");
    }
    for edge in &subject.sequences.edges {
        let style = match edge.kind {
            EdgeKind::Flow => "",
            EdgeKind::Dependence => " stroke-dasharray=\"5 4\" stroke=\"#b5651d\"",
        };
        draw_edge(&mut text, corners[&edge.from], corners[&edge.to], style);
    }
    for number in subject.sequences.numbers() {
        draw_node(&mut text, subject, number, corners[&number]);
    }
    text + "</svg>\n"
}

/// The nodes by how many edges lead to them at least.
fn layers(subject: &Subject<'_>) -> Vec<Vec<NodeNumber>> {
    let sequences = &subject.sequences;
    let mut layers: Vec<Vec<NodeNumber>> = Vec::new();
    let mut seen: HashSet<NodeNumber> = sequences.starts.iter().copied().collect();
    let mut waiting: VecDeque<(usize, NodeNumber)> =
        sequences.starts.iter().map(|&start| (0, start)).collect();
    // What nothing leads to stands with the first ones.
    let (mut rest, mut next) = (sequences.numbers(), None);
    loop {
        let Some((depth, number)) = waiting.pop_front().or_else(|| next.take()) else {
            next = rest.find(|number| !seen.contains(number)).map(|number| (0, number));
            match next {
                Some((_, number)) => _ = seen.insert(number),
                None => break,
            }
            continue;
        };
        if layers.len() <= depth {
            layers.resize(depth + 1, Vec::new());
        }
        layers[depth].push(number);
        for to in sequences.next(Some(number)) {
            if seen.insert(to) {
                waiting.push_back((depth + 1, to));
            }
        }
    }
    layers
}

fn draw_node(text: &mut String, subject: &Subject<'_>, number: NodeNumber, (x, y): Corner) {
    let (fill, stroke, round) = match subject.sequences.node(number).kind {
        NodeKind::Change => ("#dde7f3", "#2b5c8a", 3),
        NodeKind::Interaction => ("#fbe3c8", "#b5651d", 3),
        NodeKind::Output => ("#f4f4f4", "#777", 20),
    };
    let source: String = subject.source_line(number).chars().take(MOST_CHARS).collect();
    let (head, source) = (markup(&subject.short(number)), markup(&source));
    let middle = x + WIDTH / 2;
    let _ = writeln!(
        text,
        "<g><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"{round}\" fill=\"{fill}\" \
         stroke=\"{stroke}\"/><text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\">{head}</text>\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{source}</text></g>",
        y + 18,
        y + 36,
    );
}

/// Downwards a straight line, upwards and to itself a bow around the right side.
fn draw_edge(text: &mut String, from: Corner, to: Corner, style: &str) {
    if to.1 > from.1 {
        line(text, (from.0 + WIDTH / 2, from.1 + HEIGHT), (to.0 + WIDTH / 2, to.1), style);
        return;
    }
    let (x, y) = (from.0 + WIDTH, from.1 + HEIGHT / 2);
    let (to_x, to_y) = (to.0 + WIDTH, to.1 + HEIGHT / 2 + if from == to { 12 } else { 0 });
    let out = x.max(to_x) + GAP_X / 2 + (from.1 - to.1) / 12;
    let stroke = if style.is_empty() { " stroke=\"#555\"" } else { style };
    let _ = writeln!(
        text,
        "<path d=\"M{x} {y} C{out} {y} {out} {to_y} {to_x} {to_y}\" fill=\"none\"{stroke} marker-end=\"url(#tip)\"/>"
    );
}

fn line(text: &mut String, from: (i32, i32), to: (i32, i32), style: &str) {
    let stroke = if style.is_empty() { " stroke=\"#555\"" } else { style };
    let bend = (from.1 + to.1) / 2;
    let _ = writeln!(
        text,
        "<path d=\"M{} {} C{} {bend} {} {bend} {} {}\" fill=\"none\"{stroke} marker-end=\"url(#tip)\"/>",
        from.0, from.1, from.0, to.0, to.0, to.1
    );
}
