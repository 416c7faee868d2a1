//! The bit-blaster: terms become gates, once each.
//!
//! Stores are resolved here: a read of an update log is a chain of multiplexers over a base that
//! is a tree of multiplexers. A read of a free array at an index that could be anywhere gets fresh
//! inputs; that equal indices give equal elements is added later, where a model shows that it is
//! needed (see `instance`). Terms with shadows never come here.

mod words;

use std::rc::Rc;

use patchlight_expr::{ArrayId, Contents, FactsTable, Kind, Node, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::circuit::{Circuit, Lit};
use crate::sat::Limits;
use words::{Shift, Word};

/// Elements that a read of a free array multiplexes over at most.
const MAX_FREE_RANGE: u64 = 64;

/// Gates that are made between two looks at the limits.
const GATES_BETWEEN_LOOKS: usize = 10_000;
/// Bytes for a gate and its entry in the table of gates, about.
const BYTES_PER_GATE: u64 = 48;

const NOT_BLASTED: u32 = u32::MAX;

/// A read of a free array at an index that could be anywhere.
#[derive(Clone, Debug)]
pub struct FreeRead {
    pub array: ArrayId,
    pub index: Box<[Lit]>,
    pub value: Box<[Lit]>,
}

/// An element of a free array at a constant index.
#[derive(Clone, Debug)]
pub struct InputBits {
    pub array: ArrayId,
    pub index: u64,
    pub bits: Box<[Lit]>,
}

/// Whose bit an input gate is; the numbers are positions in the blaster's lists.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    Element(u32),
    FreeRead(u32),
}

impl Owner {
    fn number(self) -> u32 {
        match self {
            Owner::Element(id) => id << 1,
            Owner::FreeRead(id) => id << 1 | 1,
        }
    }

    /// The owner with the number that an input gate carries.
    pub fn of(number: u32) -> Owner {
        if number & 1 == 0 { Owner::Element(number >> 1) } else { Owner::FreeRead(number >> 1) }
    }
}

/// Gates of terms.
#[derive(Default)]
pub struct Blaster {
    pub circuit: Circuit,
    /// Where each term's literals start in `lits`, by the term's index.
    starts: Vec<u32>,
    lits: Vec<Lit>,
    inputs: Vec<InputBits>,
    input_ids: FxHashMap<(ArrayId, u64), u32>,
    free_reads: Vec<FreeRead>,
    free_read_ids: FxHashMap<(ArrayId, Box<[Lit]>), u32>,
    /// Elements of array terms whose indices are all constant, as words.
    flat: FxHashMap<TermId, Rc<[Word]>>,
}

impl Blaster {
    pub fn inputs(&self) -> &[InputBits] {
        &self.inputs
    }

    pub fn free_reads(&self) -> &[FreeRead] {
        &self.free_reads
    }

    /// The literals of an input element, if a blasted term has it.
    pub fn input(&self, array: ArrayId, index: u64) -> Option<&InputBits> {
        self.input_ids.get(&(array, index)).map(|&id| &self.inputs[id as usize])
    }

    /// The gates of a term, least significant bit first.
    pub fn blast(&mut self, terms: &mut Terms, facts: &mut FactsTable, term: TermId) -> &[Lit] {
        self.build(terms, facts, term, &Limits::default());
        self.word(terms, term)
    }

    /// The gates of a term, unless they pass the limits; what is made until then stays.
    pub fn blast_within(
        &mut self,
        terms: &mut Terms,
        facts: &mut FactsTable,
        term: TermId,
        limits: &Limits,
    ) -> Option<&[Lit]> {
        let is_done = self.build(terms, facts, term, limits);
        is_done.then(|| self.word(terms, term))
    }

    fn build(
        &mut self,
        terms: &mut Terms,
        facts: &mut FactsTable,
        term: TermId,
        limits: &Limits,
    ) -> bool {
        let mut next_look = self.circuit.len() + GATES_BETWEEN_LOOKS;
        let mut pending = vec![term];
        while let Some(&at) = pending.last() {
            if self.is_blasted(at) {
                pending.pop();
                continue;
            }
            let node = terms.node(at);
            let n_before = pending.len();
            pending.extend(node.operands().filter(|&part| !self.is_blasted(part)));
            if let Some(array) = terms.as_array(at) {
                self.push_elements(terms, array, &mut pending);
            }
            if pending.len() > n_before {
                continue;
            }
            if node.kind == Kind::Read
                && let Some(split) = split_array_ite(terms, node)
                && !self.is_blasted(split)
            {
                pending.push(split);
                continue;
            }
            pending.pop();
            let word = self.gates(terms, facts, at, node);
            if self.starts.len() <= at.index() {
                self.starts.resize(terms.len(), NOT_BLASTED);
            }
            self.starts[at.index()] = self.lits.len() as u32;
            self.lits.extend(word);
            if self.circuit.len() >= next_look {
                if limits.are_passed(self.circuit.len() as u64 * BYTES_PER_GATE) {
                    return false;
                }
                next_look = self.circuit.len() + GATES_BETWEEN_LOOKS;
            }
        }
        true
    }

    fn is_blasted(&self, term: TermId) -> bool {
        self.starts.get(term.index()).is_some_and(|&start| start != NOT_BLASTED)
    }

    fn push_elements(&self, terms: &Terms, array: ArrayId, pending: &mut Vec<TermId>) {
        let is_new = |element: &&TermId| !self.is_blasted(**element);
        match &terms.array(array).contents {
            Contents::Object { elements, .. } => pending.extend(elements.iter().filter(is_new)),
            Contents::Filled { element } => pending.extend(Some(element).filter(is_new)),
            Contents::Input { .. } | Contents::Table { .. } => {}
        }
    }

    /// The literals of a term that is blasted.
    fn word(&self, terms: &Terms, term: TermId) -> &[Lit] {
        let start = self.starts[term.index()] as usize;
        &self.lits[start..start + terms.width(term) as usize]
    }

    /// The gates of a term whose operands have theirs.
    fn gates(&mut self, terms: &mut Terms, facts: &mut FactsTable, term: TermId, n: Node) -> Word {
        let mut operands = n.operands().map(|operand| self.word(terms, operand).to_vec());
        let [a, b, third] = [(); 3].map(|()| operands.next().unwrap_or_default());
        let (a, b) = (&a[..], &b[..]);
        let (low, width) = (n.low() as usize, n.width() as usize);
        let c = &mut self.circuit;
        match n.kind {
            Kind::Const | Kind::WideConst => {
                let value = terms.as_bits(term).expect("constants have a value");
                words::constant(width, |i| value.bit(i as u32))
            }
            Kind::Input => {
                let (array, index) = terms.as_input(term).expect("the term is an input");
                self.input_word(array, index, n.width())
            }
            Kind::Not => words::not(a),
            Kind::And => words::bitwise(c, Circuit::and, a, b),
            Kind::Or => words::bitwise(c, Circuit::or, a, b),
            Kind::Xor => words::bitwise(c, Circuit::xor, a, b),
            Kind::Add => words::add(c, a, b, Lit::FALSE),
            Kind::Sub => words::sub(c, a, b),
            Kind::Mul => words::mul(c, a, b),
            Kind::UDiv => words::udivrem(c, a, b).0,
            Kind::URem => words::udivrem(c, a, b).1,
            Kind::SDiv => words::sdiv(c, a, b),
            Kind::SRem => words::srem(c, a, b),
            Kind::Shl => words::shift(c, Shift::Left, a, b),
            Kind::LShr => words::shift(c, Shift::RightLogical, a, b),
            Kind::AShr => words::shift(c, Shift::RightArithmetic, a, b),
            Kind::Eq => vec![words::eq(c, a, b)],
            Kind::Ult => vec![words::ult(c, a, b)],
            Kind::Slt => vec![words::slt(c, a, b)],
            Kind::Extract => a[low..low + width].to_vec(),
            Kind::Concat => b.iter().chain(a).copied().collect(),
            Kind::ZExt => words::extend(a, width, Lit::FALSE),
            Kind::SExt => words::extend(a, width, a[a.len() - 1]),
            // Choices between arrays have no gates, as arrays have none: reads are split instead.
            Kind::Ite if width == 0 => Word::new(),
            Kind::Ite => words::mux(c, a[0], b, &third),
            Kind::Read => match split_array_ite(terms, n) {
                Some(split) => self.word(terms, split).to_vec(),
                None => self.read(terms, facts, n),
            },
            Kind::Array | Kind::Store => Word::new(),
            Kind::Shadow => panic!("{term} is a shadow: project before solving"),
        }
    }

    fn input_word(&mut self, array: ArrayId, index: u64, width: u32) -> Word {
        if let Some(&id) = self.input_ids.get(&(array, index)) {
            return self.inputs[id as usize].bits.to_vec();
        }
        let owner = Owner::Element(self.inputs.len() as u32).number();
        let bits: Word = (0..width).map(|_| self.circuit.input(owner)).collect();
        self.input_ids.insert((array, index), self.inputs.len() as u32);
        self.inputs.push(InputBits { array, index, bits: bits.clone().into() });
        bits
    }

    fn read(&mut self, terms: &Terms, facts: &mut FactsTable, n: Node) -> Word {
        let index = self.word(terms, n.b()).to_vec();
        // The newest stores come first; the value is built from the base up.
        let mut stores = Vec::new();
        let mut at = n.a();
        while terms.kind(at) == Kind::Store && self.flatten(terms, at).is_none() {
            stores.push(terms.node(at));
            at = terms.node(at).a();
        }
        let mut value = self.read_base(terms, facts, at, n, &index);
        for store in stores.into_iter().rev() {
            let store_index = self.word(terms, store.b()).to_vec();
            let stored = self.word(terms, store.c()).to_vec();
            let hits = words::eq(&mut self.circuit, &store_index, &index);
            value = words::mux(&mut self.circuit, hits, &stored, &value);
        }
        value
    }

    fn read_base(
        &mut self,
        terms: &Terms,
        facts: &mut FactsTable,
        base: TermId,
        n: Node,
        index: &[Lit],
    ) -> Word {
        let width = n.width();
        let bounds = facts.of(terms, n.b());
        let array = bottom(terms, base);
        let def = terms.array(array);
        if let Contents::Filled { element } = def.contents {
            return self.word(terms, element).to_vec();
        }
        let Some(elements) = self.flatten(terms, base) else {
            return self.read_input(terms, array, bounds.lo, bounds.hi, index);
        };
        let n_elements = elements.len() as u64;
        let outside = match def.rest() {
            _ if bounds.hi < n_elements => None,
            Some(rest) => Some(self.read_input(terms, rest, bounds.lo, bounds.hi, index)),
            None => Some(vec![Lit::FALSE; width as usize]),
        };
        let inside = match &elements[..] {
            [] => vec![Lit::FALSE; width as usize],
            elements => words::select(&mut self.circuit, elements, index),
        };
        let Some(outside) = outside else {
            return inside;
        };
        let c = &mut self.circuit;
        let fits_index = index.len() >= 64 || n_elements >> index.len() == 0;
        if !fits_index {
            return inside;
        }
        let bound = words::constant(index.len(), |i| i < 64 && n_elements >> i & 1 == 1);
        let in_bounds = words::ult(c, index, &bound);
        words::mux(c, in_bounds, &inside, &outside)
    }

    /// The elements of a table, an object, or such an array with stores at constant indices.
    fn flatten(&mut self, terms: &Terms, array: TermId) -> Option<Rc<[Word]>> {
        if let Some(flat) = self.flat.get(&array) {
            return Some(Rc::clone(flat));
        }
        let mut stores = Vec::new();
        let mut at = array;
        while terms.kind(at) == Kind::Store {
            let store = terms.node(at);
            stores.push((terms.as_u64(store.b())?, store.c()));
            at = store.a();
        }
        let def = terms.array(terms.as_array(at)?);
        let n_elements = def.len()?;
        if stores.iter().any(|&(index, _)| index >= n_elements) {
            return None;
        }
        let mut elements: Vec<Word> = match &def.contents {
            Contents::Table { values, .. } => {
                let width = def.element_width as usize;
                values.iter().map(|&v| words::constant(width, |i| v >> i & 1 == 1)).collect()
            }
            Contents::Object { elements, .. } => {
                elements.iter().map(|&element| self.word(terms, element).to_vec()).collect()
            }
            Contents::Input { .. } | Contents::Filled { .. } => return None,
        };
        for (index, value) in stores.into_iter().rev() {
            elements[index as usize] = self.word(terms, value).to_vec();
        }
        let flat: Rc<[Word]> = elements.into();
        self.flat.insert(array, Rc::clone(&flat));
        Some(flat)
    }

    /// An element of a free array at a symbolic index.
    fn read_input(
        &mut self,
        terms: &Terms,
        array: ArrayId,
        lo: u64,
        hi: u64,
        index: &[Lit],
    ) -> Word {
        let width = terms.array(array).element_width;
        if hi - lo < MAX_FREE_RANGE {
            let elements: Vec<Word> = (lo..=hi).map(|i| self.input_word(array, i, width)).collect();
            let start = words::constant(index.len(), |i| i < 64 && lo >> i & 1 == 1);
            let offset = words::sub(&mut self.circuit, index, &start);
            return words::select(&mut self.circuit, &elements, &offset);
        }
        let key = (array, Box::from(index));
        if let Some(&id) = self.free_read_ids.get(&key) {
            return self.free_reads[id as usize].value.to_vec();
        }
        let owner = Owner::FreeRead(self.free_reads.len() as u32).number();
        let value: Word = (0..width).map(|_| self.circuit.input(owner)).collect();
        self.free_read_ids.insert(key, self.free_reads.len() as u32);
        self.free_reads.push(FreeRead { array, index: index.into(), value: value.clone().into() });
        value
    }

    /// The literal that says: if two indices are equal, so are the elements.
    pub fn consistency(&mut self, a: (&[Lit], &[Lit]), b: (&[Lit], &[Lit])) -> Lit {
        let same_index = words::eq(&mut self.circuit, a.0, b.0);
        let same_value = words::eq(&mut self.circuit, a.1, b.1);
        self.circuit.or(!same_index, same_value)
    }

    /// A constant index as literals.
    pub fn index_word(&self, width: usize, index: u64) -> Vec<Lit> {
        words::constant(width, |i| i < 64 && index >> i & 1 == 1)
    }
}

/// The array at the bottom of an update log.
fn bottom(terms: &Terms, array: TermId) -> ArrayId {
    let mut at = array;
    while terms.kind(at) == Kind::Store {
        at = terms.node(at).a();
    }
    terms.as_array(at).expect("choices between arrays are split before")
}

/// A read of a choice between arrays, somewhere beneath stores, as a choice between reads.
fn split_array_ite(terms: &mut Terms, n: Node) -> Option<TermId> {
    let mut stores = Vec::new();
    let mut at = n.a();
    while terms.kind(at) == Kind::Store {
        stores.push(terms.node(at));
        at = terms.node(at).a();
    }
    let choice = terms.node(at);
    if choice.kind != Kind::Ite {
        return None;
    }
    let then = terms.read(choice.b(), n.b());
    let other = terms.read(choice.c(), n.b());
    let mut value = terms.ite(choice.a(), then, other);
    for store in stores.into_iter().rev() {
        let hits = terms.eq(store.b(), n.b());
        value = terms.ite(hits, store.c(), value);
    }
    Some(value)
}
