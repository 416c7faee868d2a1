//! What registers and bytes hold: a word, or a term over the input.

use patchlight_expr::TermId;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Value {
    Word(u64),
    Term(TermId),
}

/// The term beside a word of the register file; the word means nothing where there is one.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub(crate) struct Tag(u32);

impl Tag {
    pub(crate) const CONCRETE: Tag = Tag(0);

    pub(crate) fn of(term: TermId) -> Tag {
        Tag(term.index() as u32 + 1)
    }

    #[inline(always)]
    pub(crate) fn term(self) -> Option<TermId> {
        (self.0 != 0).then(|| TermId::from_index(self.0 as usize - 1))
    }

    #[inline(always)]
    pub(crate) fn is_term(self) -> bool {
        self.0 != 0
    }
}
