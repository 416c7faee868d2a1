//! Values of input elements.
//!
//! What is not assigned is zero. Arrays of bytes with small indices are dense. A clone shares
//! everything and costs two pointers; setting a byte copies the array that it belongs to.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::array::ArrayId;
use crate::bits::Bits;

/// Indices below this may be kept densely.
const DENSE_LIMIT: u64 = 1 << 20;

/// An assignment of input elements.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    dense: Arc<Vec<Option<Arc<Vec<u8>>>>>,
    sparse: Arc<FxHashMap<(ArrayId, u64), Bits>>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Assigns a whole array of bytes from index 0 on.
    pub fn set_bytes(&mut self, array: ArrayId, bytes: &[u8]) {
        *self.dense_mut(array) = Arc::new(bytes.to_vec());
    }

    pub fn set(&mut self, array: ArrayId, index: u64, value: Bits) {
        match u8::try_from(value.low_u64()) {
            Ok(byte) if value.width() == 8 && index < DENSE_LIMIT => {
                self.set_byte(array, index, byte);
            }
            _ => {
                Arc::make_mut(&mut self.sparse).insert((array, index), value);
            }
        }
    }

    fn set_byte(&mut self, array: ArrayId, index: u64, byte: u8) {
        if self.bytes(array).get(index as usize) == Some(&byte) {
            return;
        }
        let bytes = Arc::make_mut(self.dense_mut(array));
        if bytes.len() <= index as usize {
            bytes.resize(index as usize + 1, 0);
        }
        bytes[index as usize] = byte;
    }

    fn dense_mut(&mut self, array: ArrayId) -> &mut Arc<Vec<u8>> {
        let dense = Arc::make_mut(&mut self.dense);
        if dense.len() <= array.index() {
            dense.resize(array.index() + 1, None);
        }
        dense[array.index()].get_or_insert_with(Arc::default)
    }

    /// Whether the two are clones that nobody has changed since. Equal values do not suffice.
    pub fn is_same(&self, other: &Assignment) -> bool {
        Arc::ptr_eq(&self.dense, &other.dense) && Arc::ptr_eq(&self.sparse, &other.sparse)
    }

    /// The element's value if it has at most 64 bits; wider ones need [`Assignment::get`].
    pub fn get_u64(&self, array: ArrayId, index: u64) -> u64 {
        if let Some(Some(bytes)) = self.dense.get(array.index())
            && let Some(&byte) = bytes.get(index as usize)
        {
            return u64::from(byte);
        }
        self.sparse.get(&(array, index)).map_or(0, Bits::low_u64)
    }

    pub fn get(&self, array: ArrayId, index: u64, width: u32) -> Bits {
        match self.sparse.get(&(array, index)) {
            Some(value) => value.clone(),
            None => Bits::from_u64(width, self.get_u64(array, index)),
        }
    }

    /// The dense bytes of an array: all that was assigned below the dense limit.
    pub fn bytes(&self, array: ArrayId) -> &[u8] {
        match self.dense.get(array.index()) {
            Some(Some(bytes)) => bytes,
            _ => &[],
        }
    }

    /// Indices of an array that may hold something else than zero, in order.
    pub fn assigned_indices(&self, array: ArrayId) -> Vec<u64> {
        let mut indices: Vec<u64> = (0..self.bytes(array).len() as u64).collect();
        indices.extend(self.sparse.keys().filter(|key| key.0 == array).map(|key| key.1));
        indices.sort_unstable();
        indices.dedup();
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_is_the_same_until_either_changes() {
        let array = ArrayId(3);
        let mut first = Assignment::new();
        first.set_bytes(array, b"abc");
        let mut second = first.clone();
        assert!(first.is_same(&second));
        second.set(array, 1, Bits::from_u64(8, u64::from(b'b')));
        assert!(first.is_same(&second), "the byte had that value");
        second.set(array, 1, Bits::from_u64(8, u64::from(b'x')));
        assert!(!first.is_same(&second));
        assert_eq!((first.bytes(array), second.bytes(array)), (&b"abc"[..], &b"axc"[..]));
    }
}
