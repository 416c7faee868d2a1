//! The one model of a path that is nearest to a seed.
//!
//! It is defined by the constraints and the seed: byte by byte, in the order of arrays and indices,
//! the seed's value if that is possible, else the smallest. So it does not depend on what was asked
//! before, and what was found for a slice is kept for the other paths that have it. Of arrays that
//! are read at symbolic indices, the elements count that the constraints or the first model name;
//! such slices are solved in a solver of their own, from nothing.

use patchlight_expr::{ArrayId, Assignment, Bits, InputKey, TermId, Terms};

use crate::budget;
use crate::cache::NearestKey;
use crate::circuit::Lit;
use crate::error::SolverError;
use crate::instance::ElementValue;
use crate::path::Path;
use crate::queries::{Probe, Slice};
use crate::solver::{Answer, Backend, Solver, SolverConfig, set_byte};

/// Values of a slice's inputs, or why there are none.
type Nearest = Result<Box<[ElementValue]>, Answer>;

impl Solver {
    /// The model of a path that is nearest to `seed`. Inputs that the path does not touch keep the
    /// seed's values.
    pub fn canonical_model(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        seed: &Assignment,
    ) -> Result<Answer, SolverError> {
        if path.is_false() {
            return Ok(Answer::Unsat(vec![terms.boolean(false)]));
        }
        let mut model = seed.clone();
        for (array, index, domain) in path.bytes_alone() {
            let Some(byte) = domain.nearest(seed.get_u64(array, index) as u8) else {
                return Ok(Answer::Unsat(self.byte_core(terms, path, (array, index), None)));
            };
            set_byte(&mut model, (array, index), byte);
        }
        for constraints in path.wide_slices() {
            if self.validate(terms, &constraints, seed).is_ok() {
                continue;
            }
            match self.nearest_in_slice(terms, constraints, seed)? {
                Ok(values) => {
                    for (array, index, value) in values {
                        model.set(array, index, value);
                    }
                }
                Err(answer) => return Ok(answer),
            }
        }
        Ok(Answer::Sat(model))
    }

    fn nearest_in_slice(
        &mut self,
        terms: &mut Terms,
        constraints: Vec<TermId>,
        seed: &Assignment,
    ) -> Result<Nearest, SolverError> {
        let Some(elements) = self.elements(terms, &constraints, None) else {
            let config = SolverConfig { budget: self.config.budget, backend: Backend::Sat };
            return Solver::new(config).nearest(terms, constraints, seed);
        };
        let key = NearestKey::new(&constraints, &elements, seed, terms);
        if let Some(values) = self.cache.nearest(&key) {
            return Ok(Ok(values.into()));
        }
        let found = self.nearest(terms, constraints, seed)?;
        if let Ok(values) = &found {
            self.cache.keep_nearest(key, values);
        }
        Ok(found)
    }

    /// The input elements that constraints depend on, in order; `None` if any element of an array
    /// may count. Of such arrays a model, if there is one, gives those that do.
    fn elements(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        model: Option<&Assignment>,
    ) -> Option<Vec<(ArrayId, u64)>> {
        let mut elements = Vec::new();
        for &constraint in constraints {
            for &key in self.known.support(terms, constraint) {
                match key {
                    InputKey::Element(array, index) => elements.push((array, index)),
                    InputKey::Whole(array) => {
                        let indices = model?.assigned_indices(array);
                        elements.extend(indices.into_iter().map(|index| (array, index)));
                    }
                }
            }
        }
        elements.sort_unstable();
        elements.dedup();
        Some(elements)
    }

    fn nearest(
        &mut self,
        terms: &mut Terms,
        constraints: Vec<TermId>,
        seed: &Assignment,
    ) -> Result<Nearest, SolverError> {
        let limits = self.config.budget.start();
        let Some(lits) = self.blast_all(terms, &constraints, &limits) else {
            return Ok(Err(Answer::Unknown(budget::why(&limits))));
        };
        let slice = Slice { constraints, lits, bits: Vec::new(), near: seed.clone(), limits };
        let model = match self.probe(terms, &slice, &[])? {
            Probe::Sat(model) => model,
            Probe::Unsat => return Ok(Err(Answer::Unsat(slice.constraints))),
            Probe::Unknown(why) => return Ok(Err(Answer::Unknown(why))),
        };
        let elements = self.elements(terms, &slice.constraints, Some(&model)).unwrap_or_default();
        let mut search = Search { slice, fixed: Vec::new(), model };
        let mut values = Vec::new();
        for (array, index) in elements {
            let width = terms.array(array).element_width;
            let wanted = seed.get(array, index, width);
            let element = terms.element(array, index);
            let bits = self.blaster.blast(terms, &mut self.known.facts, element).to_vec();
            if let Some(unknown) = self.fix(terms, &mut search, (array, index), &bits, &wanted)? {
                return Ok(Err(unknown));
            }
            values.push((array, index, search.model.get(array, index, width)));
        }
        Ok(Ok(values.into()))
    }

    /// Fixes an element to the wanted value, or else to its smallest. Gives what stopped it.
    fn fix(
        &mut self,
        terms: &Terms,
        search: &mut Search,
        place: (ArrayId, u64),
        bits: &[Lit],
        wanted: &Bits,
    ) -> Result<Option<Answer>, SolverError> {
        let width = bits.len() as u32;
        let n_before = search.fixed.len();
        search.fixed.extend(
            bits.iter().enumerate().map(
                |(at, &bit)| {
                    if wanted.bit(at as u32) { bit } else { !bit }
                },
            ),
        );
        match self.move_to(terms, search, place, wanted)? {
            Moved::Yes => return Ok(None),
            Moved::No => search.fixed.truncate(n_before),
            Moved::Unknown(answer) => return Ok(Some(answer)),
        }
        // The smallest value, from the top bit down.
        for at in (0..width).rev() {
            let bit = bits[at as usize];
            let value = search.model.get(place.0, place.1, width);
            search.fixed.push(!bit);
            let lower = without_bit(&value, at);
            match self.move_to(terms, search, place, &lower)? {
                Moved::Yes => {}
                Moved::No => {
                    search.fixed.pop();
                    search.fixed.push(bit);
                }
                Moved::Unknown(answer) => return Ok(Some(answer)),
            }
        }
        Ok(None)
    }

    /// Moves the model to where all fixed literals hold. `value` is a guess for the element that
    /// makes them hold; it saves solving if the constraints hold there.
    fn move_to(
        &mut self,
        terms: &Terms,
        search: &mut Search,
        (array, index): (ArrayId, u64),
        value: &Bits,
    ) -> Result<Moved, SolverError> {
        if search.model.get(array, index, value.width()) == *value {
            return Ok(Moved::Yes);
        }
        let mut guess = search.model.clone();
        guess.set(array, index, value.clone());
        if self.validate(terms, &search.slice.constraints, &guess).is_ok() {
            search.model = guess;
            return Ok(Moved::Yes);
        }
        Ok(match self.probe(terms, &search.slice, &search.fixed)? {
            Probe::Sat(found) => {
                search.model = found;
                Moved::Yes
            }
            Probe::Unsat => Moved::No,
            Probe::Unknown(why) => Moved::Unknown(Answer::Unknown(why)),
        })
    }
}

fn without_bit(value: &Bits, at: u32) -> Bits {
    let mut limbs = value.limbs().to_vec();
    limbs[at as usize / 64] &= !(1 << (at % 64));
    Bits::from_limbs(value.width(), limbs)
}

/// A model on its way to the nearest one: the literals hold in it, and stay.
struct Search {
    slice: Slice,
    fixed: Vec<Lit>,
    model: Assignment,
}

enum Moved {
    Yes,
    No,
    Unknown(Answer),
}
