//! What a term is made of: ids and the 16-byte node.

use std::fmt;

use crate::kind::Kind;

/// The widest bit-vector a term can have.
pub const MAX_WIDTH: u32 = u16::MAX as u32;

/// A term of one [`crate::Terms`] arena. Ids grow with age: operands have smaller ids.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position in the arena, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The term at a position that [`TermId::index`] gave.
    pub fn from_index(index: usize) -> TermId {
        TermId(index as u32)
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A term's node: the kind, the width, and up to three operands or payload words.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub kind: Kind,
    pub(crate) flags: u8,
    pub(crate) width: u16,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

const _: () = assert!(size_of::<Node>() == 16);

/// The term has a `Shadow` somewhere beneath it.
pub(crate) const HAS_SHADOW: u8 = 1;

impl Node {
    pub(crate) fn new(kind: Kind, width: u32, a: u32, b: u32, c: u32) -> Node {
        debug_assert!(width <= MAX_WIDTH);
        Node { kind, flags: 0, width: width as u16, a, b, c }
    }

    pub(crate) fn unary(kind: Kind, width: u32, a: TermId) -> Node {
        Node::new(kind, width, a.0, 0, 0)
    }

    pub(crate) fn binary(kind: Kind, width: u32, a: TermId, b: TermId) -> Node {
        Node::new(kind, width, a.0, b.0, 0)
    }

    pub fn width(&self) -> u32 {
        u32::from(self.width)
    }

    /// The first operand. Meaningful only for kinds that have one, as are `b` and `c`.
    pub fn a(&self) -> TermId {
        TermId(self.a)
    }

    pub fn b(&self) -> TermId {
        TermId(self.b)
    }

    pub fn c(&self) -> TermId {
        TermId(self.c)
    }

    /// The lowest bit of an `Extract`.
    pub fn low(&self) -> u32 {
        self.b
    }

    /// The operands that are terms, in order.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        let all = [self.a(), self.b(), self.c()];
        all.into_iter().take(self.kind.n_operands())
    }

    /// The 64-bit payload of constants and inputs.
    pub(crate) fn payload(&self) -> u64 {
        u64::from(self.b) | u64::from(self.c) << 32
    }
}
