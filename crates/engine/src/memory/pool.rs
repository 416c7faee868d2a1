//! Which slot the next object gets.
//!
//! Every eighth slot is the stack's, the others are the heap's, so the slot alone tells what a dead
//! object was. A freed slot waits in a queue before it is used again: meanwhile a report can say
//! everything about the object that died there. Fresh slots are not handed out consecutively: a
//! pointer that is off by a multiple of 4 GiB does not meet the next allocation.

use super::SLOT_BITS;
use std::collections::{HashSet, VecDeque};

#[derive(Clone)]
pub(super) struct Pool {
    freed: VecDeque<u32>,
    n_fresh: u32,
    is_stack: bool,
    /// How many freed slots rest before the oldest is used again.
    resting: usize,
    /// What was done since changes began to be noted.
    changes: Option<Vec<Change>>,
}

/// What was done to a pool.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Change {
    /// A slot that had been freed was taken.
    Taken(u32),
    /// One that had never been used.
    Fresh(u32),
    Freed(u32),
}

/// Fresh slots are permuted within runs of this length.
const RUN: u32 = 256;
const STACK_EVERY: u32 = 8;

impl Pool {
    pub(super) fn heap() -> Pool {
        Pool {
            freed: VecDeque::new(),
            n_fresh: 0,
            is_stack: false,
            resting: 1 << 14,
            changes: None,
        }
    }

    pub(super) fn stack() -> Pool {
        Pool { freed: VecDeque::new(), n_fresh: 0, is_stack: true, resting: 1 << 8, changes: None }
    }

    pub(super) fn is_stack_slot(index: usize) -> bool {
        index.is_multiple_of(STACK_EVERY as usize)
    }

    pub(super) fn take(&mut self) -> Option<usize> {
        if self.freed.len() > self.resting {
            return self.take_freed();
        }
        // Slot 0 stays free: its number would make null pointers valid.
        let n = self.n_fresh + RUN;
        let permuted = n / RUN * RUN + n.wrapping_mul(167) % RUN;
        let slot = if self.is_stack {
            permuted * STACK_EVERY
        } else {
            permuted + permuted / (STACK_EVERY - 1) + 1
        };
        if slot >> SLOT_BITS != 0 {
            return self.take_freed();
        }
        self.n_fresh += 1;
        self.note(Change::Fresh(slot));
        Some(slot as usize)
    }

    fn take_freed(&mut self) -> Option<usize> {
        let slot = self.freed.pop_front()?;
        self.note(Change::Taken(slot));
        Some(slot as usize)
    }

    #[inline(always)]
    fn note(&mut self, change: Change) {
        if let Some(changes) = &mut self.changes {
            changes.push(change);
        }
    }

    /// From here on changes are noted, until they are taken back or joined.
    pub(super) fn note_changes(&mut self) {
        self.changes = Some(Vec::new());
    }

    /// Makes the pool what it was when changes began to be noted.
    pub(super) fn take_back_changes(&mut self) -> Vec<Change> {
        let changes = self.changes.take().unwrap_or_default();
        for change in changes.iter().rev() {
            match *change {
                Change::Taken(slot) => self.freed.push_front(slot),
                Change::Fresh(_) => self.n_fresh -= 1,
                Change::Freed(_) => drop(self.freed.pop_back()),
            }
        }
        changes
    }

    /// Makes one pool of this one and of one that was the same until changes were noted here, and in
    /// which `other` was done since. `is_free` as in [`Pool::join`].
    pub(super) fn join_changes(&mut self, other: &[Change], is_free: impl Fn(usize) -> bool) {
        let own = self.changes.take().unwrap_or_default();
        if own == other {
            return;
        }
        let is_free = |slot: u32| is_free(slot as usize);
        let taken = other.iter().filter_map(|change| match *change {
            Change::Taken(slot) => Some(slot),
            _ => None,
        });
        let freed = own.iter().filter_map(|change| match *change {
            Change::Freed(slot) => Some(slot),
            _ => None,
        });
        let held: HashSet<u32> =
            taken.clone().chain(freed.clone()).filter(|&s| !is_free(s)).collect();
        if !held.is_empty() {
            self.freed.retain(|slot| !held.contains(slot));
        }
        let fresh = |changes: &[Change]| -> Vec<u32> {
            let slot = |change: &Change| match *change {
                Change::Fresh(slot) => Some(slot),
                _ => None,
            };
            changes.iter().filter_map(slot).collect()
        };
        let (own_fresh, other_fresh) = (fresh(&own), fresh(other));
        self.n_fresh += other_fresh.len().saturating_sub(own_fresh.len()) as u32;
        // A slot that the other one had taken, or that this one has freed or made, is here already
        // if it is free.
        let known: HashSet<u32> = taken.chain(freed).chain(own_fresh).collect();
        let mut seen = HashSet::new();
        for change in other {
            if let Change::Freed(slot) = *change
                && is_free(slot)
                && !known.contains(&slot)
                && seen.insert(slot)
            {
                self.freed.push_back(slot);
            }
        }
    }

    /// Makes one pool of two that come from the same one. `is_free` says which slots hold nothing
    /// for either.
    pub(super) fn join(&mut self, other: &Pool, is_free: impl Fn(usize) -> bool) {
        let Pool { freed, n_fresh, is_stack: _, resting: _, changes: _ } = other;
        self.n_fresh = self.n_fresh.max(*n_fresh);
        if self.freed == *freed {
            return;
        }
        let both = self.freed.iter().chain(freed).copied();
        let mut seen = HashSet::new();
        self.freed = both.filter(|&slot| is_free(slot as usize) && seen.insert(slot)).collect();
    }

    pub(super) fn give(&mut self, index: usize) {
        self.freed.push_back(index as u32);
        self.note(Change::Freed(index as u32));
    }
}

#[cfg(test)]
impl Pool {
    /// How many slots were ever used, and the free ones among them.
    pub(super) fn contents(&self) -> (u32, Vec<u32>) {
        let mut freed: Vec<u32> = self.freed.iter().copied().collect();
        freed.sort_unstable();
        (self.n_fresh, freed)
    }

    /// Slots are used again as soon as so many others rest.
    #[cfg(test)]
    pub(super) fn rest(&mut self, resting: usize) {
        self.resting = resting;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_slots_are_distinct_and_not_neighbours() {
        let mut pool = Pool::heap();
        let taken: Vec<usize> = (0..2000).map(|_| pool.take().unwrap()).collect();
        assert_eq!(taken.iter().collect::<HashSet<_>>().len(), 2000);
        assert!(taken.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1));
        assert!(taken.iter().all(|&slot| slot != 0 && !Pool::is_stack_slot(slot)));
    }

    #[test]
    fn a_freed_slot_rests_before_it_is_used_again() {
        let mut pool = Pool::stack();
        let first = pool.take().unwrap();
        pool.give(first);
        let next: Vec<usize> = (0..200).map(|_| pool.take().unwrap()).collect();
        assert!(!next.contains(&first));
    }
}
