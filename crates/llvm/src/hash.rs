//! A fast hasher for interning short names and small keys.
//!
//! Multiply and rotate, word by word. Not resistant to chosen collisions: the worst that hostile
//! text gains is a slow parse.

use std::hash::Hasher;

#[derive(Default, Clone)]
pub(crate) struct FastHasher(u64);

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl FastHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for FastHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(u64::from_le_bytes(chunk.try_into().expect("chunk of 8 bytes")));
        }
        let mut tail = 0;
        for &byte in chunks.remainder() {
            tail = tail << 8 | u64::from(byte);
        }
        self.mix(tail);
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn finish(&self) -> u64 {
        // The table uses the top bits as tags and the low bits as the index: mix both.
        self.0 ^ self.0 >> 32
    }
}
