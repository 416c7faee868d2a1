//! Operands: what is known about them, how they get into registers, and how long those live.
//!
//! **Invariant.** Taking an operand counts as one of its uses; what was taken for the last time is
//! in `dying` until the instruction is done.

use super::super::analyse::NONE;
use super::super::types::{Scalar, Shape};
use super::super::value::{self, Addr, Base, Src, Val};
use super::{FnLower, Lowered, gap};
use crate::ast::{self, Operand, TypeId, ValueId};
use patchlight_ir::{Def, Op, Reg};

impl FnLower<'_, '_, '_> {
    pub fn type_of(&self, operand: Operand) -> TypeId {
        self.ast.operand_type(self.body, operand)
    }

    pub fn scalar_of(&mut self, ty: TypeId) -> Lowered<Scalar> {
        match self.cx.layouts.shape(ty) {
            Shape::Scalar(scalar) => Ok(scalar),
            _ => self.unsupported_type(ty),
        }
    }

    pub fn unsupported_type<T>(&self, ty: TypeId) -> Lowered<T> {
        gap(format!("value of type {}", self.ast.types.display(ty)))
    }

    /// What is known about an operand; counts as one use of it.
    pub fn take(&mut self, operand: Operand) -> Lowered<Val> {
        match operand {
            Operand::Local(value) => {
                let val = self.s.vals[value.index()];
                self.consume(value, val);
                Ok(if val == Val::Unset {
                    self.zero(self.body.values[value.index()].ty)?
                } else {
                    val
                })
            }
            Operand::Const(id) => {
                let val = self.const_val(id)?;
                self.s.dying.push(val);
                Ok(val)
            }
            Operand::Symbol(symbol) => Ok(self.symbol_val(symbol)),
            Operand::Metadata(_) => gap("metadata as a value"),
        }
    }

    pub fn consume_one(&mut self, value: ValueId) {
        self.consume(value, self.s.vals[value.index()]);
    }

    pub(super) fn consume(&mut self, value: ValueId, val: Val) {
        if self.s.fixed[value.index()] != NONE {
            return;
        }
        let uses = &mut self.s.analysis.uses[value.index()];
        *uses = uses.saturating_sub(1);
        if *uses == 0 {
            self.s.dying.push(val);
        }
    }

    /// The registers of a scalar operand; its value is put there if it is not yet.
    pub fn take_reg(&mut self, operand: Operand) -> Lowered<Reg> {
        if let Operand::Local(value) = operand {
            if let Val::Reg(reg) = self.s.vals[value.index()] {
                self.consume(value, Val::Reg(reg));
                return Ok(reg);
            }
            self.force(value)?;
        }
        let scalar = self.scalar_of(self.type_of(operand))?;
        let val = self.take(operand)?;
        self.in_reg(val, scalar)
    }

    /// A scalar operand of at most 64 bits.
    pub fn take_src(&mut self, operand: Operand) -> Lowered<Src> {
        match operand {
            Operand::Const(id) => {
                if let ast::ConstKind::Bits(bits) = self.ast.consts.get(id).kind {
                    return Ok(Src::Imm(bits));
                }
            }
            Operand::Local(value) => {
                if let Val::Imm(imm) = self.s.vals[value.index()] {
                    return Ok(Src::Imm(imm));
                }
                return self.take_reg(operand).map(Src::Reg);
            }
            _ => {}
        }
        match self.take(operand)? {
            Val::Imm(imm) => Ok(Src::Imm(imm)),
            val => self.in_reg(val, Scalar::Ptr).map(Src::Reg),
        }
    }

    /// Makes sure that a value is in registers from now on.
    pub fn force(&mut self, value: ValueId) -> Lowered<()> {
        let i = value.index();
        let val = self.s.vals[i];
        if matches!(val, Val::Reg(_) | Val::Unset | Val::Parts { .. } | Val::Local(_) | Val::Imm(_))
        {
            return Ok(());
        }
        let scalar = self.scalar_of(self.body.values[i].ty)?;
        let loc = std::mem::replace(&mut self.loc, self.s.value_loc[i]);
        let dst = self.s.temps.alloc(scalar.words());
        self.emit_val(dst, val, scalar);
        self.loc = loc;
        self.release(val);
        self.s.vals[i] = Val::Reg(dst);
        self.s.def_at[i] = self.out.ops.len() as u32 - 1;
        Ok(())
    }

    /// The value in registers, which are freed when the instruction is done.
    pub fn in_reg(&mut self, val: Val, scalar: Scalar) -> Lowered<Reg> {
        if let Val::Reg(reg) = val {
            return Ok(reg);
        }
        if let Val::Imm(imm) = val
            && scalar.words() == 1
            && let Some(&(_, reg)) = self.loop_consts.iter().find(|(value, _)| *value == imm)
        {
            return Ok(reg);
        }
        let dst = self.s.temps.alloc(scalar.words());
        self.emit_val(dst, val, scalar);
        self.s.dying.push(Val::Reg(dst));
        Ok(dst)
    }

    pub fn src_reg(&mut self, src: Src, scalar: Scalar) -> Lowered<Reg> {
        match src {
            Src::Reg(reg) => Ok(reg),
            Src::Imm(imm) => self.in_reg(Val::Imm(imm), scalar),
        }
    }

    /// Emits the op (or two) that puts a value into `dst`.
    pub fn emit_val(&mut self, dst: Reg, val: Val, scalar: Scalar) {
        let high = Def(Reg(dst.0.wrapping_add(1)));
        let dst = Def(dst);
        match val {
            Val::Imm(value) => {
                self.emit(Op::Const { dst, value });
                if scalar.words() == 2 {
                    self.emit(Op::Const { dst: high, value: 0 });
                }
            }
            Val::WideImm(low, up) => {
                self.emit(Op::Const { dst, value: low });
                self.emit(Op::Const { dst: high, value: up });
            }
            Val::Reg(from) => {
                self.emit(Op::Mov { dst, a: from });
                if scalar.words() == 2 {
                    self.emit(Op::Mov { dst: high, a: Reg(from.0 + 1) });
                }
            }
            Val::Addr(addr) => self.emit_address(dst, addr),
            Val::Func(func) => self.emit(Op::FuncAddr { dst, func }),
            Val::Cmp(cmp) => self.emit_compare(dst, cmp),
            Val::Sext { reg, from, to } => self.emit(Op::Sext { from, to, dst, a: reg }),
            Val::Field { reg, w, shift, mask } => self.emit(field_op(dst, reg, w, shift, mask)),
            Val::Unset | Val::Local(_) | Val::Parts { .. } => {
                self.emit(Op::Const { dst, value: 0 });
            }
        }
    }

    // Lifetimes.

    pub fn retain(&mut self, val: Val) {
        if let Val::Parts { start, len } = val {
            for i in start..start + len {
                self.retain(self.s.parts[i as usize]);
            }
        } else {
            val.for_each_reg(|reg| self.s.temps.retain(reg));
        }
    }

    pub fn release(&mut self, val: Val) {
        if let Val::Parts { start, len } = val {
            for i in start..start + len {
                self.release(self.s.parts[i as usize]);
            }
        } else {
            val.for_each_reg(|reg| self.s.temps.release(reg));
        }
    }

    pub(super) fn flush(&mut self) {
        while let Some(val) = self.s.dying.pop() {
            self.release(val);
        }
    }

    /// The instruction needs a single op: its result may take a dying operand's register.
    pub fn single_op(&mut self) {
        self.release_early = true;
    }

    /// A register (or two) for a result; the caller owns one reference.
    pub fn result(&mut self, words: u16) -> Reg {
        if self.release_early && words == 1 {
            self.flush();
            self.release_early = false;
        }
        self.s.temps.alloc(words)
    }

    /// A temporary that ends with the instruction.
    pub fn scratch(&mut self, words: u16) -> Reg {
        let reg = self.s.temps.alloc(words);
        self.s.dying.push(Val::Reg(reg));
        reg
    }

    /// Frees a value that the caller owns when the instruction is done.
    pub fn free_later(&mut self, val: Val) {
        self.s.dying.push(val);
    }

    pub fn result_run(&mut self, words: u16) -> Reg {
        self.s.temps.alloc_run(1, words)
    }

    // Parts.

    /// Stores the parts of a split value in the pool; takes over their references.
    pub fn parts_val(&mut self, parts: &[Val]) -> Val {
        let start = self.s.parts.len() as u32;
        self.s.parts.extend_from_slice(parts);
        Val::Parts { start, len: parts.len() as u32 }
    }

    /// The parts of a value that was taken; a scalar is one part.
    pub fn parts_of(&self, val: Val) -> Vec<Val> {
        match val {
            Val::Parts { start, len } => {
                self.s.parts[start as usize..(start + len) as usize].to_vec()
            }
            val => vec![val],
        }
    }

    /// The scalars of a type, a scalar being its own only one.
    pub fn scalars(&mut self, ty: TypeId) -> Lowered<Vec<Scalar>> {
        let Some(range) = self.cx.layouts.parts(ty) else { return self.unsupported_type(ty) };
        Ok(range.iter().map(|i| self.cx.layouts.part(i).scalar).collect())
    }

    pub fn zero(&mut self, ty: TypeId) -> Lowered<Val> {
        match self.cx.layouts.shape(ty) {
            Shape::Split => {
                let Some(range) = self.cx.layouts.parts(ty) else {
                    return self.unsupported_type(ty);
                };
                Ok(self.parts_val(&vec![Val::Imm(0); range.len as usize]))
            }
            Shape::Unsupported => self.unsupported_type(ty),
            _ => Ok(Val::Imm(0)),
        }
    }

    /// An address with registers that stay valid as long as the caller's references do.
    pub fn retain_addr(&mut self, addr: Addr) {
        if let Base::Reg(base) = addr.base {
            self.s.temps.retain(base);
        }
        if let Some(index) = addr.index {
            self.s.temps.retain(index.reg);
        }
    }
}

/// `a >> shift & mask` at `w` bits.
fn field_op(dst: Def, a: Reg, w: u8, shift: u8, mask: u64) -> Op {
    if mask == value::mask(w) >> shift {
        return Op::LshrI { w, dst, a, b: shift.into() };
    }
    match shift {
        0 => Op::Trunc { from: w, to: mask.trailing_ones() as u8, dst, a },
        _ => Op::LshrAndI { w, shift, dst, a, mask },
    }
}
