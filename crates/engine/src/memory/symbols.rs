//! The bytes of an object that depend on the input.
//!
//! A window over the object: outside of it all bytes are concrete, inside of it each byte is
//! concrete or a term.

use crate::value::Tag;
use patchlight_expr::TermId;

#[derive(Clone)]
pub(super) struct TermBytes {
    start: u32,
    tags: Vec<Tag>,
    n_terms: u32,
    /// One bit a byte of the object, unless it is large: those that are no terms.
    words: Box<[u64]>,
}

/// Larger objects have no bits.
const MAX_WITH_BITS: u32 = 1 << 20;

impl TermBytes {
    /// Of an object of `size` bytes.
    pub(super) fn new(size: u32) -> TermBytes {
        let n_words = if size > MAX_WITH_BITS { 0 } else { size as usize / 64 + 1 };
        let words = vec![u64::MAX; n_words].into();
        TermBytes { start: 0, tags: Vec::new(), n_terms: 0, words }
    }

    /// One bit a byte of an object of `size` bytes, if there are as many: those that are no terms.
    /// They stay where they are.
    pub(super) fn words(&self, size: u32) -> Option<*const u64> {
        (self.words.len() > size as usize / 64).then_some(self.words.as_ptr())
    }

    fn set_word(&mut self, offset: usize, is_word: bool) {
        if let Some(bits) = self.words.get_mut(offset / 64) {
            let bit = 1 << (offset % 64);
            *bits = if is_word { *bits | bit } else { *bits & !bit };
        }
    }

    /// No byte before this one is a term.
    pub(super) fn start(&self) -> u32 {
        self.start
    }

    pub(super) fn get(&self, offset: u32) -> Option<TermId> {
        let at = offset.checked_sub(self.start)?;
        self.tags.get(at as usize)?.term()
    }

    pub(super) fn set(&mut self, offset: u32, term: TermId) {
        if self.tags.is_empty() {
            self.start = offset;
        }
        if offset < self.start {
            let n = (self.start - offset) as usize;
            self.tags.splice(0..0, std::iter::repeat_n(Tag::default(), n));
            self.start = offset;
        }
        let at = (offset - self.start) as usize;
        if at >= self.tags.len() {
            self.tags.resize(at + 1, Tag::default());
        }
        self.n_terms += u32::from(self.tags[at].term().is_none());
        self.tags[at] = Tag::of(term);
        self.set_word(offset as usize, false);
    }

    /// Makes a range concrete.
    pub(super) fn clear(&mut self, offset: u32, len: u32) {
        let end = (offset + len).saturating_sub(self.start) as usize;
        let first = offset.saturating_sub(self.start) as usize;
        let end = end.min(self.tags.len());
        for at in first..end {
            self.n_terms -= u32::from(self.tags[at].term().is_some());
            self.tags[at] = Tag::default();
            self.set_word(self.start as usize + at, true);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.n_terms == 0
    }

    pub(super) fn any_in(&self, offset: u32, len: u32) -> bool {
        let first = offset.saturating_sub(self.start) as usize;
        let end = (offset.saturating_add(len)).saturating_sub(self.start) as usize;
        let end = end.min(self.tags.len());
        self.tags.get(first..end).is_some_and(|tags| tags.iter().any(|tag| tag.term().is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_say_which_bytes_are_no_terms() {
        let mut bytes = TermBytes::new(130);
        let term = TermId::from_index(7);
        for offset in [70, 3, 129, 64] {
            bytes.set(offset, term);
        }
        bytes.clear(60, 6);
        let is_word = |at: u32| bytes.words[at as usize / 64] >> (at % 64) & 1 == 1;
        let terms: Vec<u32> = (0..130).filter(|&at| !is_word(at)).collect();
        assert_eq!(terms, [3, 70, 129]);
        assert!(bytes.words(130).is_some() && TermBytes::new(2 << 20).words(2 << 20).is_none());
    }
}
