//! One memory in which two versions run, one after the other.
//!
//! While changes are *noted*, every object is kept as it was before its first change. So the old
//! version's changes can be taken back, the new version runs in the same memory, and what either
//! changed is compared: nothing that neither has touched is looked at. The result is that of
//! [`Memory::join`] on two memories.
//!
//! **Invariant.** While changes are noted, the stores' fast path finds only objects that have been
//! kept.

use super::join::Splits;
use super::pages::{NO_OBJECT, empty_page};
use super::pool::{Change, Pool};
use super::{Memory, Object, PAGE_SLOTS, Page};
use patchlight_expr::Terms;
use std::collections::HashSet;
use std::mem;
use std::rc::Rc;

/// How a memory was when changes began to be noted. What it holds while none are is room for the
/// next time.
#[derive(Default)]
pub(super) struct Journal {
    is_open: bool,
    /// By slot, each once.
    objects: Vec<(usize, Object)>,
    /// Which slots these are: one bit a slot, one word a page.
    kept: Vec<u32>,
    store_pages: Vec<*const Page>,
    live_bytes: u64,
    splits: Option<Rc<Splits>>,
}

const _: () = assert!(PAGE_SLOTS == u32::BITS as usize);

/// What the old version made of a memory.
pub(crate) struct Changes {
    objects: Vec<(usize, Object)>,
    heap: Vec<Change>,
    stack: Vec<Change>,
}

impl Journal {
    /// Whether the object of a slot has to be kept: it is about to change for the first time.
    #[inline(always)]
    pub(super) fn wants(&mut self, index: usize) -> bool {
        self.is_open && self.is_first(index)
    }

    fn is_first(&mut self, index: usize) -> bool {
        let (page, bit) = (index / PAGE_SLOTS, 1 << (index % PAGE_SLOTS));
        if page >= self.kept.len() {
            self.kept.resize(page + 1, 0);
        }
        let is_first = self.kept[page] & bit == 0;
        self.kept[page] |= bit;
        is_first
    }
}

impl Memory {
    /// From here on changes are noted, until they are taken back or joined.
    pub(crate) fn note_changes(&mut self) {
        let Memory {
            load_pages: _,
            store_pages,
            pages,
            heap,
            stack,
            live_bytes,
            max_bytes: _,
            // Taken by the op that made it.
            remark: _,
            splits,
            journal,
        } = self;
        debug_assert!(!journal.is_open, "one version runs at a time");
        journal.is_open = true;
        journal.kept.resize(pages.len(), 0);
        journal.store_pages.clone_from(store_pages);
        journal.live_bytes = *live_bytes;
        journal.splits = Some(Rc::clone(splits));
        store_pages.fill(empty_page());
        heap.note_changes();
        stack.note_changes();
    }

    /// Keeps an object as it is.
    #[cold]
    pub(super) fn keep(&mut self, index: usize) {
        let object = self.object(index).clone();
        self.journal.objects.push((index, object));
    }

    pub(super) fn notes_changes(&self) -> bool {
        self.journal.is_open
    }

    /// The objects that were kept. No more are.
    fn close_journal(&mut self) -> Vec<(usize, Object)> {
        self.journal.is_open = false;
        let objects = mem::take(&mut self.journal.objects);
        for (index, _) in &objects {
            self.journal.kept[index / PAGE_SLOTS] = 0;
        }
        objects
    }

    /// Makes the memory what it was when changes began to be noted.
    pub(crate) fn take_back_changes(&mut self) -> Changes {
        let mut objects = self.close_journal();
        for (index, object) in &mut objects {
            let before = mem::replace(object, NO_OBJECT);
            *object = self.put_object(*index, before);
        }
        self.live_bytes = self.journal.live_bytes;
        if let Some(splits) = self.journal.splits.take() {
            self.splits = splits;
        }
        self.uncover(!objects.is_empty());
        let (heap, stack) = (self.heap.take_back_changes(), self.stack.take_back_changes());
        Changes { objects, heap, stack }
    }

    /// Makes this, the memory of the new version, that of both.
    pub(crate) fn join_changes(&mut self, terms: &mut Terms, old: Changes) {
        let unchanged = self.close_journal();
        self.journal.splits = None;
        let by_old: HashSet<usize> = old.objects.iter().map(|&(index, _)| index).collect();
        for (index, object) in &old.objects {
            self.join_object(terms, *index, object);
        }
        for (index, object) in unchanged.iter().filter(|(index, _)| !by_old.contains(index)) {
            self.join_object(terms, *index, object);
        }
        self.uncover(!unchanged.is_empty() || !old.objects.is_empty());
        let mut heap = mem::replace(&mut self.heap, Pool::heap());
        let mut stack = mem::replace(&mut self.stack, Pool::stack());
        let is_free = |index: usize| {
            let is_live = self.known_object(index).is_some_and(|object| object.live);
            !is_live && !self.splits.contains_key(&index)
        };
        heap.join_changes(&old.heap, is_free);
        stack.join_changes(&old.stack, is_free);
        (self.heap, self.stack) = (heap, stack);
    }

    /// Lets stores find the pages again that nothing has been changed in: all of them, unless something
    /// is `changed`.
    fn uncover(&mut self, changed: bool) {
        if !changed && self.store_pages.len() == self.journal.store_pages.len() {
            mem::swap(&mut self.store_pages, &mut self.journal.store_pages);
            return;
        }
        let empty = empty_page();
        for (page, &before) in self.store_pages.iter_mut().zip(&self.journal.store_pages) {
            if *page == empty {
                *page = before;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NewObject, ObjectKind, SiteId};
    use super::*;
    use crate::value::Value;
    use patchlight_expr::Side;

    /// Numbers that look like chance.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % n
        }
    }

    fn allocate(memory: &mut Memory, size: u64) -> u64 {
        let site = SiteId::default();
        let new = NewObject { kind: ObjectKind::Heap, size, align: 16, zeroed: true, site };
        memory.allocate(new).unwrap()
    }

    /// Allocates, frees and writes. `blocks`: what is there, and was.
    fn work(memory: &mut Memory, blocks: &mut Vec<u64>, dice: &mut Dice) {
        for _ in 0..dice.roll(8) {
            let block = blocks[dice.roll(blocks.len() as u64) as usize];
            match dice.roll(6) {
                0 => blocks.push(allocate(memory, 1 + dice.roll(40))),
                1 => drop(memory.free(block, SiteId::default())),
                2 => drop(memory.fill(block, dice.roll(3) as u8, dice.roll(40))),
                _ => drop(memory.write(block + dice.roll(30), &[dice.roll(3) as u8; 3])),
            }
        }
    }

    fn contents(memory: &Memory, blocks: &[u64]) -> Vec<(bool, Vec<Value>)> {
        let of = |&block: &u64| {
            let Ok((index, _)) = memory.locate(block) else { return (false, Vec::new()) };
            let size = memory.object(index).size;
            (true, memory.read_values(block, size.into()).unwrap())
        };
        blocks.iter().map(of).collect()
    }

    /// Two memories with the same contents, and the blocks in them.
    fn twins(dice: &mut Dice) -> ([Memory; 2], Vec<u64>) {
        let mut twins = [Memory::new(1 << 20), Memory::new(1 << 20)];
        let blocks: Vec<u64> = (0..20).map(|n| allocate(&mut twins[0], 5 + n)).collect();
        (0..20).for_each(|n| assert_eq!(allocate(&mut twins[1], 5 + n), blocks[n as usize]));
        for &block in &blocks[15..] {
            if dice.roll(2) == 0 {
                twins.iter_mut().for_each(|memory| memory.free(block, SiteId::default()).unwrap());
            }
        }
        (twins, blocks)
    }

    #[test]
    fn turns_in_one_memory_give_what_two_memories_that_are_joined_give() {
        let mut terms = Terms::new();
        let mut dice = Dice(7);
        for round in 0..400 {
            let ([mut forked, mut shared], first) = twins(&mut dice);
            let mut blocks = first;
            // Several times, because joined memories have splits and shadows.
            for part in 0..4 {
                let seeds = [Side::Old, Side::New].map(|side| (round * 100 + part, side as u64));
                let play =
                    |memory: &mut Memory, blocks: &mut Vec<u64>, (seed, side): (u64, u64)| {
                        memory.take_side(if side == 0 { Side::Old } else { Side::New });
                        work(memory, blocks, &mut Dice(seed * 2 + side));
                    };
                let mut all = blocks.clone();
                let (mut old, mut new) = (forked.fork(), forked.fork());
                for (memory, seed) in [(&mut old, seeds[0]), (&mut new, seeds[1])] {
                    let mut seen = blocks.clone();
                    play(memory, &mut seen, seed);
                    all.extend(&seen[blocks.len()..]);
                }
                new.join(&mut terms, old);
                forked = new;

                let before = contents(&shared, &all);
                shared.note_changes();
                play(&mut shared, &mut blocks.clone(), seeds[0]);
                let changes = shared.take_back_changes();
                assert_eq!(contents(&shared, &all), before, "round {round}, part {part}");
                shared.note_changes();
                play(&mut shared, &mut blocks.clone(), seeds[1]);
                shared.join_changes(&mut terms, changes);

                all.sort_unstable();
                all.dedup();
                blocks = all;
                let both = [&forked, &shared].map(|memory| contents(memory, &blocks));
                assert_eq!(both[0], both[1], "round {round}, part {part}");
                let splits =
                    [&forked, &shared].map(|memory| memory.splits.keys().collect::<Vec<_>>());
                assert_eq!(splits[0], splits[1], "round {round}, part {part}");
                assert_eq!(forked.live_bytes(), shared.live_bytes(), "round {round}, part {part}");
                let pools = [&forked, &shared].map(|memory| memory.heap.contents());
                assert_eq!(pools[0], pools[1], "round {round}, part {part}");
            }
        }
    }

    #[test]
    fn what_was_changed_and_taken_back_can_be_stored_to_again() {
        let mut memory = Memory::new(1 << 20);
        let block = allocate(&mut memory, 8);
        memory.note_changes();
        memory.write(block, &[1; 8]).unwrap();
        memory.take_back_changes();
        assert_eq!(*memory.read(block, 8).unwrap(), [0; 8]);
        memory.write(block, &[2; 8]).unwrap();
        assert_eq!(*memory.read(block, 8).unwrap(), [2; 8]);
    }
}
