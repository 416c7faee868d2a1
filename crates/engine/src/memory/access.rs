//! Accesses that the fast path does not take, and those of whole ranges.
//!
//! Bounds are those of the object's capacity; a size that depends on the input is the interpreter's
//! to check, because only it can ask.

use super::init::ones;
use super::{Fault, MAX_OBJECT, Memory, Object, Remark, SLOT_MASK, Slot, TermBytes};
use crate::outcome::WarningKind;
use crate::value::Value;
use patchlight_expr::{TermId, Terms};
use std::borrow::Cow;
use std::ptr::NonNull;
use std::rc::Rc;

impl Memory {
    /// A store of `N` ≤ 8 bytes beyond what the fast path knows of, to an object that nobody else
    /// sees and where no terms are. Says whether it was done. `slot` as in [`load_written`], but as a
    /// pointer: marking bytes as written changes it, and what a parameter refers to must not change
    /// before the function returns.
    ///
    /// # Safety
    /// `slot` is one of this memory's `store_pages`.
    #[inline(never)]
    pub(crate) unsafe fn store_written<const N: usize>(
        &mut self,
        slot: Option<NonNull<Slot>>,
        address: u64,
        value: u64,
    ) -> bool {
        let number = (address >> 32) as u32;
        let Some(slot) = slot else { return false };
        // SAFETY: the caller's promise; it is not looked at after `mark_init`.
        let slot = unsafe { slot.as_ref() };
        if slot.number != number {
            return false;
        }
        let offset = (address as u32).wrapping_sub(slot.base);
        if u64::from(offset) + N as u64 > slot.store_end.into() {
            return false;
        }
        // SAFETY: bits that are kept reach up to the object's end.
        let known = !slot.written.is_null()
            && unsafe { written_bits(slot.written, offset) } & ones(N as u32) == ones(N as u32);
        if slot.mixed && !known {
            return false;
        }
        let bytes = value.to_le_bytes();
        // SAFETY: `data` has at least `store_end` bytes, which are this memory's own.
        unsafe { slot.data.add(offset as usize).copy_from_nonoverlapping(bytes.as_ptr(), N) };
        if !known {
            let index = (number & SLOT_MASK) as usize;
            self.mark_init(Range { index, start: offset as usize, len: N });
        }
        true
    }

    /// Copies bytes that were all written to an object that nobody else sees, if neither object
    /// holds terms and the ranges do not overlap. Says whether it was done.
    pub(crate) fn copy_written(&mut self, to: u64, from: u64, len: u64) -> bool {
        let slots = (self.store_slot(to), self.load_slot(from));
        let (Some(target), Some(source)) = slots else { return false };
        let from_offset = (from as u32).wrapping_sub(source.base);
        let offset = (to as u32).wrapping_sub(target.base);
        let end = u64::from(offset).saturating_add(len);
        if end > target.store_end.into() || target.mixed || to.abs_diff(from) < len {
            return false;
        }
        if u64::from(from_offset).saturating_add(len) > source.load_len.into()
            && !is_all_written(source, from_offset, len)
        {
            return false;
        }
        let (from, to) = (from_offset as usize, offset as usize);
        // SAFETY: both ranges are in bounds and apart; the target's bytes are this memory's own.
        unsafe { source.data.add(from).copy_to_nonoverlapping(target.data.add(to), len as usize) };
        if end > target.store_len.into() {
            let index = (target.number & SLOT_MASK) as usize;
            self.mark_init(Range { index, start: to, len: len as usize });
        }
        true
    }

    /// A load of `n` ≤ 8 bytes, zero-extended.
    #[inline(never)]
    pub(crate) fn load_slow(
        &mut self,
        terms: &mut Terms,
        address: u64,
        n: u32,
    ) -> Result<Value, Fault> {
        let (index, offset) = self.locate(address)?;
        if self.object(index).bytes.data().is_none() {
            self.bytes_mut(index).warm_up();
            self.refresh(index);
        }
        let object = self.object(index);
        if object.is_taken_back(offset, n) {
            return Err(Fault::Dead);
        }
        let available = object.size.saturating_sub(offset).min(n);
        let mut remark = None;
        if available < n {
            let is_word = n == 8 && address.is_multiple_of(8) && available > 0;
            if !is_word {
                return Err(Fault::OutOfBounds);
            }
            remark = Some(Remark { kind: WarningKind::WordPastEnd, address, size: 8 });
        } else if !object.init.any_set(offset, n) {
            let kind = WarningKind::UninitialisedRead;
            remark = Some(Remark { kind, address, size: n.into() });
        }
        let value = match &object.terms {
            Some(symbols) if symbols.any_in(offset, available) => {
                Value::Term(join_bytes(terms, object, symbols, offset, n))
            }
            _ => {
                let start = offset as usize;
                Value::Word(word_of(&object.bytes.slice(start..start + available as usize)))
            }
        };
        if remark.is_some() {
            self.remark = remark;
        }
        Ok(value)
    }

    /// What the versions have in `n` ≤ 8 bytes some of which are not the same for both, if each has
    /// a word there and nothing else is special about them.
    pub(crate) fn load_pair(&self, terms: &Terms, address: u64, n: u32) -> Option<[u64; 2]> {
        let (index, offset) = self.locate(address).ok()?;
        let object = self.object(index);
        let symbols = object.terms.as_ref().filter(|symbols| symbols.any_in(offset, n))?;
        let inside = u64::from(offset) + u64::from(n) <= object.size.into();
        if !inside || object.size_term.is_some() || object.is_taken_back(offset, n) {
            return None;
        }
        let mut pair = [0; 2];
        for at in (offset..offset + n).rev() {
            let bytes = match symbols.get(at) {
                Some(term) => terms.as_pair(term)?,
                None => [u64::from(object.bytes.get(at as usize)); 2],
            };
            pair = [pair[0] << 8 | bytes[0], pair[1] << 8 | bytes[1]];
        }
        Some(pair)
    }

    /// What the versions have in `n` ≤ 8 bytes that may be stored to, if each has a word there that
    /// was written.
    pub(crate) fn words_of_both(&self, terms: &Terms, address: u64, n: u32) -> Option<[u64; 2]> {
        let Range { index, start, .. } = self.writable(address, n.into()).ok()?;
        let object = self.object(index);
        let offset = start as u32;
        if object.size_term.is_some() || !object.init.all_set(offset, n) {
            return None;
        }
        match &object.terms {
            Some(symbols) if symbols.any_in(offset, n) => self.load_pair(terms, address, n),
            _ => Some([word_of(&object.bytes.slice(start..start + n as usize)); 2]),
        }
    }

    /// A store of the low `n` ≤ 8 bytes of what the versions have.
    pub(crate) fn store_pair(
        &mut self,
        terms: &mut Terms,
        address: u64,
        pair: [u64; 2],
        n: u32,
    ) -> Result<(), Fault> {
        self.store_slow(address, pair[1], n)?;
        let (index, offset) = self.locate(address)?;
        for at in 0..n {
            let [old, new] = pair.map(|word| word >> (8 * at) & 0xff);
            if old != new {
                let [old, new] = [old, new].map(|byte| terms.constant(8, byte));
                let byte = terms.shadow(old, new);
                self.put_byte(terms, index, offset + at, byte);
            }
        }
        self.refresh(index);
        Ok(())
    }

    /// A store of the low `n` ≤ 8 bytes of `value`.
    #[inline(never)]
    pub(crate) fn store_slow(&mut self, address: u64, value: u64, n: u32) -> Result<(), Fault> {
        let range = self.writable(address, n.into())?;
        let Range { index, start, .. } = range;
        let bytes = self.bytes_mut(index);
        bytes.warm_up();
        bytes.write(start, &value.to_le_bytes()[..n as usize]);
        self.mark_written(range);
        Ok(())
    }

    /// A store of a term of `8 * n` bits.
    pub(crate) fn store_term(
        &mut self,
        terms: &mut Terms,
        address: u64,
        value: TermId,
        n: u32,
    ) -> Result<(), Fault> {
        let range = self.writable(address, n.into())?;
        for at in 0..n {
            let byte = terms.extract(value, 8 * at, 8);
            self.put_byte(terms, range.index, range.start as u32 + at, byte);
        }
        self.mark_init(range);
        Ok(())
    }

    /// The byte at an offset that is in bounds, as a term.
    pub(crate) fn byte_term(&self, terms: &mut Terms, index: usize, offset: u32) -> TermId {
        let object = self.object(index);
        let symbol = object.terms.as_ref().and_then(|symbols| symbols.get(offset));
        symbol.unwrap_or_else(|| terms.constant(8, object.bytes.get(offset as usize).into()))
    }

    /// Replaces the byte at an offset that is in bounds.
    pub(crate) fn put_byte(&mut self, terms: &Terms, index: usize, offset: u32, byte: TermId) {
        match terms.as_u64(byte) {
            Some(value) => {
                self.bytes_mut(index).write(offset as usize, &[value as u8]);
                self.forget_terms(index, offset, 1);
            }
            None => {
                self.terms_mut(index).set(offset, byte);
            }
        }
    }

    /// Replaces bytes at an offset that is in bounds, also those of a constant.
    pub(crate) fn put_bytes(&mut self, index: usize, offset: u32, bytes: &[u8]) {
        self.bytes_mut(index).write(offset as usize, bytes);
        self.refresh(index);
    }

    /// Replaces bytes by terms of 8 bits each.
    pub fn write_terms(
        &mut self,
        terms: &Terms,
        address: u64,
        bytes: &[TermId],
    ) -> Result<(), Fault> {
        let range = self.writable(address, bytes.len() as u64)?;
        for (at, &byte) in bytes.iter().enumerate() {
            self.put_byte(terms, range.index, (range.start + at) as u32, byte);
        }
        self.mark_init(range);
        Ok(())
    }

    /// The bytes of a range, each a word or a term.
    pub fn read_values(&self, address: u64, len: u64) -> Result<Vec<Value>, Fault> {
        let Range { index, start, len } = self.readable(address, len)?;
        let object = self.object(index);
        let value = |at: usize| match object.terms.as_ref().and_then(|terms| terms.get(at as u32)) {
            Some(term) => Value::Term(term),
            None => Value::Word(object.bytes.get(at).into()),
        };
        Ok((start..start + len).map(value).collect())
    }

    /// The bytes of a range, for the operating system and for builtins.
    pub fn read(&self, address: u64, len: u64) -> Result<Cow<'_, [u8]>, Fault> {
        let range = self.readable(address, len)?;
        self.concrete(range)
    }

    fn concrete(&self, Range { index, start, len }: Range) -> Result<Cow<'_, [u8]>, Fault> {
        let object = self.object(index);
        if object.terms.as_ref().is_some_and(|terms| terms.any_in(start as u32, len as u32)) {
            return Err(Fault::Symbolic);
        }
        Ok(object.bytes.slice(start..start + len))
    }

    /// Remarks if part of a range that leaves the program was never written.
    pub fn look_at_output(&mut self, address: u64, len: u64) -> Result<(), Fault> {
        let Range { index, start, len: n } = self.readable(address, len)?;
        if !self.object(index).init.all_set(start as u32, n as u32) {
            let kind = WarningKind::UninitialisedRead;
            self.remark = Some(Remark { kind, address, size: len });
        }
        Ok(())
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        let range = self.writable(address, bytes.len() as u64)?;
        let Range { index, start, len } = range;
        if len > 0 {
            self.bytes_mut(index).write(start, bytes);
            self.mark_written(range);
        }
        Ok(())
    }

    pub fn fill(&mut self, address: u64, value: u8, len: u64) -> Result<(), Fault> {
        let range = self.writable(address, len)?;
        let Range { index, start, len } = range;
        if len > 0 {
            self.bytes_mut(index).fill(start..start + len, value);
            self.mark_written(range);
        }
        Ok(())
    }

    /// The bytes before the next NUL byte.
    pub fn read_c_string(&mut self, address: u64) -> Result<Cow<'_, [u8]>, Fault> {
        let len = self.c_string_len(address)?;
        self.read(address, len)
    }

    /// `strlen`. A string without an end is read out of bounds.
    pub fn c_string_len(&mut self, address: u64) -> Result<u64, Fault> {
        let (index, offset) = self.locate(address)?;
        let object = self.object(index);
        if offset >= object.size {
            return Err(Fault::OutOfBounds);
        }
        let n = object.bytes.find_zero(offset as usize).map(|at| at as u32 - offset);
        let seen = n.map_or(object.size - offset, |n| n + 1);
        if object.is_taken_back(offset, seen) {
            return Err(Fault::Dead);
        }
        if object.terms.as_ref().is_some_and(|terms| terms.any_in(offset, seen)) {
            return Err(Fault::Symbolic);
        }
        let n = n.ok_or(Fault::OutOfBounds)?;
        if !object.init.any_set(offset, seen) {
            let kind = WarningKind::UninitialisedRead;
            self.remark = Some(Remark { kind, address, size: u64::from(n) + 1 });
        }
        Ok(n.into())
    }

    /// Copies `len` bytes, and which of them were ever written. If the ranges must be `disjoint`,
    /// they may still be the same one: compilers copy so for assignments of structures.
    pub fn copy(&mut self, to: u64, from: u64, len: u64, disjoint: bool) -> Result<(), CopyFault> {
        if len == 0 {
            return Ok(());
        }
        let target = self.writable(to, len).map_err(|fault| CopyFault { fault, write: true })?;
        let source = self.readable(from, len).map_err(|fault| CopyFault { fault, write: false })?;
        if disjoint && to != from && to.abs_diff(from) < len {
            return Err(CopyFault { fault: Fault::Overlap, write: true });
        }
        let n = source.len;
        let all_written =
            self.object(source.index).init.all_set(source.start as u32, source.len as u32);
        let flags = (!all_written).then(|| self.init_flags(source));
        let symbols = self.symbols_in(source);
        if source.index == target.index {
            self.bytes_mut(source.index).copy_within(source.start..source.start + n, target.start);
        } else {
            let bytes = self.object(source.index).bytes.clone();
            self.bytes_mut(target.index)
                .write(target.start, &bytes.slice(source.start..source.start + n));
        }
        self.mark_written(target);
        if !symbols.is_empty() {
            let terms = self.terms_mut(target.index);
            symbols.iter().for_each(|&(at, term)| terms.set(target.start as u32 + at, term));
        }
        self.unmark(target, flags);
        Ok(())
    }

    /// The terms of a range, by their distance from its start.
    fn symbols_in(&self, range: Range) -> Vec<(u32, TermId)> {
        let Some(terms) = &self.object(range.index).terms else { return Vec::new() };
        let (start, len) = (range.start as u32, range.len as u32);
        (0..len).filter_map(|at| Some((at, terms.get(start + at)?))).collect()
    }

    /// `memcmp`: the difference of the first bytes that differ.
    pub fn compare(&mut self, a: u64, b: u64, len: u64) -> Result<i32, (u64, Fault)> {
        if len == 0 {
            return Ok(0);
        }
        let left = self.readable(a, len).and_then(|range| self.concrete(range));
        let left = left.map_err(|fault| (a, fault))?;
        let right = self.readable(b, len).and_then(|range| self.concrete(range));
        let right = right.map_err(|fault| (b, fault))?;
        let differ = left.iter().zip(right.iter()).find(|(l, r)| l != r);
        Ok(differ.map_or(0, |(&l, &r)| i32::from(l) - i32::from(r)))
    }

    fn init_flags(&self, range: Range) -> Vec<bool> {
        let init = &self.object(range.index).init;
        (range.start..range.start + range.len).map(|at| init.is_set(at as u32)).collect()
    }

    /// Takes back that bytes were written, where their source was not.
    fn unmark(&mut self, target: Range, flags: Option<Vec<bool>>) {
        let object = self.object_mut(target.index);
        for (n, _) in flags.iter().flatten().enumerate().filter(|(_, written)| !**written) {
            object.init.mark((target.start + n) as u32, 1, object.size, false);
        }
        self.refresh(target.index);
    }

    /// The bytes of a range were written and are concrete.
    fn mark_written(&mut self, range: Range) {
        self.forget_terms(range.index, range.start as u32, range.len as u32);
        self.mark_init(range);
    }

    /// Bytes of an object that may have been written by a store whose place is symbolic.
    pub(crate) fn mark_range(&mut self, index: usize, offset: u32, len: u32) {
        self.mark_init(Range { index, start: offset as usize, len: len as usize });
    }

    fn mark_init(&mut self, range: Range) {
        let object = self.object_mut(range.index);
        object.init.mark(range.start as u32, range.len as u32, object.size, true);
        self.refresh(range.index);
    }

    fn terms_mut(&mut self, index: usize) -> &mut TermBytes {
        let Object { terms, size, .. } = self.object_mut(index);
        Rc::make_mut(terms.get_or_insert_with(|| Rc::new(TermBytes::new(*size))))
    }

    fn forget_terms(&mut self, index: usize, offset: u32, len: u32) {
        let any = self.object(index).terms.as_ref().is_some_and(|terms| terms.any_in(offset, len));
        if !any {
            return;
        }
        let symbols = &mut self.object_mut(index).terms;
        let Some(terms) = symbols else { return };
        let terms = Rc::make_mut(terms);
        terms.clear(offset, len);
        if terms.is_empty() {
            *symbols = None;
        }
    }

    /// The object and the offset of an address; the offset may lie outside.
    pub(crate) fn locate(&self, address: u64) -> Result<(usize, u32), Fault> {
        let index = self.live_object(address)?;
        Ok((index, (address as u32).wrapping_sub(self.object(index).base)))
    }

    fn readable(&self, address: u64, len: u64) -> Result<Range, Fault> {
        if len == 0 {
            // An empty range is fine wherever it lies; slot 0 has no object but exists.
            return Ok(Range { index: 0, start: 0, len: 0 });
        }
        let (index, offset) = self.locate(address)?;
        if len > MAX_OBJECT || u64::from(offset) + len > u64::from(self.object(index).size) {
            return Err(Fault::OutOfBounds);
        }
        if self.object(index).is_taken_back(offset, len as u32) {
            return Err(Fault::Dead);
        }
        Ok(Range { index, start: offset as usize, len: len as usize })
    }

    fn writable(&self, address: u64, len: u64) -> Result<Range, Fault> {
        let range = self.readable(address, len)?;
        if len > 0 && self.object(range.index).constant {
            return Err(Fault::Constant);
        }
        Ok(range)
    }
}

/// A load of `N` ≤ 8 bytes of which some were written and none is a term: what structures with
/// padding, blocks filled in parts and bytes beside terms ask for all the time. The result fits into
/// registers, and nothing is prepared for a stop. `slot`: where the address says that the object is.
#[inline(never)]
pub(crate) fn load_written<const N: usize>(slot: Option<&Slot>, address: u64) -> Option<u64> {
    let slot = slot.filter(|slot| slot.number == (address >> 32) as u32)?;
    let offset = (address as u32).wrapping_sub(slot.base);
    if u64::from(offset) + N as u64 > slot.load_end.into() {
        return None;
    }
    // SAFETY: the bits reach up to `load_end`.
    let known = unsafe { written_bits(slot.written, offset) } & ones(N as u32);
    if known == 0 || (slot.mixed && known != ones(N as u32)) {
        return None;
    }
    let mut word = [0; 8];
    // SAFETY: `data` has at least `load_end` bytes.
    unsafe { slot.data.add(offset as usize).copy_to_nonoverlapping(word.as_mut_ptr(), N) };
    Some(u64::from_le_bytes(word))
}

/// The bits from `offset` on to the end of the word that it is in: all that an aligned access asks
/// for, and nothing that is not so.
///
/// # Safety
/// `offset` is within what the bits are about.
#[inline(always)]
unsafe fn written_bits(bits: *const u64, offset: u32) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { *bits.add(offset as usize / 64) >> (offset % 64) }
}

/// Whether a few bytes of a partly written object were all written, as far as one look tells.
fn is_all_written(slot: &Slot, offset: u32, len: u64) -> bool {
    let inside = u64::from(offset).saturating_add(len) <= slot.load_end.into();
    if !inside || !(1..=64).contains(&len) {
        return false;
    }
    let wanted = ones(len as u32);
    // SAFETY: the bits reach up to `load_end`.
    unsafe { written_bits(slot.written, offset) & wanted == wanted }
}

/// The little-endian word of `n` bytes; those past the object's end are 0.
fn join_bytes(
    terms: &mut Terms,
    object: &Object,
    symbols: &TermBytes,
    offset: u32,
    n: u32,
) -> TermId {
    let byte = |terms: &mut Terms, at: u32| {
        let concrete = if at < object.size { object.bytes.get(at as usize) } else { 0 };
        symbols.get(at).unwrap_or_else(|| terms.constant(8, concrete.into()))
    };
    let first = byte(terms, offset);
    (1..n).fold(first, |low, at| {
        let high = byte(terms, offset + at);
        terms.concat(high, low)
    })
}

/// At most 8 bytes as a word. The usual lengths are single loads, which a copy of any length is not.
fn word_of(bytes: &[u8]) -> u64 {
    if let Ok(bytes) = <[u8; 8]>::try_from(bytes) {
        u64::from_le_bytes(bytes)
    } else if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
        u32::from_le_bytes(bytes).into()
    } else {
        bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }
}

/// `start..start + len` of the object at `index`, in bounds.
#[derive(Copy, Clone)]
struct Range {
    index: usize,
    start: usize,
    len: usize,
}

/// Which side of a copy is wrong.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct CopyFault {
    pub fault: Fault,
    pub write: bool,
}
