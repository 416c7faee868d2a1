//! The bytes of an object, shared between forked memories until one of them writes.
//!
//! Most objects are *flat*: one allocation whose address does not change, so that the fast path can
//! keep a raw pointer into it. A large flat object that is shared is not copied as a whole when it
//! is written: it becomes *chunked*, and only the chunks that are written are copied. Chunked bytes
//! have no address; when they are accessed often, they become flat again.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::ptr::NonNull;
use std::rc::Rc;

/// Shared objects up to this size are copied as a whole.
const SMALL: usize = 1 << 14;
const CHUNK: usize = 1 << 10;
/// Up to here, clearing memory that was just freed is cheaper than asking for cleared memory.
const SMALL_ZEROED: usize = 1024;

type Chunk = [u8; CHUNK];
type Chunks = Rc<Vec<Rc<Chunk>>>;

#[derive(Clone)]
pub(super) enum Bytes {
    Flat(Flat),
    Chunked {
        chunks: Chunks,
        len: usize,
        /// Accesses since it is chunked.
        heat: usize,
    },
}

impl Bytes {
    pub(super) const EMPTY: Bytes = Bytes::Flat(Flat { header: None });

    /// Zeros, which cost nothing until they are touched.
    pub(super) fn zeroed(len: usize) -> Bytes {
        Bytes::Flat(Flat::zeroed(len))
    }

    fn len(&self) -> usize {
        match self {
            Bytes::Flat(flat) => flat.len(),
            Bytes::Chunked { len, .. } => *len,
        }
    }

    /// Where the bytes are, if they have an address.
    pub(super) fn data(&self) -> Option<*mut u8> {
        match self {
            Bytes::Flat(flat) => Some(flat.data()),
            Bytes::Chunked { .. } => None,
        }
    }

    /// Whether a write through [`Bytes::data`] is seen by nobody else.
    pub(super) fn is_own(&self) -> bool {
        matches!(self, Bytes::Flat(flat) if flat.is_own())
    }

    pub(super) fn get(&self, at: usize) -> u8 {
        match self {
            Bytes::Flat(flat) => flat.as_slice()[at],
            Bytes::Chunked { chunks, .. } => chunks[at / CHUNK][at % CHUNK],
        }
    }

    /// A range that is in bounds.
    pub(super) fn slice(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        match self {
            Bytes::Flat(flat) => Cow::Borrowed(&flat.as_slice()[range]),
            Bytes::Chunked { chunks, .. } => {
                let mut bytes = Vec::with_capacity(range.len());
                for (chunk, part) in parts(range) {
                    bytes.extend_from_slice(&chunks[chunk][part]);
                }
                Cow::Owned(bytes)
            }
        }
    }

    /// Whether both are one allocation. If not, they may still hold the same.
    pub(super) fn is_same_as(&self, other: &Bytes) -> bool {
        match (self, other) {
            (Bytes::Flat(a), Bytes::Flat(b)) => a.header == b.header,
            (Bytes::Chunked { chunks: a, .. }, Bytes::Chunked { chunks: b, .. }) => {
                Rc::ptr_eq(a, b)
            }
            _ => false,
        }
    }

    /// Where the first byte that is 0 lies, from `start` on.
    pub(super) fn find_zero(&self, start: usize) -> Option<usize> {
        match self {
            Bytes::Flat(flat) => {
                memchr::memchr(0, flat.as_slice().get(start..)?).map(|n| start + n)
            }
            Bytes::Chunked { chunks, len, .. } => parts(start..*len).find_map(|(chunk, part)| {
                let first = part.start;
                let found = memchr::memchr(0, &chunks[chunk][part])?;
                Some(chunk * CHUNK + first + found)
            }),
        }
    }

    /// Overwrites bytes that are in bounds.
    pub(super) fn write(&mut self, start: usize, bytes: &[u8]) {
        let range = start..start + bytes.len();
        match self.writable(bytes.len()) {
            Writable::Flat(all) => all[range].copy_from_slice(bytes),
            Writable::Chunked(chunks) => {
                let mut rest = bytes;
                for (chunk, part) in parts(range) {
                    let (now, later) = rest.split_at(part.len());
                    Rc::make_mut(&mut chunks[chunk])[part].copy_from_slice(now);
                    rest = later;
                }
            }
        }
    }

    /// Copies bytes to `to` on, where they may overlap with themselves.
    pub(super) fn copy_within(&mut self, range: Range<usize>, to: usize) {
        match self {
            Bytes::Flat(flat) if flat.is_own() => flat.as_own_slice().copy_within(range, to),
            _ => {
                let moved = self.slice(range).into_owned();
                self.write(to, &moved);
            }
        }
    }

    pub(super) fn fill(&mut self, range: Range<usize>, byte: u8) {
        match self.writable(range.len()) {
            Writable::Flat(all) => all[range].fill(byte),
            Writable::Chunked(chunks) => {
                for (chunk, part) in parts(range) {
                    Rc::make_mut(&mut chunks[chunk])[part].fill(byte);
                }
            }
        }
    }

    /// Makes the bytes this memory's own, as far as a write of `n` bytes needs it.
    fn writable(&mut self, n: usize) -> Writable<'_> {
        if let Bytes::Flat(flat) = self
            && !flat.is_own()
        {
            let len = flat.len();
            *self = if len <= SMALL || n > len / 4 {
                Bytes::Flat(flat.copy())
            } else {
                Bytes::Chunked { chunks: flat.chunks(), len, heat: 0 }
            };
        }
        match self {
            Bytes::Flat(flat) => Writable::Flat(flat.as_own_slice()),
            Bytes::Chunked { chunks, .. } => Writable::Chunked(Rc::make_mut(chunks)),
        }
    }

    /// Counts an access that the fast path could not take; enough of them pay for a flat copy.
    pub(super) fn warm_up(&mut self) {
        if let Bytes::Chunked { len, heat, .. } = self {
            *heat += 1;
            if *heat > *len / 64 {
                let mut flat = Flat::zeroed(self.len());
                flat.as_own_slice().copy_from_slice(&self.slice(0..self.len()));
                *self = Bytes::Flat(flat);
            }
        }
    }
}

enum Writable<'a> {
    Flat(&'a mut [u8]),
    Chunked(&'a mut Vec<Rc<Chunk>>),
}

/// The chunks that a range touches, with the touched part of each.
fn parts(range: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let start = at % CHUNK;
        let end = CHUNK.min(start + range.end.checked_sub(at).filter(|&left| left > 0)?);
        let chunk = at / CHUNK;
        at += end - start;
        Some((chunk, start..end))
    })
}

/// A counted reference to bytes in one allocation. `None`: no bytes.
pub(super) struct Flat {
    header: Option<NonNull<Header>>,
}

/// In front of the bytes, in the same allocation.
#[repr(C, align(16))]
struct Header {
    n_owners: Cell<usize>,
    len: usize,
}

impl Flat {
    fn zeroed(len: usize) -> Flat {
        if len == 0 {
            return Flat { header: None };
        }
        let layout = layout(len);
        // SAFETY: the layout's size is not 0, and `write_bytes` stays within it.
        let memory = unsafe {
            if len <= SMALL_ZEROED {
                let memory = alloc(layout);
                if !memory.is_null() {
                    memory.write_bytes(0, layout.size());
                }
                memory
            } else {
                alloc_zeroed(layout)
            }
        };
        let memory = memory.cast::<Header>();
        let header = NonNull::new(memory).unwrap_or_else(|| handle_alloc_error(layout));
        let first = Header { n_owners: Cell::new(1), len };
        // SAFETY: the memory is ours and large enough for the header.
        unsafe { header.write(first) };
        Flat { header: Some(header) }
    }

    fn header(&self) -> Option<&Header> {
        // SAFETY: the allocation lives as long as an owner does.
        self.header.map(|header| unsafe { header.as_ref() })
    }

    fn len(&self) -> usize {
        self.header().map_or(0, |header| header.len)
    }

    fn is_own(&self) -> bool {
        self.header().is_none_or(|header| header.n_owners.get() == 1)
    }

    fn data(&self) -> *mut u8 {
        let Some(header) = self.header else { return NonNull::dangling().as_ptr() };
        // SAFETY: the bytes follow the header.
        unsafe { header.as_ptr().add(1).cast() }
    }

    fn as_slice(&self) -> &[u8] {
        // SAFETY: `len` initialised bytes are there, or `len` is 0. They change only through their
        // single owner.
        unsafe { std::slice::from_raw_parts(self.data(), self.len()) }
    }

    fn as_own_slice(&mut self) -> &mut [u8] {
        assert!(self.is_own(), "shared bytes are never written");
        // SAFETY: as above, and nobody else refers to them.
        unsafe { std::slice::from_raw_parts_mut(self.data(), self.len()) }
    }

    fn copy(&self) -> Flat {
        let mut copy = Flat::zeroed(self.len());
        copy.as_own_slice().copy_from_slice(self.as_slice());
        copy
    }

    /// A copy in chunks.
    fn chunks(&self) -> Chunks {
        let pieces = self.as_slice().chunks(CHUNK).map(|piece| {
            let mut chunk = [0; CHUNK];
            chunk[..piece.len()].copy_from_slice(piece);
            Rc::new(chunk)
        });
        Rc::new(pieces.collect())
    }
}

impl Clone for Flat {
    fn clone(&self) -> Flat {
        if let Some(header) = self.header() {
            header.n_owners.set(header.n_owners.get() + 1);
        }
        Flat { header: self.header }
    }
}

impl Drop for Flat {
    fn drop(&mut self) {
        let Some(header) = self.header() else { return };
        let n_owners = header.n_owners.get() - 1;
        header.n_owners.set(n_owners);
        if n_owners == 0 {
            let layout = layout(header.len);
            let Some(memory) = self.header else { return };
            // SAFETY: the last owner goes; the memory was allocated with this very layout.
            unsafe { dealloc(memory.as_ptr().cast(), layout) }
        }
    }
}

fn layout(len: usize) -> Layout {
    let header = Layout::new::<Header>();
    Layout::from_size_align(header.size() + len, header.align()).expect("objects are at most 2 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two forked copies and their plain models.
    #[test]
    fn shared_bytes_behave_like_two_vectors() {
        for len in [0, 1, 100, SMALL, SMALL + 1, 5 * SMALL + 77] {
            let mut first = Bytes::zeroed(len);
            let mut plain = [vec![0u8; len], vec![0u8; len]];
            for at in (0..len).step_by(7) {
                first.write(at, &[at as u8]);
                plain[0][at] = at as u8;
            }
            plain[1] = plain[0].clone();
            let mut both = [first.clone(), first];
            for (round, start) in (0..len).step_by(len / 50 + 1).enumerate() {
                let n = (round * 37 % 3000).min(len - start);
                let side = round % 2;
                let bytes: Vec<u8> = (0..n).map(|n| (n * round) as u8).collect();
                both[side].write(start, &bytes);
                plain[side][start..start + n].copy_from_slice(&bytes);
                both[1 - side].fill(start..start + n / 2, 9);
                plain[1 - side][start..start + n / 2].fill(9);
                if round % 11 == 0 {
                    both[side] = both[1 - side].clone();
                    plain[side] = plain[1 - side].clone();
                }
                both[side].warm_up();
                for (bytes, plain) in both.iter().zip(&plain) {
                    assert_eq!(*bytes.slice(0..len), **plain);
                    let zero = plain[start..].iter().position(|&byte| byte == 0);
                    assert_eq!(bytes.find_zero(start), zero.map(|n| start + n));
                    assert_eq!(bytes.get(start), plain[start]);
                }
            }
        }
    }

    #[test]
    fn a_large_object_that_is_accessed_often_is_flat_again() {
        let mut bytes = Bytes::zeroed(4 * SMALL);
        let other = bytes.clone();
        bytes.write(5, b"x");
        assert!(bytes.data().is_none() && other.data().is_some());
        (0..4 * SMALL).for_each(|_| bytes.warm_up());
        assert!(bytes.is_own() && bytes.get(5) == b'x' && other.get(5) == 0);
    }
}
