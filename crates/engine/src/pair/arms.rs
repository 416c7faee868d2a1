//! Arms of `change` that only compute: both versions go through both of them, without parting.
//!
//! An arm that writes registers and nothing else does no harm to the version that it does not belong
//! to. So the state runs through the old version's arm, then through the new one's, and each version
//! takes the registers of its own.

use super::meeting::Meetings;
use crate::context::Context;
use crate::interp::pairs::Words;
use crate::program::Program;
use crate::state::{State, Stop};
use crate::value::Value;
use patchlight_expr::Terms;
use patchlight_ir::op::Field;
use patchlight_ir::{BlockId, Body, FuncId, Op, Reg};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// Larger arms are executed apart.
const MAX_BLOCKS: usize = 16;
/// Jumps that one arm may take.
const MAX_JUMPS: u32 = 64;

/// What the arms of one branch write, and where they lead.
struct Arms {
    old: u32,
    new: u32,
    after: u32,
    written: Vec<Reg>,
    /// The ops of the old and of the new one, if neither jumps anywhere but to `after`.
    straight: Option<[Range<u32>; 2]>,
}

#[derive(Default)]
pub(super) struct AllArms {
    known: HashMap<(FuncId, u32), Option<Rc<Arms>>>,
}

impl AllArms {
    /// Runs a state at a version branch through both arms. False if they do more than compute, or if
    /// one of them depends on the input or fails; then nothing has changed.
    pub(super) fn run(
        &mut self,
        program: &Program,
        context: &mut Context,
        meetings: &mut Meetings,
        state: &mut State,
    ) -> bool {
        let Some(at) = state.pair_position() else { return false };
        let known = self.known.entry((at.func, at.pc)).or_insert_with(|| {
            let after = meetings.after(program, at)?.pc;
            let body = program.module.functions[at.func.index()].body()?;
            Arms::of(body, at.pc, after).map(Rc::new)
        });
        let Some(arms) = known.clone() else { return false };
        state.touched = true;
        if arms.calculate(program, state) {
            return true;
        }
        let before = arms.registers(&mut context.terms, state);
        let Some(old) = arms.go(program, context, state, arms.old) else {
            arms.put(&context.terms, state, at.pc, &before);
            return false;
        };
        arms.put(&context.terms, state, at.pc, &before);
        let Some(new) = arms.go(program, context, state, arms.new) else {
            arms.put(&context.terms, state, at.pc, &before);
            return false;
        };
        let both = old.iter().zip(&new).map(|(&old, &new)| match old == new {
            true => new,
            false => super::join::shadow(&mut context.terms, old, new),
        });
        let both: Vec<Value> = both.collect();
        arms.put(&context.terms, state, arms.after, &both);
        true
    }
}

impl Arms {
    fn of(body: &Body, pc: u32, after: u32) -> Option<Arms> {
        let Op::BrVersion { old, new } = body.ops[pc as usize] else { return None };
        let mut written = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![old, new];
        while let Some(block) = pending.pop() {
            if body.blocks[block.index()] == after || !seen.insert(block) {
                continue;
            }
            let only_computes = body.block_ops(block).iter().all(|op| computes(op, &mut written));
            if !only_computes || seen.len() > MAX_BLOCKS {
                return None;
            }
            body.for_each_successor(body.terminator(block), |next| pending.push(next));
        }
        let start = |block: BlockId| body.blocks[block.index()];
        let straight = |block: BlockId| match body.terminator(block) {
            _ if start(block) == after => Some(after..after),
            Op::Jmp { to } if start(*to) == after => {
                let range = body.block_range(block);
                Some(range.start as u32..range.end as u32 - 1)
            }
            _ => None,
        };
        let straight = straight(old).zip(straight(new)).map(|(old, new)| [old, new]);
        let written = written.into_iter().map(Reg).collect();
        Some(Arms { old: start(old), new: start(new), after, written, straight })
    }

    /// Goes through both arms without a jump. False if they or what they work on are not of that
    /// kind; then nothing has changed.
    fn calculate(&self, program: &Program, state: &mut State) -> bool {
        let Some([old, new]) = self.straight.clone() else { return false };
        let before = state.words(&self.written);
        let old = state.calculate(program, old).then(|| state.words(&self.written));
        state.put_words(&self.written, &before);
        let new = old.is_some() && state.calculate(program, new);
        let sides = old.filter(|_| new).and_then(|old| {
            let sides = old.into_iter().zip(state.words(&self.written));
            let side = |(old, new): (Words, Words)| Some([old.pair()?[0], new.pair()?[1]]);
            sides.map(side).collect::<Option<Vec<_>>>()
        });
        match &sides {
            Some(sides) => state.put_pairs(program, self.after, &self.written, sides),
            None => state.put_words(&self.written, &before),
        }
        sides.is_some()
    }

    fn registers(&self, terms: &mut Terms, state: &State) -> Vec<Value> {
        let base = state.frames.last().map_or(0, |frame| frame.base);
        let register = |reg: &Reg| state.register(terms, base + reg.index());
        self.written.iter().map(register).collect()
    }

    fn put(&self, terms: &Terms, state: &mut State, pc: u32, values: &[Value]) {
        for (&reg, &value) in self.written.iter().zip(values) {
            state.set_value(terms, reg, value);
        }
        if let Some(frame) = state.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// The registers after one arm.
    fn go(
        &self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        start: u32,
    ) -> Option<Vec<Value>> {
        state.frames.last_mut()?.pc = start;
        for _ in 0..MAX_JUMPS {
            if state.frames.last()?.pc == self.after {
                return Some(self.registers(&mut context.terms, state));
            }
            if state.run(program, context, 0) != Stop::Paused {
                return None;
            }
        }
        None
    }
}

/// Whether an op writes registers and nothing else.
fn computes(op: &Op, written: &mut BTreeSet<u16>) -> bool {
    let acts = matches!(
        op,
        Op::Call { .. }
            | Op::CallPtr { .. }
            | Op::TailCall { .. }
            | Op::TailCallPtr { .. }
            | Op::Forward { .. }
            | Op::Ret { .. }
            | Op::Unreachable {}
            | Op::Trap {}
            | Op::Unsupported { .. }
            | Op::BrVersion { .. }
            | Op::IndirectBr { .. }
            | Op::Switch { .. }
            | Op::MemCpy { .. }
            | Op::MemMove { .. }
            | Op::MemSet { .. }
            | Op::Alloca { .. }
            | Op::AllocaDyn { .. }
            | Op::StackSave { .. }
            | Op::StackRestore { .. }
            | Op::VaStart { .. }
            | Op::ReadCounter { .. }
    );
    let mut stores = true;
    let (words, _) = op.words();
    op.for_each_field(|field| {
        if let Field::Def(reg) = field {
            stores = false;
            written.extend((0..words).map(|word| reg.0 + word));
        }
    });
    // What writes no register and is no jump writes memory.
    !acts && (!stores || op.is_terminator())
}
