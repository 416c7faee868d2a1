//! Which layer a box is in: the longest way to it, without edges that lead back.

use super::{Edge, Graph, Item, Layered};
use std::collections::{BTreeSet, HashMap};

pub fn layered(graph: &Graph, start: usize) -> Layered {
    let order = order(graph, start);
    let mut position = vec![0; order.len()];
    for (at, &node) in order.iter().enumerate() {
        position[node] = at;
    }
    let leads_on = |edge: &&Edge| position[edge.from] < position[edge.to];
    let mut layer_of: Vec<usize> =
        (0..order.len()).map(|node| usize::from(node != start)).collect();
    let mut forward: Vec<&Edge> = graph.edges.iter().filter(leads_on).collect();
    forward.sort_by_key(|edge| position[edge.from]);
    for edge in forward {
        layer_of[edge.to] = layer_of[edge.to].max(layer_of[edge.from] + 1);
    }
    // What nothing leads to stands above what it leads to.
    for node in (0..order.len()).filter(|&node| node != start) {
        let mut before = graph.edges.iter().filter(|edge| edge.to == node).filter(leads_on);
        let after = graph.edges.iter().filter(|edge| edge.from == node).filter(leads_on);
        let nearest = after.map(|edge| layer_of[edge.to] - 1).min();
        if let Some(nearest) = nearest.filter(|_| before.next().is_none()) {
            layer_of[node] = nearest;
        }
    }
    let mut layered = Layered {
        items: Vec::new(),
        layers: vec![Vec::new(); layer_of.iter().max().map_or(0, |&last| last + 1)],
        below: Vec::new(),
        above: Vec::new(),
        ways: Vec::new(),
    };
    // A box is the item of its number.
    for (node, &layer) in layer_of.iter().enumerate() {
        let width = graph.widths[node];
        layered.items.push(Item { node: Some(node), layer, width, x: 0 });
    }
    order.iter().for_each(|&node| layered.layers[layer_of[node]].push(node));
    let mut chains: HashMap<(usize, bool), Vec<usize>> = HashMap::new();
    for edge in &graph.edges {
        let way = leads_on(&edge).then(|| {
            let chain = chains.entry((edge.from, edge.is_flow)).or_default();
            layered.way(edge, chain)
        });
        layered.ways.push(way);
    }
    layered.join();
    layered
}

/// The boxes in an order in which few edges lead back: the reverse of the order in which a search that
/// goes deep first is done with them. Of edges of the second kind none counts.
fn order(graph: &Graph, start: usize) -> Vec<usize> {
    let n = graph.widths.len();
    let mut after = vec![Vec::new(); n];
    for edge in graph.edges.iter().filter(|edge| edge.is_flow) {
        after[edge.from].push(edge.to);
    }
    let mut has_before = vec![false; n];
    graph.edges.iter().filter(|edge| edge.is_flow).for_each(|edge| has_before[edge.to] = true);
    // Those that nothing leads to come first, circles without entrance last.
    let others = (0..n).filter(|&node| !has_before[node]).chain(0..n);
    let mut is_seen = vec![false; n];
    let mut done = Vec::with_capacity(n);
    for root in std::iter::once(start).chain(others) {
        let mut stack = vec![(root, false)];
        while let Some((node, is_done)) = stack.pop() {
            if is_done {
                done.push(node);
            } else if !std::mem::replace(&mut is_seen[node], true) {
                stack.push((node, true));
                stack.extend(after[node].iter().map(|&next| (next, false)));
            }
        }
    }
    done.reverse();
    done
}

impl Layered {
    /// The way of an edge that leads on. Edges of a kind from the same box share their lines for as
    /// long as they go the same way.
    fn way(&mut self, edge: &Edge, chain: &mut Vec<usize>) -> Vec<usize> {
        let (first, last) = (self.items[edge.from].layer + 1, self.items[edge.to].layer);
        while chain.len() < last - first {
            let layer = first + chain.len();
            chain.push(self.items.len());
            self.layers[layer].push(self.items.len());
            self.items.push(Item { node: None, layer, width: 0, x: 0 });
        }
        let lines = chain[..last - first].iter().copied();
        std::iter::once(edge.from).chain(lines).chain([edge.to]).collect()
    }

    fn join(&mut self) {
        let ways = self.ways.iter().flatten();
        let links: BTreeSet<(usize, usize)> =
            ways.flat_map(|way| way.windows(2).map(|pair| (pair[0], pair[1]))).collect();
        self.below = vec![Vec::new(); self.items.len()];
        self.above = vec![Vec::new(); self.items.len()];
        for (from, to) in links {
            self.below[from].push(to);
            self.above[to].push(from);
        }
    }
}
