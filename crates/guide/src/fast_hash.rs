//! A hasher for ids: a multiplication a word. Nobody chooses ids to collide.

use std::hash::{BuildHasherDefault, Hasher};

#[derive(Default, Copy, Clone)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        // The golden ratio's bits: every bit of the word reaches the upper bits.
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        // Tables take their place from the lower bits.
        self.0 ^ self.0 >> 32
    }
}

pub type IdMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<IdHasher>>;
pub type IdSet<K> = std::collections::HashSet<K, BuildHasherDefault<IdHasher>>;
