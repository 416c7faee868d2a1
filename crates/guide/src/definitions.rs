//! Where the values that a branch depends on come from: definitions that another run may execute
//! instead.
//!
//! A register's definitions are found backwards along its function; what it was loaded from, by the
//! stores to the same bytes of a global, or to the same place of any structure or array; a
//! parameter's are the arguments of all calls, a result's what the function returns.
//!
//! This is a search for likely places, not an analysis that must be complete: pointers are followed
//! by their offset alone.

use crate::analysis::Analysis;
use crate::formula::{Atom, Cell, Var, Verdict};
use crate::graph::{Node, WayKind};
use crate::guards;
use crate::precondition::{before_write, constants_of, loaded_cell, stored_cell};
use patchlight_ir::access::Access;
use patchlight_ir::{Body, FuncId, Op, Reg};
use std::collections::{HashMap, HashSet};

/// How many steps from value to value are followed, and how many definitions are looked at.
const MAX_DEPTH: u32 = 8;
const MAX_DEFINITIONS: usize = 200;

/// A place that gives a value to something on which a branch depends.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Definition {
    pub node: Node,
    /// Whether the value is known to satisfy the condition, or not to.
    pub satisfies: Option<bool>,
    /// How many steps from value to value it is away.
    pub depth: u32,
    /// The call that gives the value, and what it should give.
    pub call: Option<WantedResult>,
}

/// A call whose result decides a branch.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct WantedResult {
    pub func: FuncId,
    pub op: u32,
    pub wanted: Option<Atom>,
}

/// All stores of a program, by where they go.
pub struct Stores {
    cells: HashMap<Cell, Vec<(FuncId, u32)>>,
    /// Through pointers: by offset and size.
    fields: HashMap<(i64, u8), Vec<(FuncId, u32)>>,
}

impl Stores {
    /// `is_own`: which functions are looked at; libc's are not.
    pub fn new(analysis: &Analysis<'_>, is_own: &[bool]) -> Stores {
        let mut stores = Stores { cells: HashMap::new(), fields: HashMap::new() };
        for (index, function) in analysis.module.functions.iter().enumerate() {
            let func = FuncId::from_index(index);
            let Some(body) = function.body().filter(|_| is_own[index]) else { continue };
            for (at, op) in body.ops.iter().enumerate() {
                let place = (func, at as u32);
                if let Some((cell, _)) = stored_cell(op) {
                    stores.cells.entry(cell).or_default().push(place);
                } else if let Some(field) = stored_field(op) {
                    stores.fields.entry(field).or_default().push(place);
                }
            }
        }
        stores
    }
}

/// Offset and size of a store through a pointer.
fn stored_field(op: &Op) -> Option<(i64, u8)> {
    op.access().filter(|access| access.stored().is_some()).and_then(field)
}

fn loaded_field(op: &Op) -> Option<(i64, u8)> {
    op.access().filter(Access::is_load).and_then(field)
}

fn field(access: Access) -> Option<(i64, u8)> {
    access.address.global().is_none().then_some((access.address.offset, access.bytes as u8))
}

pub struct Finder<'a, 'm> {
    pub analysis: &'a Analysis<'m>,
    pub stores: &'a Stores,
    /// The functions whose definitions count: nobody switches those of libc.
    pub is_own: &'a [bool],
    /// Values in structures and arrays are followed, which the paper does not do.
    pub through_pointers: bool,
    found: Vec<Definition>,
    seen: HashSet<(FuncId, u32, Reg)>,
    constants: HashMap<FuncId, HashMap<Reg, u64>>,
}

impl<'a, 'm> Finder<'a, 'm> {
    pub fn new(
        analysis: &'a Analysis<'m>,
        stores: &'a Stores,
        is_own: &'a [bool],
        through_pointers: bool,
    ) -> Self {
        let (found, seen, constants) = (Vec::new(), HashSet::new(), HashMap::new());
        Finder { analysis, stores, is_own, through_pointers, found, seen, constants }
    }

    /// The definitions on which it depends whether a branch goes to `to`: those that satisfy the
    /// condition first, then the nearest.
    pub fn of_side(mut self, branch: Node, to: Node) -> Vec<Definition> {
        let graph = &self.analysis.graph;
        let (Some(piece), Some(side)) = (graph.piece(branch), graph.piece(to)) else {
            return Vec::new();
        };
        let Some(body) = self.analysis.module.functions[piece.func.index()].body() else {
            return Vec::new();
        };
        let op = &body.ops[piece.last as usize];
        let atoms = guards::of_side(body, op, side.block);
        match atoms[..] {
            [] => body.for_each_read(op, |reg| self.register(piece.func, piece.last, reg, None, 0)),
            _ => {
                for atom in atoms {
                    if let Var::Reg(reg) = atom.var {
                        self.register(piece.func, piece.last, reg, Some(atom), 0);
                    }
                }
            }
        }
        let rank = |definition: &Definition| match definition.satisfies {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.found.sort_by_key(|definition| (rank(definition), definition.depth));
        self.found
    }

    /// What a register holds before an op.
    fn register(&mut self, func: FuncId, at: u32, reg: Reg, wanted: Option<Atom>, depth: u32) {
        if depth > MAX_DEPTH || self.found.len() >= MAX_DEFINITIONS {
            return;
        }
        let Some(body) = self.analysis.module.functions[func.index()].body() else { return };
        if !self.is_own[func.index()] {
            return;
        }
        let wanted = wanted.map(|atom| Atom { var: Var::Reg(reg), ..atom });
        let (definitions, from_start) = reaching(self.analysis, body, func, at, reg);
        for op in definitions {
            if self.seen.insert((func, op, reg)) {
                self.definition(func, body, op, wanted, depth);
            }
        }
        let n_params = self.analysis.module.functions[func.index()].n_params;
        if from_start && reg.0 < n_params && self.seen.insert((func, u32::MAX, reg)) {
            self.arguments(func, usize::from(reg.0), wanted, depth);
        }
    }

    /// The op that gives a register its value.
    fn definition(&mut self, func: FuncId, body: &Body, at: u32, wanted: Option<Atom>, depth: u32) {
        let op = &body.ops[at as usize];
        match *op {
            Op::Const { value, .. } => {
                let satisfies = wanted.map(|atom| atom.holds_for(value));
                self.add(func, at, satisfies, depth);
            }
            // A constant that was made long before is given here.
            Op::Mov { a, .. } if self.constant(func, body, at, a).is_some() => {
                let value = self.constant(func, body, at, a);
                let satisfies = value.and_then(|value| Some(wanted?.holds_for(value)));
                self.add(func, at, satisfies, depth);
            }
            Op::Call { func: callee, .. } => {
                let node = self.analysis.graph.node_at(func, at);
                let call = Some(WantedResult { func, op: at, wanted });
                let satisfies = None;
                self.found.extend(node.map(|node| Definition { node, satisfies, depth, call }));
                self.results(callee, wanted, depth);
            }
            _ if loaded_cell(op).is_some() || loaded_field(op).is_some() => {
                self.stored(body, at, wanted, depth);
            }
            _ => {
                self.add(func, at, None, depth);
                let before = wanted.map(|atom| before_write(op, &atom));
                body.for_each_read(op, |reg| {
                    let wanted = before.and_then(|verdict| match verdict {
                        Verdict::Atom(atom) if atom.var == Var::Reg(reg) => Some(atom),
                        _ => None,
                    });
                    self.register(func, at, reg, wanted, depth + 1);
                });
            }
        }
    }

    fn add(&mut self, func: FuncId, at: u32, satisfies: Option<bool>, depth: u32) {
        let node = self.analysis.graph.node_at(func, at);
        let call = None;
        self.found.extend(node.map(|node| Definition { node, satisfies, depth, call }));
    }

    /// All stores to what an op loads.
    fn stored(&mut self, body: &Body, at: u32, wanted: Option<Atom>, depth: u32) {
        let op = &body.ops[at as usize];
        let mut places = Vec::new();
        if let Some(cell) = loaded_cell(op) {
            places.extend(self.stores.cells.get(&cell).into_iter().flatten().copied());
            if self.through_pointers && places.is_empty() {
                let field = (cell.offset, cell.bytes);
                places.extend(self.stores.fields.get(&field).into_iter().flatten().copied());
            }
        } else if let Some(field) = loaded_field(op).filter(|_| self.through_pointers) {
            places.extend(self.stores.fields.get(&field).into_iter().flatten().copied());
            // A structure that is a global may be written by its name.
            let named = self.stores.cells.iter();
            let fits = |cell: &Cell| (cell.offset, cell.bytes) == field;
            places.extend(named.filter(|(cell, _)| fits(cell)).flat_map(|(_, places)| places));
        }
        places.sort_unstable();
        places.dedup();
        for (func, at) in places {
            let Some(body) = self.analysis.module.functions[func.index()].body() else { continue };
            let stored = body.ops[at as usize].access().and_then(|access| access.stored());
            let Some(reg) = stored else { continue };
            if !self.seen.insert((func, at, reg)) {
                continue;
            }
            let value = self.constant(func, body, at, reg);
            let satisfies = value.and_then(|value| Some(wanted?.holds_for(value)));
            self.add(func, at, satisfies, depth + 1);
            if value.is_none() {
                self.register(func, at, reg, wanted, depth + 1);
            }
        }
    }

    fn constant(&mut self, func: FuncId, body: &Body, at: u32, reg: Reg) -> Option<u64> {
        let function = &self.analysis.module.functions[func.index()];
        let constants = self.constants.entry(func).or_insert_with(|| constants_of(function));
        constants.get(&reg).copied().or_else(|| constant_before(body, at, reg))
    }

    /// What all calls of a function give for a parameter.
    fn arguments(&mut self, func: FuncId, n: usize, wanted: Option<Atom>, depth: u32) {
        let graph = &self.analysis.graph;
        let Some(entry) = graph.entry(func) else { return };
        let ways = graph.ways_to(entry).iter().map(|&number| graph.way(number as usize));
        let mut callers: Vec<Node> = Vec::new();
        for way in ways {
            match way.kind {
                WayKind::Call => callers.push(way.from),
                WayKind::Member => callers.extend(
                    graph.ways_to(way.from).iter().map(|&call| graph.way(call as usize).from),
                ),
                _ => {}
            }
        }
        for caller in callers {
            let Some(piece) = graph.piece(caller) else { continue };
            let body = self.analysis.module.functions[piece.func.index()].body();
            let Some(body) = body else { continue };
            let op = &body.ops[piece.last as usize];
            let args = op.call_args().map_or(&[][..], |(args, n)| body.args(args, n));
            let Some(&reg) = args.get(n) else { continue };
            let value = self.constant(piece.func, body, piece.last, reg);
            let satisfies = value.and_then(|value| Some(wanted?.holds_for(value)));
            self.add(piece.func, piece.last, satisfies, depth + 1);
            if value.is_none() {
                self.register(piece.func, piece.last, reg, wanted, depth + 1);
            }
        }
    }

    /// What a function may return.
    fn results(&mut self, callee: FuncId, wanted: Option<Atom>, depth: u32) {
        let Some(body) = self.analysis.module.functions[callee.index()].body() else { return };
        for (at, op) in body.ops.iter().enumerate() {
            if let Op::Ret { a, n } = *op
                && n > 0
            {
                self.register(callee, at as u32, a, wanted, depth + 1);
            }
        }
    }
}

/// The value of a register before an op, if its block makes it a constant.
fn constant_before(body: &Body, at: u32, reg: Reg) -> Option<u64> {
    let start = body.block_range(body.block_of(at as usize)).start;
    let mut wanted = reg;
    for op in body.ops[start..at as usize].iter().rev() {
        let mut writes = false;
        op.for_each_write(|written| writes |= written == wanted);
        match *op {
            Op::Const { value, .. } if writes => return Some(value),
            Op::Mov { a, .. } | Op::Zext { a, .. } if writes => wanted = a,
            _ if writes => return None,
            _ => {}
        }
    }
    None
}

/// The ops that may have written a register before `at`, and whether it may still be what it was
/// when the function was entered.
pub(crate) fn reaching(
    analysis: &Analysis<'_>,
    body: &Body,
    func: FuncId,
    at: u32,
    reg: Reg,
) -> (Vec<u32>, bool) {
    let graph = &analysis.graph;
    let mut found = Vec::new();
    let (mut seen, mut waiting) = (HashSet::new(), vec![(graph.node_at(func, at), at)]);
    let mut from_start = false;
    while let Some((Some(node), before)) = waiting.pop() {
        let Some(piece) = graph.piece(node) else { continue };
        let last = (piece.first..before).rev().find(|&op| {
            let mut writes = false;
            body.ops[op as usize].for_each_write(|written| writes |= written == reg);
            writes
        });
        if let Some(op) = last {
            found.push(op);
            continue;
        }
        from_start |= graph.entry(func) == Some(node);
        for &number in graph.ways_to(node) {
            let way = graph.way(number as usize);
            let is_inside = matches!(way.kind, WayKind::Jump | WayKind::Side | WayKind::Past);
            if is_inside && seen.insert(way.from) {
                let end = graph.piece(way.from).map_or(0, |piece| piece.last + 1);
                waiting.push((Some(way.from), end));
            }
        }
    }
    found.sort_unstable();
    (found, from_start)
}
