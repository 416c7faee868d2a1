//! Questions about single bytes, answered from sets of values.
//!
//! The sets are exact and come from evaluation, so what is answered here needs neither SAT nor a
//! second look at the model.

use std::collections::BTreeMap;

use patchlight_expr::{ArrayId, Assignment, Bits, TermId, Terms};

use crate::known::{ByteSet, Known, OneByte};
use crate::path::{Path, conjuncts, is_conjunction};
use crate::solver::{Answer, Solver};

/// Where a byte is: its array and index.
type Place = (ArrayId, u64);

impl Solver {
    /// Answers a question about one byte from the values that its constraints leave it.
    pub(crate) fn by_byte_set(
        &mut self,
        terms: &Terms,
        path: &Path,
        (condition, one_byte): (TermId, OneByte),
        witness: &Assignment,
    ) -> Option<Answer> {
        let place = (one_byte.array, one_byte.index);
        if one_byte.set.contains(witness.get_u64(place.0, place.1) as u8) {
            self.stats.by_witness += 1;
            return Some(Answer::Sat(witness.clone()));
        }
        let view = path.byte(place.0, place.1);
        let answer = match (view.domain & one_byte.set).first() {
            None => {
                let core = self.byte_core(terms, path, place, Some((condition, one_byte.set)));
                Answer::Unsat(core)
            }
            Some(byte) if view.is_alone => {
                let mut model = witness.clone();
                set_byte(&mut model, place, byte);
                Answer::Sat(model)
            }
            Some(_) => return None,
        };
        self.stats.by_byte_set += 1;
        Some(answer)
    }

    /// Answers a conjunction some of whose parts are about one byte each: refutes it if a byte is
    /// left no value, and grants it if all parts are such and their bytes have no other relations.
    pub(crate) fn by_byte_sets_of_parts(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        condition: TermId,
        witness: &Assignment,
    ) -> Option<Answer> {
        if !is_conjunction(terms, condition) {
            return None;
        }
        let mut sets: BTreeMap<Place, ByteSet> = BTreeMap::new();
        let mut is_decided = true;
        for part in conjuncts(terms, condition) {
            match self.known.one_byte(terms, part) {
                Some(OneByte { array, index, set }) => {
                    let wanted = sets.entry((array, index)).or_insert(ByteSet::ALL);
                    *wanted = *wanted & set;
                }
                None => is_decided = false,
            }
        }
        let mut model = witness.clone();
        for (&place, &set) in &sets {
            let view = path.byte(place.0, place.1);
            let Some(byte) = (view.domain & set).nearest(witness.get_u64(place.0, place.1) as u8)
            else {
                self.stats.by_byte_set += 1;
                let core = self.byte_core(terms, path, place, Some((condition, set)));
                return Some(Answer::Unsat(core));
            };
            is_decided &= view.is_alone;
            set_byte(&mut model, place, byte);
        }
        self.stats.by_byte_set += u64::from(is_decided);
        is_decided.then_some(Answer::Sat(model))
    }

    /// Constraints about one byte, and the condition if there is one, that leave it no value.
    pub(crate) fn byte_core(
        &mut self,
        terms: &Terms,
        path: &Path,
        (array, index): Place,
        condition: Option<(TermId, ByteSet)>,
    ) -> Vec<TermId> {
        let mut left = condition.map_or(ByteSet::ALL, |(_, set)| set);
        let mut core = Vec::new();
        let constraints = path.constraints_on_byte(array, index);
        let set_of = |known: &mut Known, term: TermId| {
            known.one_byte(terms, term).map_or(ByteSet::ALL, |found| found.set)
        };
        // One constraint alone is often enough; else the newest that still exclude something.
        let enough =
            constraints.iter().find(|&&term| (set_of(&mut self.known, term) & left).is_empty());
        if let Some(&term) = enough
            && !left.is_empty()
        {
            core.push(term);
        } else {
            for &term in constraints.iter().rev() {
                let next = left & set_of(&mut self.known, term);
                if next != left {
                    core.push(term);
                    left = next;
                }
            }
            core.reverse();
        }
        core.extend(condition.map(|(term, _)| term));
        core
    }

    /// For a question about one byte: tries a few of the values left to it, the rest being the
    /// witness's.
    pub(crate) fn by_changing_one_byte(
        &mut self,
        terms: &Terms,
        path: &Path,
        query: &[TermId],
        witness: &Assignment,
    ) -> Option<Assignment> {
        let one_byte = self.known.one_byte(terms, *query.last()?)?;
        let place = (one_byte.array, one_byte.index);
        let left = path.byte(place.0, place.1).domain & one_byte.set;
        [left.first(), left.last()].into_iter().flatten().find_map(|byte| {
            let mut model = witness.clone();
            set_byte(&mut model, place, byte);
            self.known.evaluator.set_assignment(model.clone());
            let holds = query.iter().rev().all(|&term| self.known.evaluator.is_true(terms, term));
            self.stats.by_byte_set += u64::from(holds);
            holds.then_some(model)
        })
    }
}

pub(crate) fn set_byte(model: &mut Assignment, place: Place, byte: u8) {
    model.set(place.0, place.1, Bits::from_u64(8, u64::from(byte)));
}
