//! The place that all ways to a target go through first.
//!
//! Targets behind the same gateway are hunted for together: until a run is at the gateway, a place is
//! as much further from one than from the other as the gateway is, so the same leads are taken up in
//! the same order.

use crate::analysis::{Guidance, Trace};
use crate::graph::{Graph, Node};
use std::collections::{HashMap, HashSet, VecDeque};

impl Guidance {
    /// Of the places that were not executed, the first that all ways to the target go through: at the
    /// latest the target itself, unless that is several places.
    pub fn gateway(&self, graph: &Graph, executed: &Trace) -> Option<Node> {
        // Groups are no places that runs are at.
        let is_executed = |node: Node| {
            let mut calls = graph.ways_to(node).iter().map(|&call| graph.way(call as usize).from);
            executed.has(node)
                || graph.piece(node).is_none() && calls.any(|call| executed.has(call))
        };
        let leads = |number: usize| {
            let to = graph.way(number).to;
            self.is_open(number) && self.leads_on(to) && !is_executed(to)
        };
        let all = (0..graph.ways().len()).filter(|&number| leads(number));
        let starts: Vec<Node> = all
            .map(|number| graph.way(number))
            .filter(|way| is_executed(way.from))
            .map(|way| way.to)
            .collect();
        let next = |node: Node| {
            let ways = graph.ways_from(node).filter(|&number| leads(number));
            ways.map(|number| graph.way(number).to).collect::<Vec<Node>>()
        };
        let first = first_in_common(&starts, next, |node| self.is_target(node))?;
        let is_any = self.targets.len() > 1 && self.is_target(first);
        (!is_any && graph.piece(first).is_some()).then_some(first)
    }
}

/// The first node that all ways from `starts` to an end go through; an end if there is none before.
fn first_in_common(
    starts: &[Node],
    next: impl Fn(Node) -> Vec<Node>,
    is_end: impl Fn(Node) -> bool,
) -> Option<Node> {
    let way = one_way(starts, &next, &is_end)?;
    let place: HashMap<Node, usize> = way.iter().enumerate().map(|(n, &node)| (node, n)).collect();
    // How far along the way one comes without it: what lies before can be gone round.
    let (mut farthest, mut seen) = (0, HashSet::new());
    let mut waiting = starts.to_vec();
    let mut begun = 0;
    loop {
        while let Some(node) = waiting.pop() {
            if is_end(node) {
                farthest = way.len() - 1;
            } else if let Some(&n) = place.get(&node) {
                farthest = farthest.max(n);
            } else if seen.insert(node) {
                waiting.extend(next(node));
            }
        }
        if begun == farthest {
            break;
        }
        waiting.extend(next(way[begun]));
        begun += 1;
    }
    Some(way[farthest])
}

/// A shortest way from one of `starts` to an end.
fn one_way(
    starts: &[Node],
    next: &impl Fn(Node) -> Vec<Node>,
    is_end: &impl Fn(Node) -> bool,
) -> Option<Vec<Node>> {
    let mut before: HashMap<Node, Option<Node>> = starts.iter().map(|&node| (node, None)).collect();
    let mut waiting: VecDeque<Node> = starts.iter().copied().collect();
    while let Some(node) = waiting.pop_front() {
        if is_end(node) {
            let mut way: Vec<Node> =
                std::iter::successors(Some(node), |node| before[node]).collect();
            way.reverse();
            return Some(way);
        }
        for to in next(node) {
            before.entry(to).or_insert_with(|| {
                waiting.push_back(to);
                Some(node)
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether ways lead from node 0 to another one without a third.
    fn reaches(ways: &[(u32, u32)], end: u32, without: u32) -> bool {
        let (mut seen, mut waiting) = (HashSet::new(), vec![0]);
        while let Some(node) = waiting.pop() {
            if node != without && seen.insert(node) {
                waiting.extend(ways.iter().filter(|way| way.0 == node).map(|way| way.1));
            }
        }
        seen.contains(&end)
    }

    /// Of the nodes without which the end is not come to, the one that needs no other.
    fn by_leaving_out(ways: &[(u32, u32)], end: u32) -> Option<u32> {
        let common: Vec<u32> = (1..=end).filter(|&node| !reaches(ways, end, node)).collect();
        let is_first =
            |one: &&u32| common.iter().all(|other| other == *one || reaches(ways, **one, *other));
        common.iter().find(is_first).copied()
    }

    #[test]
    fn the_first_common_node_is_the_one_that_cannot_be_left_out() {
        let mut random = 1u64;
        let mut below = |limit: u32| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as u32 % limit
        };
        let mut n_found = 0;
        for _ in 0..3000 {
            let n = 4 + below(6);
            let n_ways = n + below(n);
            let ways: Vec<(u32, u32)> = (0..n_ways).map(|_| (below(n), below(n))).collect();
            let end = n - 1;
            if !reaches(&ways, end, n) {
                continue;
            }
            // Node 0 stands for all that was executed.
            let next = |node: Node| -> Vec<Node> {
                let ways = ways.iter().filter(|way| way.0 == node.0 && way.1 != 0);
                ways.map(|way| Node(way.1)).collect()
            };
            let starts = next(Node(0));
            let found = first_in_common(&starts, next, |node| node.0 == end);
            let expected = by_leaving_out(&ways, end);
            assert_eq!(found.map(|node| node.0), expected, "{ways:?}");
            n_found += u32::from(found != Some(Node(end)));
        }
        assert!(n_found > 300, "{n_found}");
    }
}
