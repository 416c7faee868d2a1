//! A memory as one would write it down: objects by address, bytes in a map. Slow, and obviously right.

use super::super::{CopyFault, Fault, MAX_OBJECT, ObjectKind, SLOT_MASK};
use crate::value::Value;
use patchlight_expr::{Side, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub(super) type Slot = u32;

/// What a byte is, and whether it was ever written.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Byte {
    pub(super) value: Value,
    pub(super) written: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Thing {
    pub(super) kind: ObjectKind,
    pub(super) address: u64,
    pub(super) size: u32,
    pub(super) constant: bool,
    pub(super) size_term: Option<TermId>,
    pub(super) taken_back: Vec<Range<u32>>,
    /// What the bytes are that nobody has touched.
    untouched: Byte,
    touched: BTreeMap<u32, Byte>,
}

impl Thing {
    pub(super) fn new(kind: ObjectKind, address: u64, size: u64, zeroed: bool) -> Thing {
        let untouched = Byte { value: Value::Word(0), written: zeroed };
        let (constant, size_term, taken_back) = (false, None, Vec::new());
        let (size, touched) = (size as u32, BTreeMap::new());
        Thing { kind, address, size, constant, size_term, taken_back, untouched, touched }
    }

    pub(super) fn byte(&self, at: u32) -> Byte {
        self.touched.get(&at).copied().unwrap_or(self.untouched)
    }

    pub(super) fn bytes(&self, range: Range<u32>) -> Vec<Byte> {
        range.map(|at| self.byte(at)).collect()
    }

    pub(super) fn set(&mut self, at: u32, byte: Byte) {
        self.touched.insert(at, byte);
    }

    /// Everything but its bytes.
    fn form(&self) -> (u64, ObjectKind, u32, bool, Option<TermId>, &[Range<u32>]) {
        let Thing { kind, address, size, constant, size_term, taken_back, .. } = self;
        (*address, *kind, *size, *constant, *size_term, taken_back)
    }

    fn slot(&self) -> Slot {
        slot_of(self.address)
    }

    pub(super) fn is_taken_back(&self, at: u32, len: u32) -> bool {
        let end = at.saturating_add(len);
        self.taken_back.iter().any(|part| part.start < end && at < part.end)
    }
}

fn slot_of(address: u64) -> Slot {
    number_of(address) & SLOT_MASK
}

fn number_of(address: u64) -> u32 {
    (address >> 32) as u32
}

#[derive(Clone, Debug, Default)]
pub(super) struct Naive {
    /// What is there, for both versions if these run together.
    pub(super) things: BTreeMap<Slot, Thing>,
    /// What is not the same for both versions.
    pub(super) split: BTreeMap<Slot, [Option<Thing>; 2]>,
    /// The numbers that objects have or had.
    ever: BTreeSet<u32>,
    /// Those of either version: one may get a number that only the other one has had, as if it had run
    /// alone.
    of_version: [BTreeSet<u32>; 2],
    /// Only one version is looked at.
    side: Option<Side>,
}

impl Naive {
    pub(super) fn is_fresh(&self, address: u64) -> bool {
        let slot = slot_of(address);
        let is_free = !self.things.contains_key(&slot) && !self.split.contains_key(&slot);
        is_free && self.versions().all(|version| !version.contains(&number_of(address)))
    }

    /// The numbers of the versions that run here.
    fn versions(&self) -> impl Iterator<Item = &BTreeSet<u32>> {
        let [old, new] = &self.of_version;
        let old = (self.side != Some(Side::New)).then_some(old);
        let new = (self.side != Some(Side::Old)).then_some(new);
        old.into_iter().chain(new)
    }

    pub(super) fn add(&mut self, thing: Thing) {
        let number = number_of(thing.address);
        self.ever.insert(number);
        for side in [Side::Old, Side::New] {
            if self.side.is_none_or(|only| only == side) {
                self.of_version[side as usize].insert(number);
            }
        }
        self.things.insert(thing.slot(), thing);
    }

    pub(super) fn live_bytes(&self) -> u64 {
        let new = self.split.values().filter_map(|[_, new]| new.as_ref());
        self.things.values().chain(new).map(|thing| u64::from(thing.size)).sum()
    }

    /// The object that an address names, and the offset, which may lie outside.
    pub(super) fn find(&self, address: u64) -> Result<(&Thing, u32), Fault> {
        let thing = self.things.get(&slot_of(address));
        match thing.filter(|thing| number_of(thing.address) == number_of(address)) {
            Some(thing) => Ok((thing, (address as u32).wrapping_sub(thing.address as u32))),
            None if address < 0x1_0000 => Err(Fault::Null),
            None if self.ever.contains(&number_of(address)) => Err(Fault::Dead),
            None => Err(Fault::Wild),
        }
    }

    pub(super) fn thing_mut(&mut self, address: u64) -> Option<&mut Thing> {
        self.things.get_mut(&slot_of(address))
    }

    pub(super) fn readable(&self, address: u64, len: u64) -> Result<Vec<Byte>, Fault> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let (thing, at) = self.find(address)?;
        if len > MAX_OBJECT || u64::from(at) + len > thing.size.into() {
            return Err(Fault::OutOfBounds);
        }
        if thing.is_taken_back(at, len as u32) {
            return Err(Fault::Dead);
        }
        Ok(thing.bytes(at..at + len as u32))
    }

    pub(super) fn writable(&self, address: u64, len: u64) -> Result<Vec<Byte>, Fault> {
        let bytes = self.readable(address, len)?;
        let is_constant = len > 0 && self.find(address)?.0.constant;
        if is_constant { Err(Fault::Constant) } else { Ok(bytes) }
    }

    pub(super) fn write(&mut self, address: u64, values: &[Value]) -> Result<(), Fault> {
        self.writable(address, values.len() as u64)?;
        let bytes = values.iter().map(|&value| Byte { value, written: true });
        self.put(address, bytes.collect());
        Ok(())
    }

    /// Replaces bytes that are in bounds.
    pub(super) fn put(&mut self, address: u64, bytes: Vec<Byte>) {
        let Ok((_, at)) = self.find(address) else { return };
        let Some(thing) = self.thing_mut(address) else { return };
        (at..).zip(bytes).for_each(|(at, byte)| thing.set(at, byte));
    }

    pub(super) fn copy(
        &mut self,
        to: u64,
        from: u64,
        len: u64,
        disjoint: bool,
    ) -> Result<(), CopyFault> {
        if len == 0 {
            return Ok(());
        }
        let fault = |write| move |fault| CopyFault { fault, write };
        self.writable(to, len).map_err(fault(true))?;
        let bytes = self.readable(from, len).map_err(fault(false))?;
        if disjoint && to != from && to.abs_diff(from) < len {
            return Err(CopyFault { fault: Fault::Overlap, write: true });
        }
        self.put(to, bytes);
        Ok(())
    }

    pub(super) fn free(&mut self, address: u64) -> Result<(), Fault> {
        let (thing, at) = self.find(address)?;
        if thing.kind != ObjectKind::Heap || at != 0 {
            return Err(Fault::NotHeap);
        }
        self.things.remove(&slot_of(address));
        Ok(())
    }

    pub(super) fn free_system(&mut self, address: u64) -> Result<(), Fault> {
        match self.find(address)?.0.kind {
            ObjectKind::System(_) => {
                self.things.remove(&slot_of(address));
                Ok(())
            }
            _ => Err(Fault::NotHeap),
        }
    }

    /// An object of the stack that is there, or that one of the versions has.
    pub(super) fn free_stack(&mut self, address: u64) {
        self.split.remove(&slot_of(address));
        self.things.remove(&slot_of(address));
    }

    /// Stack objects that could end.
    pub(super) fn stack_addresses(&self) -> Vec<u64> {
        let split = self.split.values().flatten().flatten();
        let all = self.things.values().chain(split);
        let is_stack = |thing: &&Thing| matches!(thing.kind, ObjectKind::Stack(..));
        all.filter(is_stack).map(|thing| thing.address).collect()
    }

    pub(super) fn take_side(&mut self, side: Side) {
        self.side = Some(side);
        for (slot, mut versions) in std::mem::take(&mut self.split) {
            if let Some(thing) = versions[side as usize].take() {
                self.things.insert(slot, thing);
            }
        }
    }

    /// What `old` and `new`, which come from the same memory, are together.
    pub(super) fn join(terms: &mut Terms, old: &Naive, new: &Naive) -> Naive {
        let [of_old, _] = &old.of_version;
        let [_, of_new] = &new.of_version;
        let of_version = [of_old.clone(), of_new.clone()];
        let mut both = Naive { ever: &old.ever | &new.ever, of_version, ..Naive::default() };
        let slots: BTreeSet<Slot> = old.things.keys().chain(new.things.keys()).copied().collect();
        for slot in slots {
            let versions = [old, new].map(|naive| naive.things.get(&slot));
            match versions {
                [Some(old), Some(new)] if old.form() == new.form() => {
                    both.things.insert(slot, joined(terms, old, new));
                }
                _ => {
                    both.split.insert(slot, versions.map(|thing| thing.cloned()));
                }
            }
        }
        both
    }
}

/// Bytes that differ are a shadow of the two.
fn joined(terms: &mut Terms, old: &Thing, new: &Thing) -> Thing {
    let mut thing = new.clone();
    thing.untouched.written |= old.untouched.written;
    let places: BTreeSet<u32> = old.touched.keys().chain(new.touched.keys()).copied().collect();
    for at in places {
        let (before, after) = (old.byte(at), new.byte(at));
        let mut value = after.value;
        if before.value != after.value {
            let [old, new] = [before, after].map(|byte| byte_term(terms, byte.value));
            let shadow = terms.shadow(old, new);
            value = byte_value(terms, shadow);
        }
        thing.set(at, Byte { value, written: before.written | after.written });
    }
    thing
}

pub(super) fn byte_term(terms: &mut Terms, byte: Value) -> TermId {
    match byte {
        Value::Word(word) => terms.constant(8, word),
        Value::Term(term) => term,
    }
}

/// Memory keeps constants as words.
pub(super) fn byte_value(terms: &Terms, byte: TermId) -> Value {
    terms.as_u64(byte).map_or(Value::Term(byte), Value::Word)
}
