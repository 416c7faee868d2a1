//! Frames that hold terms or pairs, in the untagged loop.
//!
//! Such a frame runs a copy of its function in which every op that touches one of the registers is
//! [`Op::Guarded`]; all others run as fast as in any frame. A copy belongs to a set of registers.
//! The set follows what the registers hold: a guarded op that takes a register out of it, or puts
//! one into it, moves the frame to another copy, and the frame whose last term goes to the code
//! itself.
//!
//! **Invariant.** A register of a guarded frame that holds more than a word is in the copy's set.

use super::Cursor;
use super::pairs::{self, Done};
use crate::context::Context;
use crate::program::{Code, Program};
use crate::state::{State, Stop, View, WATCHED};
use crate::value::Beside;
use patchlight_ir::op::Field;
use patchlight_ir::{Def, FuncId, Op, Reg};
use std::cell::RefCell;
use std::collections::HashMap;

/// Ops in all copies of a program; frames that would need more look at every operand.
const MAX_OPS: usize = 1 << 16;
/// All that a frame can name.
const MAX_COPIES: usize = WATCHED as usize - 1;

/// All copies that the states of one exploration have made.
#[derive(Default)]
pub(crate) struct Guards {
    /// The copy at `n` has the number `n + 1`.
    copies: Vec<Copy>,
    by_registers: HashMap<(FuncId, Vec<u16>), u16>,
    /// The copy for no registers of each function; 0 as long as nobody has asked.
    roots: Vec<u16>,
    n_ops: usize,
}

struct Copy {
    func: FuncId,
    /// In order.
    registers: Vec<u16>,
    /// None before a frame runs it, and of the empty set, which is the code itself.
    ops: Box<[Op]>,
    /// For each register the copy without it, or with it; 0 as long as nobody has asked.
    moves: Box<[u16]>,
}

impl Guards {
    fn copy(&self, number: u16) -> &Copy {
        &self.copies[usize::from(number) - 1]
    }

    /// The copy for a set of registers; its ops need not exist yet.
    fn find(&mut self, code: &Code, func: FuncId, registers: Vec<u16>) -> Option<u16> {
        if let Some(&number) = self.by_registers.get(&(func, registers.clone())) {
            return Some(number);
        }
        if self.copies.len() >= MAX_COPIES {
            return None;
        }
        let moves = vec![0; code.n_regs.into()].into();
        let (key, ops) = ((func, registers.clone()), Box::default());
        self.copies.push(Copy { func, registers, ops, moves });
        let number = self.copies.len() as u16;
        self.by_registers.insert(key, number);
        Some(number)
    }

    /// The copy that stands for the code itself.
    fn root(&mut self, code: &Code, func: FuncId) -> Option<u16> {
        if let Some(&root) = self.roots.get(func.index()).filter(|&&root| root != 0) {
            return Some(root);
        }
        let root = self.find(code, func, Vec::new())?;
        let n = self.roots.len().max(func.index() + 1);
        self.roots.resize(n, 0);
        self.roots[func.index()] = root;
        Some(root)
    }

    /// The copy whose set differs from that of `number` in `register` alone.
    fn toggled(&mut self, code: &Code, number: u16, register: u16) -> Option<u16> {
        let copy = self.copy(number);
        let known = copy.moves[usize::from(register)];
        if known != 0 {
            return Some(known);
        }
        let (func, mut registers) = (copy.func, copy.registers.clone());
        match registers.binary_search(&register) {
            Ok(at) => drop(registers.remove(at)),
            Err(at) => registers.insert(at, register),
        }
        let other = self.find(code, func, registers)?;
        self.copies[usize::from(number) - 1].moves[usize::from(register)] = other;
        Some(other)
    }

    /// Makes the ops of a copy. False if there are too many of them already.
    fn fill(&mut self, code: &Code, number: u16) -> bool {
        let copy = self.copy(number);
        if !copy.ops.is_empty() || copy.registers.is_empty() {
            return true;
        }
        if self.n_ops + code.ops.len() > MAX_OPS {
            return false;
        }
        let mut in_set = vec![false; code.n_regs.into()];
        copy.registers.iter().for_each(|&reg| in_set[usize::from(reg)] = true);
        let guard = |op: &Op| if touches(code, op, &in_set) { Op::Guarded {} } else { *op };
        let ops: Box<[Op]> = code.ops.iter().map(guard).collect();
        self.n_ops += ops.len();
        self.copies[usize::from(number) - 1].ops = ops;
        true
    }
}

/// Where the ops of a copy begin.
#[inline(never)]
pub(super) fn ops(guards: &RefCell<Guards>, copy: u16) -> *const Op {
    guards.borrow().copy(copy).ops.as_ptr()
}

/// Whether an op reads or writes a register of a set, or all that there are.
fn touches(code: &Code, op: &Op, in_set: &[bool]) -> bool {
    if matches!(op, Op::Ret { .. } | Op::Forward { .. }) {
        return true;
    }
    let (n_defs, n_uses) = op.words();
    let any = |first: Reg, n: u16| (first.0..first.0 + n).any(|reg| in_set[usize::from(reg)]);
    let mut found = false;
    op.for_each_field(|field| match field {
        Field::Def(reg) => found |= any(reg, n_defs),
        Field::Use(reg) => found |= any(reg, n_uses),
        _ => {}
    });
    let args = op.call_args().map(|(args, n)| &code.args[args.index()..][..n.into()]);
    found || args.is_some_and(|args| args.iter().any(|&arg| any(arg, 1)))
}

/// What became of a guarded op.
pub(super) enum Passed {
    /// It was executed.
    Next,
    Jump(u32),
    /// It was executed, and the frame goes on at its place in other code.
    Elsewhere,
    /// It has to be executed, in other code.
    Again,
    /// It has to be executed in the tagged loop.
    Tagged,
}

impl State {
    /// Calculates what a guarded op does with words and pairs. `None` if it does more than that.
    #[inline(never)]
    pub(super) fn calculate_guarded(&mut self, program: &Program, at: &Cursor) -> Option<Passed> {
        if self.view != View::Both {
            return None;
        }
        let func = self.stack.frames.last().expect("code runs in a frame").func;
        let op = &program.code[func.index()].ops[at.index() as usize];
        let done = pairs::calculate(at, op)?;
        Some(self.passed(program, at, done))
    }

    #[inline]
    fn passed(&mut self, program: &Program, at: &Cursor, done: Done) -> Passed {
        match done {
            Done::Next => Passed::Next,
            Done::Jump(to) => Passed::Jump(to),
            Done::Changed(reg) => {
                self.stack.frames.last_mut().expect("code runs in a frame").pc = at.index() + 1;
                self.follow_register(program, reg);
                Passed::Elsewhere
            }
        }
    }

    /// Executes a guarded op that does more than calculate, if its operands are words and pairs.
    #[inline(never)]
    pub(super) fn pass_guard(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
    ) -> Result<Passed, Stop> {
        self.save(at);
        let func = self.stack.frames.last().expect("code runs in a frame").func;
        let op = &program.code[func.index()].ops[at.index() as usize];
        if self.view == View::Both
            && let Some(done) = self.pair_op(program, context, at, op)?
        {
            return Ok(self.passed(program, at, done));
        }
        if let Some(dst) = overwritten(at, op) {
            let before = self.stack.frames.last().expect("code runs in a frame").guarded;
            // SAFETY: verified registers.
            unsafe { at.set_beside(Def(dst), Beside::NOTHING) };
            let frame = |state: &State| state.stack.frames.last().map(|frame| frame.guarded);
            // In the same copy it would be guarded again, without end: one of its operands is in the
            // set, though it holds no more than a word by now.
            if self.follow_register(program, dst) && frame(self) != Some(before) {
                return Ok(Passed::Again);
            }
        }
        self.stack.frames.last_mut().expect("code runs in a frame").guarded = 0;
        Ok(Passed::Tagged)
    }

    /// Moves the top frame, which is not in the tagged loop, to the copy in which a register is
    /// guarded if it holds more than a word. False if it is in the tagged loop now, for there is no
    /// such copy.
    pub(super) fn follow_register(&mut self, program: &Program, reg: Reg) -> bool {
        let frame = self.stack.frames.last_mut().expect("code runs in a frame");
        let code = &program.code[frame.func.index()];
        let is_set = self.stack.tags[frame.base + reg.index()].tag.is_set();
        if frame.guarded == 0 && !is_set {
            return true;
        }
        let guards = &mut *self.shared.guards.borrow_mut();
        let from = match frame.guarded {
            0 => guards.root(code, frame.func),
            number => Some(number),
        };
        let to = from.and_then(|from| {
            let is_guarded = guards.copy(from).registers.contains(&reg.0);
            if is_guarded == is_set { Some(from) } else { guards.toggled(code, from, reg.0) }
        });
        enter(guards, code, frame, to)
    }

    /// Moves the top frame out of the tagged loop. False if it has to stay.
    pub(super) fn leave_tagged_loop(&mut self, program: &Program) -> bool {
        let frame = self.stack.frames.last_mut().expect("code runs in a frame");
        let code = &program.code[frame.func.index()];
        let tags = &self.stack.tags[frame.base..][..frame.n_regs.into()];
        let is_set = |&reg: &u16| tags[usize::from(reg)].tag.is_set();
        let registers: Vec<u16> = (0..frame.n_regs).filter(is_set).collect();
        let guards = &mut *self.shared.guards.borrow_mut();
        let copy = guards.find(code, frame.func, registers);
        enter(guards, code, frame, copy)
    }
}

fn enter(
    guards: &mut Guards,
    code: &Code,
    frame: &mut crate::state::Frame,
    copy: Option<u16>,
) -> bool {
    let Some(copy) = copy.filter(|&copy| guards.fill(code, copy)) else {
        (frame.tagged, frame.guarded) = (true, 0);
        return false;
    };
    frame.tagged = !guards.copy(copy).registers.is_empty();
    frame.guarded = if frame.tagged { copy } else { 0 };
    true
}

/// The register that an op writes, if it reads nothing but words and may lose what it writes before
/// it is executed. (A call may not: its frame may go on elsewhere.)
fn overwritten(at: &Cursor, op: &Op) -> Option<Reg> {
    if op.words() != (1, 1) || op.call_args().is_some() || matches!(op, Op::Forward { .. }) {
        return None;
    }
    let (mut uses_more, mut dst) = (false, None);
    op.for_each_field(|field| match field {
        // SAFETY: verified registers.
        Field::Use(reg) => uses_more |= unsafe { at.tag(reg) }.is_set(),
        Field::Def(reg) => dst = Some(reg),
        _ => {}
    });
    dst.filter(|_| !uses_more)
}
