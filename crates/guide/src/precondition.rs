//! What must be true at each place for the program to come to a target from there: the paper's
//! equations (1) and (2), solved by a fixed point.
//!
//! `out(b)` is the disjunction of `cond(b→s) ∧ in(s)` over all ways from `b`; `in(b)` is the weakest
//! precondition of the piece for it. Beside assignments we follow extensions, masks, additions of
//! constants and comparisons backwards; whatever else happens to a value drops the conditions on it.
//! A way whose conjunction is false, and a place whose precondition is, cannot lead to the target.
//!
//! **Invariant.** Conditions only become weaker on the way, so what is false is false for all runs,
//! as far as the graph has all ways (see [`crate::callees::Precision`]).

use crate::effects::Effects;
use crate::formula::{Atom, Cell, Formula, Var, Verdict, ones};
use crate::graph::{Graph, Node, Way, WayKind};
use crate::guards;
use patchlight_ir::access::Access;
use patchlight_ir::{BlockId, Body, FuncId, GlobalKind, Module, Op, Reg};
use std::collections::HashMap;

pub struct Preconditions {
    at_start: Vec<Formula>,
    /// Ways that cannot lead to the target.
    closed: Vec<bool>,
}

struct Solver<'a> {
    module: &'a Module,
    graph: &'a Graph,
    effects: &'a Effects,
    at_start: Vec<Formula>,
    is_target: Vec<bool>,
    /// By function, registers that only one op writes, with a constant.
    constants: Vec<HashMap<Reg, u64>>,
}

impl Preconditions {
    pub fn new(
        module: &Module,
        graph: &Graph,
        effects: &Effects,
        targets: &[Node],
    ) -> Preconditions {
        let n = graph.n_nodes();
        let (at_start, is_target) = (vec![Formula::False; n], vec![false; n]);
        let constants = module.functions.iter().map(constants_of).collect();
        let mut solver = Solver { module, graph, effects, at_start, is_target, constants };
        solver.solve(targets);
        // What the way's origin computes first counts as well: there, arguments are what they are.
        let is_closed = |way: &Way| {
            let along = solver.along(way);
            along.is_false() || solver.before_piece(way.from, along).is_false()
        };
        let closed = graph.ways().iter().map(is_closed).collect();
        Preconditions { at_start: solver.at_start, closed }
    }

    /// Whether a way provably does not lead to the target.
    pub fn is_closed(&self, way: usize) -> bool {
        self.closed[way]
    }

    pub fn at(&self, node: Node) -> &Formula {
        &self.at_start[node.index()]
    }

    /// Whether the target cannot be reached from a program's start, given what its globals are then.
    pub fn excludes_start(&self, module: &Module, entry: Node) -> bool {
        let violates = |atom: &Atom| match atom.var {
            Var::Cell(cell) => initial(module, cell).is_some_and(|value| !atom.holds_for(value)),
            Var::Reg(_) => false,
        };
        let formula = self.at(entry);
        formula.is_false() || formula.atoms().iter().any(violates)
    }
}

/// What a cell is when the program starts; `None` for addresses.
fn initial(module: &Module, cell: Cell) -> Option<u64> {
    let GlobalKind::Defined(init) = &module.globals[cell.global.index()].kind else { return None };
    let start = u64::try_from(cell.offset).ok()?;
    let end = start + u64::from(cell.bytes);
    let touches = |offset: u64, size: u8| offset < end && start < offset + u64::from(size);
    if init.relocs.iter().any(|reloc| touches(reloc.offset, reloc.size)) {
        return None;
    }
    let byte = |at: u64| u64::from(init.bytes.get(at as usize).copied().unwrap_or(0));
    Some((start..end).rev().fold(0, |value, at| value << 8 | byte(at)))
}

impl Solver<'_> {
    fn solve(&mut self, targets: &[Node]) {
        let mut waiting = std::collections::VecDeque::new();
        let mut is_waiting = vec![false; self.graph.n_nodes()];
        let wake = |graph: &Graph,
                    node: Node,
                    is_waiting: &mut Vec<bool>,
                    waiting: &mut std::collections::VecDeque<Node>| {
            for &number in graph.ways_to(node) {
                let from = graph.way(number as usize).from;
                if !std::mem::replace(&mut is_waiting[from.index()], true) {
                    waiting.push_back(from);
                }
            }
        };
        for &target in targets {
            self.is_target[target.index()] = true;
            self.at_start[target.index()] = Formula::TRUE;
        }
        for &target in targets {
            wake(self.graph, target, &mut is_waiting, &mut waiting);
        }
        while let Some(node) = waiting.pop_front() {
            is_waiting[node.index()] = false;
            if self.at_start[node.index()].is_true() {
                continue;
            }
            // What held before still holds on some way.
            let now = self.before(node).or(&self.at_start[node.index()]);
            if now != self.at_start[node.index()] {
                self.at_start[node.index()] = now;
                wake(self.graph, node, &mut is_waiting, &mut waiting);
            }
        }
    }

    /// Equations (1) and (2) for a node.
    fn before(&self, node: Node) -> Formula {
        let mut after = Formula::False;
        for number in self.graph.ways_from(node) {
            let along = self.along(&self.graph.way(number));
            after = along.or(&after);
            if after.is_true() {
                break;
            }
        }
        self.before_piece(node, after)
    }

    /// The weakest precondition of a piece without its last op.
    fn before_piece(&self, node: Node, mut after: Formula) -> Formula {
        let Some(piece) = self.graph.piece(node) else { return after };
        let Some(body) = self.module.functions[piece.func.index()].body() else { return after };
        // The last op is the jump or the call, which the way has dealt with.
        for op in body.ops[piece.first as usize..piece.last as usize].iter().rev() {
            if after.atoms().is_empty() {
                break;
            }
            after = self.before_op(piece.func, op, &after);
        }
        after
    }

    /// What must be true before the last op of the way's origin to go along it to the target.
    fn along(&self, way: &Way) -> Formula {
        let after = &self.at_start[way.to.index()];
        if after.is_false() || way.kind == WayKind::Member {
            return after.clone();
        }
        let Some(piece) = self.graph.piece(way.from) else { return after.clone() };
        let Some(body) = self.module.functions[piece.func.index()].body() else {
            return after.clone();
        };
        let op = &body.ops[piece.last as usize];
        let formula = match way.kind {
            WayKind::Side => self.along_side(body, op, way, after),
            WayKind::Call => self.entering_call(body, op, way, after),
            WayKind::Past => self.past_call(op, way, after),
            WayKind::Jump | WayKind::Member => after.clone(),
        };
        self.settled(piece.func, formula)
    }

    /// Without conditions on constants.
    fn settled(&self, func: FuncId, formula: Formula) -> Formula {
        let constant = |atom: &Atom| match atom.var {
            Var::Reg(reg) => self.constants[func.index()].get(&reg).copied(),
            Var::Cell(_) => None,
        };
        if !formula.atoms().iter().any(|atom| constant(atom).is_some()) {
            return formula;
        }
        formula.map(|atom| match constant(atom) {
            Some(value) if atom.holds_for(value) => Verdict::True,
            Some(_) => Verdict::False,
            None => Verdict::Atom(*atom),
        })
    }

    fn along_side(&self, body: &Body, op: &Op, way: &Way, after: &Formula) -> Formula {
        let to = self.graph.piece(way.to).map_or(BlockId(0), |piece| piece.block);
        let mut formula = after.clone();
        for atom in guards::of_side(body, op, to) {
            formula.and(Verdict::Atom(atom));
        }
        formula
    }

    /// Parameters are what the call gives.
    fn entering_call(&self, body: &Body, op: &Op, way: &Way, after: &Formula) -> Formula {
        let args = op.call_args().map_or(&[][..], |(args, n)| body.args(args, n));
        let callee = self.graph.piece(way.to).map(|piece| piece.func);
        let n_params = callee.map(|func| self.module.functions[func.index()].n_params);
        after.map(|atom| match atom.var {
            Var::Cell(_) => Verdict::Atom(*atom),
            Var::Reg(Reg(n)) if n_params.is_some_and(|params| n >= params) => Verdict::True,
            Var::Reg(Reg(n)) => match args.get(usize::from(n)) {
                Some(&arg) => Verdict::Atom(Atom { var: Var::Reg(arg), ..*atom }),
                None => Verdict::True,
            },
        })
    }

    fn past_call(&self, op: &Op, way: &Way, after: &Formula) -> Formula {
        let called = self.called(way.from, op);
        if called.iter().any(|&func| self.effects.returns_twice(func)) {
            return Formula::TRUE;
        }
        after.map(|atom| match atom.var {
            Var::Reg(reg) => {
                let mut is_result = false;
                op.for_each_write(|written| is_result |= written == reg);
                if is_result { Verdict::True } else { Verdict::Atom(*atom) }
            }
            Var::Cell(Cell { global, .. }) => {
                let stays = !self.effects.is_exposed(global)
                    && called.iter().all(|&func| self.effects.leaves(func, global));
                if stays { Verdict::Atom(*atom) } else { Verdict::True }
            }
        })
    }

    fn called(&self, from: Node, op: &Op) -> Vec<FuncId> {
        let calls = self.graph.ways_from(from).map(|number| self.graph.way(number));
        let calls = calls.filter(|way| way.kind == WayKind::Call);
        let mut functions = match *op {
            // By its own name, too: a function that returns twice need not have a body.
            Op::Call { func, .. } => vec![func],
            _ => Vec::new(),
        };
        for way in calls {
            match self.graph.piece(way.to) {
                Some(piece) => functions.push(piece.func),
                None => {
                    let members = self.graph.ways_from(way.to).map(|n| self.graph.way(n).to);
                    functions.extend(members.filter_map(|to| self.graph.piece(to)).map(|p| p.func));
                }
            }
        }
        functions
    }

    fn before_op(&self, func: FuncId, op: &Op, after: &Formula) -> Formula {
        if let Some((cell, from)) = stored_cell(op) {
            let before = after.map(|atom| match atom.var {
                Var::Cell(other) if other == cell => {
                    let mask = atom.mask & ones(cell.bytes * 8);
                    Verdict::Atom(Atom { var: Var::Reg(from), mask, ..*atom })
                }
                Var::Cell(other) if other.overlaps(&cell) => Verdict::True,
                _ => Verdict::Atom(*atom),
            });
            return self.settled(func, before);
        }
        if op.writes_memory() {
            let named = op.access().and_then(|access| access.address.global());
            return after.map(|atom| match atom.var {
                Var::Cell(cell) => {
                    let is_hit = match named {
                        Some(global) => global == cell.global,
                        None => self.effects.is_exposed(cell.global),
                    };
                    if is_hit { Verdict::True } else { Verdict::Atom(*atom) }
                }
                Var::Reg(_) => Verdict::Atom(*atom),
            });
        }
        let mut writes: [Option<Reg>; 4] = [None; 4];
        let mut n = 0;
        op.for_each_write(|reg| {
            if n < 4 {
                writes[n] = Some(reg);
            }
            n += 1;
        });
        if n == 0 {
            return after.clone();
        }
        let before = after.map(|atom| match atom.var {
            Var::Reg(reg) if n > 4 || writes.contains(&Some(reg)) => match *op {
                Op::Select { cond, a, b, .. } => self.before_select(func, cond, [a, b], atom),
                _ => before_write(op, atom),
            },
            _ => Verdict::Atom(*atom),
        });
        self.settled(func, before)
    }

    /// A choice between constants says something of the condition.
    fn before_select(&self, func: FuncId, cond: Reg, sides: [Reg; 2], atom: &Atom) -> Verdict {
        let holds = sides.map(|reg| {
            let value = self.constants[func.index()].get(&reg)?;
            Some(atom.holds_for(*value))
        });
        match holds {
            [Some(false), Some(false)] => Verdict::False,
            [Some(true), Some(false)] => Verdict::Atom(Atom::equal(Var::Reg(cond), 1, 1)),
            [Some(false), Some(true)] => Verdict::Atom(Atom::equal(Var::Reg(cond), 1, 0)),
            _ => Verdict::True,
        }
    }
}

/// The registers of a function that are constants: written by one op alone, not by the caller.
pub fn constants_of(function: &patchlight_ir::Function) -> HashMap<Reg, u64> {
    let Some(body) = function.body() else { return HashMap::new() };
    let mut values: HashMap<Reg, Option<u64>> = HashMap::new();
    for op in &body.ops {
        let value = match *op {
            Op::Const { value, .. } => Some(value),
            _ => None,
        };
        op.for_each_write(|reg| {
            let first = value.filter(|_| reg.0 >= function.n_params);
            values.entry(reg).and_modify(|known| *known = None).or_insert(first);
        });
    }
    values.into_iter().filter_map(|(reg, value)| Some((reg, value?))).collect()
}

/// What a condition on the register that an op writes says of its operands.
pub fn before_write(op: &Op, atom: &Atom) -> Verdict {
    let renamed = |reg: Reg| Verdict::Atom(Atom { var: Var::Reg(reg), ..*atom });
    let masked = |reg: Reg, mask: u64| match atom.mask & mask {
        0 if atom.holds_for(0) => Verdict::True,
        0 => Verdict::False,
        mask => Verdict::Atom(Atom { var: Var::Reg(reg), mask, ..*atom }),
    };
    let moved = |reg: Reg, by: u64, width: u8| match atom.mask == ones(width) && atom.width == width
    {
        true => {
            let low = atom.low.wrapping_sub(by) & ones(width);
            Verdict::Atom(Atom { var: Var::Reg(reg), low, ..*atom })
        }
        false => Verdict::True,
    };
    match *op {
        Op::Mov { a, .. } | Op::Zext { a, .. } => renamed(a),
        Op::Const { value, .. } => match atom.holds_for(value) {
            true => Verdict::True,
            false => Verdict::False,
        },
        Op::Trunc { to, a, .. } => masked(a, ones(to)),
        Op::AndI { a, b, .. } => masked(a, b),
        Op::Sext { from, to, a, .. } => {
            atom.before_sign_extension(Var::Reg(a), from, to).unwrap_or(Verdict::True)
        }
        Op::Add32I { a, b, .. } => moved(a, b, 32),
        Op::Add64I { a, b, .. } => moved(a, b, 64),
        Op::XorI { w: 1, a, b: 1, .. } => match (atom.holds_for(0), atom.holds_for(1)) {
            (true, true) => Verdict::True,
            (false, false) => Verdict::False,
            (zero, _) => Verdict::Atom(Atom::equal(Var::Reg(a), 1, u64::from(zero))),
        },
        // A pointer to something is not null.
        Op::GlobalAddr { .. } | Op::FuncAddr { .. } if is_zero(atom) => Verdict::False,
        _ => match (guards::of_comparison(op), loaded_cell(op)) {
            (Some([holds, fails]), _) => match (atom.holds_for(1), atom.holds_for(0)) {
                (true, true) => Verdict::True,
                (false, false) => Verdict::False,
                (true, false) => Verdict::Atom(holds),
                (false, true) => Verdict::Atom(fails),
            },
            (None, Some(cell)) => Verdict::Atom(Atom { var: Var::Cell(cell), ..*atom }),
            (None, None) => Verdict::True,
        },
    }
}

fn is_zero(atom: &Atom) -> bool {
    atom.low == 0 && atom.span == 0 && atom.mask == u64::MAX
}

/// The bytes of a global that an op loads.
pub fn loaded_cell(op: &Op) -> Option<Cell> {
    op.access().filter(Access::is_load).and_then(cell)
}

/// The bytes of a global that an op stores, and the register that it stores.
pub fn stored_cell(op: &Op) -> Option<(Cell, Reg)> {
    let access = op.access()?;
    Some((cell(access)?, access.stored()?))
}

fn cell(access: Access) -> Option<Cell> {
    let (global, offset) = access.address.fixed()?;
    Some(Cell { global, offset, bytes: access.bytes as u8 })
}
