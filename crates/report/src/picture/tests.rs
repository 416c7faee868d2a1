use super::*;
use crate::sample;
use patchlight_results::GraphEdge;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

fn picture(n: usize, edges: Vec<(usize, usize, EdgeKind)>, starts: Vec<usize>) -> Picture {
    let kinds = [NodeKind::Change, NodeKind::Interaction, NodeKind::Output];
    let nodes = (0..n).map(|number| Node {
        kind: kinds[number % 3],
        place: format!("new.c:{number}"),
        source: "x = y;".repeat(number % 9),
        details: vec![format!("statement {number}")],
    });
    Picture { nodes: nodes.collect(), edges, starts }
}

/// Many edges, back and to the same node as well.
fn tangled(n: usize, n_edges: usize) -> Picture {
    let mut seed = 1_u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let mut edges = BTreeSet::new();
    while edges.len() < n_edges {
        edges.insert((below(n), below(n), below(4) > 0));
    }
    let kind = |is_flow| if is_flow { EdgeKind::Flow } else { EdgeKind::Dependence };
    let edges = edges.into_iter().map(|(from, to, is_flow)| (from, to, kind(is_flow)));
    picture(n, edges.collect(), vec![0, n / 2])
}

fn drawn(picture: &Picture) -> String {
    let mut page = Page::new();
    picture.draw(&mut page, "node");
    page.finish()
}

/// The values of an attribute, wherever it occurs.
fn values<'s>(svg: &'s str, attribute: &str) -> Vec<&'s str> {
    let parts = svg.split(attribute).skip(1);
    parts.filter_map(|rest| rest.strip_prefix("=\"")?.split('"').next()).collect()
}

/// The boxes of the nodes as they are in the text: x, y, width, height.
fn boxes(svg: &str) -> Vec<[i32; 4]> {
    let groups = svg.split("<g id=\"node-").skip(1);
    let rects = groups.map(|group| group.split("<rect ").nth(1).unwrap());
    rects
        .map(|rect| {
            let number = |name: &str| values(rect, name)[0].parse().unwrap();
            [number("x"), number("y"), number("width"), number("height")]
        })
        .collect()
}

/// All points that a line goes by, its bows in small steps.
fn points(line: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let starts: Vec<usize> = line.match_indices(char::is_alphabetic).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    for command in starts.iter().zip(ends).map(|(&start, end)| &line[start..end]) {
        let numbers: Vec<f64> =
            command[1..].split_whitespace().map(|number| number.parse().unwrap()).collect();
        let last = points.last().copied().unwrap_or_default();
        let mut corners = vec![last];
        match command.as_bytes()[0] {
            b'V' => corners.push((last.0, numbers[0])),
            _ => corners.extend(numbers.chunks(2).map(|pair| (pair[0], pair[1]))),
        }
        if points.is_empty() {
            points.push(corners[1]);
            continue;
        }
        for step in 1..=40 {
            points.push(on_bow(&corners, f64::from(step) / 40.0));
        }
    }
    points
}

/// De Casteljau's construction.
fn on_bow(corners: &[(f64, f64)], t: f64) -> (f64, f64) {
    let mut corners = corners.to_vec();
    while corners.len() > 1 {
        let between = |a: f64, b: f64| a + (b - a) * t;
        let pairs = corners.windows(2);
        corners = pairs.map(|p| (between(p[0].0, p[1].0), between(p[0].1, p[1].1))).collect();
    }
    corners[0]
}

#[test]
fn every_node_and_every_edge_is_in_the_picture_once() {
    let picture = tangled(40, 110);
    let svg = drawn(&picture);
    for number in 0..40 {
        assert_eq!(svg.matches(&format!("<g id=\"node-{number}\"")).count(), 1);
    }
    for (from, to, kind) in picture.all_edges() {
        let (class, _) = colour(kind);
        let (from, to) = (picture.name(from), picture.name(to));
        let edge = format!("<g class=\"{class}\" data-from=\"{from}\" data-to=\"{to}\">");
        assert_eq!(svg.matches(&edge).count(), 1, "{edge}");
    }
    assert_eq!(svg.matches(" data-from=").count(), 112);
}

#[test]
fn no_two_boxes_overlap_and_all_are_within_the_picture() {
    for (n, n_edges) in [(1, 0), (5, 8), (30, 60), (60, 200), (150, 300)] {
        let svg = drawn(&tangled(n, n_edges));
        let [width, height] =
            ["width", "height"].map(|name| values(&svg, name)[0].parse::<i32>().unwrap());
        let boxes = boxes(&svg);
        assert_eq!(boxes.len(), n);
        for (at, a) in boxes.iter().enumerate() {
            assert!(a[0] >= 0 && a[0] + a[2] <= width && a[1] >= 0 && a[1] + a[3] <= height);
            for b in &boxes[at + 1..] {
                let is_beside = a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0];
                let is_below = a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];
                assert!(is_beside || is_below, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn no_line_runs_through_a_box() {
    for (n, n_edges) in [(5, 8), (30, 60), (60, 200)] {
        let svg = drawn(&tangled(n, n_edges));
        let boxes = boxes(&svg);
        for edge in svg.split(" data-from=").skip(1) {
            for (x, y) in points(values(edge, "<path d")[0]) {
                for [left, top, width, height] in &boxes {
                    let [left, top, right, bottom] =
                        [*left, *top, left + width, top + height].map(f64::from);
                    let is_inside = left < x && x < right && top < y && y < bottom;
                    assert!(!is_inside, "{x} {y} in {left} {top} {right} {bottom}");
                }
            }
        }
    }
}

#[test]
fn source_text_cannot_act() {
    let svg = svg(&sample::graph(sample::HOSTILE));
    assert!(!svg.contains("<script") && !svg.contains(" onclick=\""));
    assert!(!svg.contains('\u{202e}') && !svg.contains('\x1b'));
    let unescaped = svg.replace("&lt;", "").replace("&gt;", "").replace("&quot;", "");
    assert!(!unescaped.replace("&#39;", "").replace("&amp;", "").contains('&'));
}

#[test]
fn a_straight_way_is_drawn_as_one() {
    let edges = (1..6).map(|to| (to - 1, to, EdgeKind::Flow)).collect();
    let boxes = boxes(&drawn(&picture(6, edges, vec![0])));
    for pair in boxes.windows(2) {
        assert!(pair[0][1] + pair[0][3] < pair[1][1], "{pair:?}");
        assert_eq!(pair[0][0] + pair[0][2] / 2, pair[1][0] + pair[1][2] / 2, "{pair:?}");
    }
}

#[test]
fn pictures_of_the_same_graph_are_the_same() {
    assert_eq!(drawn(&tangled(50, 120)), drawn(&tangled(50, 120)));
}

#[test]
fn large_graphs_are_drawn_soon() {
    let begin = Instant::now();
    let svg = drawn(&tangled(600, 1500));
    assert_eq!(boxes(&svg).len(), 600);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[test]
fn long_lines_are_cut() {
    assert_eq!(cut("short"), "short");
    let cut = cut(&"漢字".repeat(40));
    assert!(cut.ends_with('…') && n_letters(&cut) <= MOST_LETTERS, "{cut}");
}

#[test]
fn edges_that_lead_nowhere_are_left_out() {
    let mut graph = sample::graph("new.c");
    graph.edges.push(GraphEdge { from: 1, to: 3, kind: EdgeKind::Flow });
    graph.starts.push(7);
    graph.nodes[2].depends_on.push(9);
    assert_eq!(svg(&graph), svg(&sample::graph("new.c")));
}
