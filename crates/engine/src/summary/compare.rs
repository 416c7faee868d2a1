//! `strcmp` and its relatives.

use super::{byte, is_among, is_zero, value};
use crate::context::Context;
use crate::state::{State, Stop};
use crate::value::Value;
use patchlight_expr::{TermId, Terms};

impl State {
    /// The difference of the first bytes that differ, or 0.
    pub(super) fn compare_strings(
        &mut self,
        context: &mut Context,
        [a, b]: [u64; 2],
        most: u64,
        folds: bool,
    ) -> Result<Option<Value>, Stop> {
        if !self.memory.has_terms(a) && !self.memory.has_terms(b) {
            return Ok(None);
        }
        let texts = (self.memory.peek(a, most, true), self.memory.peek(b, most, true));
        let (Some(left), Some(right)) = texts else { return Ok(None) };
        if !left.has_term && !right.has_term {
            return Ok(None);
        }
        let n = left.bytes.len().min(right.bytes.len());
        let stops = [&left, &right].iter().any(|text| text.bytes.len() == n && text.is_whole);
        let terms = &mut context.terms;
        let pairs: Vec<(TermId, TermId)> = left.bytes[..n]
            .iter()
            .zip(&right.bytes)
            .map(|(&l, &r)| (folded(terms, l, folds), folded(terms, r, folds)))
            .collect();
        if !stops {
            let all = pairs.iter().fold(terms.boolean(true), |all, &pair| {
                let continues = continues(terms, pair);
                terms.and(all, continues)
            });
            if self.decide(context, all)? {
                return Ok(None);
            }
        }
        let terms = &mut context.terms;
        let start = (terms.zero(32), terms.boolean(true));
        let (order, equal) = pairs.iter().rev().fold(start, |(order, equal), &(l, r)| {
            let same = terms.eq(l, r);
            let goes_on = continues(terms, (l, r));
            let (wide_l, wide_r) = (terms.zext(l, 32), terms.zext(r, 32));
            let difference = terms.sub(wide_l, wide_r);
            let stops = terms.not(goes_on);
            let rest = terms.or(stops, equal);
            (terms.ite(goes_on, order, difference), terms.and(same, rest))
        });
        let zero = terms.zero(32);
        let is_equal = terms.eq(order, zero);
        let result = value(terms, order);
        self.means(context, is_equal, equal);
        Ok(Some(result))
    }
}

/// Whether a comparison goes on after two bytes: they are the same and do not end the strings.
fn continues(terms: &mut Terms, (l, r): (TermId, TermId)) -> TermId {
    let same = terms.eq(l, r);
    let is_never_zero = |byte| terms.as_u64(byte).is_some_and(|byte| byte != 0);
    if is_never_zero(l) || is_never_zero(r) {
        return same;
    }
    let ends = is_zero(terms, l);
    let goes_on = terms.not(ends);
    terms.and(same, goes_on)
}

fn folded(terms: &mut Terms, value: Value, folds: bool) -> TermId {
    let byte = byte(terms, value);
    if !folds {
        return byte;
    }
    let is_upper = is_among(terms, byte, b'A', 26);
    let case = terms.constant(8, 32);
    let lower = terms.or(byte, case);
    terms.ite(is_upper, lower, byte)
}
