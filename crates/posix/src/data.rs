//! Bytes that may depend on the input: what files hold and what is read and written.

use patchlight_engine::{Context, Side, TermId, Value, Witness};
use std::ops::Range;

/// Bytes, and the terms that stand for some of them (the bytes beneath are 0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    bytes: Vec<u8>,
    /// By position, ascending.
    terms: Vec<(usize, TermId)>,
}

impl From<Vec<u8>> for Data {
    fn from(bytes: Vec<u8>) -> Data {
        Data { bytes, terms: Vec::new() }
    }
}

impl FromIterator<Value> for Data {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Data {
        let mut data = Data::default();
        for value in values {
            match value {
                Value::Word(byte) => data.bytes.push(byte as u8),
                Value::Term(term) => {
                    data.terms.push((data.bytes.len(), term));
                    data.bytes.push(0);
                }
            }
        }
        data
    }
}

impl Data {
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes; those of terms are 0.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn terms(&self) -> &[(usize, TermId)] {
        &self.terms
    }

    /// The bytes that the new version has under a witness.
    pub fn under(&self, context: &mut Context, witness: &Witness) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for &(at, term) in &self.terms {
            let term = context.terms.project(term, Side::New);
            bytes[at] = context.word_under(witness, term) as u8;
        }
        bytes
    }

    /// The bytes as terms of 8 bits.
    pub(crate) fn byte_terms(&self, context: &mut Context) -> Vec<TermId> {
        let byte = |value| match value {
            Value::Word(byte) => context.terms.constant(8, byte),
            Value::Term(term) => term,
        };
        self.values().map(byte).collect()
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        let mut terms = self.terms.iter().peekable();
        self.bytes.iter().enumerate().map(move |(at, &byte)| {
            match terms.next_if(|&&(position, _)| position == at) {
                Some(&(_, term)) => Value::Term(term),
                None => Value::Word(byte.into()),
            }
        })
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> Data {
        let first = self.terms.partition_point(|&(at, _)| at < range.start);
        let end = self.terms.partition_point(|&(at, _)| at < range.end);
        let terms = self.terms[first..end].iter().map(|&(at, term)| (at - range.start, term));
        Data { terms: terms.collect(), bytes: self.bytes[range].to_vec() }
    }

    pub(crate) fn resize(&mut self, len: usize) {
        self.bytes.resize(len, 0);
        self.terms.retain(|&(at, _)| at < len);
    }

    /// Overwrites what is at `offset`, which may lie beyond the end.
    pub(crate) fn write_at(&mut self, offset: usize, data: &Data) {
        let end = offset + data.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[offset..end].copy_from_slice(&data.bytes);
        if !self.terms.is_empty() || !data.terms.is_empty() {
            self.terms.retain(|&(at, _)| at < offset || at >= end);
            self.terms.extend(data.terms.iter().map(|&(at, term)| (offset + at, term)));
            self.terms.sort_unstable_by_key(|&(at, _)| at);
        }
    }

    pub(crate) fn append(&mut self, data: &Data) {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&data.bytes);
        self.terms.extend(data.terms.iter().map(|&(at, term)| (offset + at, term)));
    }

    /// Takes at most `len` bytes from the front.
    pub(crate) fn take_front(&mut self, len: usize) -> Data {
        let len = len.min(self.bytes.len());
        let front = self.slice(0..len);
        *self = self.slice(len..self.bytes.len());
        front
    }
}
