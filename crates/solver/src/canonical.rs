//! The one model of a path that is nearest to a seed.
//!
//! It is defined by the constraints and the seed: byte by byte, in the order of arrays and indices,
//! the seed's value if that is possible, else the smallest. So it does not depend on what was asked
//! before, and what was found for a slice is kept for the other paths that have it. Of arrays that
//! are read at symbolic indices, the elements count that the constraints or the first model name;
//! such slices are solved in a solver of their own, from nothing.

use patchlight_expr::{ArrayId, Assignment, Bits, InputKey, TermId, Terms};

use crate::budget;
use crate::bytes::set_byte;
use crate::cache::NearestKey;
use crate::circuit::Lit;
use crate::error::SolverError;
use crate::instance::{ElementValue, Goal, LitsOutcome};
use crate::path::Path;
use crate::queries::{Probe, Slice};
use crate::sat::Limits;
use crate::solver::{Answer, Backend, Solver, SolverConfig, with_values};

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
        let limits = self.config.budget.start();
        for constraints in path.wide_slices() {
            if self.validate(terms, &constraints, seed).is_ok() {
                continue;
            }
            match self.nearest_in_slice(terms, constraints, seed, &limits)? {
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
        limits: &Limits,
    ) -> Result<Nearest, SolverError> {
        let Some(elements) = self.elements(terms, &constraints, None) else {
            let config = SolverConfig { budget: self.config.budget, backend: Backend::Sat };
            return Solver::new(config).nearest(terms, constraints, None, (seed, limits));
        };
        let key = NearestKey::new(&constraints, &elements, seed, terms);
        if let Some(values) = self.cache.nearest(&key) {
            return Ok(Ok(values.into()));
        }
        let found = self.nearest(terms, constraints, Some(&elements), (seed, limits))?;
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

    /// Decides the bits of the elements in the order that defines the nearest model. `None` if
    /// that is too hard.
    fn nearest_by_order(
        &mut self,
        terms: &mut Terms,
        slice: &Slice,
        elements: &[(ArrayId, u64)],
    ) -> Result<Option<Nearest>, SolverError> {
        let mut wishes = Vec::new();
        for &(array, index) in elements {
            let wanted = slice.near.get(array, index, terms.array(array).element_width);
            let element = terms.element(array, index);
            let bits = self.blaster.blast(terms, &mut self.known.facts, element).to_vec();
            if !wanted.is_zero() {
                wishes.push(!self.differs_from(&bits, &wanted));
            }
            wishes.extend(bits.iter().rev().map(|&bit| !bit));
        }
        let goal = Goal { lits: &slice.lits, wishes: &wishes };
        let outcome =
            self.instances.solve_preferring(terms, &mut self.blaster, goal, &slice.limits);
        Ok(match outcome {
            LitsOutcome::Unknown => None,
            LitsOutcome::Unsat(_) => Some(Err(Answer::Unsat(slice.constraints.clone()))),
            LitsOutcome::Sat(values) => {
                let model = with_values(&slice.near, values);
                self.validate(terms, &slice.constraints, &model)?;
                Some(Ok(values_in(terms, &model, elements)))
            }
        })
    }

    /// Fixes element after element, asking again for each that has not the wanted value.
    fn nearest(
        &mut self,
        terms: &mut Terms,
        constraints: Vec<TermId>,
        elements: Option<&[(ArrayId, u64)]>,
        (seed, limits): (&Assignment, &Limits),
    ) -> Result<Nearest, SolverError> {
        let Some(lits) = self.blast_all(terms, &constraints, limits) else {
            return Ok(Err(Answer::Unknown(budget::why(limits))));
        };
        let (near, limits) = (seed.clone(), *limits);
        let slice = Slice { constraints, lits, bits: Vec::new(), near, limits };
        if let Some(elements) = elements
            && let Some(found) = self.nearest_by_order(terms, &slice, elements)?
        {
            return Ok(found);
        }
        let model = match self.probe(terms, &slice, &[])? {
            Probe::Sat(model) => model,
            Probe::Unsat => return Ok(Err(Answer::Unsat(slice.constraints))),
            Probe::Unknown(why) => return Ok(Err(Answer::Unknown(why))),
        };
        let elements = self.elements(terms, &slice.constraints, Some(&model)).unwrap_or_default();
        let mut search = Search { slice, fixed: Vec::new(), model };
        for &(array, index) in &elements {
            let width = terms.array(array).element_width;
            let wanted = seed.get(array, index, width);
            let element = terms.element(array, index);
            let bits = self.blaster.blast(terms, &mut self.known.facts, element).to_vec();
            if let Some(unknown) = self.fix(terms, &mut search, (array, index), &bits, &wanted)? {
                return Ok(Err(unknown));
            }
        }
        Ok(Ok(values_in(terms, &search.model, &elements)))
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

fn values_in(
    terms: &Terms,
    model: &Assignment,
    elements: &[(ArrayId, u64)],
) -> Box<[ElementValue]> {
    let value = |&(array, index): &(ArrayId, u64)| {
        (array, index, model.get(array, index, terms.array(array).element_width))
    };
    elements.iter().map(value).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three words of 8, 16 and 100 bits: w + x is 1000 modulo 2^16, y's low bits are above w's.
    fn constraints(t: &mut Terms) -> (Vec<TermId>, Vec<(ArrayId, u64)>) {
        let arrays = [8, 16, 100].map(|width| t.input_array("v", 32, width));
        let [w, x, y] = arrays.map(|array| t.element(array, 3));
        let wide = t.zext(w, 16);
        let sum = t.add(wide, x);
        let wanted = t.constant(16, 1000);
        let low = t.extract(y, 60, 8);
        (vec![t.eq(sum, wanted), t.ult(w, low)], arrays.map(|array| (array, 3)).to_vec())
    }

    #[test]
    fn deciding_in_order_and_fixing_one_by_one_find_the_same_model() {
        let mut t = Terms::new();
        let (constraints, elements) = constraints(&mut t);
        let values = |word: u64, x: u64| {
            let mut seed = Assignment::new();
            for (&(array, index), (width, word)) in
                elements.iter().zip([(8, word), (16, x), (100, word)])
            {
                seed.set(array, index, Bits::from_u64(width, word));
            }
            seed
        };
        for (word, x) in [(0, 0), (7, 993), (7, 0), (255, 40), (200, 65_535), (255, 745)] {
            let seed = values(word, x);
            let mut solver = Solver::default();
            let [in_order, one_by_one] = [Some(&elements[..]), None].map(|elements| {
                let near = (&seed, &Limits::default());
                let found = solver.nearest(&mut t, constraints.clone(), elements, near);
                found.unwrap().expect("there are models")
            });
            assert_eq!(in_order, one_by_one, "seed {word}, {x}");
            // w is the seed's if a byte is above it, and then x and y follow.
            let w = if word < 255 { word } else { 0 };
            let y = u128::from(word) | u128::from(w + 1) << 60;
            assert_eq!(in_order[0].2, Bits::from_u64(8, w));
            assert_eq!(in_order[1].2, Bits::from_u64(16, 1000 - w));
            let y = if word == 0 { y } else { y & !u128::from(u64::MAX >> 4) };
            assert_eq!(in_order[2].2, Bits::from_u128(100, y), "seed {word}, {x}");
        }
    }
}
