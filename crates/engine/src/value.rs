//! What registers and bytes hold: a word, or a term over the input.

use patchlight_expr::TermId;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Value {
    Word(u64),
    Term(TermId),
}

/// The term beside a byte or a word; those mean nothing where there is one.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub(crate) struct Tag(u32);

impl Tag {
    pub(crate) const CONCRETE: Tag = Tag(0);
    /// Only of registers: the word is the new version's, and the old version's lies beside it.
    pub(crate) const PAIR: Tag = Tag(u32::MAX);

    pub(crate) fn of(term: TermId) -> Tag {
        Tag(term.index() as u32 + 1)
    }

    #[inline(always)]
    pub(crate) fn term(self) -> Option<TermId> {
        debug_assert!(self != Tag::PAIR, "a pair is no term");
        (self.0 != 0).then(|| TermId::from_index(self.0 as usize - 1))
    }

    /// There is more to it than the word: a term or a pair.
    #[inline(always)]
    pub(crate) fn is_set(self) -> bool {
        self.0 != 0
    }
}

/// What lies beside a word of the register file.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub(crate) struct Beside {
    pub(crate) tag: Tag,
    /// The old version's word, if the two are a pair.
    pub(crate) old: u64,
}

impl Beside {
    pub(crate) const NOTHING: Beside = Beside { tag: Tag::CONCRETE, old: 0 };

    pub(crate) fn term(term: TermId) -> Beside {
        Beside { tag: Tag::of(term), old: 0 }
    }

    pub(crate) fn pair(old: u64) -> Beside {
        Beside { tag: Tag::PAIR, old }
    }
}
