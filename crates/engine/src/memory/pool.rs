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
}

/// Fresh slots are permuted within runs of this length.
const RUN: u32 = 256;
const STACK_EVERY: u32 = 8;

impl Pool {
    pub(super) fn heap() -> Pool {
        Pool { freed: VecDeque::new(), n_fresh: 0, is_stack: false, resting: 1 << 14 }
    }

    pub(super) fn stack() -> Pool {
        Pool { freed: VecDeque::new(), n_fresh: 0, is_stack: true, resting: 1 << 8 }
    }

    pub(super) fn is_stack_slot(index: usize) -> bool {
        index.is_multiple_of(STACK_EVERY as usize)
    }

    pub(super) fn take(&mut self) -> Option<usize> {
        if self.freed.len() > self.resting {
            return self.freed.pop_front().map(|slot| slot as usize);
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
            return self.freed.pop_front().map(|slot| slot as usize);
        }
        self.n_fresh += 1;
        Some(slot as usize)
    }

    /// Makes one pool of two that come from the same one. `is_free` says which slots hold nothing
    /// for either.
    pub(super) fn join(&mut self, other: &Pool, is_free: impl Fn(usize) -> bool) {
        self.n_fresh = self.n_fresh.max(other.n_fresh);
        if self.freed == other.freed {
            return;
        }
        let both = self.freed.iter().chain(&other.freed).copied();
        let mut seen = HashSet::new();
        self.freed = both.filter(|&slot| is_free(slot as usize) && seen.insert(slot)).collect();
    }

    pub(super) fn give(&mut self, index: usize) {
        self.freed.push_back(index as u32);
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
