//! Objects, places in them, and what is stored there.
//!
//! A *place* is a set of offsets: one offset, or all that are a multiple of a stride apart from it
//! (elements of arrays; with a stride of 1 it is anywhere in the object). A *cell* is a place and a
//! number of bytes that some access has. Each cell has two nodes: what was stored by accesses of
//! just this form, and what accesses of this form may load, which is what was stored to any cell that
//! overlaps.
//!
//! Objects with too many places or cells are folded: every place is anywhere then. Objects that too
//! many pointers cannot tell apart become one object.

use super::calls::Interface;
use super::{Node, Solver};
use patchlight_ir::{FuncId, GlobalId};

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct ObjectId(pub u32);

impl ObjectId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an object is.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    /// Made by this op: a variable on the stack, or memory of a library call.
    MadeBy(FuncId, u32),
    /// The variable arguments of a function.
    Variadic(FuncId),
    /// Memory of a library function's own.
    Library(FuncId),
    /// What the program was started with.
    Environment,
    Function(FuncId),
}

/// Offsets: `offset` alone if the stride is 0, else all that are a multiple of it away.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Offsets {
    pub offset: i64,
    pub stride: u64,
}

/// As many bytes as there are.
pub const TO_THE_END: u64 = 1 << 40;

impl Offsets {
    pub const ANYWHERE: Offsets = Offsets { offset: 0, stride: 1 };
    pub const START: Offsets = Offsets { offset: 0, stride: 0 };

    pub fn new(offset: i64, stride: u64) -> Offsets {
        match stride {
            0 => Offsets { offset, stride },
            _ => Offsets { offset: offset.rem_euclid(stride.min(1 << 40) as i64), stride },
        }
    }

    /// This place, moved by a place that says how far.
    pub fn moved(self, by: Offsets) -> Offsets {
        Offsets::new(self.offset.wrapping_add(by.offset), gcd(self.stride, by.stride))
    }

    pub fn overlaps(self, bytes: u64, other: Offsets, other_bytes: u64) -> bool {
        let stride = gcd(self.stride, other.stride);
        let distance = i128::from(other.offset) - i128::from(self.offset);
        let (bytes, other_bytes) = (i128::from(bytes), i128::from(other_bytes));
        if stride == 0 {
            return distance < bytes && -distance < other_bytes;
        }
        let stride = i128::from(stride);
        let distance = distance.rem_euclid(stride);
        distance < bytes || stride - distance < other_bytes
    }
}

pub fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A place that accesses have.
#[derive(Copy, Clone, Debug)]
pub struct Cell {
    pub place: Offsets,
    pub bytes: u64,
    /// What accesses of this form stored, and what they may load.
    pub stored: Node,
    pub loaded: Node,
}

/// What is copied from an object to another.
#[derive(Copy, Clone, Debug)]
struct CopyTo {
    from: Offsets,
    to: ObjectId,
    to_place: Offsets,
    bytes: u64,
}

#[derive(Debug)]
pub struct Object {
    pub kind: ObjectKind,
    /// The object that this one became part of; itself otherwise.
    parent: std::cell::Cell<ObjectId>,
    pub cells: Vec<Cell>,
    copies: Vec<CopyTo>,
    n_places: usize,
    folded: bool,
    /// The functions that it stands for.
    pub functions: Vec<FuncId>,
    pub(super) interface: Option<Interface>,
}

/// From these numbers on, all places of an object are one.
const MAX_PLACES: usize = 64;
const MAX_CELLS: usize = 160;

impl Object {
    pub fn new(kind: ObjectKind, id: ObjectId) -> Object {
        let functions = match kind {
            ObjectKind::Function(func) => vec![func],
            _ => Vec::new(),
        };
        Object {
            kind,
            parent: std::cell::Cell::new(id),
            cells: Vec::new(),
            copies: Vec::new(),
            n_places: 0,
            folded: false,
            functions,
            interface: None,
        }
    }
}

impl Solver<'_> {
    /// The object that an object is part of by now.
    pub fn whole(&self, mut object: ObjectId) -> ObjectId {
        loop {
            let parent = &self.objects[object.index()].parent;
            let above = self.objects[parent.get().index()].parent.get();
            if above == parent.get() {
                return above;
            }
            // The way is shorter the next time.
            parent.set(above);
            object = above;
        }
    }

    pub fn is_function(&self, object: ObjectId) -> bool {
        !self.objects[object.index()].functions.is_empty()
    }

    /// A place as it is known by now.
    pub fn settled(&self, object: ObjectId, place: Offsets) -> (ObjectId, Offsets) {
        let object = self.whole(object);
        let whole = &self.objects[object.index()];
        if !whole.functions.is_empty() {
            (object, Offsets::START)
        } else if whole.folded {
            (object, Offsets::ANYWHERE)
        } else {
            (object, place)
        }
    }

    /// Counts a place of which somebody has the address.
    pub(super) fn count_place(&mut self, object: ObjectId) {
        let whole = &mut self.objects[object.index()];
        whole.n_places += 1;
        if whole.n_places > MAX_PLACES && !whole.folded && whole.functions.is_empty() {
            self.to_fold.push(object);
        }
    }

    /// The cell of an access; made if there is none of this form yet.
    pub fn cell(&mut self, object: ObjectId, place: Offsets, bytes: u64) -> Cell {
        let (object, place) = self.settled(object, place);
        let bytes = if place.stride == 1 { TO_THE_END } else { bytes };
        if let Some(known) = self.find_cell(object, place, bytes) {
            return known;
        }
        if self.objects[object.index()].cells.len() >= MAX_CELLS && place != Offsets::ANYWHERE {
            self.fold(object);
            return self.cell(object, Offsets::ANYWHERE, TO_THE_END);
        }
        let (stored, loaded) = (self.new_node(), self.new_node());
        let cell = Cell { place, bytes, stored, loaded };
        self.objects[object.index()].cells.push(cell);
        let cells = self.objects[object.index()].cells.clone();
        for other in cells {
            if other.place.overlaps(other.bytes, place, bytes) {
                self.add_copy(other.stored, loaded);
                self.add_copy(stored, other.loaded);
            }
        }
        for copy in self.objects[object.index()].copies.clone() {
            self.copy_cell(cell, copy);
        }
        cell
    }

    pub fn find_cell(&self, object: ObjectId, place: Offsets, bytes: u64) -> Option<Cell> {
        let cells = &self.objects[object.index()].cells;
        cells.iter().find(|cell| cell.place == place && cell.bytes == bytes).copied()
    }

    /// From now on, pointers of one object are also in another one.
    pub(super) fn copy_contents(
        &mut self,
        (from, from_place): (ObjectId, Offsets),
        (to, to_place): (ObjectId, Offsets),
        bytes: u64,
    ) {
        let (from, from_place) = self.settled(from, from_place);
        let (to, to_place) = self.settled(to, to_place);
        if self.is_function(from) || self.is_function(to) {
            return;
        }
        let copy = CopyTo { from: from_place, to, to_place, bytes };
        let same = |known: &CopyTo| {
            known.from == from_place
                && (known.to, known.to_place, known.bytes) == (to, to_place, bytes)
        };
        if self.objects[from.index()].copies.iter().any(same) {
            return;
        }
        self.objects[from.index()].copies.push(copy);
        for cell in self.objects[from.index()].cells.clone() {
            self.copy_cell(cell, copy);
        }
    }

    fn copy_cell(&mut self, cell: Cell, copy: CopyTo) {
        if !cell.place.overlaps(cell.bytes, copy.from, copy.bytes) {
            return;
        }
        let is_exact = cell.place.stride == 0 && copy.from.stride == 0 && copy.to_place.stride == 0;
        let place = match is_exact {
            true => {
                let distance = cell.place.offset.wrapping_sub(copy.from.offset);
                Offsets::new(copy.to_place.offset.wrapping_add(distance), 0)
            }
            // A copy between elements of arrays keeps the places in them if the elements are equal.
            false
                if cell.place.stride == copy.from.stride
                    && copy.from.stride == copy.to_place.stride =>
            {
                let distance = cell.place.offset.wrapping_sub(copy.from.offset);
                Offsets::new(copy.to_place.offset.wrapping_add(distance), copy.to_place.stride)
            }
            false => Offsets::ANYWHERE,
        };
        let to = self.cell(copy.to, place, cell.bytes);
        self.add_copy(cell.loaded, to.stored);
    }

    /// All places of the object are one from now on.
    pub(super) fn fold(&mut self, object: ObjectId) {
        let whole = &self.objects[object.index()];
        if whole.folded || !whole.functions.is_empty() {
            return;
        }
        let cells = std::mem::take(&mut self.objects[object.index()].cells);
        let anywhere = self.cell(object, Offsets::ANYWHERE, TO_THE_END);
        self.objects[object.index()].folded = true;
        for cell in cells {
            self.make_equal(cell, anywhere);
        }
        for copy in std::mem::take(&mut self.objects[object.index()].copies) {
            let to = self.whole(copy.to);
            self.copy_contents((object, Offsets::ANYWHERE), (to, Offsets::ANYWHERE), TO_THE_END);
        }
    }

    fn make_equal(&mut self, a: Cell, b: Cell) {
        for (a, b) in [(a.stored, b.stored), (a.loaded, b.loaded)] {
            if a != b {
                self.add_copy(a, b);
                self.add_copy(b, a);
            }
        }
    }

    /// Makes two objects one; functions become one with functions only.
    pub(super) fn merge(&mut self, a: ObjectId, b: ObjectId) {
        let (a, b) = (self.whole(a), self.whole(b));
        if a == b || self.is_function(a) != self.is_function(b) {
            return;
        }
        // The older one stays, whatever the order of the arguments.
        let (stays, goes) = (a.min(b), a.max(b));
        let gone = &mut self.objects[goes.index()];
        gone.parent.set(stays);
        let (cells, copies) = (std::mem::take(&mut gone.cells), std::mem::take(&mut gone.copies));
        let (functions, folded) = (std::mem::take(&mut gone.functions), gone.folded);
        let (n_places, interface) = (gone.n_places, gone.interface.take());
        let stayed = &mut self.objects[stays.index()];
        stayed.functions.extend(&functions);
        stayed.n_places = stayed.n_places.max(n_places);
        self.join_interfaces(stays, interface, &functions);
        if folded {
            self.fold(stays);
        }
        for cell in cells {
            let twin = self.cell(stays, cell.place, cell.bytes);
            self.make_equal(cell, twin);
        }
        for copy in copies {
            self.copy_contents((stays, copy.from), (copy.to, copy.to_place), copy.bytes);
        }
    }
}
