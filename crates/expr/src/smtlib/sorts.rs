//! Sorts and sorted values.

use std::fmt;

use crate::term::TermId;
use crate::terms::Terms;

/// The sort of a term, as SMT-LIB sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sort {
    Bool,
    BitVec(u32),
    /// Index and element width; a Boolean element has width 1.
    Array(u32, u32),
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array(index, element) => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}

/// A term and whether its width of 1 means a Boolean.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Value {
    pub term: TermId,
    pub is_bool: bool,
}

impl Value {
    pub fn boolean(term: TermId) -> Value {
        Value { term, is_bool: true }
    }

    pub fn bits(term: TermId) -> Value {
        Value { term, is_bool: false }
    }

    pub fn sort(self, terms: &Terms) -> Sort {
        match terms.width(self.term) {
            0 => {
                let (index, element) = terms.array_shape(self.term);
                Sort::Array(index, element)
            }
            1 if self.is_bool => Sort::Bool,
            width => Sort::BitVec(width),
        }
    }
}
