//! Where a hunt can go next, nearest first.

use super::walk::Walk;
use crate::graph::Node;
use patchlight_expr::TermId;
use patchlight_solver::Path;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// More leads are not kept: the farthest go.
const MAX_LEADS: usize = 5000;
/// Of the same side of a branch, this many are kept of each run, and then ever fewer.
const MAX_ALIKE: u32 = 16;

/// The side of a decision that a run did not take.
pub struct Side<S> {
    /// The run, gone on to the other side; its witness does not go there.
    pub walk: Walk<S>,
    /// The path condition before the decision, and what must be true to take this side.
    pub before: Path,
    pub wanted: TermId,
    pub branch: Node,
    pub to: Node,
    pub distance: u32,
}

pub enum Lead<S> {
    Paused(Box<Walk<S>>),
    Side(Box<Side<S>>),
    /// A side of a branch that does not depend on the input.
    Concrete {
        branch: Node,
        to: Node,
    },
}

/// Why a hunt ended without success.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Reason {
    Time,
    Interrupted,
    /// Nothing came nearer for long.
    Patience,
    /// All that leads to the target was tried.
    NoLeads,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => write!(f, "time"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::Patience => write!(f, "nothing came nearer for long"),
            Reason::NoLeads => write!(f, "nothing is left to try"),
        }
    }
}

pub struct Leads<S> {
    /// By distance and tries, then those that need no other run first, then the youngest.
    order: BTreeMap<(u32, u8, u64), Lead<S>>,
    age: u64,
    /// By run and side.
    alike: HashMap<(u64, Node, Node), u32>,
    tries: HashMap<(Node, Node), u32>,
    concrete: HashSet<(Node, Node)>,
}

impl<S> Default for Leads<S> {
    fn default() -> Leads<S> {
        Leads {
            order: BTreeMap::new(),
            age: u64::MAX,
            alike: HashMap::new(),
            tries: HashMap::new(),
            concrete: HashSet::new(),
        }
    }
}

impl<S> Leads<S> {
    /// The nearest lead, and how far it is.
    pub fn pop(&mut self) -> Option<(u32, Lead<S>)> {
        let ((distance, ..), lead) = self.order.pop_first()?;
        if let Lead::Side(side) = &lead {
            *self.tries.entry((side.branch, side.to)).or_default() += 1;
        }
        Some((distance, lead))
    }

    /// Whether another lead of a run to the same side is worth keeping.
    pub fn wants(&mut self, run: u64, branch: Node, to: Node) -> bool {
        let n = self.alike.entry((run, branch, to)).or_default();
        *n += 1;
        *n <= MAX_ALIKE || n.is_power_of_two()
    }

    /// `is_known`: some run took this side.
    pub fn add_side(&mut self, side: Side<S>, is_known: bool) {
        let tries = self.tries.get(&(side.branch, side.to)).copied().unwrap_or(0);
        // A side that was taken or tried is further away than it looks.
        let tried = tries.checked_ilog2().map_or(0, |n| n + 1);
        let distance = side.distance.saturating_add(tried + u32::from(is_known));
        self.insert(distance, 1, Lead::Side(Box::new(side)));
    }

    pub fn add_concrete(&mut self, branch: Node, to: Node, distance: u32) {
        if self.concrete.insert((branch, to)) {
            self.insert(distance, 2, Lead::Concrete { branch, to });
        }
    }

    pub fn add_paused(&mut self, walk: Walk<S>, distance: u32) {
        self.insert(distance, 0, Lead::Paused(Box::new(walk)));
    }

    fn insert(&mut self, distance: u32, rank: u8, lead: Lead<S>) {
        self.age -= 1;
        self.order.insert((distance, rank, self.age), lead);
        if self.order.len() > MAX_LEADS {
            self.order.pop_last();
        }
    }
}
