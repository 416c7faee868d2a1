//! Where boxes and lines of a picture are: layers from the start downwards.
//!
//! **Invariants.** Boxes do not overlap. A line runs between layers, or through a layer in a column of
//! its own, so it crosses lines but no box. What leads back runs at a side. The same graph always looks
//! the same.

mod layers;
mod order;
mod routes;

pub use routes::Route;

/// Room between boxes, and between a box and a line that passes by it.
const BOX_GAP: i32 = 30;
const LINE_GAP: i32 = 22;
/// Room between two lines.
const TRACK: i32 = 9;
/// The least room between layers.
const LAYER_GAP: i32 = 44;
const MARGIN: i32 = 24;

/// What is to be drawn.
pub struct Graph {
    /// The width of each box.
    pub widths: Vec<i32>,
    pub height: i32,
    /// The start is less high, and nothing is beside it.
    pub start_height: i32,
    pub edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// Edges of the first kind decide about layers; the second kind follows.
    pub is_flow: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

pub struct Layout {
    pub width: i32,
    pub height: i32,
    pub boxes: Vec<Rect>,
    /// By edge.
    pub routes: Vec<Route>,
}

/// What stands in a layer: a box, or a line that passes through.
struct Item {
    /// None for a line.
    node: Option<usize>,
    layer: usize,
    width: i32,
    /// The middle.
    x: i32,
}

/// Boxes and lines in layers.
struct Layered {
    items: Vec<Item>,
    /// From left to right.
    layers: Vec<Vec<usize>>,
    /// By item, those in the next and in the previous layer that a line goes to.
    below: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
    /// By edge, the items that it goes by; none if it leads back.
    ways: Vec<Option<Vec<usize>>>,
}

impl Layout {
    /// Boxes that nothing leads to stand below the first layer, which is that of `start`.
    pub fn new(graph: &Graph, start: usize) -> Layout {
        let mut layered = layers::layered(graph, start);
        order::reduce_crossings(&mut layered);
        order::place(&mut layered);
        routes::draw(graph, &layered)
    }
}
