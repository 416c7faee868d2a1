//! The bytes of an object that depend on the input.
//!
//! A window over the object: outside of it all bytes are concrete, inside of it each byte is
//! concrete or a term.

use crate::value::Tag;
use patchlight_expr::TermId;

#[derive(Clone, Default)]
pub(super) struct TermBytes {
    start: u32,
    tags: Vec<Tag>,
    n_terms: u32,
}

impl TermBytes {
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
    }

    /// Makes a range concrete.
    pub(super) fn clear(&mut self, offset: u32, len: u32) {
        let end = (offset + len).saturating_sub(self.start) as usize;
        let first = offset.saturating_sub(self.start) as usize;
        let end = end.min(self.tags.len());
        for tag in self.tags.get_mut(first..end).unwrap_or_default() {
            self.n_terms -= u32::from(tag.term().is_some());
            *tag = Tag::default();
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
