//! Arrays that terms read from.
//!
//! An input array is free; a table is constant bytes; an object is a list of element terms. Reads
//! past the end of a table or an object go to its `rest`, an input array, or give zero if there is
//! none. Tables and objects are interned by content, so equal contents give equal ids.

use std::fmt;

use crate::term::TermId;

/// An array of one [`crate::Terms`] arena.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayId(pub(crate) u32);

impl ArrayId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ArrayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

impl fmt::Debug for ArrayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What an array holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Contents {
    /// Free elements; the name is for people and for SMT-LIB.
    Input { name: String },
    /// Constant elements of at most 8 bits.
    Table { values: Box<[u8]>, rest: Option<ArrayId> },
    /// Any elements.
    Object { elements: Box<[TermId]>, rest: Option<ArrayId> },
    /// The same element everywhere.
    Filled { element: TermId },
}

/// An array's shape and contents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayDef {
    /// Width of an index; 0 makes the array a single variable.
    pub index_width: u32,
    pub element_width: u32,
    pub contents: Contents,
}

impl ArrayDef {
    /// Number of elements that the contents give; `None` for inputs and fills.
    pub fn len(&self) -> Option<u64> {
        match &self.contents {
            Contents::Table { values, .. } => Some(values.len() as u64),
            Contents::Object { elements, .. } => Some(elements.len() as u64),
            Contents::Input { .. } | Contents::Filled { .. } => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    pub fn is_input(&self) -> bool {
        matches!(self.contents, Contents::Input { .. })
    }

    /// The input array that reads past the end go to.
    pub fn rest(&self) -> Option<ArrayId> {
        match self.contents {
            Contents::Table { rest, .. } | Contents::Object { rest, .. } => rest,
            Contents::Input { .. } | Contents::Filled { .. } => None,
        }
    }
}
