//! The ways of lines: downwards from layer to layer, back along a side, and around a box to itself.

use super::{Edge, Graph, LAYER_GAP, Layered, Layout, MARGIN, Rect, TRACK};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// How long an arrow's head is.
const HEAD: i32 = 7;
/// How far apart lines end at a box, at most.
const PORT: i32 = 20;
/// How far the way around a box to itself goes.
const LOOP: i32 = 18;
/// Corners of lines that lead back.
const CORNER: i32 = 6;

/// A line in the terms of SVG's paths, with the head of its arrow.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Route {
    pub line: String,
    pub head: String,
}

/// Lines that lead back to one box share their way.
type Back = (usize, bool);

/// Where lines that lead back run: in which column, and for which layers.
#[derive(Clone, Copy)]
struct Lane {
    is_left: bool,
    x: i32,
    first: usize,
    last: usize,
}

struct Drawing<'a> {
    graph: &'a Graph,
    layered: &'a Layered,
    lanes: BTreeMap<Back, Lane>,
    /// By layer and one more: the tracks above it, of lines that come out of boxes above and of those
    /// that go into boxes below.
    tracks: Vec<[BTreeSet<Back>; 2]>,
    /// By layer, its upper edge.
    tops: Vec<i32>,
}

pub fn draw(graph: &Graph, layered: &Layered) -> Layout {
    let mut drawing = Drawing {
        graph,
        layered,
        lanes: BTreeMap::new(),
        tracks: vec![Default::default(); layered.layers.len() + 1],
        tops: Vec::new(),
    };
    drawing.choose_lanes();
    let bottom = drawing.place_layers();
    let (left, right) = drawing.sides(0..layered.layers.len());
    let lanes = drawing.lanes.values();
    let left = lanes.clone().map(|lane| lane.x).fold(left - LOOP, i32::min);
    let right = lanes.map(|lane| lane.x).fold(right + LOOP, i32::max);
    let shift = MARGIN - left;
    let boxes = (0..graph.widths.len()).map(|node| drawing.rect(node, shift)).collect();
    let routes = (0..graph.edges.len()).map(|edge| drawing.route(edge, shift)).collect();
    Layout { width: right + shift + MARGIN, height: bottom, boxes, routes }
}

impl Drawing<'_> {
    fn back_edges(&self) -> impl Iterator<Item = &Edge> {
        let edges = self.graph.edges.iter().zip(&self.layered.ways);
        edges.filter(|(edge, way)| way.is_none() && edge.from != edge.to).map(|(edge, _)| edge)
    }

    fn layer(&self, node: usize) -> usize {
        self.layered.items[node].layer
    }

    /// From where to where boxes and lines of some layers go.
    fn sides(&self, layers: Range<usize>) -> (i32, i32) {
        let items = self.layered.layers[layers].iter().flatten();
        let items = items.map(|&item| &self.layered.items[item]);
        let left = items.clone().map(|item| item.x - item.width / 2).min().unwrap_or(0);
        (left, items.map(|item| item.x + item.width / 2).max().unwrap_or(0))
    }

    /// Shorter ways back are further in.
    fn choose_lanes(&mut self) {
        // The layers that lines pass by, and where they come from.
        let mut wanted: BTreeMap<Back, (usize, usize, Vec<i32>)> = BTreeMap::new();
        for edge in self.back_edges().copied().collect::<Vec<Edge>>() {
            let (from, to) = (&self.layered.items[edge.from], &self.layered.items[edge.to]);
            let key = (edge.to, edge.is_flow);
            let lane = wanted.entry(key).or_insert((to.layer, to.layer, vec![to.x]));
            lane.0 = lane.0.min(from.layer);
            lane.1 = lane.1.max(from.layer);
            lane.2.push(from.x);
            self.tracks[from.layer + 1][0].insert(key);
            self.tracks[to.layer][1].insert(key);
        }
        let mut wanted: Vec<_> = wanted.into_iter().collect();
        wanted.sort_by_key(|(key, (first, last, _))| (last - first, *first, *key));
        for (key, (first, last, places)) in wanted {
            let mean = places.iter().sum::<i32>() / places.len() as i32;
            let (left, right) = self.sides(first..last + 1);
            let is_left = mean < (left + right) / 2;
            let outwards = if is_left { -1 } else { 1 };
            let mut lane = Lane { is_left, x: 0, first, last };
            lane.x = if is_left { left } else { right } + outwards * (LOOP + TRACK / 2);
            while self.lanes.values().any(|other| lane.is_too_near(other)) {
                lane.x += outwards;
            }
            self.lanes.insert(key, lane);
        }
    }

    /// Gives layers their heights, and says where the last one ends.
    fn place_layers(&mut self) -> i32 {
        let mut y = self.graph.start_height - self.graph.height;
        for layer in 0..=self.layered.layers.len() {
            let n_tracks: usize = self.tracks[layer].iter().map(BTreeSet::len).sum();
            let layered = self.layered;
            let items = layered.layers.get(layer).into_iter().flatten();
            // Wide ways need some height, so that they are not flat.
            let widest = items.flat_map(|&item| {
                let above = layered.above[item].iter();
                above.map(move |&from| (layered.items[from].x - layered.items[item].x).abs())
            });
            let widest = widest.max().unwrap_or(0);
            let is_between = layer > 0 && layer < self.layered.layers.len();
            y += n_tracks as i32 * TRACK;
            y += if is_between { LAYER_GAP + (widest / 12).min(50) } else { MARGIN };
            self.tops.push(y);
            y += self.graph.height;
        }
        y - self.graph.height
    }

    fn rect(&self, node: usize, shift: i32) -> Rect {
        let item = &self.layered.items[node];
        let (width, height) = (item.width, self.graph.height);
        Rect { x: item.x - width / 2 + shift, y: self.tops[item.layer], width, height }
    }

    fn route(&self, number: usize, shift: i32) -> Route {
        let edge = &self.graph.edges[number];
        match &self.layered.ways[number] {
            Some(way) => self.down(edge, way, shift),
            None if edge.from == edge.to => self.around(edge, shift),
            None => self.back(edge, shift),
        }
    }

    fn down(&self, edge: &Edge, way: &[usize], shift: i32) -> Route {
        let bottom = |item: usize| self.tops[self.layered.items[item].layer] + self.graph.height;
        let mut x = self.rect(edge.from, shift).middle() + self.port_out(edge);
        let mut y = bottom(edge.from);
        let mut line = format!("M{x} {y}");
        for (at, &item) in way.iter().enumerate().skip(1) {
            let top = self.tops[self.layered.items[item].layer];
            let is_last = at + 1 == way.len();
            let (to_x, to_y) = match is_last {
                true => (self.rect(edge.to, shift).middle() + self.port_in(edge, way), top - HEAD),
                false => (self.layered.items[item].x + shift, top),
            };
            let bend = (y + to_y) / 2;
            let _ = write!(line, "C{x} {bend} {to_x} {bend} {to_x} {to_y}");
            (x, y) = (to_x, to_y);
            if !is_last {
                y = bottom(item);
                let _ = write!(line, "V{y}");
            }
        }
        Route { line, head: head_down(x, y) }
    }

    /// Lines of the two kinds come out of a box side by side.
    fn port_out(&self, edge: &Edge) -> i32 {
        let of_kind = |is_flow: bool| {
            let edges = self.graph.edges.iter().zip(&self.layered.ways);
            let same =
                edges.filter(move |(other, _)| other.from == edge.from && other.is_flow == is_flow);
            let next = same.filter_map(|(_, way)| way.as_ref().map(|way| way[1]));
            next.map(|item| i64::from(self.layered.items[item].x)).collect::<Vec<i64>>()
        };
        let [mine, others] = [of_kind(edge.is_flow), of_kind(!edge.is_flow)];
        if others.is_empty() {
            return 0;
        }
        let mean = |places: &[i64]| places.iter().sum::<i64>() / places.len() as i64;
        let is_left = (mean(&mine), edge.is_flow) < (mean(&others), !edge.is_flow);
        if is_left { -PORT / 2 } else { PORT / 2 }
    }

    /// Lines go into a box in the order of where they come from.
    fn port_in(&self, edge: &Edge, way: &[usize]) -> i32 {
        let from = |edge: &Edge, way: &[usize]| {
            let before = way[way.len() - 2];
            (self.layered.items[before].x, before, edge.is_flow)
        };
        let edges = self.graph.edges.iter().zip(&self.layered.ways);
        let same = edges.filter(|(other, _)| other.to == edge.to);
        let all: BTreeSet<_> =
            same.filter_map(|(other, way)| Some(from(other, way.as_ref()?))).collect();
        let mine = from(edge, way);
        let at = all.iter().position(|other| *other == mine).unwrap_or(0) as i32;
        // The corners belong to lines that lead back.
        let room = self.graph.widths[edge.to] - 4 * PORT;
        let step = PORT.min(room / (all.len() as i32).max(1));
        at * step - (all.len() as i32 - 1) * step / 2
    }

    fn back(&self, edge: &Edge, shift: i32) -> Route {
        let key = (edge.to, edge.is_flow);
        let Lane { is_left, x: lane, .. } = self.lanes[&key];
        let (side, lane) = (if is_left { -1 } else { 1 }, lane + shift);
        // Lines of the two kinds do not share a corner of a box.
        let inwards = if edge.is_flow { PORT / 2 } else { PORT };
        let corner = |rect: &Rect| rect.middle() + side * (rect.width / 2 - inwards);
        let (from, to) = (self.rect(edge.from, shift), self.rect(edge.to, shift));
        let track = |layer: usize, way: usize| {
            let at = self.tracks[layer][way].iter().position(|other| *other == key);
            at.unwrap_or(0) as i32 * TRACK
        };
        let out_y = from.y + from.height + TRACK + track(self.layer(edge.from) + 1, 0);
        let in_y = to.y - HEAD - TRACK - track(self.layer(edge.to), 1);
        let points = [
            (corner(&from), from.y + from.height),
            (corner(&from), out_y),
            (lane, out_y),
            (lane, in_y),
            (corner(&to), in_y),
            (corner(&to), to.y - HEAD),
        ];
        Route { line: rounded(&points), head: head_down(corner(&to), to.y - HEAD) }
    }

    fn around(&self, edge: &Edge, shift: i32) -> Route {
        let rect = self.rect(edge.from, shift);
        // At its left side what depends on itself.
        let (x, side) = if edge.is_flow { (rect.x + rect.width, 1) } else { (rect.x, -1) };
        let (from, to) = (rect.y + rect.height / 2 + 9, rect.y + rect.height / 2 - 9);
        let (out, tip) = (x + side * LOOP, x + side * HEAD);
        let line = format!("M{x} {from}C{out} {from} {out} {to} {tip} {to}");
        Route { line, head: format!("M{x} {to}L{tip} {}L{tip} {}z", to - 4, to + 4) }
    }
}

impl Lane {
    fn is_too_near(&self, other: &Lane) -> bool {
        let is_beside = self.first <= other.last && other.first <= self.last;
        is_beside && (self.x - other.x).abs() < TRACK
    }
}

impl Rect {
    fn middle(&self) -> i32 {
        self.x + self.width / 2
    }
}

/// The head of an arrow whose line ends here.
fn head_down(x: i32, y: i32) -> String {
    format!("M{x} {}L{} {y}L{} {y}z", y + HEAD, x - 4, x + 4)
}

/// Straight lines with round corners.
fn rounded(points: &[(i32, i32)]) -> String {
    let mut line = format!("M{} {}", points[0].0, points[0].1);
    for window in points.windows(3) {
        let [before, corner, after] = [window[0], window[1], window[2]];
        // How far from the corner the bow begins, on the way to a neighbour.
        let towards = |other: (i32, i32)| {
            let (dx, dy) = (other.0 - corner.0, other.1 - corner.1);
            let length = CORNER.min((dx.abs() + dy.abs()) / 2);
            (corner.0 + dx.signum() * length, corner.1 + dy.signum() * length)
        };
        let (begin, end) = (towards(before), towards(after));
        let _ =
            write!(line, "L{} {}Q{} {} {} {}", begin.0, begin.1, corner.0, corner.1, end.0, end.1);
    }
    let last = points[points.len() - 1];
    let _ = write!(line, "L{} {}", last.0, last.1);
    line
}
