//! Loads, stores, copies and allocations: through cells of objects.

use super::DependenceKind;
use super::build::{Builder, Inside};
use super::edges::Helper;
use crate::library::{ERRNO, State};
use crate::points_to::objects::{Cell, ObjectId, ObjectKind, Offsets, TO_THE_END};
use crate::points_to::{Node, constant_of};
use patchlight_ir::access::{Access, Address, Base, Use};
use patchlight_ir::{Op, Reg};
use std::collections::{BTreeMap, HashMap};

/// Helpers that stand for memory.
#[derive(Default)]
pub(super) struct Memory {
    /// What was stored to a cell, what may be loaded from it: by the nodes of the points-to analysis.
    cells: BTreeMap<Node, u32>,
    /// Accesses to the same cells share these.
    groups: HashMap<Vec<(ObjectId, Node)>, Group>,
    /// The allocation of an object.
    allocations: BTreeMap<ObjectId, u32>,
    states: BTreeMap<State, u32>,
    /// What calls pass: by op and number.
    pub arguments: HashMap<(u32, usize), u32>,
}

#[derive(Copy, Clone)]
struct Group {
    /// What may be loaded.
    loaded: u32,
    /// Where stores go.
    stored: u32,
    allocated: u32,
}

impl<'a> Builder<'a> {
    pub fn add_accesses(&mut self, at: Inside<'a>) {
        for index in 0..at.body.ops.len() {
            let op = &at.body.ops[index];
            let node = self.layout.op(at.func, index);
            let length = |len: Reg| {
                let value = at.values.read(at.body, index, len);
                constant_of(at.body, at.values, value).unwrap_or(TO_THE_END)
            };
            if let Some(Access { address, usage, bytes }) = op.access() {
                if !matches!(usage, Use::Compute(_)) {
                    let cells = self.cells_at(at, index, address, bytes.into());
                    let is_load = matches!(usage, Use::Load(_));
                    self.access(node, cells, is_load, !is_load);
                }
                continue;
            }
            match *op {
                Op::MemCpy { to, from, len } | Op::MemMove { to, from, len } => {
                    let bytes = length(len);
                    self.access_through(at, index, (from, Offsets::START, bytes), true);
                    self.access_through(at, index, (to, Offsets::START, bytes), false);
                }
                Op::MemSet { to, len, .. } => {
                    self.access_through(at, index, (to, Offsets::START, length(len)), false);
                }
                Op::VaStart { a } => {
                    self.access_through(at, index, (a, Offsets::START, 24), false);
                }
                Op::LoadRelative { base, .. } => {
                    self.access_through(at, index, (base, Offsets::ANYWHERE, TO_THE_END), true);
                }
                _ => {}
            }
        }
    }

    fn access_through(
        &mut self,
        at: Inside<'a>,
        index: usize,
        (base, by, bytes): (Reg, Offsets, u64),
        reads: bool,
    ) {
        let pointer = self.points_to.node(at.func, at.values.read(at.body, index, base));
        let cells = self.cells_of(pointer, by, bytes);
        self.access(self.layout.op(at.func, index), cells, reads, !reads);
    }

    fn cells_at(
        &mut self,
        at: Inside<'a>,
        index: usize,
        address: Address,
        bytes: u64,
    ) -> Vec<(ObjectId, Cell)> {
        let by = Offsets::new(address.offset, address.stride());
        match address.base {
            Base::Reg(base) => {
                let base = at.values.read(at.body, index, base);
                self.cells_of(self.points_to.node(at.func, base), by, bytes)
            }
            Base::Global(global) => {
                let Some((object, place)) = self.points_to.global(global) else {
                    return Vec::new();
                };
                let cell = self.points_to.cell(object, place.moved(by), bytes);
                cell.map(|cell| (object, cell)).into_iter().collect()
            }
        }
    }

    /// The cells of an access through a pointer.
    pub fn cells_of(&self, pointer: Node, by: Offsets, bytes: u64) -> Vec<(ObjectId, Cell)> {
        let places = self.points_to.places(pointer).into_iter();
        let cells = places.filter_map(|(object, place)| {
            Some((object, self.points_to.cell(object, place.moved(by), bytes)?))
        });
        cells.collect()
    }

    pub fn access(&mut self, op: u32, mut cells: Vec<(ObjectId, Cell)>, reads: bool, writes: bool) {
        if cells.is_empty() {
            return;
        }
        cells.sort_by_key(|&(object, cell)| (object, cell.stored));
        let key: Vec<_> = cells.iter().map(|&(object, cell)| (object, cell.stored)).collect();
        let group = match self.memory.groups.get(&key) {
            Some(&group) => group,
            None => {
                let group = self.new_group(&cells);
                self.memory.groups.insert(key, group);
                group
            }
        };
        if reads {
            self.add(group.loaded, op, DependenceKind::Memory);
        }
        if writes {
            self.add(op, group.stored, DependenceKind::Memory);
        }
        self.add(group.allocated, op, DependenceKind::Allocation);
    }

    fn new_group(&mut self, cells: &[(ObjectId, Cell)]) -> Group {
        let [loaded, stored, allocated] = [(); 3].map(|()| self.new_helper(Helper::Between));
        for &(object, cell) in cells {
            let from = self.cell_node(cell.loaded);
            let to = self.cell_node(cell.stored);
            self.add(from, loaded, DependenceKind::Memory);
            self.add(stored, to, DependenceKind::Memory);
            let allocation = self.allocation(object);
            self.add(allocation, allocated, DependenceKind::Allocation);
        }
        Group { loaded, stored, allocated }
    }

    pub fn cell_node(&mut self, node: Node) -> u32 {
        if let Some(&known) = self.memory.cells.get(&node) {
            return known;
        }
        let helper = self.new_helper(Helper::Between);
        self.memory.cells.insert(node, helper);
        helper
    }

    /// The helper that stands for the allocation of an object.
    pub fn allocation(&mut self, object: ObjectId) -> u32 {
        if let Some(&known) = self.memory.allocations.get(&object) {
            return known;
        }
        let helper = self.new_helper(Helper::Between);
        self.memory.allocations.insert(object, helper);
        helper
    }

    pub fn state(&mut self, state: State) -> u32 {
        if let Some(&known) = self.memory.states.get(&state) {
            return known;
        }
        let helper = self.new_helper(Helper::Between);
        self.memory.states.insert(state, helper);
        helper
    }

    /// From what was stored to what may be loaded, and from ops to the allocations that they are.
    pub fn add_cells(&mut self) {
        let points_to = self.points_to;
        for (index, object) in points_to.objects().iter().enumerate() {
            let whole = points_to.whole(ObjectId(index as u32));
            if let ObjectKind::MadeBy(func, op) = object.kind {
                let allocation = self.allocation(whole);
                let op = self.layout.op(func, op as usize);
                self.add(op, allocation, DependenceKind::Allocation);
            }
            for (n, cell) in object.cells.iter().enumerate() {
                for other in &object.cells[n..] {
                    if !cell.place.overlaps(cell.bytes, other.place, other.bytes) {
                        continue;
                    }
                    let mut ways = vec![(cell.stored, other.loaded), (other.stored, cell.loaded)];
                    ways.dedup();
                    for (from, to) in ways {
                        let (from, to) = (self.cell_node(from), self.cell_node(to));
                        self.add(from, to, DependenceKind::Memory);
                    }
                }
            }
        }
        self.add_errno();
    }

    /// What calls leave in `errno`.
    fn add_errno(&mut self) {
        let functions = self.module.functions.iter().position(|function| function.name == ERRNO);
        let Some(index) = functions else { return };
        let kind = ObjectKind::Library(patchlight_ir::FuncId::from_index(index));
        let Some(object) = self.points_to.object(kind) else { return };
        let state = self.state(State::Errno);
        for cell in &self.points_to.objects()[object.index()].cells {
            let loaded = self.cell_node(cell.loaded);
            self.add(state, loaded, DependenceKind::Memory);
        }
    }
}
