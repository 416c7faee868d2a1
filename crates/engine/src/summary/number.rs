//! `strtol` and its relatives: blanks, a sign, a prefix, digits.
//!
//! For each place of the text there are conditions for what a reader would be doing there. All are
//! found in one pass, and what is returned is a choice between the places where the number may be.

use super::{byte, is, is_among, value};
use crate::context::Context;
use crate::state::{State, Stop};
use crate::value::Value;
use patchlight_expr::{TermId, Terms};

/// The digits of a number to one base, and the places where they may begin.
struct Track {
    base: u64,
    begins: Vec<TermId>,
}

impl State {
    /// The number at `text`, as a word of 64 bits; `end`, unless null, is told where it ends.
    pub(super) fn read_number(
        &mut self,
        context: &mut Context,
        text: u64,
        end: u64,
        base: i32,
        binary: bool,
    ) -> Result<Option<Value>, Stop> {
        if !self.memory.has_terms(text) {
            return Ok(None);
        }
        let Some(peeked) = self.memory.peek(text, u64::MAX, true) else { return Ok(None) };
        let largest_base = if base == 0 { 16 } else { base as u64 };
        // No digits that fit into the text may overflow, whatever comes before them.
        let is_small = largest_base
            .checked_pow(peeked.bytes.len().saturating_sub(1) as u32)
            .is_some_and(|limit| limit <= 1 << 63);
        let is_base = base == 0 || (2..=36).contains(&base);
        if !is_base || !peeked.has_term || !peeked.is_whole || !is_small {
            return Ok(None);
        }
        let terms = &mut context.terms;
        let bytes: Vec<TermId> = peeked.bytes.iter().map(|&value| byte(terms, value)).collect();
        let (starts, is_negative) = starts(terms, &bytes);
        let tracks = tracks(terms, &bytes, &starts, base as u64, binary);
        let mut number = terms.zero(64);
        let mut after = terms.zero(64);
        for track in &tracks {
            (number, after) = read_track(terms, &bytes, track, number, after);
        }
        let negated = terms.neg(number);
        let result = terms.ite(is_negative, negated, number);
        let start = terms.constant(64, text);
        let after = terms.add(after, start);
        if end != 0 && !self.put_pointer(context, end, after) {
            return Ok(None);
        }
        Ok(Some(value(&context.terms, result)))
    }

    /// False, and nothing has changed, if it cannot be put there.
    fn put_pointer(&mut self, context: &mut Context, at: u64, pointer: TermId) -> bool {
        let has_term_for_size =
            self.memory.locate(at).is_ok_and(|(index, _)| self.memory.size_term(index).is_some());
        let stored = match value(&context.terms, pointer) {
            _ if has_term_for_size => return false,
            Value::Word(word) => self.memory.store_slow(at, word, 8),
            Value::Term(term) => self.memory.store_term(&mut context.terms, at, term, 8),
        };
        stored.is_ok()
    }
}

/// For each place, whether the sign is behind and the number begins there; and whether the sign is
/// a minus.
fn starts(terms: &mut Terms, bytes: &[TermId]) -> (Vec<TermId>, TermId) {
    let mut only_blanks = terms.boolean(true);
    let mut after_sign = terms.boolean(false);
    let mut is_negative = terms.boolean(false);
    let mut starts = Vec::new();
    for &byte in bytes {
        let is_minus = is(terms, byte, b'-');
        let is_plus = is(terms, byte, b'+');
        let is_sign = terms.or(is_minus, is_plus);
        let is_blank = is_blank(terms, byte);
        let is_other = {
            let either = terms.or(is_sign, is_blank);
            terms.not(either)
        };
        let without_sign = terms.and(only_blanks, is_other);
        starts.push(terms.or(without_sign, after_sign));
        after_sign = terms.and(only_blanks, is_sign);
        let minus_here = terms.and(only_blanks, is_minus);
        is_negative = terms.or(is_negative, minus_here);
        only_blanks = terms.and(only_blanks, is_blank);
    }
    (starts, is_negative)
}

fn is_blank(terms: &mut Terms, byte: TermId) -> TermId {
    let is_space = is(terms, byte, b' ');
    let is_control = is_among(terms, byte, b'\t', 5);
    terms.or(is_space, is_control)
}

/// Where digits begin, to which base. A prefix counts only if a digit follows.
fn tracks(
    terms: &mut Terms,
    bytes: &[TermId],
    starts: &[TermId],
    base: u64,
    binary: bool,
) -> Vec<Track> {
    let mut rest = starts.to_vec();
    let mut tracks = Vec::new();
    let prefixes = [(16, b'x', true), (2, b'b', binary)];
    for (with, letter, _) in prefixes.into_iter().filter(|p| p.2 && (base == 0 || base == p.0)) {
        let mut begins = vec![terms.boolean(false); bytes.len()];
        for at in 0..bytes.len().saturating_sub(2) {
            let is_zero = is(terms, bytes[at], b'0');
            let case = terms.constant(8, 32);
            let lower = terms.or(bytes[at + 1], case);
            let is_letter = is(terms, lower, letter);
            let (is_digit, _) = digit(terms, bytes[at + 2], with);
            let is_prefix = {
                let both = terms.and(is_zero, is_letter);
                terms.and(both, is_digit)
            };
            begins[at + 2] = terms.and(rest[at], is_prefix);
            let is_none = terms.not(is_prefix);
            rest[at] = terms.and(rest[at], is_none);
        }
        tracks.push(Track { base: with, begins });
    }
    if base != 0 {
        tracks.push(Track { base, begins: rest });
        return tracks;
    }
    let zeros: Vec<TermId> = bytes.iter().map(|&byte| is(terms, byte, b'0')).collect();
    let octal = rest.iter().zip(&zeros).map(|(&begins, &zero)| terms.and(begins, zero)).collect();
    tracks.push(Track { base: 8, begins: octal });
    let decimal = rest.iter().zip(&zeros).map(|(&begins, &zero)| {
        let other = terms.not(zero);
        terms.and(begins, other)
    });
    let decimal = decimal.collect();
    tracks.push(Track { base: 10, begins: decimal });
    tracks
}

/// Adds what is read on one track to the number and to where it ends, which are 0 if no other track
/// was taken.
fn read_track(
    terms: &mut Terms,
    bytes: &[TermId],
    track: &Track,
    mut number: TermId,
    mut after: TermId,
) -> (TermId, TermId) {
    let mut in_digits = terms.boolean(false);
    let base = terms.constant(64, track.base);
    for (at, (&byte, &begins)) in bytes.iter().zip(&track.begins).enumerate() {
        let is_here = terms.or(in_digits, begins);
        let (is_digit, digit) = digit(terms, byte, track.base);
        in_digits = terms.and(is_here, is_digit);
        let shifted = terms.mul(number, base);
        let longer = terms.add(shifted, digit);
        number = terms.ite(in_digits, longer, number);
        let next = terms.constant(64, at as u64 + 1);
        after = terms.ite(in_digits, next, after);
    }
    (number, after)
}

/// Whether a byte is a digit to this base, and its worth in 64 bits.
fn digit(terms: &mut Terms, byte: TermId, base: u64) -> (TermId, TermId) {
    let is_decimal = is_among(terms, byte, b'0', 10);
    let zero = terms.constant(8, b'0'.into());
    let decimal = terms.sub(byte, zero);
    let (worth, is_digit) = if base <= 10 {
        (decimal, is_among(terms, byte, b'0', base as u8))
    } else {
        let case = terms.constant(8, 32);
        let lower = terms.or(byte, case);
        let is_letter = is_among(terms, lower, b'a', base as u8 - 10);
        let ten = terms.constant(8, u64::from(b'a') - 10);
        let letter = terms.sub(lower, ten);
        (terms.ite(is_decimal, decimal, letter), terms.or(is_decimal, is_letter))
    };
    (is_digit, terms.zext(worth, 64))
}
