//! The bytes of an object: an allocation whose address does not change.
//!
//! Not a `Vec`, because the fast path keeps a raw pointer beside the owner: both must be derived
//! from the same pointer.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

pub(super) struct Buffer {
    data: NonNull<u8>,
    len: usize,
}

impl Buffer {
    pub(super) const EMPTY: Buffer = Buffer { data: NonNull::dangling(), len: 0 };

    /// Zeros, which cost nothing until they are touched.
    pub(super) fn zeroed(len: usize) -> Buffer {
        if len == 0 {
            return Buffer::EMPTY;
        }
        let layout = Buffer::layout(len);
        // SAFETY: the layout's size is not 0.
        let data = unsafe { alloc_zeroed(layout) };
        let data = NonNull::new(data).unwrap_or_else(|| handle_alloc_error(layout));
        Buffer { data, len }
    }

    pub(super) fn copy(&self) -> Buffer {
        let mut copy = Buffer::zeroed(self.len);
        copy.copy_from_slice(self);
        copy
    }

    pub(super) fn as_ptr(&self) -> *mut u8 {
        self.data.as_ptr()
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len, 16).expect("objects are at most 2 GiB")
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.len > 0 {
            // SAFETY: `data` was allocated with this very layout.
            unsafe { dealloc(self.data.as_ptr(), Buffer::layout(self.len)) }
        }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: `data` points to `len` initialised bytes, or is dangling and `len` is 0.
        unsafe { std::slice::from_raw_parts(self.data.as_ptr(), self.len) }
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed uniquely.
        unsafe { std::slice::from_raw_parts_mut(self.data.as_ptr(), self.len) }
    }
}
