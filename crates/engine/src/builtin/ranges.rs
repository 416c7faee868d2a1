//! Copying, filling, comparing and measuring ranges of memory.
//!
//! A length that depends on the input does not fork the path: every byte that it may reach becomes a
//! choice between what was there and what comes.

use crate::context::Context;
use crate::memory::Fault;
use crate::outcome::{Access, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop};
use crate::term_ops;
use crate::value::Value;
use patchlight_expr::{TermId, Terms};

/// A symbolic length beyond this takes each of its values on a path of its own.
const MAX_LEN: u64 = 4096;

impl State {
    /// `memcpy` and `memmove` of values.
    pub(crate) fn copy_values(
        &mut self,
        program: &Program,
        context: &mut Context,
        [to, from, len]: [Value; 3],
        disjoint: bool,
    ) -> Result<u64, Stop> {
        let [to, from] = self.settle_all(context, [to, from])?;
        let len = self.seen(context, len)?;
        // Overlapping ranges are copied with a length that is known.
        let bounded = match len {
            Value::Term(len) if to >> 32 != from >> 32 => {
                self.check_length(program, context, to, len, true)?;
                self.check_length(program, context, from, len, false)?;
                self.longest(context, len)?.map(|longest| (len, longest))
            }
            _ => None,
        };
        let Some((len, longest)) = bounded else {
            let len = self.settle(context, len)?;
            self.mem_copy(program, context, to, from, len, disjoint)?;
            return Ok(to);
        };
        let bytes = self.read_range(program, from, longest)?;
        self.write_up_to(program, context, to, &bytes, len)?;
        Ok(to)
    }

    /// `memset` of values.
    pub(crate) fn set_values(
        &mut self,
        program: &Program,
        context: &mut Context,
        [to, value, len]: [Value; 3],
    ) -> Result<u64, Stop> {
        let to = self.settle(context, to)?;
        let len = self.seen(context, len)?;
        let bounded = match len {
            Value::Term(len) => {
                self.check_length(program, context, to, len, true)?;
                self.longest(context, len)?.map(|longest| (len, longest))
            }
            Value::Word(_) => None,
        };
        let Some((len, longest)) = bounded else {
            let len = self.settle(context, len)?;
            self.mem_set(program, context, to, value, len)?;
            return Ok(to);
        };
        let byte = match value {
            Value::Word(word) => Value::Word(word & 0xff),
            Value::Term(term) => Value::Term(term_ops::fit(&mut context.terms, term, 8)),
        };
        let bytes = vec![byte; longest as usize];
        self.write_up_to(program, context, to, &bytes, len)?;
        Ok(to)
    }

    /// The largest value of a length on this path, if it is small enough.
    fn longest(&mut self, context: &mut Context, len: TermId) -> Result<Option<u64>, Stop> {
        let facts = context.solver.facts(&context.terms, len);
        let range = self.range(context, len)?;
        let longest = range.map_or(facts.hi, |(_, longest)| longest.min(facts.hi));
        Ok((longest <= MAX_LEN).then_some(longest))
    }

    /// Checks that a range of symbolic length stays within its object.
    fn check_length(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: u64,
        len: TermId,
        write: bool,
    ) -> Result<(), Stop> {
        let terms = &mut context.terms;
        let len = term_ops::fit(terms, len, 64);
        let is_set = term_ops::is_set(terms, len);
        let Ok((index, offset)) = self.memory.locate(address) else {
            // Only an empty range may lie nowhere.
            if self.decide(context, is_set)? {
                let len = context.word_under(&self.path.witness, len);
                return self.check_concrete(program, address, len, write);
            }
            return Ok(());
        };
        let size = self.memory.extent(index).1.saturating_sub(offset);
        let size = context.terms.constant(64, size.into());
        let mut inside = context.terms.ule(len, size);
        if let Some(size) = self.memory.size_term(index) {
            let offset = context.terms.constant(64, offset.into());
            let end = context.terms.add(offset, len);
            let fits = context.terms.ule(end, size);
            inside = context.terms.and(inside, fits);
        }
        if self.decide(context, inside)? {
            return Ok(());
        }
        let size = context.word_under(&self.path.witness, len);
        let access = Access { address, size, write };
        Err(Stop::End(self.access_bug(program, Fault::OutOfBounds, access)))
    }

    fn check_concrete(
        &self,
        program: &Program,
        address: u64,
        len: u64,
        write: bool,
    ) -> Result<(), Stop> {
        let seen = self.memory.read_values(address, len);
        seen.map(|_| ()).map_err(|fault| {
            let access = Access { address, size: len, write };
            Stop::End(self.access_bug(program, fault, access))
        })
    }

    /// Writes the first `len` of some bytes; all of them are in bounds.
    fn write_up_to(
        &mut self,
        program: &Program,
        context: &mut Context,
        to: u64,
        bytes: &[Value],
        len: TermId,
    ) -> Result<(), Stop> {
        let before = self.read_range(program, to, bytes.len() as u64)?;
        let terms = &mut context.terms;
        let width = terms.width(len);
        let pairs = before.into_iter().zip(bytes).enumerate();
        let chosen: Vec<TermId> = pairs
            .map(|(at, (old, &new))| {
                let at = terms.constant(width, at as u64);
                let reached = terms.ult(at, len);
                let (old, new) = (byte_term(terms, old), byte_term(terms, new));
                terms.ite(reached, new, old)
            })
            .collect();
        self.memory.write_terms(&context.terms, to, &chosen).map_err(|fault| {
            let access = Access { address: to, size: bytes.len() as u64, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })
    }

    /// `memcpy` and `memmove`, as functions and as ops.
    pub(crate) fn mem_copy(
        &mut self,
        program: &Program,
        context: &mut Context,
        to: u64,
        from: u64,
        len: u64,
        disjoint: bool,
    ) -> Result<(), Stop> {
        if self.memory.copy_written(to, from, len) {
            return Ok(());
        }
        self.check_sizes(program, context, to, len, true)?;
        self.check_sizes(program, context, from, len, false)?;
        self.memory.copy(to, from, len, disjoint).map_err(|copy| {
            let address = if copy.write { to } else { from };
            let access = Access { address, size: len, write: copy.write };
            Stop::End(self.access_bug(program, copy.fault, access))
        })
    }

    pub(crate) fn mem_set(
        &mut self,
        program: &Program,
        context: &mut Context,
        to: u64,
        value: Value,
        len: u64,
    ) -> Result<(), Stop> {
        self.check_sizes(program, context, to, len, true)?;
        let filled = match value {
            Value::Word(byte) => self.memory.fill(to, byte as u8, len),
            Value::Term(term) => {
                let byte = term_ops::fit(&mut context.terms, term, 8);
                let bytes = vec![byte; len as usize];
                self.memory.write_terms(&context.terms, to, &bytes)
            }
        };
        filled.map_err(|fault| {
            let access = Access { address: to, size: len, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })
    }

    /// Checks a range against a size that depends on the input.
    fn check_sizes(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: u64,
        len: u64,
        write: bool,
    ) -> Result<(), Stop> {
        let Ok((index, offset)) = self.memory.locate(address) else { return Ok(()) };
        if len == 0 {
            return Ok(());
        }
        let access = Access { address, size: len, write };
        self.check_range(program, context, access, index, u64::from(offset).saturating_add(len))
    }

    /// `memcmp`: the difference of the first bytes that differ.
    pub(super) fn mem_compare(
        &mut self,
        program: &Program,
        context: &mut Context,
        a: Value,
        b: Value,
        len: Value,
    ) -> Result<Value, Stop> {
        let [a, b, len] = self.settle_all(context, [a, b, len])?;
        self.check_sizes(program, context, a, len, false)?;
        self.check_sizes(program, context, b, len, false)?;
        let (address, fault) = match self.memory.compare(a, b, len) {
            Ok(order) => return Ok(Value::Word(order as u32 as u64)),
            Err(fault) => fault,
        };
        if fault != Fault::Symbolic {
            let access = Access { address, size: len, write: false };
            return Err(Stop::End(self.access_bug(program, fault, access)));
        }
        let left = self.read_range(program, a, len)?;
        let right = self.read_range(program, b, len)?;
        let terms = &mut context.terms;
        let order = terms.zero(32);
        let order = left.into_iter().zip(right).rev().fold(order, |rest, (l, r)| {
            let (l, r) = (byte_term(terms, l), byte_term(terms, r));
            let same = terms.eq(l, r);
            let (l, r) = (terms.zext(l, 32), terms.zext(r, 32));
            let difference = terms.sub(l, r);
            terms.ite(same, rest, difference)
        });
        Ok(terms.as_u64(order).map_or(Value::Term(order), Value::Word))
    }

    fn read_range(&self, program: &Program, address: u64, len: u64) -> Result<Vec<Value>, Stop> {
        self.memory.read_values(address, len).map_err(|fault| {
            let access = Access { address, size: len, write: false };
            Stop::End(self.access_bug(program, fault, access))
        })
    }

    /// `strlen`: bytes that depend on the input are asked one by one whether they end the string.
    pub(super) fn string_length(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: Value,
    ) -> Result<Value, Stop> {
        let address = self.settle(context, address)?;
        let access = Access { address, size: 1, write: false };
        match self.memory.c_string_len(address) {
            Ok(len) => {
                self.check_sizes(program, context, address, len + 1, false)?;
                return Ok(Value::Word(len));
            }
            Err(Fault::Symbolic) if program.takes_terms(self) => {
                if let Some(length) = self.measure(context, address, u64::MAX)? {
                    return Ok(length);
                }
            }
            Err(Fault::Symbolic) => {}
            Err(fault) => return Err(Stop::End(self.string_bug(program, fault, access))),
        }
        let (index, offset) = self
            .memory
            .locate(address)
            .map_err(|fault| Stop::End(self.access_bug(program, fault, access)))?;
        let size = self.memory.extent(index).1;
        for at in offset..size {
            let byte = self.memory.byte_term(&mut context.terms, index, at);
            let zero = context.terms.zero(8);
            let ends = context.terms.eq(byte, zero);
            if self.decide(context, ends)? {
                let len = u64::from(at - offset);
                self.check_sizes(program, context, address, len + 1, false)?;
                return Ok(Value::Word(len));
            }
        }
        Err(Stop::End(self.string_bug(program, Fault::OutOfBounds, access)))
    }

    /// A string without an end leaves its object at the end.
    fn string_bug(&self, program: &Program, fault: Fault, access: Access) -> PathEnd {
        let mut access = access;
        if fault == Fault::OutOfBounds
            && let Some(object) = self.memory.object_at(access.address)
        {
            let start = access.address & !0xffff_ffff;
            let end = start | u64::from(object.base + object.size);
            access.address = access.address.max(end);
        }
        self.access_bug(program, fault, access)
    }

    /// The bytes before the next NUL byte, all settled.
    pub fn settle_c_string(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: u64,
    ) -> Result<Vec<u8>, Stop> {
        let len = self.string_length(program, context, Value::Word(address))?;
        let len = self.settle(context, len)?;
        self.settle_bytes(program, context, address, len)
    }

    /// The bytes of a range, all settled.
    pub fn settle_bytes(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: u64,
        len: u64,
    ) -> Result<Vec<u8>, Stop> {
        self.check_sizes(program, context, address, len, false)?;
        let values = self.read_range(program, address, len)?;
        let mut bytes = Vec::with_capacity(values.len());
        for value in values {
            bytes.push(self.settle(context, value)? as u8);
        }
        Ok(bytes)
    }
}

fn byte_term(terms: &mut Terms, value: Value) -> TermId {
    match value {
        Value::Word(byte) => terms.constant(8, byte),
        Value::Term(term) => term,
    }
}
