//! A graph of names, and its cycles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub struct Edge {
    pub from: String,
    pub to: String,
    /// Where it is written, for people.
    pub place: String,
}

#[derive(Default)]
pub struct Graph {
    /// The first place of each edge, by where it starts and ends.
    edges: BTreeMap<String, BTreeMap<String, String>>,
}

impl Graph {
    pub fn add(&mut self, edge: Edge) {
        self.edges.entry(edge.from).or_default().entry(edge.to).or_insert(edge.place);
    }

    pub fn nodes_in_cycles(&self) -> BTreeSet<String> {
        self.knots().into_iter().flatten().collect()
    }

    /// For each knot its shortest cycles, an edge per line; nothing if there is none.
    pub fn describe_cycles(&self) -> String {
        let mut text = String::new();
        for knot in self.knots() {
            let names: Vec<&str> = knot.iter().map(String::as_str).collect();
            text += &format!("{} in a knot: {}\n", knot.len(), names.join(", "));
            for cycle in self.shortest_cycles(&knot) {
                text += &format!("  {} -> {}\n", cycle.join(" -> "), cycle[0]);
                for (n, &from) in cycle.iter().enumerate() {
                    let to = cycle[(n + 1) % cycle.len()];
                    text += &format!("    {}\n", self.edges[from][to]);
                }
            }
        }
        text
    }

    /// The sets of nodes that can be reached from one another, of more than one node each.
    fn knots(&self) -> Vec<BTreeSet<String>> {
        let reachable: BTreeMap<&str, BTreeSet<&str>> =
            self.edges.keys().map(|node| (node.as_str(), self.reachable(node))).collect();
        let mut knots: Vec<BTreeSet<String>> = Vec::new();
        for (node, from_node) in &reachable {
            if knots.iter().any(|knot| knot.contains(*node)) {
                continue;
            }
            let comes_back =
                |other: &&&str| reachable.get(*other).is_some_and(|r| r.contains(node));
            let knot: BTreeSet<String> =
                from_node.iter().filter(comes_back).map(|name| name.to_string()).collect();
            if knot.len() > 1 {
                knots.push(knot);
            }
        }
        knots
    }

    /// What one comes to by at least one edge.
    fn reachable<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for next in self.successors(node) {
                if found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }

    fn successors<'a>(&'a self, node: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.edges.get(node).into_iter().flat_map(|edges| edges.keys().map(String::as_str))
    }

    /// The shortest cycle through each node of a knot, each once.
    fn shortest_cycles(&self, knot: &BTreeSet<String>) -> Vec<Vec<&str>> {
        let mut cycles: BTreeSet<Vec<&str>> = BTreeSet::new();
        for node in knot {
            let mut cycle = self.shortest_cycle(node);
            let first = (0..cycle.len()).min_by_key(|&n| cycle[n]).unwrap_or(0);
            cycle.rotate_left(first);
            cycles.insert(cycle);
        }
        let mut cycles: Vec<_> = cycles.into_iter().collect();
        cycles.sort_by_key(Vec::len);
        cycles
    }

    fn shortest_cycle(&self, start: &str) -> Vec<&str> {
        let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open =
            VecDeque::from([self.edges.get_key_value(start).expect("a node").0.as_str()]);
        while let Some(node) = open.pop_front() {
            for next in self.successors(node) {
                if next == start {
                    let back = std::iter::successors(Some(node), |n| came_from.get(n).copied());
                    let mut cycle: Vec<&str> = back.collect();
                    cycle.reverse();
                    return cycle;
                }
                if !came_from.contains_key(next) {
                    came_from.insert(next, node);
                    open.push_back(next);
                }
            }
        }
        unreachable!("`{start}` is in a cycle")
    }
}

#[test]
fn a_cycle_is_described_with_the_places_of_its_edges() {
    let mut graph = Graph::default();
    for (from, to) in [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")] {
        graph.add(Edge { from: from.into(), to: to.into(), place: format!("{from}.rs:1: {to}") });
    }
    let expected = "3 in a knot: a, b, c\n  a -> b -> c -> a\n    a.rs:1: b\n    b.rs:1: c\n    \
                    c.rs:1: a\n";
    assert_eq!(graph.describe_cycles(), expected);
}
