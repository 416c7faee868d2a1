//! One memory for two versions that run together.
//!
//! Two memories that come from the same one are joined by comparing what is not shared any more: a
//! byte that differs becomes a shadow. An object that one version has and the other has not, or that
//! has another size, is *split*: no access finds it until the versions are executed each by itself,
//! and each then has its own object again ([`Memory::take_side`]).

use super::{Init, Memory, Object, PAGE_SLOTS, pages};
use patchlight_expr::{Side, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the old and the new version have in a slot.
pub(super) type Splits = BTreeMap<usize, [Object; 2]>;

impl Memory {
    /// Whether some object is not the same for both versions.
    pub(crate) fn is_split(&self) -> bool {
        !self.splits.is_empty()
    }

    /// From now on, this is the memory of one version.
    pub(crate) fn take_side(&mut self, side: Side) {
        if !self.is_split() {
            return;
        }
        let splits = std::mem::take(&mut self.splits);
        for (&index, objects) in splits.iter() {
            if side == Side::Old {
                let [old, new] = objects.each_ref().map(Object::live_size);
                self.live_bytes = self.live_bytes + old - new;
            }
            let object = objects[side as usize].clone();
            self.put_object(index, object);
        }
    }

    /// Returns what was there before.
    pub(super) fn put_object(&mut self, index: usize, object: Object) -> Object {
        let live = object.live;
        let page = self.page_mut(index);
        let slot = &mut page.slots[index % PAGE_SLOTS];
        *slot = pages::EMPTY_SLOT;
        if live {
            (slot.number, slot.base) = (object.number, object.base);
        }
        let before = std::mem::replace(&mut page.objects[index % PAGE_SLOTS], object);
        if live {
            self.refresh(index);
        }
        before
    }

    /// Makes the memory of the new version that of both; `old` comes from the same memory.
    pub(crate) fn join(&mut self, terms: &mut Terms, mut old: Memory) {
        debug_assert!(!self.is_split() && !old.is_split(), "each is the memory of one version");
        let n_pages = self.pages.len().max(old.pages.len());
        self.grow(n_pages * PAGE_SLOTS - 1);
        old.grow(n_pages * PAGE_SLOTS - 1);
        for page in 0..n_pages {
            if !Rc::ptr_eq(&self.pages[page], &old.pages[page]) {
                for index in page * PAGE_SLOTS..(page + 1) * PAGE_SLOTS {
                    self.join_object(terms, index, old.object(index));
                }
            }
        }
        let Memory {
            heap: old_heap,
            stack: old_stack,
            // The objects have just been joined.
            load_pages: _,
            store_pages: _,
            pages: _,
            // The new version's counts, and the limit is the same.
            live_bytes: _,
            max_bytes: _,
            // Neither has any of these now.
            remark: _,
            splits: _,
            journal: _,
        } = old;
        let (mut heap, mut stack) = (self.heap.clone(), self.stack.clone());
        let is_free = |index| !self.object(index).live && !self.splits.contains_key(&index);
        heap.join(&old_heap, is_free);
        stack.join(&old_stack, is_free);
        (self.heap, self.stack) = (heap, stack);
    }

    pub(super) fn join_object(&mut self, terms: &mut Terms, index: usize, old: &Object) {
        let new = self.object(index);
        match (old.live, new.live) {
            (false, false) => {
                // The next object here must be younger than every one that has been.
                if old.number > new.number {
                    self.object_mut(index).number = old.number;
                }
            }
            (true, true) if old.has_form_of(new) => self.join_contents(terms, index, old),
            _ => self.split(index, old.clone()),
        }
    }

    fn split(&mut self, index: usize, old: Object) {
        let new = self.object(index).clone();
        let mut nothing = new.clone();
        nothing.live = false;
        nothing.number = old.number.max(new.number);
        nothing.bytes = super::Bytes::EMPTY;
        nothing.terms = None;
        nothing.size_term = None;
        nothing.init = Init::Full;
        self.put_object(index, nothing);
        Rc::make_mut(&mut self.splits).insert(index, [old, new]);
    }

    /// Ends objects of the stack that are not the same for both versions. False if those of a slot are.
    pub(super) fn free_split(&mut self, index: usize) -> bool {
        let Some([_, new]) = self.splits.get(&index) else { return false };
        self.live_bytes -= new.live_size();
        Rc::make_mut(&mut self.splits).remove(&index);
        self.stack.give(index);
        true
    }

    fn join_contents(&mut self, terms: &mut Terms, index: usize, old: &Object) {
        let differing = old.differing_bytes(self.object(index));
        for &at in &differing {
            let old_byte = old.byte(terms, at);
            let new_byte = self.byte_term(terms, index, at);
            let byte = terms.shadow(old_byte, new_byte);
            self.put_byte(terms, index, at, byte);
        }
        let new = self.object_mut(index);
        let missing = if old.init == new.init { 0 } else { new.size };
        for at in 0..missing {
            if old.init.is_set(at) && !new.init.is_set(at) {
                new.init.mark(at, 1, new.size, true);
            }
        }
        self.refresh(index);
    }
}

impl Object {
    fn live_size(&self) -> u64 {
        if self.live { self.size.into() } else { 0 }
    }

    /// Whether it differs from `other` in nothing but its bytes.
    fn has_form_of(&self, other: &Object) -> bool {
        let Object {
            kind,
            number,
            base,
            size,
            size_term,
            live,
            constant,
            taken_back,
            // Its bytes, which are compared one by one.
            init: _,
            bytes: _,
            terms: _,
            // For reports.
            allocated: _,
            freed: _,
        } = self;
        *kind == other.kind
            && (*number, *base, *size) == (other.number, other.base, other.size)
            && *size_term == other.size_term
            && (*live, *constant) == (other.live, other.constant)
            && *taken_back == other.taken_back
    }

    fn byte(&self, terms: &mut Terms, at: u32) -> patchlight_expr::TermId {
        let symbol = self.terms.as_ref().and_then(|symbols| symbols.get(at));
        symbol.unwrap_or_else(|| terms.constant(8, self.bytes.get(at as usize).into()))
    }

    /// Where the bytes or the terms of two objects of one size are not the same.
    fn differing_bytes(&self, other: &Object) -> Vec<u32> {
        let same_terms = match (&self.terms, &other.terms) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        let same_bytes = self.bytes.is_same_as(&other.bytes);
        if same_terms && same_bytes {
            return Vec::new();
        }
        let size = self.size as usize;
        let (a, b) = (self.bytes.slice(0..size), other.bytes.slice(0..size));
        if same_terms && a == b {
            return Vec::new();
        }
        let term = |object: &Object, at| object.terms.as_ref().and_then(|terms| terms.get(at));
        let differs = |&at: &u32| match (term(self, at), term(other, at)) {
            (None, None) => a[at as usize] != b[at as usize],
            (old, new) => old != new,
        };
        (0..self.size).filter(differs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NewObject, ObjectKind, SiteId};
    use super::*;
    use crate::value::Value;

    fn block(memory: &mut Memory, size: u64) -> u64 {
        let site = SiteId::default();
        let new = NewObject { kind: ObjectKind::Heap, size, align: 16, zeroed: true, site };
        memory.allocate(new).unwrap()
    }

    fn joined(terms: &mut Terms, memory: &mut Memory, write: impl Fn(&mut Memory, Side)) -> Memory {
        let (mut old, mut new) = (memory.fork(), memory.fork());
        for (memory, side) in [(&mut old, Side::Old), (&mut new, Side::New)] {
            memory.take_side(side);
            write(memory, side);
        }
        new.join(terms, old);
        new
    }

    #[test]
    fn bytes_that_differ_are_shadows_and_others_are_plain() {
        let mut terms = Terms::new();
        let mut memory = Memory::new(1 << 20);
        let address = block(&mut memory, 100);
        let both = joined(&mut terms, &mut memory, |memory, side| {
            memory.write(address + 3, &[7, 8 + side as u8, 9]).unwrap();
        });
        let values = both.read_values(address, 6).unwrap();
        let word = |n| Value::Word(n);
        assert_eq!([values[0], values[3], values[5]], [word(0), word(7), word(9)]);
        let Value::Term(shadow) = values[4] else { panic!("a shadow") };
        let sides = [Side::Old, Side::New].map(|side| terms.project(shadow, side));
        assert_eq!(sides.map(|side| terms.as_u64(side)), [Some(8), Some(9)]);
    }

    #[test]
    fn the_nth_allocation_of_either_version_has_one_address() {
        let mut terms = Terms::new();
        let mut memory = Memory::new(1 << 20);
        let seen = std::cell::RefCell::new(Vec::new());
        let mut both = joined(&mut terms, &mut memory, |memory, side| {
            for size in 0..2 + side as u64 {
                seen.borrow_mut().push(block(memory, 10 + size));
            }
        });
        let seen = seen.into_inner();
        assert_eq!((seen[0], seen[1]), (seen[2], seen[3]));
        assert!(both.locate(seen[0]).is_ok());
        assert!(both.locate(seen[4]).is_err() && both.is_split());
        assert!(!seen.contains(&block(&mut both, 5)));
        let mut new = both.fork();
        new.take_side(Side::New);
        assert!(new.locate(seen[4]).is_ok());
        both.take_side(Side::Old);
        assert!(both.locate(seen[4]).is_err());
    }

    #[test]
    fn objects_of_a_frame_that_only_one_version_has_end_with_it() {
        let mut terms = Terms::new();
        let mut memory = Memory::new(1 << 20);
        let kind = ObjectKind::Stack(patchlight_ir::FuncId(0), patchlight_ir::LocalId(0));
        let new = NewObject { kind, size: 8, align: 8, zeroed: true, site: SiteId::default() };
        let seen = std::cell::RefCell::new(Vec::new());
        let mut both = joined(&mut terms, &mut memory, |memory, side| {
            for _ in 0..1 + side as u64 {
                seen.borrow_mut().push(memory.allocate(new).unwrap());
            }
        });
        let seen = seen.into_inner();
        assert!(both.is_split() && seen[0] == seen[1]);
        let mut old = both.fork();
        old.take_side(Side::Old);
        // A version that has not got an object leaves it alone.
        for memory in [&mut both, &mut old] {
            memory.free_stack(seen[2]);
            memory.free_stack(seen[1]);
            assert!(!memory.is_split() && memory.live_bytes() == 0);
            assert_eq!(memory.locate(seen[1]), Err(crate::memory::Fault::Dead));
        }
    }

    #[test]
    fn a_mapping_of_which_one_version_gave_a_part_back_is_split() {
        let mut terms = Terms::new();
        let mut memory = Memory::new(1 << 20);
        let (kind, site) = (ObjectKind::System("mapping"), SiteId::default());
        let new = NewObject { kind, size: 64, align: 16, zeroed: true, site };
        let address = memory.allocate(new).unwrap();
        let give_back = |memory: &mut Memory| memory.take_back(address + 32, address + 64).unwrap();
        let mut new = joined(&mut terms, &mut memory, |memory, side| {
            if side == Side::New {
                give_back(memory);
            }
        });
        assert!(new.is_split());
        let mut old = new.fork();
        old.take_side(Side::Old);
        new.take_side(Side::New);
        assert_eq!(old.load_slow(&mut terms, address + 40, 4), Ok(Value::Word(0)));
        assert_eq!(new.load_slow(&mut terms, address + 40, 4), Err(crate::memory::Fault::Dead));
        let alike = joined(&mut terms, &mut memory, |memory, _| give_back(memory));
        assert!(!alike.is_split());
    }

    #[test]
    fn a_block_that_both_versions_freed_is_not_split_any_more() {
        let mut terms = Terms::new();
        let mut memory = Memory::new(1 << 20);
        let address = block(&mut memory, 10);
        let free = |memory: &mut Memory, _| memory.free(address, SiteId::default()).unwrap();
        let mut half = joined(&mut terms, &mut memory, |memory, side| {
            if side == Side::Old {
                free(memory, side);
            }
        });
        assert!(half.is_split());
        let whole = joined(&mut terms, &mut half, |memory, side| {
            if side == Side::New {
                free(memory, side);
            }
        });
        assert!(!whole.is_split());
        assert_eq!(whole.locate(address), Err(crate::memory::Fault::Dead));
    }
}
