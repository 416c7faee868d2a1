//! Random work on memories that share what they can, beside naive ones that share nothing: after each
//! step all of them hold the same, whichever way they are looked at.

mod naive;

use super::{
    CopyFault, Fault, Memory, NewObject, ObjectKind, PAGE_SLOTS, Page, Remark, SLOT_MASK, SiteId,
    Slot, load_written, pages,
};
use crate::outcome::WarningKind;
use crate::value::Value;
use naive::{Byte, Naive, Thing, byte_term, byte_value};
use patchlight_expr::{Side, TermId, Terms};
use patchlight_ir::{FuncId, LocalId};
use proptest::prelude::*;
use std::ptr::NonNull;

/// Numbers out of which a step is made; each takes what it needs.
type Choices = [u16; 6];

#[derive(Clone, Debug)]
enum Act {
    /// Something is done to one of the memories.
    Do(Choices),
    Fork(u16),
    Drop(u16),
    /// Changes that are taken back.
    Undo(u16, Vec<Choices>),
    /// Both versions run for a while, in two memories or in one after the other, and meet again.
    Apart {
        memory: u16,
        old: Vec<Choices>,
        new: Vec<Choices>,
        is_noted: bool,
    },
}

const MAX_MEMORIES: usize = 4;
const MAX_BYTES: u64 = 1 << 20;
const KIND_OF_STACK: ObjectKind = ObjectKind::Stack(FuncId(0), LocalId(0));
/// Empty, within a word of bits and beyond, and so large that a shared one is kept in chunks.
const SIZES: [u64; 12] = [0, 1, 3, 8, 24, 63, 64, 65, 100, 130, 300, 17_000];

struct World {
    terms: Terms,
    /// Bytes of an input.
    inputs: Vec<TermId>,
    memories: Vec<(Memory, Naive)>,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let array = terms.input_array("stdin", 32, 8);
        let inputs = (0..16).map(|n| terms.element(array, n)).collect();
        let mut memory = Memory::new(MAX_BYTES);
        memory.heap.rest(2);
        memory.stack.rest(0);
        World { terms, inputs, memories: vec![(memory, Naive::default())] }
    }

    fn act(&mut self, act: &Act) {
        let n = self.memories.len();
        let chosen = |choice: &u16| usize::from(*choice) % n;
        match act {
            Act::Do(choices) => {
                let World { terms, inputs, memories } = self;
                let (memory, naive) = &mut memories[chosen(&choices[5])];
                Step { terms, inputs, memory, naive }.take(choices);
            }
            Act::Fork(memory) if n < MAX_MEMORIES => {
                let (memory, naive) = &mut self.memories[chosen(memory)];
                let fork = (memory.fork(), naive.clone());
                self.memories.push(fork);
            }
            Act::Fork(memory) | Act::Drop(memory) if n > 1 => {
                self.memories.swap_remove(chosen(memory));
            }
            Act::Fork(_) | Act::Drop(_) => {}
            Act::Undo(memory, steps) => {
                let World { terms, inputs, memories } = self;
                let (memory, naive) = &mut memories[chosen(memory)];
                memory.note_changes();
                let mut undone = naive.clone();
                work(terms, inputs, (memory, &mut undone), steps);
                drop(memory.take_back_changes());
            }
            Act::Apart { memory, old, new, is_noted } => {
                let World { terms, inputs, memories } = self;
                let pair = &mut memories[chosen(memory)];
                let both = [&old[..], &new[..]];
                match is_noted {
                    true => take_turns(terms, inputs, pair, both),
                    false => part_and_join(terms, inputs, pair, both),
                }
            }
        }
    }

    /// Everything is what it should be. `all`: every byte, also of large objects.
    fn check(&mut self, all: bool) {
        for (memory, naive) in &mut self.memories {
            check_slots(memory);
            check_contents(&mut self.terms, memory, naive, all);
        }
    }
}

fn work(
    terms: &mut Terms,
    inputs: &[TermId],
    (memory, naive): (&mut Memory, &mut Naive),
    steps: &[Choices],
) {
    for choices in steps {
        Step { terms, inputs, memory, naive }.take(choices);
        check_slots(memory);
        check_contents(terms, memory, naive, false);
    }
}

/// Each version in a memory of its own.
fn part_and_join(
    terms: &mut Terms,
    inputs: &[TermId],
    (memory, naive): &mut (Memory, Naive),
    steps: [&[Choices]; 2],
) {
    let (mut old, mut new) = (memory.fork(), memory.fork());
    let mut models = [naive.clone(), naive.clone()];
    for (side, memory) in [(Side::Old, &mut old), (Side::New, &mut new)] {
        let model = &mut models[side as usize];
        memory.take_side(side);
        model.take_side(side);
        work(terms, inputs, (memory, model), steps[side as usize]);
    }
    new.join(terms, old);
    *memory = new;
    *naive = Naive::join(terms, &models[0], &models[1]);
    check_sides(terms, memory, &models);
}

/// One version after the other in one memory.
fn take_turns(
    terms: &mut Terms,
    inputs: &[TermId],
    (memory, naive): &mut (Memory, Naive),
    steps: [&[Choices]; 2],
) {
    let mut models = [naive.clone(), naive.clone()];
    let mut turn = |memory: &mut Memory, side: Side| {
        let model = &mut models[side as usize];
        memory.note_changes();
        memory.take_side(side);
        model.take_side(side);
        work(terms, inputs, (memory, model), steps[side as usize]);
    };
    turn(memory, Side::Old);
    let changes = memory.take_back_changes();
    turn(memory, Side::New);
    memory.join_changes(terms, changes);
    *naive = Naive::join(terms, &models[0], &models[1]);
    check_sides(terms, memory, &models);
}

/// In what is both versions, either version has what it had.
fn check_sides(terms: &mut Terms, both: &mut Memory, models: &[Naive; 2]) {
    for side in [Side::Old, Side::New] {
        let mut memory = both.fork();
        memory.take_side(side);
        let model = &models[side as usize];
        assert_eq!(memory.live_bytes(), model.live_bytes(), "{side:?}");
        for thing in model.things.values() {
            let values = memory.object_values(thing);
            let mut seen = |value: Value| match value {
                Value::Term(term) => {
                    let seen = terms.project(term, side);
                    byte_value(terms, seen)
                }
                word => word,
            };
            for (at, value) in values.into_iter().enumerate() {
                let expected = seen(thing.byte(at as u32).value);
                assert_eq!(seen(value), expected, "{side:?}: byte {at} of {:#x}", thing.address);
            }
        }
    }
}

/// What slots promise to the fast path.
fn check_slots(memory: &Memory) {
    let all = memory.load_pages.iter().zip(&memory.store_pages).zip(&memory.pages).enumerate();
    for (n, ((&load, &store), shared)) in all {
        assert!(std::ptr::eq(load, shared.get()));
        let is_own = std::ptr::eq(store, load);
        assert!(is_own || std::ptr::eq(store, pages::empty_page()));
        assert!(!is_own || std::rc::Rc::strong_count(shared) == 1, "page {n}");
        for index in n * PAGE_SLOTS..(n + 1) * PAGE_SLOTS {
            let object = memory.object(index);
            // SAFETY: a page of this memory, which does not change meanwhile.
            let slot = unsafe { (*load).slots[index % PAGE_SLOTS] };
            let lens = [slot.load_len, slot.load_end, slot.store_len, slot.store_end];
            let most = if object.live { object.size } else { 0 };
            assert!(lens.iter().all(|&len| len <= most), "slot {index}: {lens:?} of {most}");
            assert_eq!(slot.number, if object.live { object.number } else { 0 });
            if object.live && lens != [0; 4] {
                assert_eq!(object.bytes.data(), Some(slot.data));
            }
            if is_own && [slot.store_len, slot.store_end] != [0; 2] {
                assert!(object.bytes.is_own() && !object.constant, "slot {index} is shared");
            }
        }
    }
}

fn check_contents(terms: &mut Terms, memory: &mut Memory, naive: &Naive, all: bool) {
    assert_eq!(memory.live_bytes(), naive.live_bytes());
    assert_eq!(memory.is_split(), !naive.split.is_empty());
    for thing in naive.split.values().flatten().flatten() {
        assert!(memory.locate(thing.address).is_err(), "{:#x} is split", thing.address);
    }
    for thing in naive.things.values() {
        assert_eq!(memory.locate(thing.address).map(|(_, at)| at), Ok(0));
        let is_large = thing.size > 1000 && !all;
        let places: Vec<u32> = match is_large {
            // Ends, and the ends of chunks.
            true => (0..9).chain(1020..1030).chain(thing.size - 9..thing.size).collect(),
            false => (0..thing.size).collect(),
        };
        let (index, _) = memory.locate(thing.address).expect("it is there");
        for &at in &places {
            let object = memory.object(index);
            let term = object.terms.as_ref().and_then(|terms| terms.get(at));
            let word = Value::Word(object.bytes.get(at as usize).into());
            let (value, written) = (term.map_or(word, Value::Term), object.init.is_set(at));
            let found = Byte { value, written };
            assert_eq!(found, thing.byte(at), "byte {at} of {thing:?}");
        }
        for &at in places.iter().step_by(5) {
            check_load(terms, memory, naive, thing.address + u64::from(at));
        }
    }
}

/// All ways of loading agree.
fn check_load(terms: &mut Terms, memory: &mut Memory, naive: &Naive, address: u64) {
    let slot = slot(&memory.load_pages, address);
    if let Some(place) = slot.and_then(|slot| plain(slot, address, 4, slot.load_len)) {
        // SAFETY: what the slot promises.
        let word = unsafe { place.cast::<u32>().read_unaligned() };
        let bytes = naive.readable(address, 4).expect("a plain load is allowed");
        assert_eq!(Some(u64::from(word)), known_word(&bytes));
    }
    if let Some(word) = load_written::<8>(slot, address) {
        let bytes = naive.readable(address, 8).expect("the load is allowed");
        assert!(bytes.iter().any(|byte| byte.written));
        assert_eq!(Some(word), word_of(&bytes));
    }
    for n in [1, 4, 8] {
        memory.remark = None;
        let found = memory.load_slow(terms, address, n);
        let (expected, remark) = expected_load(terms, naive, address, n);
        assert_eq!((found, memory.remark.take()), (expected, remark));
    }
}

/// A word, if no byte of it is a term.
fn word_of(bytes: &[Byte]) -> Option<u64> {
    bytes.iter().rev().try_fold(0, |word, byte| match byte.value {
        Value::Word(byte) => Some(word << 8 | byte),
        Value::Term(_) => None,
    })
}

/// The same if all were written.
fn known_word(bytes: &[Byte]) -> Option<u64> {
    word_of(bytes).filter(|_| bytes.iter().all(|byte| byte.written))
}

/// What a load gives and what is remarked. A word that is partly behind its object's end may be loaded.
fn expected_load(
    terms: &mut Terms,
    naive: &Naive,
    address: u64,
    n: u32,
) -> (Result<Value, Fault>, Option<Remark>) {
    let (thing, at) = match naive.find(address) {
        Ok(found) => found,
        Err(fault) => return (Err(fault), None),
    };
    if thing.is_taken_back(at, n) {
        return (Err(Fault::Dead), None);
    }
    let available = thing.size.saturating_sub(at).min(n);
    let is_word = n == 8 && address.is_multiple_of(8) && available > 0;
    if available < n && !is_word {
        return (Err(Fault::OutOfBounds), None);
    }
    let bytes = thing.bytes(at..at + available);
    let remark = |kind| Some(Remark { kind, address, size: n.into() });
    let remark = match () {
        () if available < n => remark(WarningKind::WordPastEnd),
        () if !bytes.iter().any(|byte| byte.written) => remark(WarningKind::UninitialisedRead),
        () => None,
    };
    if let Some(word) = word_of(&bytes) {
        return (Ok(Value::Word(word)), remark);
    }
    let mut parts: Vec<TermId> = bytes.iter().map(|byte| byte_term(terms, byte.value)).collect();
    parts.resize_with(n as usize, || terms.constant(8, 0));
    let term = parts.into_iter().reduce(|low, high| terms.concat(high, low));
    (Ok(Value::Term(term.expect("at least one byte"))), remark)
}

/// The slot of an address as the interpreter finds it.
fn slot(pages: &[*const Page], address: u64) -> Option<&Slot> {
    let index = ((address >> 32) as u32 & SLOT_MASK) as usize;
    let page = *pages.get(index / PAGE_SLOTS)?;
    // SAFETY: the pages live as long as the memory, which does not change meanwhile.
    Some(unsafe { &(*page).slots[index % PAGE_SLOTS] })
}

/// Where bytes lie, if a plain access to them is allowed.
fn plain(slot: &Slot, address: u64, n: u64, len: u32) -> Option<*mut u8> {
    let offset = (address as u32).wrapping_sub(slot.base);
    let is_here = slot.number == (address >> 32) as u32;
    let fits = u64::from(offset) + n <= len.into();
    // SAFETY: the slot promises as many bytes.
    (is_here && fits).then(|| unsafe { slot.data.add(offset as usize) })
}

impl Memory {
    fn object_values(&self, thing: &Thing) -> Vec<Value> {
        let (index, _) = self.locate(thing.address).expect("it is there");
        let object = self.object(index);
        let value = |at: u32| match object.terms.as_ref().and_then(|terms| terms.get(at)) {
            Some(term) => Value::Term(term),
            None => Value::Word(object.bytes.get(at as usize).into()),
        };
        (0..thing.size).map(value).collect()
    }
}

/// A memory and its model, to which the same is done.
struct Step<'a> {
    terms: &'a mut Terms,
    inputs: &'a [TermId],
    memory: &'a mut Memory,
    naive: &'a mut Naive,
}

impl Step<'_> {
    fn take(&mut self, &[kind, a, b, c, d, _]: &Choices) {
        let address = self.address(a, b);
        let len = u64::from(c % 20);
        match kind % 24 {
            0..=3 => self.allocate(a, b),
            4 => self.free(address),
            5 => self.free_stack(a),
            6 => {
                let expected = self.naive.free_system(address);
                assert_eq!(self.memory.free_system(address), expected);
            }
            7..=8 => self.write(address, &d.to_le_bytes().repeat(usize::from(c % 40))),
            9 => {
                let expected = self.naive.write(address, &vec![Value::Word(7); len as usize]);
                assert_eq!(self.memory.fill(address, 7, len), expected);
            }
            10..=12 => self.store::<8>(address, u64::from(d).wrapping_mul(0x1_0203_0405)),
            13 => self.store::<1>(address, d.into()),
            14 => self.store_term(address, d),
            15 => self.write_terms(address, c, d),
            16 => self.store_pair(address, c, d),
            17..=19 => {
                let from = self.address(c, d);
                self.copy(address, from, u64::from(d % 70), kind % 2 == 0);
            }
            20 => self.change_form(address, c, d),
            21 => self.read(address, len),
            22 => self.compare(address, self.address(c, d), len),
            _ => self.c_string_len(address),
        }
    }

    /// Mostly within an object, sometimes a little beside it, sometimes nowhere.
    fn address(&self, object: u16, place: u16) -> u64 {
        let n = self.naive.things.len().max(1);
        let thing = self.naive.things.values().nth(usize::from(object) % n);
        let Some(thing) = thing.filter(|_| !object.is_multiple_of(31)) else {
            return [0, 40, 1 << 32, 7 << 56, u64::from(place) << 32][usize::from(place % 5)];
        };
        let offset = match place % 9 {
            0 => u64::from(thing.size),
            1 => u64::from(thing.size).wrapping_sub(u64::from(place / 9 % 8)),
            2 => u64::MAX,
            3..=5 => u64::from(place / 9 % 3) * 8,
            _ => u64::from(place) % u64::from(thing.size.max(1)),
        };
        thing.address.wrapping_add(offset)
    }

    fn allocate(&mut self, a: u16, b: u16) {
        let kind = [ObjectKind::Heap, KIND_OF_STACK, ObjectKind::System("a mapping")];
        let kind = kind[usize::from(a % 3)];
        let size = SIZES[usize::from(b) % SIZES.len()];
        let (align, zeroed) = (1 << (a / 3 % 7), (a / 21).is_multiple_of(2));
        let new = NewObject { kind, size, align, zeroed, site: SiteId::default() };
        let address = self.memory.allocate(new).expect("room for a small object");
        assert!(self.naive.is_fresh(address) && address.is_multiple_of(align), "{address:#x}");
        self.naive.add(Thing::new(kind, address, size, zeroed));
    }

    fn free(&mut self, address: u64) {
        let starts = self.naive.find(address).map(|(thing, _)| thing.address);
        for address in [address, starts.unwrap_or(address)] {
            let expected = self.naive.free(address);
            assert_eq!(self.memory.free(address, SiteId::default()), expected);
        }
    }

    fn free_stack(&mut self, choice: u16) {
        let all = self.naive.stack_addresses();
        if let Some(&address) = all.get(usize::from(choice) % all.len().max(1)) {
            self.naive.free_stack(address);
            self.memory.free_stack(address);
            assert_eq!(self.memory.locate(address), Err(Fault::Dead));
        }
    }

    fn write(&mut self, address: u64, bytes: &[u8]) {
        let values: Vec<Value> = bytes.iter().map(|&byte| Value::Word(byte.into())).collect();
        let expected = self.naive.write(address, &values);
        assert_eq!(self.memory.write(address, bytes), expected);
    }

    /// As the interpreter stores: the fast path, what the slot knows, and all the rest.
    fn store<const N: usize>(&mut self, address: u64, word: u64) {
        let bytes = &word.to_le_bytes()[..N];
        let values: Vec<Value> = bytes.iter().map(|&byte| Value::Word(byte.into())).collect();
        let expected = self.naive.write(address, &values);
        let slot = slot(&self.memory.store_pages, address);
        if let Some(place) = slot.and_then(|slot| plain(slot, address, N as u64, slot.store_len)) {
            // SAFETY: what the slot promises.
            unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), N) };
            return assert_eq!(Ok(()), expected);
        }
        let slot = slot.map(NonNull::from);
        // SAFETY: the slot is in `store_pages`.
        if unsafe { self.memory.store_written::<N>(slot, address, word) } {
            return assert_eq!(Ok(()), expected);
        }
        assert_eq!(self.memory.store_slow(address, word, N as u32), expected);
    }

    fn input(&self, choice: u16) -> TermId {
        self.inputs[usize::from(choice) % self.inputs.len()]
    }

    fn store_term(&mut self, address: u64, choice: u16) {
        let n = [1, 2, 4, 8][usize::from(choice % 4)];
        let parts: Vec<TermId> = (0..n).map(|at| self.input(choice + at)).collect();
        let term = parts.iter().copied().reduce(|low, high| self.terms.concat(high, low));
        let values: Vec<Value> = parts.into_iter().map(Value::Term).collect();
        let expected = self.naive.write(address, &values);
        let term = term.expect("at least one byte");
        assert_eq!(self.memory.store_term(self.terms, address, term, n.into()), expected);
    }

    /// Some of them constants.
    fn write_terms(&mut self, address: u64, n: u16, choice: u16) {
        let byte = |at: u16| match (choice >> (at % 16)) & 1 {
            0 => Value::Word(u64::from(choice) & 0xff),
            _ => Value::Term(self.input(choice % 5 + at)),
        };
        let values: Vec<Value> = (0..n % 12).map(byte).collect();
        let expected = self.naive.write(address, &values);
        let bytes: Vec<TermId> = values.iter().map(|&byte| byte_term(self.terms, byte)).collect();
        assert_eq!(self.memory.write_terms(self.terms, address, &bytes), expected);
    }

    /// What the versions have for words of their own.
    fn store_pair(&mut self, address: u64, old: u16, new: u16) {
        let [old, new] = [old, new].map(u64::from);
        let values: Vec<Value> = (0..4)
            .map(|at| {
                let [old, new] =
                    [old, new].map(|word| self.terms.constant(8, word >> (8 * at) & 255));
                let byte = self.terms.shadow(old, new);
                byte_value(self.terms, byte)
            })
            .collect();
        let expected = self.naive.write(address, &values);
        assert_eq!(self.memory.store_pair(self.terms, address, [old, new], 4), expected);
        let is_plain = |thing: &Thing| thing.size_term.is_none();
        if expected.is_ok() && self.naive.find(address).is_ok_and(|(thing, _)| is_plain(thing)) {
            let pair = Some([old, new]);
            assert_eq!(self.memory.words_of_both(self.terms, address, 4), pair);
            let loaded = self.memory.load_pair(self.terms, address, 4);
            assert_eq!(loaded, pair.filter(|_| old != new));
        }
    }

    fn copy(&mut self, to: u64, from: u64, len: u64, disjoint: bool) {
        let before = self.naive.readable(from, len);
        let expected = self.naive.copy(to, from, len, disjoint);
        if self.memory.copy_written(to, from, len) {
            assert_eq!(expected, Ok(()));
            return assert!(before.is_ok_and(|bytes| len == 0 || known(&bytes)));
        }
        let found: Result<(), CopyFault> = self.memory.copy(to, from, len, disjoint);
        assert_eq!(found, expected);
    }

    fn change_form(&mut self, address: u64, c: u16, d: u16) {
        let Some(thing) = self.naive.find(address).ok().map(|(thing, _)| thing.address) else {
            return;
        };
        let end = thing + u64::from(c % 64) + u64::from(d % 64);
        let size_term = self.terms.zext(self.input(d), 64);
        let Some(model) = self.naive.thing_mut(address) else { return };
        match d % 3 {
            0 => {
                model.constant = true;
                self.memory.make_constant(address);
            }
            1 if matches!(model.kind, ObjectKind::System(_)) => {
                let start = thing + u64::from(c % 64);
                model.taken_back.push((start - thing) as u32..(end - thing) as u32);
                assert_eq!(self.memory.take_back(start, end), Ok(()));
            }
            _ if model.kind == ObjectKind::Heap => {
                model.size_term = Some(size_term);
                self.memory.set_size_term(thing, size_term);
            }
            _ => {}
        }
    }

    fn read(&mut self, address: u64, len: u64) {
        let expected = self.naive.readable(address, len);
        let values = expected.as_ref().map(|bytes| bytes.iter().map(|byte| byte.value).collect());
        assert_eq!(self.memory.read_values(address, len), values.map_err(|&fault| fault));
        let words = concrete(&expected);
        assert_eq!(self.memory.read(address, len).map(|bytes| bytes.to_vec()), words);
        self.memory.remark = None;
        let looked = self.memory.look_at_output(address, len);
        assert_eq!(looked, expected.as_ref().map(|_| ()).map_err(|&fault| fault));
        let is_partly_written = expected.is_ok_and(|bytes| bytes.iter().any(|byte| !byte.written));
        assert_eq!(self.memory.remark.take().is_some(), is_partly_written);
    }

    fn compare(&mut self, a: u64, b: u64, len: u64) {
        let sides = [a, b].map(|side| (side, concrete(&self.naive.readable(side, len))));
        let expected = match sides {
            _ if len == 0 => Ok(0),
            [(a, Err(fault)), _] => Err((a, fault)),
            [_, (b, Err(fault))] => Err((b, fault)),
            [(_, Ok(left)), (_, Ok(right))] => {
                let differ = left.iter().zip(&right).find(|(left, right)| left != right);
                Ok(differ.map_or(0, |(&left, &right)| i32::from(left) - i32::from(right)))
            }
        };
        assert_eq!(self.memory.compare(a, b, len), expected);
    }

    fn c_string_len(&mut self, address: u64) {
        let found = self.memory.c_string_len(address);
        let (thing, at) = match self.naive.find(address) {
            Ok(found) => found,
            Err(fault) => return assert_eq!(found, Err(fault)),
        };
        let mut bytes = (at..thing.size).map(|at| thing.byte(at).value);
        let end = bytes.position(|byte| matches!(byte, Value::Word(0) | Value::Term(_)));
        let expected = match end.map(|n| (n, thing.byte(at + n as u32).value)) {
            Some((_, Value::Term(_))) => Err(Fault::Symbolic),
            Some((n, _)) => Ok(n as u64),
            None => Err(Fault::OutOfBounds),
        };
        // What is read behind a term depends on what was there before it.
        let seen = end.map_or(thing.size.saturating_sub(at), |n| n as u32 + 1);
        match thing.is_taken_back(at, seen) {
            true if at < thing.size => assert_eq!(found, Err(Fault::Dead)),
            _ if expected == Err(Fault::Symbolic) => assert!(found.is_err()),
            _ => assert_eq!(found, expected),
        }
    }
}

fn known(bytes: &[Byte]) -> bool {
    known_word(bytes).is_some()
}

fn concrete(bytes: &Result<Vec<Byte>, Fault>) -> Result<Vec<u8>, Fault> {
    let byte = |byte: &Byte| match byte.value {
        Value::Word(byte) => Ok(byte as u8),
        Value::Term(_) => Err(Fault::Symbolic),
    };
    bytes.as_ref().map_err(|&fault| fault)?.iter().map(byte).collect()
}

fn any_steps() -> impl Strategy<Value = Vec<Choices>> {
    prop::collection::vec(any::<Choices>(), 0..12)
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => any::<Choices>().prop_map(Act::Do),
        1 => any::<u16>().prop_map(Act::Fork),
        1 => any::<u16>().prop_map(Act::Drop),
        1 => (any::<u16>(), any_steps()).prop_map(|(memory, steps)| Act::Undo(memory, steps)),
        2 => (any::<u16>(), any_steps(), any_steps(), any::<bool>()).prop_map(
            |(memory, old, new, is_noted)| Act::Apart { memory, old, new, is_noted },
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn memories_that_share_hold_what_naive_ones_hold(
        acts in prop::collection::vec(any_act(), 1..60),
    ) {
        let mut world = World::new();
        for (n, act) in acts.iter().enumerate() {
            world.act(act);
            world.check(n % 16 == 15);
        }
        world.check(true);
    }
}

#[test]
fn a_version_may_get_a_number_that_only_the_other_one_has_had() {
    let numbers = |first, second| [first, second, 0, 0, 0, 0];
    let apart = |old, new| Act::Apart { memory: 0, old, new, is_noted: false };
    let acts = [
        Act::Do(numbers(22_200, 23_770)),
        apart(Vec::new(), vec![numbers(28_757, 0), numbers(3_576, 20_686)]),
        apart(vec![numbers(28_589, 0), numbers(5_664, 17_053)], Vec::new()),
    ];
    let mut world = World::new();
    for act in &acts {
        world.act(act);
        world.check(true);
    }
}
