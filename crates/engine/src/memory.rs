//! Memory is objects. `address = number << 32 | (base + offset)`.
//!
//! A number is a slot and a generation, so a pointer resolves in O(1) and a pointer to a dead
//! object never meets the object that took its slot. `base` is spread over the 4 GiB window of the
//! number and far from both of its ends: an access outside of an object is seen as outside of
//! *this* object.
//!
//! A `Slot` holds what the interpreter's fast path needs: how many bytes from the object's start
//! on may be loaded and stored without another look, and for a partly written object which bytes
//! were written. Everything else (bytes that were never written, terms, constants, errors) is
//! decided in `access`.
//!
//! A fork shares everything: slots and objects live in pages, pages and bytes are copied by the
//! first of the two memories that writes to them (`pages`).
//!
//! **Invariants.** The lengths in a slot never exceed the size of `data`'s allocation, and are 0 in
//! a slot without a live object. `data` points into the `bytes` of the object of the same index,
//! which do not move while it lives, and `written` into its `init`. A slot of a page in
//! `store_pages` has a `store_len` or `store_end` above 0 only if nobody else sees the bytes.

mod access;
mod buffer;
mod init;
mod join;
mod journal;
mod pages;
mod peek;
mod pool;
mod symbols;

pub use access::CopyFault;
pub(crate) use access::load_written;
pub(crate) use journal::Changes;
pub(crate) use pages::{PAGE_SLOTS, Page};
pub(crate) use peek::Peeked;

use crate::outcome::Limit;
use buffer::Bytes;
use init::Init;
use join::Splits;
use journal::Journal;
use pages::SharedPage;
use patchlight_expr::TermId;
use patchlight_ir::{BLOCK_ADDRESS_STEP, FuncId, GlobalId, LocalId};
use pool::Pool;
use std::ops::Range;
use std::rc::Rc;
use symbols::TermBytes;

const SLOT_BITS: u32 = 24;
pub(crate) const SLOT_MASK: u32 = (1 << SLOT_BITS) - 1;
/// Generations stop here, so that addresses are positive as signed numbers.
const N_GENERATIONS: u32 = 127;

const FUNC_NUMBER: u64 = 0x7fff_fffe;
const BLOCK_NUMBER: u64 = 0x7fff_fffd;
const CODE_BASE: u64 = 0x1000_0000;
pub(crate) const MAX_OBJECT: u64 = 1 << 31;

/// The part of an object that the fast path looks at.
#[derive(Copy, Clone)]
pub(crate) struct Slot {
    pub(crate) number: u32,
    pub(crate) base: u32,
    pub(crate) load_len: u32,
    pub(crate) store_len: u32,
    pub(crate) data: *mut u8,
    /// One bit a byte up to `load_end`: those that were written.
    written: *const u64,
    /// The object's size, if it has such bits.
    load_end: u32,
    /// The object's size, if it may be stored to.
    store_end: u32,
    /// All bytes were written, and some are terms: the bits are those of the others.
    mixed: bool,
}

/// What an object is, for reports.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    Heap,
    Stack(FuncId, LocalId),
    /// The variable arguments of a call of this function.
    Varargs(FuncId),
    /// Arguments, environment and the like, made by the operating system.
    System(&'static str),
}

/// Where something happened: an id of `sites::Sites`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SiteId(pub u32);

#[derive(Clone)]
pub(crate) struct Object {
    pub(crate) kind: ObjectKind,
    /// The number of the object that is or was here.
    pub(crate) number: u32,
    pub(crate) base: u32,
    /// What the object has room for.
    pub(crate) size: u32,
    /// How large the program asked it to be, if that depends on the input: at most `size`.
    pub(crate) size_term: Option<TermId>,
    pub(crate) live: bool,
    pub(crate) constant: bool,
    pub(crate) init: Init,
    bytes: Bytes,
    /// The bytes that depend on the input.
    terms: Option<Rc<TermBytes>>,
    /// Parts that the operating system has taken back, by their offsets.
    taken_back: Option<Rc<Vec<Range<u32>>>>,
    pub(crate) allocated: SiteId,
    pub(crate) freed: SiteId,
}

impl Object {
    fn is_taken_back(&self, offset: u32, len: u32) -> bool {
        let end = offset.saturating_add(len);
        let touches = |part: &Range<u32>| part.start < end && offset < part.end;
        self.taken_back.as_ref().is_some_and(|parts| parts.iter().any(touches))
    }
}

/// What is wrong with an access or a `free`. The address says the rest.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Fault {
    Null,
    Wild,
    OutOfBounds,
    /// Freed, or a local whose function has returned.
    Dead,
    Constant,
    /// `free` of something that is not the start of an allocated block.
    NotHeap,
    Overlap,
    /// Bytes that depend on the input, where the caller can use concrete ones only.
    Symbolic,
}

/// Something that an access saw and that does not stop it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Remark {
    pub(crate) kind: crate::outcome::WarningKind,
    pub(crate) address: u64,
    pub(crate) size: u64,
}

pub struct Memory {
    /// Where the fast path finds slots: a pointer to each of `pages`.
    pub(crate) load_pages: Vec<*const Page>,
    /// The same for stores; an empty page stands for each page that others may see too.
    pub(crate) store_pages: Vec<*const Page>,
    pages: Vec<SharedPage>,
    heap: Pool,
    stack: Pool,
    /// The new version's, while two run together.
    live_bytes: u64,
    max_bytes: u64,
    /// Set by accesses, taken by the interpreter.
    pub(crate) remark: Option<Remark>,
    /// The objects that are not the same for two versions that run together, by slot.
    splits: Rc<Splits>,
    /// How it was, while changes are noted.
    journal: Journal,
}

/// How a new object is to be.
#[derive(Copy, Clone, Debug)]
pub struct NewObject {
    pub kind: ObjectKind,
    pub size: u64,
    pub align: u64,
    /// All bytes are 0; otherwise they have never been written.
    pub zeroed: bool,
    pub site: SiteId,
}

impl Memory {
    pub fn new(max_bytes: u64) -> Memory {
        let mut memory = Memory {
            load_pages: Vec::new(),
            store_pages: Vec::new(),
            pages: Vec::new(),
            heap: Pool::heap(),
            stack: Pool::stack(),
            live_bytes: 0,
            max_bytes,
            remark: None,
            splits: Rc::default(),
            journal: Journal::default(),
        };
        memory.grow(0);
        memory
    }

    /// Makes an object and returns its address.
    pub fn allocate(&mut self, new: NewObject) -> Result<u64, Limit> {
        if new.size > MAX_OBJECT || new.align > MAX_OBJECT {
            return Err(Limit::ObjectSize(new.size));
        }
        if self.live_bytes + new.size > self.max_bytes {
            return Err(Limit::Memory);
        }
        let is_stack = matches!(new.kind, ObjectKind::Stack(..) | ObjectKind::Varargs(_));
        let pool = if is_stack { &mut self.stack } else { &mut self.heap };
        let index = pool.take().ok_or(Limit::Objects)?;
        if index / PAGE_SLOTS >= self.pages.len() {
            self.grow(index);
        }
        let page = self.page_mut(index);
        let object = &mut page.objects[index % PAGE_SLOTS];
        let number = next_number(object.number, index);
        // The start of the window is 16-aligned, so every smaller alignment holds as well.
        let mask = !((new.align.max(16) - 1) as u32);
        let base = (CODE_BASE as u32 + (number.wrapping_mul(0x9e37_79b1) >> 2)) & mask;
        let size = new.size as u32;
        object.kind = new.kind;
        object.number = number;
        object.base = base;
        object.size = size;
        object.size_term = None;
        object.live = true;
        object.constant = false;
        object.init = if new.zeroed { Init::Full } else { Init::none(size) };
        object.allocated = new.site;
        object.freed = SiteId::default();
        object.bytes = Bytes::zeroed(size as usize);
        object.terms = None;
        object.taken_back = None;
        let (slot, object) = page.slot_and_object(index);
        (slot.number, slot.base) = (number, base);
        slot.refresh(object);
        self.live_bytes += new.size;
        Ok(u64::from(number) << 32 | u64::from(base))
    }

    /// Ends the object at `address`, which must be its start.
    pub fn free(&mut self, address: u64, site: SiteId) -> Result<(), Fault> {
        self.heap_block_size(address)?;
        self.release(self.live_object(address)?, site);
        Ok(())
    }

    /// Ends a stack object; the interpreter does this when a frame is left. One that only the other
    /// version has is nothing to this one.
    pub(crate) fn free_stack(&mut self, address: u64) {
        let number = (address >> 32) as u32;
        let index = (number & SLOT_MASK) as usize;
        if !self.splits.is_empty() && self.free_split(index) {
            return;
        }
        let object = self.object(index);
        if object.live && object.number == number {
            self.release(index, SiteId::default());
        }
    }

    /// Ends an object of the operating system's (a mapping).
    pub fn free_system(&mut self, address: u64) -> Result<(), Fault> {
        let index = self.live_object(address)?;
        match self.object(index).kind {
            ObjectKind::System(_) => {
                self.release(index, SiteId::default());
                Ok(())
            }
            _ => Err(Fault::NotHeap),
        }
    }

    /// Ends a part of an object of the operating system's; an access to it is an error.
    pub fn take_back(&mut self, start: u64, end: u64) -> Result<(), Fault> {
        let (index, offset) = self.locate(start)?;
        let part = offset..offset.saturating_add((end - start) as u32);
        let parts = self.object_mut(index).taken_back.get_or_insert_default();
        Rc::make_mut(parts).push(part);
        self.refresh(index);
        Ok(())
    }

    fn release(&mut self, index: usize, site: SiteId) {
        let page = self.page_mut(index);
        page.slots[index % PAGE_SLOTS] = pages::EMPTY_SLOT;
        let object = &mut page.objects[index % PAGE_SLOTS];
        object.live = false;
        object.freed = site;
        object.bytes = Bytes::EMPTY;
        object.terms = None;
        object.init = Init::Full;
        let exhausted = object.number >> SLOT_BITS >= N_GENERATIONS - 1;
        let (kind, size) = (object.kind, object.size);
        self.live_bytes -= u64::from(size);
        match kind {
            _ if exhausted => {}
            ObjectKind::Stack(..) | ObjectKind::Varargs(_) => self.stack.give(index),
            _ => self.heap.give(index),
        }
    }

    /// Writes to the object are errors from now on.
    pub fn make_constant(&mut self, address: u64) {
        let index = ((address >> 32) as u32 & SLOT_MASK) as usize;
        self.object_mut(index).constant = true;
        self.refresh(index);
    }

    /// The size of the allocated block that starts at `address`.
    pub(crate) fn heap_block_size(&self, address: u64) -> Result<u64, Fault> {
        let object = self.object(self.live_object(address)?);
        if object.kind != ObjectKind::Heap || address as u32 != object.base {
            return Err(Fault::NotHeap);
        }
        Ok(u64::from(object.size))
    }

    /// The live object that `address` names, whatever its offset.
    pub(crate) fn live_object(&self, address: u64) -> Result<usize, Fault> {
        let number = (address >> 32) as u32;
        let index = (number & SLOT_MASK) as usize;
        match self.known_object(index) {
            Some(object) if object.live && object.number == number => Ok(index),
            _ => Err(self.why_not_live(address)),
        }
    }

    #[cold]
    fn why_not_live(&self, address: u64) -> Fault {
        let number = (address >> 32) as u32;
        let index = (number & SLOT_MASK) as usize;
        if address < 0x1_0000 {
            return Fault::Null;
        }
        match self.known_object(index) {
            // Generations count up, so a smaller number is one that lived before.
            Some(object) if number != 0 && object.number >= number => Fault::Dead,
            _ => Fault::Wild,
        }
    }

    /// What is known of the object that `address` names or named. `None` if its slot has been
    /// used again since, or never was.
    pub(crate) fn object_at(&self, address: u64) -> Option<&Object> {
        let number = (address >> 32) as u32;
        self.known_object((number & SLOT_MASK) as usize).filter(|object| object.number == number)
    }

    /// Where in its window an object begins, how much it has room for, and whether it is constant.
    pub(crate) fn extent(&self, index: usize) -> (u32, u32, bool) {
        let object = self.object(index);
        (object.base, object.size, object.constant)
    }

    /// The object's size, if that depends on the input: a term of 64 bits.
    pub(crate) fn size_term(&self, index: usize) -> Option<TermId> {
        self.object(index).size_term
    }

    /// Lets the size of the object at `address` depend on the input, within its capacity.
    pub(crate) fn set_size_term(&mut self, address: u64, size: TermId) {
        let index = ((address >> 32) as u32 & SLOT_MASK) as usize;
        self.object_mut(index).size_term = Some(size);
        self.refresh(index);
    }

    /// Whether a dead address was one of the stack's.
    pub(crate) fn is_stack_address(address: u64) -> bool {
        Pool::is_stack_slot(((address >> 32) as u32 & SLOT_MASK) as usize)
    }

    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }
}

fn next_number(last: u32, index: usize) -> u32 {
    if last == 0 { index as u32 } else { last + (1 << SLOT_BITS) }
}

pub fn func_address(func: FuncId) -> u64 {
    FUNC_NUMBER << 32 | (CODE_BASE + 16 * u64::from(func.0))
}

/// The function whose address this is, if it is one (the caller checks that it exists).
pub fn func_at(address: u64) -> Option<FuncId> {
    let offset = (address & 0xffff_ffff).checked_sub(CODE_BASE)?;
    (address >> 32 == FUNC_NUMBER && offset.is_multiple_of(16))
        .then_some(FuncId((offset / 16) as u32))
}

/// The address of the `n`-th of the program's blocks that have one.
pub(crate) fn block_address(n: u64) -> u64 {
    BLOCK_NUMBER << 32 | (CODE_BASE + BLOCK_ADDRESS_STEP * n)
}

/// The address of blocks to which no jump can go.
pub(crate) const NO_BLOCK: u64 = BLOCK_NUMBER << 32;

#[cfg(test)]
mod tests;
