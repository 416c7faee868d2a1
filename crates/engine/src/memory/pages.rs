//! Sharing between the memories of forked states.
//!
//! A page belongs to one memory alone or is shared; whoever wants to change a shared page copies it
//! first. After a fork, the bytes of all objects are shared too: the stores' fast path finds
//! nothing until a slow store has made the bytes its own.

use super::buffer::Bytes;
use super::init::Init;
use super::journal::Journal;
use super::{Memory, Object, ObjectKind, SLOT_MASK, SiteId, Slot};
use std::cell::UnsafeCell;
use std::rc::Rc;

pub(crate) const PAGE_SLOTS: usize = 32;

/// Neighbouring slots and their objects.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) slots: [Slot; PAGE_SLOTS],
    pub(super) objects: [Object; PAGE_SLOTS],
}

/// In a cell because the memory that owns a page alone changes it through `store_pages`.
pub(super) type SharedPage = Rc<UnsafeCell<Page>>;

pub(super) const EMPTY_SLOT: Slot = Slot {
    number: 0,
    base: 0,
    load_len: 0,
    store_len: 0,
    data: std::ptr::null_mut(),
    written: std::ptr::null(),
    load_end: 0,
    store_end: 0,
    mixed: false,
};

thread_local! {
    /// Stands for every page that stores must not touch. Memories have plain pointers to it, not
    /// shares. It lives as long as its thread, which no memory leaves, since its pages are `Rc`s; a
    /// memory in another thread-local variable may be dropped later, but that does not follow the
    /// pointers.
    static EMPTY_PAGE: SharedPage = Rc::new(UnsafeCell::new(Page::empty()));
}

/// What is in a slot that was never used.
pub(super) const NO_OBJECT: Object = Object {
    kind: ObjectKind::Heap,
    number: 0,
    base: 0,
    size: 0,
    size_term: None,
    live: false,
    constant: false,
    init: Init::Full,
    bytes: Bytes::EMPTY,
    terms: None,
    taken_back: None,
    allocated: SiteId(0),
    freed: SiteId(0),
};

impl Page {
    fn empty() -> Page {
        Page { slots: [EMPTY_SLOT; PAGE_SLOTS], objects: [const { NO_OBJECT }; PAGE_SLOTS] }
    }

    #[inline(always)]
    pub(super) fn slot_and_object(&mut self, index: usize) -> (&mut Slot, &Object) {
        (&mut self.slots[index % PAGE_SLOTS], &self.objects[index % PAGE_SLOTS])
    }
}

impl Slot {
    /// Recomputes what the fast path may do without asking.
    #[inline(always)]
    pub(super) fn refresh(&mut self, object: &Object) {
        let data = object.bytes.data();
        let mut plain = object.init.plain_prefix(object.size);
        let mut words = None;
        if let Some(terms) = &object.terms {
            words = terms.words(object.size).filter(|_| plain == object.size);
            plain = plain.min(terms.start());
        }
        if object.size_term.is_some() || data.is_none() {
            plain = 0;
        }
        if let Some(parts) = &object.taken_back {
            plain = parts.iter().fold(plain, |plain, part| plain.min(part.start));
        }
        let whole = object.size_term.is_none() && object.taken_back.is_none();
        self.mixed = words.is_some();
        let quick = (object.terms.is_none() || self.mixed) && whole && data.is_some();
        let end = if quick { object.size } else { 0 };
        let writable = !object.constant && object.bytes.is_own();
        self.data = data.unwrap_or(std::ptr::null_mut());
        self.load_len = plain;
        self.store_len = if writable { plain } else { 0 };
        self.written = words.unwrap_or_else(|| object.init.bits());
        self.load_end = if self.written.is_null() { 0 } else { end };
        self.store_end = if writable { end } else { 0 };
    }
}

impl Memory {
    /// Another memory with the same contents.
    pub(crate) fn fork(&mut self) -> Memory {
        debug_assert!(!self.notes_changes(), "a fork would see what is taken back later");
        self.store_pages.fill(empty_page());
        Memory {
            load_pages: self.load_pages.clone(),
            store_pages: self.store_pages.clone(),
            pages: self.pages.clone(),
            heap: self.heap.clone(),
            stack: self.stack.clone(),
            live_bytes: self.live_bytes,
            max_bytes: self.max_bytes,
            remark: self.remark,
            splits: Rc::clone(&self.splits),
            journal: Journal::default(),
        }
    }

    pub(super) fn grow(&mut self, index: usize) {
        while self.pages.len() <= index / PAGE_SLOTS {
            let page = Rc::new(UnsafeCell::new(Page::empty()));
            self.load_pages.push(page.get());
            self.store_pages.push(page.get());
            self.pages.push(page);
        }
    }

    pub(super) fn object(&self, index: usize) -> &Object {
        // SAFETY: a page changes only under `&mut Memory` of its single owner.
        let page = unsafe { &*self.pages[index / PAGE_SLOTS].get() };
        &page.objects[index % PAGE_SLOTS]
    }

    pub(super) fn known_object(&self, index: usize) -> Option<&Object> {
        (index / PAGE_SLOTS < self.pages.len()).then(|| self.object(index))
    }

    pub(super) fn object_mut(&mut self, index: usize) -> &mut Object {
        &mut self.page_mut(index).objects[index % PAGE_SLOTS]
    }

    /// The page of a slot, made this memory's own.
    pub(super) fn page_mut(&mut self, index: usize) -> &mut Page {
        let n = index / PAGE_SLOTS;
        if self.store_pages[n] != self.load_pages[n] {
            self.own_page(n);
        }
        if self.journal.wants(index) {
            self.keep(index);
        }
        // SAFETY: nobody else has the page, and `self` is borrowed uniquely.
        unsafe { &mut *self.pages[n].get() }
    }

    #[cold]
    fn own_page(&mut self, n: usize) {
        let shared = &mut self.pages[n];
        if Rc::strong_count(shared) > 1 {
            // SAFETY: as in `object`.
            let copy = unsafe { (*shared.get()).clone() };
            *shared = Rc::new(UnsafeCell::new(copy));
        }
        let page = shared.get();
        self.load_pages[n] = page;
        self.store_pages[n] = page;
        // SAFETY: the page is this memory's alone now.
        let Page { slots, objects } = unsafe { &mut *page };
        for (slot, object) in slots.iter_mut().zip(objects) {
            (slot.store_len, slot.store_end) = (0, 0);
            // The bits beside terms are shared, as the terms are.
            if !slot.mixed {
                slot.written = object.init.bits();
            }
        }
    }

    /// The bytes of an object, to be changed; [`Memory::refresh`] it afterwards.
    pub(super) fn bytes_mut(&mut self, index: usize) -> &mut Bytes {
        &mut self.object_mut(index).bytes
    }

    /// Recomputes what the fast path may do without asking.
    pub(crate) fn refresh(&mut self, index: usize) {
        let (slot, object) = self.page_mut(index).slot_and_object(index);
        slot.refresh(object);
    }

    /// The slot of an address, for loads.
    #[inline(always)]
    pub(super) fn load_slot(&self, address: u64) -> Option<&Slot> {
        live_slot(&self.load_pages, address)
    }

    /// The slot of an address, for stores: none if others may see the object.
    #[inline(always)]
    pub(super) fn store_slot(&self, address: u64) -> Option<&Slot> {
        live_slot(&self.store_pages, address)
    }
}

#[inline(always)]
fn live_slot(pages: &[*const Page], address: u64) -> Option<&Slot> {
    let number = (address >> 32) as u32;
    let index = (number & SLOT_MASK) as usize;
    let page = *pages.get(index / PAGE_SLOTS)?;
    // SAFETY: the pages live as long as the memory, which does not change meanwhile.
    let slot = unsafe { &(*page).slots[index % PAGE_SLOTS] };
    (slot.number == number).then_some(slot)
}

pub(super) fn empty_page() -> *const Page {
    EMPTY_PAGE.with(|page| page.get().cast_const())
}
