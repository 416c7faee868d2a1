//! Summaries of libc's string functions: what they return for all inputs at once, as a term.
//!
//! A plain function forks at each byte that it looks at. A summary is tried in its place when it is
//! called; the plain function runs instead wherever the summary does not know the whole answer:
//! lengths and places that libc itself asks for, pointers or bounds that depend on the input, bytes that no access could read, blocks whose size
//! is a term, numbers that may overflow, strings that are very long, and strings without a term in
//! them, for which it is as good.
//!
//! **Invariant.** A summary returns what the plain function returns and leaves memory as that does,
//! or it has changed nothing. A string that may run past its object's end is asked about first; if
//! it does, the plain function finds the error where it happens.

mod compare;
mod number;
mod search;

use crate::context::Context;
use crate::state::{State, Stop};
use crate::value::Value;
use patchlight_expr::{TermId, Terms};

/// A function that has a summary.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Summary {
    /// `folds`: letters of both cases are the same; `bounded`: looks at no more than the third
    /// argument says.
    Compare { folds: bool, bounded: bool },
    /// `strchr` and `memchr`.
    Find { bounded: bool },
    /// `strchrnul`
    FindOrEnd,
    /// `strrchr`
    FindLast,
    /// `strnlen`
    Length,
    /// `strtol` and its relatives; `binary`: knows the prefix `0b`.
    Number { binary: bool },
    /// `atoi` and its relatives, by the width of the result.
    Decimal { width: u32 },
}

const SUMMARIES: &[(&str, Summary)] = &[
    ("strcmp", Summary::Compare { folds: false, bounded: false }),
    ("strncmp", Summary::Compare { folds: false, bounded: true }),
    ("strcasecmp", Summary::Compare { folds: true, bounded: false }),
    ("strncasecmp", Summary::Compare { folds: true, bounded: true }),
    ("strchr", Summary::Find { bounded: false }),
    ("memchr", Summary::Find { bounded: true }),
    ("strchrnul", Summary::FindOrEnd),
    ("strrchr", Summary::FindLast),
    ("strnlen", Summary::Length),
    ("strtol", Summary::Number { binary: false }),
    ("strtoul", Summary::Number { binary: false }),
    ("strtoll", Summary::Number { binary: false }),
    ("strtoull", Summary::Number { binary: false }),
    ("strtoimax", Summary::Number { binary: false }),
    ("strtoumax", Summary::Number { binary: false }),
    ("__isoc23_strtol", Summary::Number { binary: true }),
    ("__isoc23_strtoul", Summary::Number { binary: true }),
    ("__isoc23_strtoll", Summary::Number { binary: true }),
    ("__isoc23_strtoull", Summary::Number { binary: true }),
    ("__isoc23_strtoimax", Summary::Number { binary: true }),
    ("__isoc23_strtoumax", Summary::Number { binary: true }),
    ("atoi", Summary::Decimal { width: 32 }),
    ("atol", Summary::Decimal { width: 64 }),
    ("atoll", Summary::Decimal { width: 64 }),
];

impl Summary {
    pub(crate) fn from_name(name: &str) -> Option<Summary> {
        SUMMARIES.iter().find(|(function, _)| *function == name).map(|&(_, summary)| summary)
    }

    /// Whether it returns a length, or an address that depends on the input.
    pub(crate) fn is_place(self) -> bool {
        match self {
            Summary::Find { .. } | Summary::FindOrEnd | Summary::FindLast | Summary::Length => true,
            Summary::Compare { .. } | Summary::Number { .. } | Summary::Decimal { .. } => false,
        }
    }
}

impl State {
    /// What a call returns; `None`, and nothing has changed, if the plain function has to say.
    pub(crate) fn summarise(
        &mut self,
        context: &mut Context,
        summary: Summary,
        args: &[Value; 8],
    ) -> Result<Option<Value>, Stop> {
        match summary {
            Summary::Compare { folds, bounded } => {
                let [Value::Word(a), Value::Word(b)] = [args[0], args[1]] else { return Ok(None) };
                let Some(most) = most_bytes(bounded, args[2]) else { return Ok(None) };
                self.compare_strings(context, [a, b], most, folds)
            }
            Summary::Find { bounded } => {
                let Value::Word(text) = args[0] else { return Ok(None) };
                let Some(most) = most_bytes(bounded, args[2]) else { return Ok(None) };
                self.find_first(context, text, args[1], most, !bounded)
            }
            Summary::FindOrEnd => self.find_or_end(context, args[0], args[1]),
            Summary::FindLast => self.find_last(context, args[0], args[1]),
            Summary::Length => {
                let [Value::Word(text), Value::Word(most)] = [args[0], args[1]] else {
                    return Ok(None);
                };
                self.measure(context, text, most)
            }
            Summary::Number { binary } => {
                let words = [args[0], args[1], args[2]];
                let [Value::Word(text), Value::Word(end), Value::Word(base)] = words else {
                    return Ok(None);
                };
                self.read_number(context, text, end, base as u32 as i32, binary)
            }
            Summary::Decimal { width } => {
                let Value::Word(text) = args[0] else { return Ok(None) };
                let number = self.read_number(context, text, 0, 10, false)?;
                Ok(number.map(|number| low_bits(&mut context.terms, number, width)))
            }
        }
    }
}

/// How many bytes a function looks at, at most. `None` if that depends on the input.
fn most_bytes(bounded: bool, most: Value) -> Option<u64> {
    match most {
        Value::Word(most) if bounded => Some(most),
        _ if !bounded => Some(u64::MAX),
        _ => None,
    }
}

fn low_bits(terms: &mut Terms, number: Value, width: u32) -> Value {
    match number {
        Value::Term(term) => {
            let low = terms.extract(term, 0, width);
            value(terms, low)
        }
        Value::Word(word) => Value::Word(word & (u64::MAX >> (64 - width))),
    }
}

fn value(terms: &Terms, term: TermId) -> Value {
    terms.as_u64(term).map_or(Value::Term(term), Value::Word)
}

/// A byte as a term of 8 bits.
fn byte(terms: &mut Terms, value: Value) -> TermId {
    match value {
        Value::Word(word) => terms.constant(8, word & 0xff),
        Value::Term(term) => term,
    }
}

fn is_zero(terms: &mut Terms, byte: TermId) -> TermId {
    let zero = terms.zero(8);
    terms.eq(byte, zero)
}

fn is(terms: &mut Terms, byte: TermId, character: u8) -> TermId {
    let character = terms.constant(8, character.into());
    terms.eq(byte, character)
}

/// Whether a byte is one of the `n` characters from `first` on.
fn is_among(terms: &mut Terms, byte: TermId, first: u8, n: u8) -> TermId {
    let (first, n) = (terms.constant(8, first.into()), terms.constant(8, n.into()));
    let distance = terms.sub(byte, first);
    terms.ult(distance, n)
}
