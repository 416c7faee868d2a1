//! Questions beyond satisfiability: ranges and enumerations.
//!
//! All of them ask the same instance again and again under different assumptions about bits.

use patchlight_expr::{Assignment, Bits, TermId, Terms};

use crate::budget::{self, Why};
use crate::circuit::Lit;
use crate::error::SolverError;
use crate::instance::LitsOutcome;
use crate::path::Path;
use crate::sat::Limits;
use crate::solver::{Solver, with_values};

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
pub(crate) struct Slice {
    pub constraints: Vec<TermId>,
    pub lits: Vec<Lit>,
    pub bits: Vec<Lit>,
    pub near: Assignment,
    pub limits: Limits,
}

/// An answer under assumptions.
pub(crate) enum Probe {
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

    pub(crate) fn differs_from(&mut self, bits: &[Lit], value: &Bits) -> Lit {
        let circuit = &mut self.blaster.circuit;
        bits.iter().enumerate().fold(Lit::FALSE, |differs, (i, &bit)| {
            let bit_differs = if value.bit(i as u32) { !bit } else { bit };
            circuit.or(differs, bit_differs)
        })
    }

    fn slice_of(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        term: TermId,
        near: Option<&Assignment>,
    ) -> Result<Slice, Why> {
        let limits = self.config.budget.start();
        let constraints = path.slice(self.known.support(terms, term));
        let mut lits =
            self.blast_all(terms, &constraints, &limits).ok_or_else(|| budget::why(&limits))?;
        if path.is_false() {
            lits.push(Lit::FALSE);
        }
        let bits = self.blaster.blast_within(terms, &mut self.known.facts, term, &limits);
        let bits = bits.ok_or_else(|| budget::why(&limits))?.to_vec();
        Ok(Slice { constraints, lits, bits, near: near.cloned().unwrap_or_default(), limits })
    }

    /// Solves a slice under assumptions about bits. The term's own bits are in the cone always,
    /// so that a model has values for all its inputs.
    pub(crate) fn probe(
        &mut self,
        terms: &Terms,
        slice: &Slice,
        fixed: &[Lit],
    ) -> Result<Probe, SolverError> {
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

fn order(a: &Bits, b: &Bits) -> std::cmp::Ordering {
    b.ult(a).cmp(&a.ult(b))
}
