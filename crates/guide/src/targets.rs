//! From lines of the source to places in the program.

use crate::graph::{Graph, Node};
use patchlight_ir::{FileId, Module, SourceMap};
use std::collections::BTreeMap;

/// A line that the program should come to, and the pieces of code that it became: none if the
/// linker left out its function, since nothing refers to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub file: FileId,
    pub line: u32,
    pub nodes: Vec<Node>,
}

/// The code of a line; `None` if it has none.
pub fn of_line(
    module: &Module,
    map: &SourceMap,
    graph: &Graph,
    file: FileId,
    line: u32,
) -> Option<Target> {
    let ops = map.ops_of_line(file, line).iter();
    // The line of a call is also that of code which was inlined there; its own ops come first.
    let own = ops.clone().filter(|place| {
        let body = module.functions[place.func.index()].body();
        body.is_some_and(|body| {
            let loc = body.loc(place.op);
            (loc.file, loc.line) == (file, line)
        })
    });
    let node = |place: &patchlight_ir::OpPlace| graph.node_at(place.func, place.op as u32);
    let mut nodes: Vec<Node> = own.filter_map(node).collect();
    if nodes.is_empty() {
        nodes = ops.filter_map(node).collect();
    }
    nodes.sort_unstable();
    nodes.dedup();
    (!nodes.is_empty()).then_some(Target { file, line, nodes })
}

/// One target for each block: of lines whose code is in the same blocks only the first stays.
pub fn one_for_each_block(graph: &Graph, targets: Vec<Target>) -> Vec<Target> {
    let mut by_block: BTreeMap<_, Target> = BTreeMap::new();
    let mut left_out = Vec::new();
    for target in targets {
        let pieces = target.nodes.iter().filter_map(|&node| graph.piece(node));
        let mut blocks: Vec<_> = pieces.map(|piece| (piece.func, piece.block)).collect();
        blocks.dedup();
        if blocks.is_empty() {
            left_out.push(target);
            continue;
        }
        let place = by_block.entry(blocks).or_insert_with(|| target.clone());
        if target.line < place.line {
            *place = target;
        }
    }
    let mut targets: Vec<Target> = by_block.into_values().chain(left_out).collect();
    targets.sort_by_key(|target| (target.file, target.line));
    targets
}
