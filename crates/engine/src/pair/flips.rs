//! Branches that both versions take alike, for when there is time to take them the other way.
//!
//! Many a regression needs one such turn before the versions part. Branches in changed functions
//! come first, then all others, each in the order in which they were met. Pairs that answered a
//! question otherwise than the seed, version by version, and are at one op again, wait here too.

use super::{Head, Pair, Together};
use patchlight_expr::TermId;
use std::collections::{HashMap, VecDeque};

/// States that may wait: each holds what it changed since it was forked.
const MAX_WAITING: usize = 4000;
/// Turns at one op with one chain of calls.
const MAX_ALIKE: u32 = 12;

pub(super) enum Waiting<S> {
    Flip(Flip<S>),
    Pair(Pair<S>),
}

pub(super) struct Flip<S> {
    pub(super) head: Head,
    pub(super) together: Together<S>,
    pub(super) condition: TermId,
    /// The answer that it takes, which it may only if `when` can hold.
    pub(super) truth: bool,
    pub(super) when: TermId,
}

pub(super) struct Flips<S> {
    changed: VecDeque<Waiting<S>>,
    others: VecDeque<Waiting<S>>,
    met: HashMap<u64, u32>,
}

impl<S> Default for Flips<S> {
    fn default() -> Self {
        Flips { changed: VecDeque::new(), others: VecDeque::new(), met: HashMap::new() }
    }
}

impl<S> Flips<S> {
    pub(super) fn has_room(&self) -> bool {
        self.len() < MAX_WAITING
    }

    pub(super) fn len(&self) -> usize {
        self.changed.len() + self.others.len()
    }

    /// Whether a turn of this kind has not been met too often.
    pub(super) fn admits(&mut self, key: u64) -> bool {
        let n = self.met.entry(key).or_default();
        *n += 1;
        *n <= MAX_ALIKE
    }

    pub(super) fn add(&mut self, waiting: Waiting<S>, is_changed: bool) {
        let queue = if is_changed { &mut self.changed } else { &mut self.others };
        queue.push_back(waiting);
    }

    pub(super) fn next(&mut self) -> Option<Waiting<S>> {
        self.changed.pop_front().or_else(|| self.others.pop_front())
    }
}
