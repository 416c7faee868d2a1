//! What the states of one exploration share: terms, the solver, the input arrays.
//!
//! A context belongs to one thread. States only make sense together with the context in which their
//! terms were made.

use crate::outcome::Place;
use patchlight_expr::{ArrayId, Assignment, Bits, Evaluator, TermId, Terms};
use patchlight_solver::{Solver, SolverConfig};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An assignment of the inputs that satisfies a state's path condition.
#[derive(Clone, Default)]
pub struct Witness {
    /// Equal ids, equal values: the evaluator keeps its results while the id stays.
    id: u64,
    values: Rc<Assignment>,
}

impl Witness {
    pub fn values(&self) -> &Assignment {
        &self.values
    }
}

/// Something that a program reads and that could have been otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Opaque here: whoever drives the engine knows what it stands for.
    pub name: String,
    /// Among the inputs of this name, in the order in which a path makes them.
    pub occurrence: u32,
    pub len: u32,
    pub array: ArrayId,
}

/// Why a value that depends on the input was fixed to the witness's.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum PinReason {
    FloatingPoint,
    /// Of a file that the program makes.
    NewName,
}

impl PinReason {
    pub fn text(self) -> &'static str {
        match self {
            PinReason::FloatingPoint => "floating point on symbolic operands",
            PinReason::NewName => "a symbolic name for a new file",
        }
    }
}

/// How inputs are called that a program names itself.
#[derive(Copy, Clone)]
pub struct OwnNames(pub fn(&str) -> String);

impl Default for OwnNames {
    fn default() -> OwnNames {
        OwnNames(str::to_string)
    }
}

#[derive(Default)]
pub struct Context {
    pub terms: Terms,
    pub solver: Solver,
    /// An address that may be many places is the witness's, and each other place a decision, without
    /// asking how many places there are.
    pub follows_witness: bool,
    /// A system that makes inputs, too, keeps its names apart from the program's.
    pub own_names: OwnNames,
    /// How often values were pinned, by reason and place.
    pub pins: BTreeMap<(PinReason, String), u64>,
    evaluator: Evaluator,
    evaluated: Option<u64>,
    n_witnesses: u64,
    inputs: Vec<Input>,
    seeds: BTreeMap<(String, u32), Vec<u8>>,
}

impl Context {
    pub fn new(config: SolverConfig) -> Context {
        Context { solver: Solver::new(config), ..Context::default() }
    }

    /// The bytes that inputs have unless a path asks for others; zeros if nobody says. Those of one
    /// name come in the order in which a path makes them.
    pub fn set_seeds(&mut self, inputs: impl IntoIterator<Item = (String, Vec<u8>)>) {
        let mut n_named: BTreeMap<String, u32> = BTreeMap::new();
        for (name, bytes) in inputs {
            let n = n_named.entry(name.clone()).or_default();
            self.seeds.insert((name, *n), bytes);
            *n += 1;
        }
    }

    /// The values nearest to which tests are made.
    pub fn seed(&self) -> Assignment {
        let mut seed = Assignment::new();
        for input in &self.inputs {
            seed.set_bytes(input.array, &self.seed_of(input));
        }
        seed
    }

    fn seed_of(&self, input: &Input) -> Vec<u8> {
        let seed = self.seeds.get(&(input.name.clone(), input.occurrence));
        let mut bytes = seed.cloned().unwrap_or_default();
        bytes.resize(input.len as usize, 0);
        bytes
    }

    pub fn input(&self, id: InputId) -> &Input {
        &self.inputs[id.0 as usize]
    }

    /// The input of this name that is `occurrence`-th on its path: the same for all states.
    pub(crate) fn input_id(&mut self, name: &str, occurrence: u32, len: u32) -> InputId {
        let same = |i: &Input| i.name == name && i.occurrence == occurrence && i.len == len;
        if let Some(found) = self.inputs.iter().position(same) {
            return InputId(found as u32);
        }
        let array = self.terms.input_array(&format!("{name}.{occurrence}.{len}"), 32, 8);
        self.inputs.push(Input { name: name.to_string(), occurrence, len, array });
        InputId(self.inputs.len() as u32 - 1)
    }

    pub fn new_witness(&mut self, values: Assignment) -> Witness {
        self.n_witnesses += 1;
        Witness { id: self.n_witnesses, values: Rc::new(values) }
    }

    /// The witness with bytes for another input: the seed's, unless others are `known`.
    pub(crate) fn extend_witness(
        &mut self,
        witness: &Witness,
        id: InputId,
        known: Option<&[u8]>,
    ) -> Witness {
        let input = &self.inputs[id.0 as usize];
        let bytes = known.map_or_else(|| self.seed_of(input), <[u8]>::to_vec);
        let mut values = (*witness.values).clone();
        if values.bytes(input.array).is_empty() {
            values.set_bytes(input.array, &bytes);
        }
        self.new_witness(values)
    }

    /// The witness with other bytes for an input on which no constraint depends yet.
    pub(crate) fn replace_in_witness(
        &mut self,
        witness: &Witness,
        id: InputId,
        bytes: &[u8],
    ) -> Witness {
        let mut values = (*witness.values).clone();
        values.set_bytes(self.inputs[id.0 as usize].array, bytes);
        self.new_witness(values)
    }

    fn evaluator_for(&mut self, witness: &Witness) -> &mut Evaluator {
        if self.evaluated != Some(witness.id) {
            self.evaluator.set_assignment((*witness.values).clone());
            self.evaluated = Some(witness.id);
        }
        &mut self.evaluator
    }

    /// A term's value under a witness; at most 64 bits.
    pub fn word_under(&mut self, witness: &Witness, term: TermId) -> u64 {
        self.evaluator_for(witness);
        self.evaluator.word(&self.terms, term)
    }

    pub fn value_under(&mut self, witness: &Witness, term: TermId) -> Bits {
        self.evaluator_for(witness);
        self.evaluator.value(&self.terms, term)
    }

    pub fn is_true_under(&mut self, witness: &Witness, term: TermId) -> bool {
        self.word_under(witness, term) == 1
    }

    pub(crate) fn count_pin(&mut self, reason: PinReason, place: Option<&Place>) {
        let place = place.map_or_else(|| "?".to_string(), Place::to_string);
        *self.pins.entry((reason, place)).or_default() += 1;
    }
}

/// The bytes of inputs, by name and occurrence.
pub type InputBytes = BTreeMap<(String, u32), Vec<u8>>;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct InputId(u32);
