//! `strchr`, `memchr` and their relatives; the length of a string.

use super::{byte, is_zero, value};
use crate::context::Context;
use crate::memory::Peeked;
use crate::state::{State, Stop};
use crate::term_ops;
use crate::value::Value;
use patchlight_expr::{TermId, Terms};

impl State {
    /// `strchr`, and `memchr`, for which a NUL is a byte like any other. Found or not found is a
    /// question, so that what is found is an offset from `text` and nothing else.
    pub(super) fn find_first(
        &mut self,
        context: &mut Context,
        text: u64,
        character: Value,
        most: u64,
        until_nul: bool,
    ) -> Result<Option<Value>, Stop> {
        let Some(bytes) = self.peek_in(text, most, until_nul) else { return Ok(None) };
        let character = low_byte(&mut context.terms, character);
        if !self.stays_inside(context, &bytes, |terms, byte| {
            let hit = terms.eq(byte, character);
            match until_nul {
                true => {
                    let ends = is_zero(terms, byte);
                    terms.or(hit, ends)
                }
                false => hit,
            }
        })? {
            return Ok(None);
        }
        let terms = &mut context.terms;
        let start = (terms.boolean(false), terms.zero(64));
        let numbered = numbered(terms, &bytes);
        let (found, at) = numbered.into_iter().rev().fold(start, |(found, at), (byte, here)| {
            let hit = terms.eq(byte, character);
            let mut later = found;
            if until_nul {
                let ends = is_zero(terms, byte);
                let goes_on = terms.not(ends);
                later = terms.and(goes_on, found);
            }
            (terms.or(hit, later), terms.ite(hit, here, at))
        });
        self.place(context, text, found, at)
    }

    /// `strrchr`
    pub(super) fn find_last(
        &mut self,
        context: &mut Context,
        text: Value,
        character: Value,
    ) -> Result<Option<Value>, Stop> {
        let Value::Word(text) = text else { return Ok(None) };
        let Some(bytes) = self.peek_in(text, u64::MAX, true) else { return Ok(None) };
        if !self.stays_inside(context, &bytes, is_zero)? {
            return Ok(None);
        }
        let terms = &mut context.terms;
        let character = low_byte(terms, character);
        let start = (terms.boolean(false), terms.zero(64), terms.boolean(true));
        let numbered = numbered(terms, &bytes);
        let (found, at, _) =
            numbered.into_iter().fold(start, |(found, at, is_inside), (byte, here)| {
                let same = terms.eq(byte, character);
                let hit = terms.and(is_inside, same);
                let ends = is_zero(terms, byte);
                let goes_on = terms.not(ends);
                (terms.or(found, hit), terms.ite(hit, here, at), terms.and(is_inside, goes_on))
            });
        self.place(context, text, found, at)
    }

    /// `strchrnul`
    pub(super) fn find_or_end(
        &mut self,
        context: &mut Context,
        text: Value,
        character: Value,
    ) -> Result<Option<Value>, Stop> {
        let Value::Word(text) = text else { return Ok(None) };
        let Some(bytes) = self.peek_in(text, u64::MAX, true) else { return Ok(None) };
        let character = low_byte(&mut context.terms, character);
        let stops = |terms: &mut Terms, byte| {
            let (hit, ends) = (terms.eq(byte, character), is_zero(terms, byte));
            terms.or(hit, ends)
        };
        if !self.stays_inside(context, &bytes, stops)? {
            return Ok(None);
        }
        let terms = &mut context.terms;
        let at = first_place(terms, &bytes, stops);
        let start = terms.constant(64, text);
        let found = terms.add(at, start);
        Ok(Some(value(terms, found)))
    }

    /// The text to search. A symbolic character in a text that is known is left to the plain
    /// function: each place stands for one character then, and programs tell them apart.
    fn peek_in(&self, text: u64, most: u64, until_nul: bool) -> Option<Peeked> {
        if !self.memory.has_terms(text) {
            return None;
        }
        self.memory.peek(text, most, until_nul).filter(|bytes| bytes.has_term)
    }

    /// `strlen` of at most `most` bytes, and `strnlen`.
    pub(crate) fn measure(
        &mut self,
        context: &mut Context,
        text: u64,
        most: u64,
    ) -> Result<Option<Value>, Stop> {
        let Some(bytes) = self.peek_in(text, most, true) else { return Ok(None) };
        if !self.stays_inside(context, &bytes, is_zero)? {
            return Ok(None);
        }
        let terms = &mut context.terms;
        let length = first_place(terms, &bytes, is_zero);
        Ok(Some(value(terms, length)))
    }

    /// Whether a function that goes on until a byte for which `stops` holds does not leave what was
    /// peeked at.
    fn stays_inside(
        &mut self,
        context: &mut Context,
        text: &Peeked,
        stops: impl Fn(&mut Terms, TermId) -> TermId,
    ) -> Result<bool, Stop> {
        if text.is_whole {
            return Ok(true);
        }
        let terms = &mut context.terms;
        let somewhere = text.bytes.iter().fold(terms.boolean(false), |somewhere, &value| {
            let byte = byte(terms, value);
            let here = stops(terms, byte);
            terms.or(somewhere, here)
        });
        self.decide(context, somewhere)
    }

    fn place(
        &mut self,
        context: &mut Context,
        text: u64,
        found: TermId,
        at: TermId,
    ) -> Result<Option<Value>, Stop> {
        if !self.decide(context, found)? {
            return Ok(Some(Value::Word(0)));
        }
        let terms = &mut context.terms;
        let start = terms.constant(64, text);
        let place = terms.add(at, start);
        Ok(Some(value(terms, place)))
    }
}

/// Where the first byte for which `stops` holds is; how many there are, if there is none.
fn first_place(
    terms: &mut Terms,
    text: &Peeked,
    stops: impl Fn(&mut Terms, TermId) -> TermId,
) -> TermId {
    let end = terms.constant(64, text.bytes.len() as u64);
    numbered(terms, text).into_iter().rev().fold(end, |at, (byte, here)| {
        let stops = stops(terms, byte);
        terms.ite(stops, here, at)
    })
}

/// Each byte with its offset.
fn numbered(terms: &mut Terms, text: &Peeked) -> Vec<(TermId, TermId)> {
    let bytes = text.bytes.iter().enumerate();
    bytes.map(|(at, &value)| (byte(terms, value), terms.constant(64, at as u64))).collect()
}

fn low_byte(terms: &mut Terms, character: Value) -> TermId {
    match character {
        Value::Word(word) => terms.constant(8, word & 0xff),
        Value::Term(term) => term_ops::fit(terms, term, 8),
    }
}
