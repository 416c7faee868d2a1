//! A persistent map from 64-bit keys: a clone is one pointer, and an insertion into a clone copies
//! the few nodes on the way to the key, however large the map is.
//!
//! A node looks at four bits of the key, the lowest first, so keys that follow each other share
//! nodes. Deliberately absent: removal.

use std::rc::Rc;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

#[derive(Clone)]
pub(crate) struct Trie<V> {
    root: Rc<Node<V>>,
}

#[derive(Clone)]
struct Node<V> {
    slots: [Slot<V>; WIDTH],
}

#[derive(Clone, Default)]
enum Slot<V> {
    #[default]
    Empty,
    Leaf(u64, V),
    Branch(Rc<Node<V>>),
}

impl<V> Default for Node<V> {
    fn default() -> Node<V> {
        Node { slots: Default::default() }
    }
}

impl<V> Default for Trie<V> {
    fn default() -> Trie<V> {
        Trie { root: Rc::default() }
    }
}

fn slot_of(key: u64, level: u32) -> usize {
    (key >> (BITS * level)) as usize % WIDTH
}

impl<V: Clone> Trie<V> {
    pub fn get(&self, key: u64) -> Option<&V> {
        let mut node = &*self.root;
        for level in 0.. {
            match &node.slots[slot_of(key, level)] {
                Slot::Branch(child) => node = child,
                Slot::Leaf(found, value) if *found == key => return Some(value),
                Slot::Leaf(..) | Slot::Empty => return None,
            }
        }
        None
    }

    /// Sets the value of a key; whether the key is new.
    pub fn insert(&mut self, key: u64, value: V) -> bool {
        let mut node = Rc::make_mut(&mut self.root);
        for level in 0.. {
            let slot = &mut node.slots[slot_of(key, level)];
            if let Slot::Leaf(other, _) = slot
                && *other != key
            {
                // Two keys meet here: the one that was here moves one level down.
                let other = *other;
                let mut child = Node::default();
                child.slots[slot_of(other, level + 1)] = std::mem::take(slot);
                *slot = Slot::Branch(Rc::new(child));
            }
            match slot {
                Slot::Branch(child) => node = Rc::make_mut(child),
                Slot::Leaf(_, old) => {
                    *old = value;
                    return false;
                }
                Slot::Empty => {
                    *slot = Slot::Leaf(key, value);
                    return true;
                }
            }
        }
        unreachable!("{key:x}: two keys that agree in all their bits are one key")
    }

    /// Visits all entries, in an order that depends on the keys alone.
    pub fn for_each(&self, mut visit: impl FnMut(u64, &V)) {
        let mut pending = vec![&*self.root];
        while let Some(node) = pending.pop() {
            for slot in &node.slots {
                match slot {
                    Slot::Empty => {}
                    Slot::Leaf(key, value) => visit(*key, value),
                    Slot::Branch(child) => pending.push(child),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_trie_holds_what_a_map_holds_and_clones_do_not_change() {
        let mut trie = Trie::default();
        let mut map = BTreeMap::new();
        let mut kept = Vec::new();
        let mut key = 1u64;
        for step in 0..2000u64 {
            key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step % 7);
            // Keys that follow each other, keys that share their low bits, and any.
            let key = [step / 3, step << 40, key][step as usize % 3];
            assert_eq!(trie.insert(key, step), map.insert(key, step).is_none());
            if step % 500 == 0 {
                kept.push((trie.clone(), map.clone()));
            }
        }
        kept.push((trie, map));
        for (trie, map) in kept {
            let mut entries = BTreeMap::new();
            trie.for_each(|key, &value| assert!(entries.insert(key, value).is_none()));
            assert_eq!(entries, map);
            assert!(map.iter().all(|(&key, value)| trie.get(key) == Some(value)));
            assert_eq!(trie.get(u64::MAX), None);
        }
    }
}
