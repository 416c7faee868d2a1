//! Ops with a term among their operands.
//!
//! Everything here may be given up with [`Stop::Decide`] and executed again once the answer is
//! known: questions come before changes.

use super::pairs::Done;
use super::shape::{self, Binary, Operand};
use super::{Cursor, cold};
use crate::context::{Context, PinReason};
use crate::outcome::BugKind;
use crate::program::{Program, Switch};
use crate::state::{State, Stop, View};
use crate::term_ops::{self, shadow};
use crate::value::{Tag, Value};
use patchlight_expr::{Side, TermId, Terms};
use patchlight_ir::access::{Access, Address, Base, Use};
use patchlight_ir::kinds::{BinOp, int_words};
use patchlight_ir::op::Field;
use patchlight_ir::{Def, Op, Reg, TableId};

/// What the loop does after an op.
pub(super) enum Step {
    Next,
    Jump(u32),
    /// The operands that had to be concrete are now.
    Again,
}

impl Cursor {
    fn value(&self, reg: Reg) -> Value {
        // SAFETY: verified registers.
        let (tag, word) = unsafe { (self.tag(reg), self.get(reg)) };
        tag.term().map_or(Value::Word(word), Value::Term)
    }

    /// A register as a term of `w` ≤ 64 bits.
    fn term(&self, terms: &mut Terms, reg: Reg, w: u8) -> TermId {
        match self.value(reg) {
            Value::Word(word) => terms.constant(w.into(), super::cut(w, word)),
            Value::Term(term) => term_ops::fit(terms, term, w.into()),
        }
    }

    /// One or two registers as a term of `w` ≤ 128 bits.
    fn wide_term(&self, terms: &mut Terms, reg: Reg, w: u8) -> TermId {
        if w <= 64 {
            return self.term(terms, reg, w);
        }
        let low = self.term(terms, reg, 64);
        let high = self.term(terms, Reg(reg.0 + 1), w - 64);
        terms.concat(high, low)
    }

    fn set_term(&self, terms: &Terms, dst: Def, term: TermId) {
        // SAFETY: verified registers.
        unsafe {
            match terms.as_u64(term) {
                Some(word) => {
                    self.set(dst, word);
                    self.set_tag(dst, Tag::CONCRETE);
                }
                None => match terms.as_pair(term) {
                    Some(pair) => drop(self.set_pair(dst, pair)),
                    None => self.set_tag(dst, Tag::of(term)),
                },
            }
        }
    }

    fn set_wide_term(&self, terms: &mut Terms, dst: Def, term: TermId) {
        let width = terms.width(term);
        if width <= 64 {
            return self.set_term(terms, dst, term);
        }
        let (low, high) = (terms.extract(term, 0, 64), terms.extract(term, 64, width - 64));
        self.set_term(terms, dst, low);
        self.set_term(terms, Def(Reg(dst.0.0 + 1)), high);
    }

    /// Makes a register concrete.
    fn settle(&self, reg: Reg, word: u64) {
        // SAFETY: verified registers.
        unsafe {
            self.set(Def(reg), word);
            self.set_tag(Def(reg), Tag::CONCRETE);
        }
    }
}

impl State {
    /// Executes an op with at least one term among its operands.
    #[inline(never)]
    pub(super) fn symbolic_op(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
    ) -> Result<Step, Stop> {
        self.save(at);
        let op = &at.op();
        if self.view == View::Both
            && let Some(done) = self.pair_op(program, context, at, op)?
        {
            return Ok(if let Done::Jump(to) = done { Step::Jump(to) } else { Step::Next });
        }
        if self.dissolve_pairs(&mut context.terms, at, op) && self.view != View::Both {
            return Ok(Step::Again);
        }
        if let Some((dst, binary)) = shape::arithmetic(op) {
            let terms = &mut context.terms;
            let (a, b) = operands(terms, at, &binary);
            self.check_division(program, context, binary.op, a, b)?;
            let term = term_ops::binary(&mut context.terms, binary.op, a, b);
            at.set_term(&context.terms, dst, term);
            return Ok(Step::Next);
        }
        if let Some((dst, test)) = shape::comparison(op) {
            let term = compare(&mut context.terms, at, &test);
            at.set_term(&context.terms, dst, term);
            return Ok(Step::Next);
        }
        if let Some(branch) = shape::branch(op) {
            let condition = compare(&mut context.terms, at, &branch.test);
            let holds = self.decide(context, condition)?;
            return Ok(Step::Jump(if holds { branch.then.0 } else { branch.other.0 }));
        }
        if let Some(access) = op.access() {
            self.symbolic_access(program, context, at, access)?;
            return Ok(Step::Next);
        }
        self.other_symbolic_op(program, context, at, op)
    }

    fn other_symbolic_op(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        op: &Op,
    ) -> Result<Step, Stop> {
        let terms = &mut context.terms;
        match *op {
            Op::Mov { dst, a } => {
                // SAFETY: verified registers.
                unsafe { at.set_tag(dst, at.tag(a)) };
            }
            Op::Version { dst, old, new } => {
                let value = match self.view {
                    View::One(Side::Old) => at.value(old),
                    View::One(Side::New) => at.value(new),
                    View::Both => {
                        self.touched = true;
                        shadow(terms, at.value(old), at.value(new))
                    }
                };
                match value {
                    Value::Word(word) => at.settle(dst.0, word),
                    Value::Term(term) => at.set_term(terms, dst, term),
                }
            }
            Op::Select { dst, cond, a, b } => {
                let term = select(terms, at, cond, a, b);
                at.set_term(terms, dst, term);
            }
            Op::Zext { from, to, dst, a } => {
                let term = at.term(terms, a, from);
                let term = terms.zext(term, to.into());
                at.set_term(terms, dst, term);
            }
            Op::Sext { from, to, dst, a } => {
                let term = at.term(terms, a, from);
                let term = terms.sext(term, to.into());
                at.set_term(terms, dst, term);
            }
            Op::Trunc { from: _, to, dst, a } => {
                let term = at.term(terms, a, to);
                at.set_term(terms, dst, term);
            }
            Op::LshrAndI { w, shift, dst, a, mask } => {
                let shift = terms.constant(w.into(), shift.into());
                let mask = terms.constant(w.into(), mask);
                let term = at.term(terms, a, w);
                let term = term_ops::binary(terms, BinOp::Lshr, term, shift);
                let term = term_ops::binary(terms, BinOp::And, term, mask);
                at.set_term(terms, dst, term);
            }
            Op::BrIf { cond, then, other } => {
                let term = at.term(terms, cond, 64);
                let condition = term_ops::is_set(terms, term);
                let holds = self.decide(context, condition)?;
                return Ok(Step::Jump(if holds { then.0 } else { other.0 }));
            }
            Op::Switch { w, a, table } => {
                let value = at.term(terms, a, w);
                return match self.seen(context, Value::Term(value))? {
                    Value::Word(word) => {
                        let func = self.stack.frames.last().expect("code runs in a frame").func;
                        let switch = &program.code[func.index()].switches[table.index()];
                        Ok(Step::Jump(switch.target(word)))
                    }
                    Value::Term(value) => {
                        self.symbolic_switch(program, context, value, table).map(Step::Jump)
                    }
                };
            }
            Op::WideBin { op, w, dst, a, b } => {
                let (a, b) = (at.wide_term(terms, a, w), at.wide_term(terms, b, w));
                self.check_division(program, context, op, a, b)?;
                let term = term_ops::binary(&mut context.terms, op, a, b);
                at.set_wide_term(&mut context.terms, dst, term);
            }
            Op::MemSet { to, value, len } => {
                let values = [to, value, len].map(|reg| at.value(reg));
                self.set_values(program, context, values)?;
            }
            Op::MemCpy { to, from, len } => {
                let values = [to, from, len].map(|reg| at.value(reg));
                self.copy_values(program, context, values, true)?;
            }
            Op::MemMove { to, from, len } => {
                let values = [to, from, len].map(|reg| at.value(reg));
                self.copy_values(program, context, values, false)?;
            }
            _ if cold::is_float(op) || is_fast_float(op) => {
                return self.pin_operands(program, context, at, op);
            }
            _ if wide_op(terms, at, op) => {}
            _ => return self.settle_operands(context, at, op),
        }
        Ok(Step::Next)
    }

    /// Divisions that can fail do so on a path of their own.
    fn check_division(
        &mut self,
        program: &Program,
        context: &mut Context,
        op: BinOp,
        a: TermId,
        b: TermId,
    ) -> Result<(), Stop> {
        if !op.is_division() {
            return Ok(());
        }
        let terms = &mut context.terms;
        let width = terms.width(a);
        let zero = terms.zero(width);
        let by_zero = terms.eq(b, zero);
        if self.decide(context, by_zero)? {
            return Err(Stop::End(self.bug(program, BugKind::DivisionByZero)));
        }
        if !matches!(op, BinOp::Sdiv | BinOp::Srem) {
            return Ok(());
        }
        let terms = &mut context.terms;
        let (ones, one) = (terms.ones(width), terms.constant(width, 1));
        let max = terms.lshr(ones, one);
        let min = terms.not(max);
        let (is_min, is_minus_one) = (terms.eq(a, min), terms.eq(b, ones));
        let overflows = terms.and(is_min, is_minus_one);
        if self.decide(context, overflows)? {
            return Err(Stop::End(self.bug(program, BugKind::DivisionOverflow)));
        }
        Ok(())
    }

    /// The target that the witness takes, once it is clear that the path takes it.
    fn symbolic_switch(
        &mut self,
        program: &Program,
        context: &mut Context,
        value: TermId,
        table: TableId,
    ) -> Result<u32, Stop> {
        let func = self.stack.frames.last().expect("code runs in a frame").func;
        let switch = &program.code[func.index()].switches[table.index()];
        let word = self.choose(context, value, |terms, word| {
            goes_to(terms, switch, value, switch.target(word))
        })?;
        Ok(switch.target(word))
    }

    /// If the op at hand is a `switch` over a term: the ops that it may go to, as far as they are
    /// `wanted`, and what must be true for that. `None` if it is none.
    pub fn switch_sides(
        &self,
        program: &Program,
        context: &mut Context,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<Vec<(u32, TermId)>> {
        let frame = self.stack.frames.last()?;
        let code = &program.code[frame.func.index()];
        let Op::Switch { w, a, table } = code.ops[frame.pc as usize] else { return None };
        let value = self.register(&mut context.terms, frame.base + a.index());
        let Ok(Value::Term(value)) = self.seen(context, value) else { return None };
        let terms = &mut context.terms;
        let value = term_ops::fit(terms, value, w.into());
        let switch = &code.switches[table.index()];
        let mut targets: Vec<u32> = switch.cases().into_iter().map(|(_, target)| target).collect();
        targets.push(switch.default_target());
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&target| wanted(target));
        let side = |target| (target, goes_to(terms, switch, value, target));
        Some(targets.into_iter().map(side).collect())
    }

    /// Loads, stores and address computations.
    fn symbolic_access(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        Access { address, usage, bytes: n }: Access,
    ) -> Result<(), Stop> {
        let address = self.address_term(&mut context.terms, at, address);
        if let Use::Compute(dst) = usage {
            at.set_term(&context.terms, dst, address);
            return Ok(());
        }
        let address = match self.seen(context, Value::Term(address))? {
            Value::Word(word) => context.terms.constant(64, word),
            Value::Term(term) => term,
        };
        match usage {
            Use::Compute(_) => {}
            Use::Load(dst) => {
                let value = match context.terms.as_u64(address) {
                    Some(address) => self.load_cold(program, context, at, address, n)?,
                    None => self.load_at(program, context, address, n)?,
                };
                match value {
                    Value::Word(word) => at.settle(dst.0, word),
                    Value::Term(term) => at.set_term(&context.terms, dst, term),
                }
            }
            Use::Store(a) => {
                let value = match at.value(a) {
                    Value::Term(term) => {
                        Value::Term(term_ops::fit(&mut context.terms, term, 8 * n))
                    }
                    word => word,
                };
                match context.terms.as_u64(address) {
                    Some(address) => self.store_cold(program, context, at, address, value, n)?,
                    None => self.store_at(program, context, address, value, n)?,
                }
            }
        }
        Ok(())
    }

    fn address_term(&self, terms: &mut Terms, at: &Cursor, address: Address) -> TermId {
        let base = match address.base {
            Base::Reg(reg) => at.term(terms, reg, 64),
            Base::Global(global) => {
                terms.constant(64, self.shared.global_addresses[global.index()])
            }
        };
        let offset = terms.constant(64, address.offset as u64);
        let start = terms.add(base, offset);
        let Some(index) = address.index else { return start };
        let distance = if index.narrow {
            let narrow = at.term(terms, index.reg, 32);
            terms.sext(narrow, 64)
        } else {
            at.term(terms, index.reg, 64)
        };
        let scale = terms.constant(64, index.scale.into());
        let distance = terms.mul(distance, scale);
        terms.add(distance, start)
    }

    /// Floating point is concrete: its operands are fixed to what the witness says, which is
    /// recorded.
    fn pin_operands(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        op: &Op,
    ) -> Result<Step, Stop> {
        let (func, pc) = self.position().expect("code runs in a frame");
        let place = program.places(func, pc as usize);
        for reg in term_operands(at, op) {
            let term = match self.seen(context, at.value(reg))? {
                Value::Word(word) => {
                    at.settle(reg, word);
                    continue;
                }
                Value::Term(term) => term,
            };
            let word = context.word_under(&self.path.witness, term);
            let value = context.terms.constant(context.terms.width(term), word);
            let equal = context.terms.eq(term, value);
            self.assume(context, equal);
            context.count_pin(PinReason::FloatingPoint, place.first());
            at.settle(reg, word);
        }
        Ok(Step::Again)
    }

    /// Operands that must be concrete take each of their possible values on a path of its own.
    fn settle_operands(
        &mut self,
        context: &mut Context,
        at: &Cursor,
        op: &Op,
    ) -> Result<Step, Stop> {
        for reg in term_operands(at, op) {
            let word = self.settle(context, at.value(reg))?;
            at.settle(reg, word);
        }
        Ok(Step::Again)
    }
}

/// The registers among an op's operands that hold terms.
fn term_operands(at: &Cursor, op: &Op) -> Vec<Reg> {
    let n = op.words().1;
    let mut regs = Vec::new();
    op.for_each_field(|field| {
        if let Field::Use(reg) = field {
            let words = (0..n).map(|word| Reg(reg.0 + word));
            regs.extend(words.filter(|&reg| matches!(at.value(reg), Value::Term(_))));
        }
    });
    regs
}

fn operands<T>(terms: &mut Terms, at: &Cursor, binary: &Binary<T>) -> (TermId, TermId) {
    let a = at.term(terms, binary.a, binary.w);
    let b = match binary.b {
        Operand::Reg(reg) => at.term(terms, reg, binary.w),
        Operand::Imm(value) => terms.constant(binary.w.into(), value),
    };
    (a, b)
}

fn compare(terms: &mut Terms, at: &Cursor, test: &Binary<patchlight_ir::kinds::IntPred>) -> TermId {
    let (a, b) = operands(terms, at, test);
    term_ops::compare(terms, test.op, a, b)
}

/// A word takes the other side's width if it fits.
fn select(terms: &mut Terms, at: &Cursor, cond: Reg, a: Reg, b: Reg) -> TermId {
    let width = match (at.value(a), at.value(b)) {
        (Value::Term(a), Value::Term(b)) => terms.width(a).max(terms.width(b)),
        (Value::Term(term), Value::Word(word)) | (Value::Word(word), Value::Term(term)) => {
            terms.width(term).max(64 - word.leading_zeros())
        }
        (Value::Word(a), Value::Word(b)) => (64 - (a | b).leading_zeros()).max(1),
    };
    let w = width as u8;
    let cond = at.term(terms, cond, 64);
    let cond = term_ops::is_set(terms, cond);
    let (a, b) = (at.term(terms, a, w), at.term(terms, b, w));
    terms.ite(cond, a, b)
}

/// The condition under which a switch goes to `target`.
fn goes_to(terms: &mut Terms, switch: &Switch, value: TermId, target: u32) -> TermId {
    let width = terms.width(value);
    let is_default = target == switch.default_target();
    let mut condition = terms.boolean(is_default);
    for (case, to) in switch.cases() {
        // A case that leads elsewhere says something of the default alone.
        if is_default == (to == target) {
            continue;
        }
        let case = terms.constant(width, case);
        let equal = terms.eq(value, case);
        condition = match is_default {
            false => terms.or(condition, equal),
            true => {
                let other = terms.not(equal);
                terms.and(condition, other)
            }
        };
    }
    condition
}

/// Integer ops of up to 128 bits that cannot fail. False if `op` is none of them.
fn wide_op(terms: &mut Terms, at: &Cursor, op: &Op) -> bool {
    let (dst, term) = match *op {
        Op::BitUn { op, w, dst, a } => {
            let a = at.wide_term(terms, a, w);
            (dst, term_ops::bit_unary(terms, op, a))
        }
        Op::BitBin { op, w, dst, a, b } => {
            let (a, b) = (at.wide_term(terms, a, w), at.wide_term(terms, b, w));
            (dst, term_ops::bit_binary(terms, op, a, b))
        }
        Op::Overflow { op, w, dst, a, b } => {
            let (a, b) = (at.wide_term(terms, a, w), at.wide_term(terms, b, w));
            let (value, over) = term_ops::overflowing(terms, op, a, b);
            at.set_term(terms, Def(Reg(dst.0.0 + int_words(w))), over);
            (dst, value)
        }
        Op::Funnel { right, w, dst, a, b, c } => {
            let [a, b, c] = [a, b, c].map(|reg| at.wide_term(terms, reg, w));
            (dst, term_ops::funnel(terms, right, a, b, c))
        }
        Op::WideCmp { op, w, dst, a, b } => {
            let (a, b) = (at.wide_term(terms, a, w), at.wide_term(terms, b, w));
            (dst, term_ops::compare(terms, op, a, b))
        }
        Op::WideZext { from, to, dst, a } => {
            let a = at.wide_term(terms, a, from);
            (dst, terms.zext(a, to.into()))
        }
        Op::WideSext { from, to, dst, a } => {
            let a = at.wide_term(terms, a, from);
            (dst, terms.sext(a, to.into()))
        }
        Op::WideTrunc { from, to, dst, a } => {
            let a = at.wide_term(terms, a, from);
            (dst, terms.extract(a, 0, to.into()))
        }
        _ => return false,
    };
    at.set_wide_term(terms, dst, term);
    true
}

fn is_fast_float(op: &Op) -> bool {
    matches!(
        op,
        Op::FAdd64 { .. }
            | Op::FSub64 { .. }
            | Op::FMul64 { .. }
            | Op::FDiv64 { .. }
            | Op::FAdd32 { .. }
            | Op::FSub32 { .. }
            | Op::FMul32 { .. }
            | Op::FDiv32 { .. }
    )
}
