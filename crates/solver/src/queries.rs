//! Questions beyond satisfiability: ranges, enumerations, canonical models.
//!
//! All of them ask the same instance again and again under different assumptions about bits.

use patchlight_expr::{Assignment, Bits, InputKey, TermId, Terms};

use crate::budget::{self, Why};
use crate::circuit::Lit;
use crate::error::SolverError;
use crate::instance::LitsOutcome;
use crate::path::Path;
use crate::sat::Limits;
use crate::solver::{Answer, Solver, with_values};

/// The least and greatest unsigned value of a term on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    Between(Bits, Bits),
    /// The path is infeasible.
    Empty,
    Unknown(Why),
}

/// The values of a term on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// All values, ascending.
    All(Vec<Bits>),
    /// More values exist than were asked for; these are some of them, ascending.
    More(Vec<Bits>),
    Unknown(Why),
}

/// The slice of a path that a term depends on, as literals.
struct Slice {
    constraints: Vec<TermId>,
    lits: Vec<Lit>,
    bits: Vec<Lit>,
    near: Assignment,
    limits: Limits,
}

/// An answer under assumptions.
enum Probe {
    Sat(Assignment),
    Unsat,
    Unknown(Why),
}

impl Solver {
    /// The least and greatest value of `term`; `near` is a witness of the path, if there is one.
    pub fn range(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        term: TermId,
        near: Option<&Assignment>,
    ) -> Result<Range, SolverError> {
        let mut slice = match self.slice_of(terms, path, term, near) {
            Ok(slice) => slice,
            Err(why) => return Ok(Range::Unknown(why)),
        };
        let first = match self.probe(terms, &slice, &[])? {
            Probe::Sat(model) => model,
            Probe::Unsat => return Ok(Range::Empty),
            Probe::Unknown(why) => return Ok(Range::Unknown(why)),
        };
        let mut bounds = Vec::new();
        for towards in [false, true] {
            match self.extreme(terms, &mut slice, term, &first, towards)? {
                Ok(bound) => bounds.push(bound),
                Err(why) => return Ok(Range::Unknown(why)),
            }
        }
        let high = bounds.pop().unwrap_or_else(|| Bits::zero(1));
        let low = bounds.pop().unwrap_or_else(|| Bits::zero(1));
        Ok(Range::Between(low, high))
    }

    /// Fixes bits from the top, each to `towards` if that is possible.
    fn extreme(
        &mut self,
        terms: &Terms,
        slice: &mut Slice,
        term: TermId,
        first: &Assignment,
        towards: bool,
    ) -> Result<Result<Bits, Why>, SolverError> {
        let mut value = self.value(terms, term, first);
        let mut fixed: Vec<Lit> = Vec::new();
        for at in (0..slice.bits.len()).rev() {
            let bit = slice.bits[at];
            let wanted = if towards { bit } else { !bit };
            if value.bit(at as u32) != towards {
                fixed.push(wanted);
                match self.probe(terms, slice, &fixed)? {
                    Probe::Sat(model) => value = self.value(terms, term, &model),
                    Probe::Unsat => {
                        fixed.pop();
                        fixed.push(!wanted);
                    }
                    Probe::Unknown(why) => return Ok(Err(why)),
                }
            } else {
                fixed.push(wanted);
            }
        }
        Ok(Ok(value))
    }

    /// Up to `n_most` values of `term`.
    pub fn enumerate(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        term: TermId,
        n_most: usize,
        near: Option<&Assignment>,
    ) -> Result<Enumeration, SolverError> {
        let slice = match self.slice_of(terms, path, term, near) {
            Ok(slice) => slice,
            Err(why) => return Ok(Enumeration::Unknown(why)),
        };
        let mut values: Vec<Bits> = Vec::new();
        let mut blocked: Vec<Lit> = Vec::new();
        loop {
            match self.probe(terms, &slice, &blocked)? {
                Probe::Unknown(why) => return Ok(Enumeration::Unknown(why)),
                Probe::Unsat => {
                    values.sort_by(order);
                    return Ok(Enumeration::All(values));
                }
                Probe::Sat(model) if values.len() < n_most => {
                    let value = self.value(terms, term, &model);
                    blocked.push(self.differs_from(&slice.bits, &value));
                    values.push(value);
                }
                Probe::Sat(_) => {
                    values.sort_by(order);
                    return Ok(Enumeration::More(values));
                }
            }
        }
    }

    fn differs_from(&mut self, bits: &[Lit], value: &Bits) -> Lit {
        let circuit = &mut self.blaster.circuit;
        bits.iter().enumerate().fold(Lit::FALSE, |differs, (i, &bit)| {
            let bit_differs = if value.bit(i as u32) { !bit } else { bit };
            circuit.or(differs, bit_differs)
        })
    }

    /// The one model of a path that is nearest to `seed`: byte by byte, in the order of arrays and
    /// indices, the seed's value if that is possible, else the smallest. It does not depend on
    /// what was asked before. Inputs that the path does not touch keep the seed's values.
    pub fn canonical_model(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        seed: &Assignment,
    ) -> Result<Answer, SolverError> {
        if path.is_false() {
            return Ok(Answer::Unsat(vec![terms.boolean(false)]));
        }
        let limits = self.config.budget.start();
        let mut model = seed.clone();
        for constraints in path.slices() {
            if self.validate(terms, &constraints, seed).is_ok() {
                continue;
            }
            let Some(lits) = self.blast_all(terms, &constraints, &limits) else {
                return Ok(Answer::Unknown(budget::why(&limits)));
            };
            let near = model.clone();
            let slice = Slice { constraints, lits, bits: Vec::new(), near, limits };
            match self.nearest(terms, &slice, seed)? {
                Probe::Sat(found) => model = found,
                Probe::Unsat => return Ok(Answer::Unsat(slice.constraints)),
                Probe::Unknown(why) => return Ok(Answer::Unknown(why)),
            }
        }
        Ok(Answer::Sat(model))
    }

    fn nearest(
        &mut self,
        terms: &mut Terms,
        slice: &Slice,
        seed: &Assignment,
    ) -> Result<Probe, SolverError> {
        let mut model = match self.probe(terms, slice, &[])? {
            Probe::Sat(model) => model,
            other => return Ok(other),
        };
        let mut fixed: Vec<Lit> = Vec::new();
        for (array, index) in self.elements_of(terms, &slice.constraints, &model) {
            let width = terms.array(array).element_width;
            let element = terms.element(array, index);
            let bits = self.blaster.blast(terms, &mut self.facts, element).to_vec();
            let wanted = seed.get(array, index, width);
            let n_before = fixed.len();
            fixed.extend(literals(&bits, &wanted));
            if model.get(array, index, width) == wanted {
                continue;
            }
            match self.probe(terms, slice, &fixed)? {
                Probe::Sat(found) => {
                    model = found;
                    continue;
                }
                Probe::Unsat => fixed.truncate(n_before),
                unknown @ Probe::Unknown(_) => return Ok(unknown),
            }
            // The smallest value, from the top bit down.
            for at in (0..bits.len()).rev() {
                fixed.push(!bits[at]);
                if !model.get(array, index, width).bit(at as u32) {
                    continue;
                }
                match self.probe(terms, slice, &fixed)? {
                    Probe::Sat(found) => model = found,
                    Probe::Unsat => {
                        fixed.pop();
                        fixed.push(bits[at]);
                    }
                    unknown @ Probe::Unknown(_) => return Ok(unknown),
                }
            }
        }
        Ok(Probe::Sat(model))
    }

    /// The input elements that constraints depend on, in order. Of arrays that are read at
    /// symbolic indices, those are meant that a model or the constraints name.
    fn elements_of(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        model: &Assignment,
    ) -> Vec<(patchlight_expr::ArrayId, u64)> {
        let mut elements = Vec::new();
        for &constraint in constraints {
            for &key in self.supports.of(terms, &mut self.facts, constraint) {
                match key {
                    InputKey::Element(array, index) => elements.push((array, index)),
                    InputKey::Whole(array) => {
                        let indices = model.assigned_indices(array);
                        elements.extend(indices.into_iter().map(|index| (array, index)));
                    }
                }
            }
        }
        elements.sort_unstable();
        elements.dedup();
        elements
    }

    fn slice_of(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        term: TermId,
        near: Option<&Assignment>,
    ) -> Result<Slice, Why> {
        let limits = self.config.budget.start();
        let inputs = self.supports.of(terms, &mut self.facts, term).to_vec();
        let constraints = path.slice(&inputs);
        let mut lits =
            self.blast_all(terms, &constraints, &limits).ok_or_else(|| budget::why(&limits))?;
        if path.is_false() {
            lits.push(Lit::FALSE);
        }
        let bits = self.blaster.blast_within(terms, &mut self.facts, term, &limits);
        let bits = bits.ok_or_else(|| budget::why(&limits))?.to_vec();
        Ok(Slice { constraints, lits, bits, near: near.cloned().unwrap_or_default(), limits })
    }

    /// Solves a slice under assumptions about bits. The term's own bits are in the cone always,
    /// so that a model has values for all its inputs.
    fn probe(&mut self, terms: &Terms, slice: &Slice, fixed: &[Lit]) -> Result<Probe, SolverError> {
        let lits: Vec<Lit> = slice.lits.iter().chain(fixed).copied().collect();
        match self.solve_lits(terms, &lits, &slice.near, &slice.limits) {
            LitsOutcome::Sat(values) => {
                let model = with_values(&slice.near, values);
                self.validate(terms, &slice.constraints, &model)?;
                Ok(Probe::Sat(model))
            }
            LitsOutcome::Unsat(_) => Ok(Probe::Unsat),
            LitsOutcome::Unknown => Ok(Probe::Unknown(budget::why(&slice.limits))),
        }
    }
}

fn literals<'a>(bits: &'a [Lit], value: &'a Bits) -> impl Iterator<Item = Lit> + 'a {
    bits.iter().enumerate().map(|(i, &bit)| if value.bit(i as u32) { bit } else { !bit })
}

fn order(a: &Bits, b: &Bits) -> std::cmp::Ordering {
    b.ult(a).cmp(&a.ult(b))
}
