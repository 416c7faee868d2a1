//! The evaluator: any term's value under an assignment.
//!
//! Values are kept per term until the assignment changes; forgetting them all is one increment.
//! Evaluation is iterative. A term with a shadow has no value: callers project first.

use rustc_hash::FxHashMap;

use crate::array::{ArrayId, Contents};
use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::kind::Kind;
use crate::ops;
use crate::term::{Node, TermId};
use crate::terms::Terms;

/// Evaluates terms of one arena under one assignment at a time.
pub struct Evaluator {
    assignment: Assignment,
    /// The low word of each value; wider values are in `wide`.
    words: Vec<u64>,
    stamps: Vec<u32>,
    stamp: u32,
    wide: FxHashMap<TermId, Bits>,
    pending: Vec<TermId>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Assignment::new())
    }
}

impl Evaluator {
    pub fn new(assignment: Assignment) -> Evaluator {
        Evaluator {
            assignment,
            words: Vec::new(),
            stamps: Vec::new(),
            stamp: 1,
            wide: FxHashMap::default(),
            pending: Vec::new(),
        }
    }

    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// Takes an assignment, and forgets all values unless it is the one that is there already.
    pub fn set_assignment(&mut self, assignment: Assignment) {
        if !self.assignment.is_same(&assignment) {
            self.assignment = assignment;
            self.forget();
        }
    }

    /// Assigns one element, and forgets all values.
    pub fn set_element(&mut self, array: ArrayId, index: u64, value: Bits) {
        self.assignment.set(array, index, value);
        self.forget();
    }

    fn forget(&mut self) {
        if !self.wide.is_empty() {
            self.wide.clear();
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// The truth of a term of width 1.
    pub fn is_true(&mut self, terms: &Terms, term: TermId) -> bool {
        self.word(terms, term) == 1
    }

    /// The value of a term of at most 64 bits.
    pub fn word(&mut self, terms: &Terms, term: TermId) -> u64 {
        self.run(terms, term);
        self.words[term.index()]
    }

    /// The value of any term.
    pub fn value(&mut self, terms: &Terms, term: TermId) -> Bits {
        self.run(terms, term);
        self.known_bits(terms, term)
    }

    fn known_bits(&self, terms: &Terms, term: TermId) -> Bits {
        match terms.width(term) {
            width if width <= 64 => Bits::from_u64(width, self.words[term.index()]),
            _ => self.wide[&term].clone(),
        }
    }

    fn is_known(&self, term: TermId) -> bool {
        self.stamps[term.index()] == self.stamp
    }

    fn run(&mut self, terms: &Terms, term: TermId) {
        if self.stamps.len() < terms.len() {
            self.stamps.resize(terms.len(), 0);
            self.words.resize(terms.len(), 0);
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.push(term);
        while let Some(&at) = pending.last() {
            if self.is_known(at) {
                pending.pop();
                continue;
            }
            let node = terms.node(at);
            let n_before = pending.len();
            self.push_unknown_parts(terms, node, &mut pending);
            if pending.len() == n_before {
                pending.pop();
                self.compute(terms, at, node);
                self.stamps[at.index()] = self.stamp;
            }
        }
        self.pending = pending;
    }

    fn push_unknown_parts(&self, terms: &Terms, node: Node, pending: &mut Vec<TermId>) {
        pending.extend(node.operands().filter(|&operand| !self.is_known(operand)));
        if node.kind == Kind::Read {
            // Only the element that the read comes down to is needed, once its index is known.
            if self.is_known(node.a()) && self.is_known(node.b()) {
                let element = self.object_element(terms, node);
                pending.extend(element.filter(|&element| !self.is_known(element)));
            }
        }
    }

    fn compute(&mut self, terms: &Terms, term: TermId, node: Node) {
        let word = |operand: TermId| self.words[operand.index()];
        let is_narrow = node.width() <= 64
            && node.operands().next().is_none_or(|operand| terms.width(operand) <= 64);
        if !is_narrow {
            let value = self.compute_wide(terms, term, node);
            self.words[term.index()] = value.low_u64();
            if value.width() > 64 {
                self.wide.insert(term, value);
            }
            return;
        }
        self.words[term.index()] = match node.kind {
            Kind::Const => node.payload(),
            Kind::Input => self.assignment.get_u64(ArrayId(node.a), node.payload()),
            Kind::Extract => (word(node.a()) >> node.low()) & crate::bits::mask64(node.width()),
            Kind::ZExt => word(node.a()),
            Kind::SExt => {
                let extended = ops::signed(terms.width(node.a()), word(node.a())) as u64;
                extended & crate::bits::mask64(node.width())
            }
            Kind::Concat => word(node.a()) << terms.width(node.b()) | word(node.b()),
            Kind::Ite => word(if word(node.a()) == 1 { node.b() } else { node.c() }),
            Kind::Read => self.read(terms, node).low_u64(),
            // An array term's value is never asked for: reads look at its parts.
            Kind::Array | Kind::Store => 0,
            Kind::Shadow => panic!("{term} is a shadow: project before evaluating"),
            kind if kind.is_unary() => ops::unary(kind, node.width(), word(node.a())),
            kind => ops::binary(kind, terms.width(node.a()), word(node.a()), word(node.b())),
        };
    }

    fn compute_wide(&self, terms: &Terms, term: TermId, node: Node) -> Bits {
        let bits = |operand: TermId| self.known_bits(terms, operand);
        match node.kind {
            Kind::Const | Kind::WideConst => {
                terms.as_bits(term).unwrap_or_else(|| Bits::zero(node.width()))
            }
            Kind::Input => self.assignment.get(ArrayId(node.a), node.payload(), node.width()),
            Kind::Extract => bits(node.a()).extract(node.low(), node.width()),
            Kind::ZExt => bits(node.a()).resize(node.width()),
            Kind::SExt => bits(node.a()).sext(node.width()),
            Kind::Ite => {
                let condition = self.words[node.a().index()] == 1;
                bits(if condition { node.b() } else { node.c() })
            }
            Kind::Read => self.read(terms, node),
            Kind::Concat => bits(node.a()).concat(&bits(node.b())),
            Kind::Shadow => panic!("{term} is a shadow: project before evaluating"),
            kind if kind.is_unary() => ops::wide_unary(kind, &bits(node.a())),
            kind => ops::wide_binary(kind, &bits(node.a()), &bits(node.b())),
        }
    }

    /// Walks an update log to the stored value or the base array that a read comes down to.
    fn locate(&self, terms: &Terms, read: Node) -> Result<TermId, (ArrayId, u64)> {
        let index = self.words[read.b().index()];
        let mut at = read.a();
        loop {
            let node = terms.node(at);
            at = match node.kind {
                Kind::Store if self.words[node.b().index()] == index => return Ok(node.c()),
                Kind::Store => node.a(),
                Kind::Ite if self.words[node.a().index()] == 1 => node.b(),
                Kind::Ite => node.c(),
                Kind::Array => return Err((ArrayId(node.a), index)),
                kind => panic!("{at} ({kind:?}) is not an array term"),
            };
        }
    }

    /// The element term of an object that a read comes down to.
    fn object_element(&self, terms: &Terms, read: Node) -> Option<TermId> {
        let (array, index) = self.locate(terms, read).err()?;
        match &terms.array(array).contents {
            Contents::Object { elements, .. } => elements.get(index as usize).copied(),
            Contents::Filled { element } => Some(*element),
            Contents::Input { .. } | Contents::Table { .. } => None,
        }
    }

    fn read(&self, terms: &Terms, read: Node) -> Bits {
        let (array, index) = match self.locate(terms, read) {
            Ok(value) => return self.known_bits(terms, value),
            Err(base) => base,
        };
        if let Some(element) = self.object_element(terms, read) {
            return self.known_bits(terms, element);
        }
        let def = terms.array(array);
        match &def.contents {
            Contents::Table { values, .. } if (index as usize) < values.len() => {
                Bits::from_u64(read.width(), u64::from(values[index as usize]))
            }
            Contents::Input { .. } => self.assignment.get(array, index, read.width()),
            _ => match def.rest() {
                Some(rest) => self.assignment.get(rest, index, read.width()),
                None => Bits::zero(read.width()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_a_million_terms_is_evaluated() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let (x, y) = (t.element(array, 0), t.element(array, 1));
        let mut chain = x;
        for _ in 0..500_000 {
            chain = t.add(chain, y);
            chain = t.xor(chain, x);
        }
        let mut assignment = Assignment::new();
        assignment.set_bytes(array, &[3, 5]);
        let expected = (0..500_000).fold(3u8, |value, _| value.wrapping_add(5) ^ 3);
        assert_eq!(Evaluator::new(assignment).word(&t, chain), u64::from(expected));
    }

    #[test]
    fn reads_see_the_newest_store_then_the_base_then_the_rest() {
        let mut t = Terms::new();
        let rest = t.input_array("rest", 32, 8);
        let input = t.input_array("in", 32, 8);
        let (x, y) = (t.element(input, 0), t.element(input, 1));
        let contents = Contents::Object { elements: [x, y].into(), rest: Some(rest) };
        let def = crate::ArrayDef { index_width: 32, element_width: 8, contents };
        let object = t.defined_array(def);
        let base = t.array_term(object);
        let index = t.zext(x, 32);
        let log = t.store(base, index, y);
        let read_index = t.zext(y, 32);
        let read = t.read(log, read_index);
        let value = |x: u8, y: u8| {
            let mut assignment = Assignment::new();
            assignment.set_bytes(input, &[x, y]);
            assignment.set_bytes(rest, &[9, 9, 9, 77]);
            Evaluator::new(assignment).word(&t, read)
        };
        assert_eq!(value(4, 4), 4, "the stored value");
        assert_eq!(value(4, 0), 4, "the first element");
        assert_eq!(value(4, 3), 77, "past the object");
    }
}
