//! What is known of terms whatever the path: facts, supports, and the sets of bytes that satisfy
//! terms about a single input byte.
//!
//! A byte set is found by evaluating a term on all 256 values, once for all terms that differ in
//! nothing but the byte; it is exact. Terms over a large cone have none: evaluating them so often
//! would cost more than solving.

use std::ops::{BitAnd, Not};

use patchlight_expr::{
    ArrayId, Assignment, Bits, Evaluator, FactsTable, InputKey, Kind, Shape, SupportTable, TermId,
    Terms,
};
use rustc_hash::FxHashMap;

/// Terms beneath a term that has a byte set, at most.
const MAX_CONE: usize = 128;
/// Shapes whose byte sets are kept.
const MAX_SHAPES: usize = 20_000;

/// A set of byte values.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByteSet([u64; 4]);

impl ByteSet {
    pub const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    pub fn contains(self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self == ByteSet([0; 4])
    }

    /// The smallest value.
    pub fn first(self) -> Option<u8> {
        let limb = self.0.iter().position(|&limb| limb != 0)?;
        Some((64 * limb as u32 + self.0[limb].trailing_zeros()) as u8)
    }

    /// The greatest value.
    pub fn last(self) -> Option<u8> {
        let limb = self.0.iter().rposition(|&limb| limb != 0)?;
        Some((64 * limb as u32 + 63 - self.0[limb].leading_zeros()) as u8)
    }

    /// `wanted` if it is in the set, else the smallest value.
    pub fn nearest(self, wanted: u8) -> Option<u8> {
        if self.contains(wanted) { Some(wanted) } else { self.first() }
    }
}

impl BitAnd for ByteSet {
    type Output = ByteSet;

    fn bitand(self, other: ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|limb| self.0[limb] & other.0[limb]))
    }
}

impl Not for ByteSet {
    type Output = ByteSet;

    fn not(self) -> ByteSet {
        ByteSet(self.0.map(|limb| !limb))
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> ByteSet {
        bytes.into_iter().fold(!ByteSet::ALL, |mut set, byte| {
            set.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
            set
        })
    }
}

/// A term of width 1 about a single input byte.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OneByte {
    pub array: ArrayId,
    pub index: u64,
    /// The values that make the term true.
    pub set: ByteSet,
}

/// The tables of one solver.
#[derive(Default)]
pub(crate) struct Known {
    pub facts: FactsTable,
    supports: SupportTable,
    /// Of the terms that were asked about; `None` for those about more than a byte.
    one_bytes: FxHashMap<TermId, Option<OneByte>>,
    sets: FxHashMap<Shape, ByteSet>,
    /// The solver's evaluator: whoever uses it sets the assignment first.
    pub evaluator: Evaluator,
}

impl Known {
    /// The inputs that `term` depends on, sorted.
    pub fn support(&mut self, terms: &Terms, term: TermId) -> &[InputKey] {
        self.supports.of(terms, &mut self.facts, term)
    }

    /// The byte and the values for which `term`, of width 1, is true, if it is about a single byte.
    pub fn one_byte(&mut self, terms: &Terms, term: TermId) -> Option<OneByte> {
        if let Some(&known) = self.one_bytes.get(&term) {
            return known;
        }
        let found = self.find_one_byte(terms, term);
        self.one_bytes.insert(term, found);
        found
    }

    fn find_one_byte(&mut self, terms: &Terms, term: TermId) -> Option<OneByte> {
        let &[InputKey::Element(array, index)] = self.support(terms, term) else {
            return None;
        };
        if terms.array(array).element_width != 8 || index >= u64::from(u32::MAX) {
            return None;
        }
        let node = terms.node(term);
        if node.kind == Kind::Not
            && let Some(&Some(negated)) = self.one_bytes.get(&node.a())
        {
            return Some(OneByte { set: !negated.set, ..negated });
        }
        let shape = terms.shape(term, MAX_CONE)?;
        if let Some(&set) = self.sets.get(&shape) {
            return Some(OneByte { array, index, set });
        }
        // Changing a byte of a witness would copy it.
        self.evaluator.set_assignment(Assignment::new());
        let is_in_set = |&byte: &u8| {
            self.evaluator.set_element(array, index, Bits::from_u64(8, u64::from(byte)));
            self.evaluator.is_true(terms, term)
        };
        let set = (0..=u8::MAX).filter(is_in_set).collect();
        if self.sets.len() >= MAX_SHAPES {
            self.sets.clear();
        }
        self.sets.insert(shape, set);
        Some(OneByte { array, index, set })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_set_has_the_values_that_were_put_in() {
        let odd: ByteSet = (0..=255u8).filter(|byte| byte % 2 == 1).collect();
        assert!((0..=255u8).all(|byte| odd.contains(byte) == (byte % 2 == 1)));
        assert_eq!((odd.first(), odd.last()), (Some(1), Some(255)));
        assert_eq!(((!odd).first(), (!odd).last()), (Some(0), Some(254)));
        assert_eq!((odd.nearest(77), odd.nearest(78)), (Some(77), Some(1)));
        assert!((odd & !odd).is_empty() && odd & ByteSet::ALL == odd);
        assert_eq!((odd & !odd).first(), None);
    }

    #[test]
    fn only_terms_about_one_input_byte_have_a_set() {
        let mut t = Terms::new();
        let mut known = Known::default();
        let (bytes, words) = (t.input_array("b", 32, 8), t.input_array("w", 32, 16));
        let (x, y, w) = (t.element(bytes, 3), t.element(bytes, 4), t.element(words, 0));
        let (ten, limit) = (t.constant(8, 10), t.constant(16, 10));
        let square = t.mul(x, x);
        let (about_one, about_two, wide) = (t.ult(square, ten), t.ult(x, y), t.ult(w, limit));
        let found = known.one_byte(&t, about_one).expect("it is about x");
        let expected: ByteSet = (0..=255u8).filter(|x| x.wrapping_mul(*x) < 10).collect();
        assert_eq!((found.array, found.index, found.set), (bytes, 3, expected));
        let negation = t.not(about_one);
        assert_eq!(known.one_byte(&t, negation).map(|found| found.set), Some(!expected));
        assert!(known.one_byte(&t, about_two).is_none());
        assert!(known.one_byte(&t, wide).is_none());
    }
}
