//! A path condition, kept in independent slices.
//!
//! Constraints that share an input, directly or through others, are in one slice; a question about
//! some inputs concerns their slices only. Conjunctions are split when they are added. For each
//! input byte the path keeps its domain: the values that all constraints about this byte alone
//! allow.
//!
//! Everything is persistent: a clone costs a few pointers, and what is added to it costs what
//! changes, however long the path is. Inputs are found by a 64-bit key; elements past 2^32 share
//! the key of their whole array, which makes slices larger than needed, never smaller.

use std::rc::Rc;

use patchlight_expr::{ArrayId, InputKey, Kind, TermId, Terms};

use crate::known::{ByteSet, Known, OneByte};
use crate::rope::Rope;
use crate::trie::Trie;

/// The conjunction of the constraints of a path.
#[derive(Clone, Default)]
pub struct Path {
    constraints: Rope,
    /// Constraints as they were added, and the parts of conjunctions.
    members: Trie<()>,
    inputs: Trie<Rc<Input>>,
    /// Constraints without inputs that are no constants: each is a slice of its own.
    ground: Rope,
    is_false: bool,
}

/// What a path says of an input.
#[derive(Clone)]
struct Input {
    key: InputKey,
    /// The next input on the way to the root of the slice; `None` at the root.
    parent: Option<u64>,
    /// Constraints about this byte alone, and the values that they allow.
    own: Rope,
    domain: ByteSet,
    /// At the root of a slice that has constraints about several inputs: all its constraints.
    slice: Rope,
}

/// What a path knows of a byte.
pub(crate) struct ByteView {
    pub domain: ByteSet,
    /// Whether no constraint relates the byte to other inputs.
    pub is_alone: bool,
}

const WHOLE: u64 = u32::MAX as u64;

/// Arrays are spread over the low bits, which a trie looks at first.
fn key_number(key: InputKey) -> u64 {
    let (array, index) = match key {
        InputKey::Element(array, index) => (array, index.min(WHOLE)),
        InputKey::Whole(array) => (array, WHOLE),
    };
    let array = array.index() as u32;
    let low = (index as u32).wrapping_add(array.wrapping_mul(0x9E37_79B1));
    u64::from(array) << 32 | u64::from(low)
}

fn whole_number(array: ArrayId) -> u64 {
    key_number(InputKey::Whole(array))
}

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    /// All constraints, in the order in which they were added.
    pub fn constraints(&self) -> Vec<TermId> {
        terms_of(&self.constraints)
    }

    /// Number of constraints.
    pub fn len(&self) -> usize {
        self.constraints.len()
    }

    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// Whether `term` was added, by itself or as a part of a conjunction.
    pub fn contains(&self, term: TermId) -> bool {
        self.members.get(term.index() as u64).is_some()
    }

    /// Whether a constraint was the constant false.
    pub fn is_false(&self) -> bool {
        self.is_false
    }

    /// Adds a constraint, a term of width 1 without shadows.
    pub(crate) fn push(&mut self, terms: &mut Terms, known: &mut Known, constraint: TermId) {
        if let Some(truth) = terms.as_bool(constraint) {
            self.is_false |= !truth;
            return;
        }
        if !self.members.insert(constraint.index() as u64, ()) {
            return;
        }
        if !is_conjunction(terms, constraint) {
            return self.add(terms, known, constraint);
        }
        for part in conjuncts(terms, constraint) {
            match terms.as_bool(part) {
                Some(truth) => self.is_false |= !truth,
                None if self.members.insert(part.index() as u64, ()) => {
                    self.add(terms, known, part);
                }
                None => {}
            }
        }
    }

    fn add(&mut self, terms: &Terms, known: &mut Known, constraint: TermId) {
        let position = self.constraints.len() as u32;
        self.constraints.push(position, constraint);
        if let Some(one_byte) = known.one_byte(terms, constraint) {
            return self.add_one_byte(position, constraint, one_byte);
        }
        let support = known.support(terms, constraint);
        let numbers: Vec<u64> = support.iter().map(|&key| self.node(key)).collect();
        let Some((&first, others)) = numbers.split_first() else {
            self.ground.push(position, constraint);
            return;
        };
        let root = others.iter().fold(self.root(first), |root, &other| self.join(root, other));
        self.change(root, |input| {
            let mut slice = input.all().clone();
            slice.push(position, constraint);
            input.slice = slice;
        });
    }

    fn add_one_byte(&mut self, position: u32, constraint: TermId, one_byte: OneByte) {
        let number = self.node(InputKey::Element(one_byte.array, one_byte.index));
        let is_alone = self.is_alone(number);
        self.change(number, |input| {
            input.own.push(position, constraint);
            input.domain = input.domain & one_byte.set;
        });
        if !is_alone {
            let root = self.root(number);
            self.change(root, |input| input.slice.push(position, constraint));
        }
    }

    /// What is known of a byte.
    pub(crate) fn byte(&self, array: ArrayId, index: u64) -> ByteView {
        match self.inputs.get(key_number(InputKey::Element(array, index))) {
            Some(input) => ByteView {
                domain: input.domain,
                is_alone: input.parent.is_none() && input.slice.is_empty(),
            },
            None => ByteView {
                domain: ByteSet::ALL,
                is_alone: self.inputs.get(whole_number(array)).is_none(),
            },
        }
    }

    /// The constraints about this byte alone, the oldest first.
    pub(crate) fn constraints_on_byte(&self, array: ArrayId, index: u64) -> Vec<TermId> {
        let input = self.inputs.get(key_number(InputKey::Element(array, index)));
        input.map_or(Vec::new(), |input| terms_of(&input.own))
    }

    /// Bytes that have constraints, none of which relates them to other inputs; with their domains.
    pub(crate) fn bytes_alone(&self) -> Vec<(ArrayId, u64, ByteSet)> {
        let mut bytes = Vec::new();
        self.inputs.for_each(|_, input| {
            if let InputKey::Element(array, index) = input.key
                && input.is_slice_of_one_byte()
            {
                bytes.push((array, index, input.domain));
            }
        });
        bytes
    }

    /// The constraints of all slices that the inputs belong to, in the order of their adding.
    pub(crate) fn slice(&self, inputs: &[InputKey]) -> Vec<TermId> {
        let mut roots: Vec<u64> = inputs.iter().flat_map(|&key| self.roots_of(key)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut entries: Vec<(u32, TermId)> = Vec::new();
        for input in roots.iter().filter_map(|&root| self.inputs.get(root)) {
            input.all().for_each(|position, term| entries.push((position, term)));
        }
        entries.sort_unstable();
        entries.into_iter().map(|entry| entry.1).collect()
    }

    /// Every slice's constraints; slices come in the order of their first constraint.
    pub fn slices(&self) -> Vec<Vec<TermId>> {
        self.slices_where(|_| true)
    }

    /// The slices that are not about a single byte.
    pub(crate) fn wide_slices(&self) -> Vec<Vec<TermId>> {
        self.slices_where(|input| !input.is_slice_of_one_byte())
    }

    fn slices_where(&self, is_wanted: impl Fn(&Input) -> bool) -> Vec<Vec<TermId>> {
        let ground = self.ground.entries().into_iter().map(|entry| vec![entry]);
        let mut slices: Vec<Vec<(u32, TermId)>> = ground.collect();
        self.inputs.for_each(|_, input| {
            if input.parent.is_none() && !input.all().is_empty() && is_wanted(input) {
                slices.push(input.all().entries());
            }
        });
        slices.sort_unstable();
        let terms = |slice: Vec<(u32, TermId)>| slice.into_iter().map(|entry| entry.1).collect();
        slices.into_iter().map(terms).collect()
    }

    fn input(&self, number: u64) -> &Rc<Input> {
        self.inputs.get(number).unwrap_or_else(|| panic!("input {number:x} has no node"))
    }

    fn change(&mut self, number: u64, change: impl FnOnce(&mut Input)) {
        let mut input = self.input(number).as_ref().clone();
        change(&mut input);
        self.inputs.insert(number, Rc::new(input));
    }

    fn is_alone(&self, number: u64) -> bool {
        let input = self.input(number);
        input.parent.is_none() && input.slice.is_empty()
    }

    /// The number of an input that has a node from now on. Elements join their whole array once
    /// it is read at a symbolic index.
    fn node(&mut self, key: InputKey) -> u64 {
        let number = key_number(key);
        if self.inputs.get(number).is_some() {
            return number;
        }
        let (InputKey::Element(array, _) | InputKey::Whole(array)) = key;
        let (own, slice) = (Rope::default(), Rope::default());
        let input = Input { key, parent: None, own, domain: ByteSet::ALL, slice };
        self.inputs.insert(number, Rc::new(input));
        if number == whole_number(array) {
            for element in self.elements_of(array) {
                self.join(number, element);
            }
        } else if self.inputs.get(whole_number(array)).is_some() {
            self.join(whole_number(array), number);
        }
        number
    }

    fn elements_of(&self, array: ArrayId) -> Vec<u64> {
        let mut elements = Vec::new();
        self.inputs.for_each(|number, _| {
            if number >> 32 == array.index() as u64 && number != whole_number(array) {
                elements.push(number);
            }
        });
        elements
    }

    fn root(&self, number: u64) -> u64 {
        let mut at = number;
        while let Some(parent) = self.input(at).parent {
            at = parent;
        }
        at
    }

    /// Joins two slices, the smaller into the larger, and gives the root.
    fn join(&mut self, a: u64, b: u64) -> u64 {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return a;
        }
        let len = |root: u64| self.input(root).all().len();
        let (large, small) = if len(a) >= len(b) { (a, b) } else { (b, a) };
        let moved = self.input(small).all().clone();
        self.change(small, |input| {
            input.parent = Some(large);
            input.slice = Rope::default();
        });
        self.change(large, |input| {
            let mut slice = input.all().clone();
            slice.join(moved);
            input.slice = slice;
        });
        large
    }

    fn roots_of(&self, key: InputKey) -> Vec<u64> {
        let (InputKey::Element(array, _) | InputKey::Whole(array)) = key;
        let number = key_number(key);
        if self.inputs.get(number).is_some() {
            vec![self.root(number)]
        } else if number == whole_number(array) {
            self.elements_of(array).into_iter().map(|element| self.root(element)).collect()
        } else {
            let whole = whole_number(array);
            self.inputs.get(whole).map(|_| self.root(whole)).into_iter().collect()
        }
    }
}

impl Input {
    /// At a root: all constraints of the slice.
    fn all(&self) -> &Rope {
        if self.slice.is_empty() { &self.own } else { &self.slice }
    }

    fn is_slice_of_one_byte(&self) -> bool {
        self.parent.is_none() && self.slice.is_empty() && !self.own.is_empty()
    }
}

fn terms_of(rope: &Rope) -> Vec<TermId> {
    rope.entries().into_iter().map(|entry| entry.1).collect()
}

pub(crate) fn is_conjunction(terms: &Terms, constraint: TermId) -> bool {
    let node = terms.node(constraint);
    match node.kind {
        Kind::And => true,
        Kind::Not => terms.kind(node.a()) == Kind::Or,
        _ => false,
    }
}

/// The parts of a conjunction, in order: `a & b`, and `!(a | b)` as `!a & !b`.
pub(crate) fn conjuncts(terms: &mut Terms, constraint: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut pending = vec![constraint];
    while let Some(at) = pending.pop() {
        let node = terms.node(at);
        let inner = if node.kind == Kind::Not { terms.node(node.a()) } else { node };
        match (node.kind, inner.kind) {
            (Kind::And, _) => pending.extend([node.b(), node.a()]),
            (Kind::Not, Kind::Or) => {
                let (a, b) = (terms.not(inner.a()), terms.not(inner.b()));
                pending.extend([b, a]);
            }
            _ => parts.push(at),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_fall_into_slices_by_shared_inputs() {
        let mut t = Terms::new();
        let mut known = Known::default();
        let array = t.input_array("in", 32, 8);
        let other = t.input_array("other", 32, 8);
        let bytes: Vec<TermId> = (0..4).map(|i| t.element(array, i)).collect();
        let mut path = Path::new();
        let below: Vec<TermId> = bytes.windows(2).map(|pair| t.ult(pair[0], pair[1])).collect();
        let mut push = |t: &mut Terms, path: &mut Path, term| path.push(t, &mut known, term);
        push(&mut t, &mut path, below[0]);
        push(&mut t, &mut path, below[2]);
        assert_eq!(path.slice(&[InputKey::Element(array, 0)]), [below[0]]);
        assert_eq!(path.slice(&[InputKey::Element(array, 3)]), [below[2]]);
        assert_eq!(path.slice(&[InputKey::Element(other, 0)]), []);
        assert_eq!(path.slices().len(), 2);
        // A fork that joins both slices leaves the original alone.
        let mut fork = path.clone();
        push(&mut t, &mut fork, below[1]);
        assert_eq!(fork.slice(&[InputKey::Element(array, 0)]), [below[0], below[2], below[1]]);
        assert_eq!(path.slices().len(), 2);
    }

    #[test]
    fn a_read_at_a_symbolic_index_joins_all_elements_of_the_array() {
        let mut t = Terms::new();
        let mut known = Known::default();
        let array = t.input_array("in", 32, 8);
        let index_array = t.input_array("index", 32, 32);
        let (x, index) = (t.element(array, 7), t.element(index_array, 0));
        let base = t.array_term(array);
        let read = t.read(base, index);
        let seven = t.constant(8, 7);
        let (first, second) = (t.ult(x, seven), t.eq(read, seven));
        let mut path = Path::new();
        path.push(&mut t, &mut known, first);
        assert_eq!(path.slice(&[InputKey::Whole(array)]), [first]);
        path.push(&mut t, &mut known, second);
        assert_eq!(path.slice(&[InputKey::Element(array, 9)]), [first, second]);
    }
}
