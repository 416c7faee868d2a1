//! An open-addressing table of term ids.
//!
//! A slot is 32 bits of hash and 32 bits of id; the nodes themselves stay in the arena and are
//! looked at only when the hashes agree.

use crate::term::Node;

const EMPTY: u64 = u64::MAX;
const FIRST_SIZE: usize = 64;

/// Ids of terms, found by their nodes.
#[derive(Default)]
pub(crate) struct Table {
    slots: Vec<u64>,
    n_used: usize,
}

impl Table {
    pub fn n_bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>() + size_of::<Table>()
    }

    /// The id of `node`; it becomes `next` if the node is new, and the caller stores it.
    pub fn find_or_insert(&mut self, nodes: &[Node], node: &Node, next: u32) -> u32 {
        if self.n_used * 4 >= self.slots.len() * 3 {
            self.grow(nodes);
        }
        let hash = hash_node(node);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                self.slots[at] = hash >> 32 << 32 | u64::from(next);
                self.n_used += 1;
                return next;
            }
            if slot >> 32 == hash >> 32 && nodes[slot as u32 as usize] == *node {
                return slot as u32;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, nodes: &[Node]) {
        let size = (self.slots.len() * 2).max(FIRST_SIZE);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old.into_iter().filter(|&slot| slot != EMPTY) {
            let hash = hash_node(&nodes[slot as u32 as usize]);
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// A multiplicative hash over the node's words; both halves of the result are well mixed.
fn hash_node(node: &Node) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let head = u64::from(node.kind as u8) << 48 | u64::from(node.width) << 32 | u64::from(node.a);
    let tail = u64::from(node.b) | u64::from(node.c) << 32;
    let mixed = u128::from(head ^ K) * u128::from(tail ^ 0xd6e8_feb8_6659_fd93);
    let folded = (mixed as u64 ^ (mixed >> 64) as u64).wrapping_mul(K);
    folded ^ folded >> 29
}
