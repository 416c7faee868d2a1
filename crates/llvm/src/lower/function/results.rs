//! Results: where a value is kept from its definition on.
//!
//! An op that computed a temporary is made to write the value's own register if it can be, and
//! values that still need a register's old content are moved away before it changes.

use super::super::analyse::NONE;
use super::super::types::{Scalar, Shape};
use super::super::value::Val;
use super::{FnLower, Lowered, reg};
use crate::ast::{Inst, Operand, TypeId, ValueId};
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{Body, Def, Op, Reg};

struct SetDef(Reg);

impl IdMap for SetDef {
    fn def(&mut self, _: Def) -> Def {
        Def(self.0)
    }
}

impl FnLower<'_, '_, '_> {
    pub fn n_uses(&self, value: ValueId) -> u32 {
        self.s.analysis.uses[value.index()]
    }

    pub fn fixed_reg(&self, value: ValueId) -> Option<Reg> {
        let home = self.s.fixed[value.index()];
        (home != NONE).then(|| reg(home))
    }

    pub fn peek(&self, value: ValueId) -> Val {
        self.s.vals[value.index()]
    }

    /// The promoted local that a pointer is the address of: its registers and its scalar.
    pub fn promoted(&self, ptr: Operand) -> Option<(Reg, Scalar)> {
        let Operand::Local(value) = ptr else { return None };
        let Val::Local(index) = self.s.vals[value.index()] else { return None };
        let scalar = self.s.analysis.candidates[index as usize].scalar;
        Some((reg(self.s.fixed[value.index()]), scalar))
    }

    /// Records the result of an instruction; takes over the references that `val` holds.
    pub fn define(&mut self, inst: &Inst, val: Val) {
        let Some(value) = inst.result else {
            self.release(val);
            return;
        };
        let i = value.index();
        if self.s.analysis.uses[i] == 0 {
            self.release(val);
            return;
        }
        if self.s.fixed[i] != NONE {
            self.define_fixed(value, inst.ty, val);
            return;
        }
        self.s.vals[i] = val;
        self.s.value_loc[i] = self.loc;
        self.s.def_at[i] = (self.out.ops.len() as u32).wrapping_sub(1);
        if self.refers_to_mutable(val) {
            self.s.pending.push(value);
        }
    }

    fn define_fixed(&mut self, value: ValueId, ty: TypeId, val: Val) {
        let home = self.s.fixed[value.index()];
        if let Val::Parts { start, len } = val {
            let Some(range) = self.cx.layouts.parts(ty) else { return };
            let mut at = home;
            for (i, part) in (start..start + len).zip(range.iter()) {
                let scalar = self.cx.layouts.part(part).scalar;
                self.place(reg(at), scalar, self.s.parts[i as usize], None);
                at += u32::from(scalar.words());
            }
            self.release(val);
            return;
        }
        let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) else { return };
        let last = self.out.ops.len().checked_sub(1);
        self.flush();
        self.place(reg(home), scalar, val, last);
        self.release(val);
    }

    fn refers_to_mutable(&self, val: Val) -> bool {
        if let Val::Parts { start, len } = val {
            return (start..start + len).any(|i| self.refers_to_mutable(self.s.parts[i as usize]));
        }
        let mut found = false;
        val.for_each_reg(|reg| {
            found |= self.s.mutable.get(reg.index()).copied().unwrap_or(false);
        });
        found
    }

    fn is_mutable(&self, reg: Reg) -> bool {
        self.s.mutable.get(reg.index()).copied().unwrap_or(false)
    }

    /// Puts an operand into the registers of a local, a phi node or the like.
    pub fn assign(&mut self, dst: Reg, scalar: Scalar, operand: Operand) -> Lowered<()> {
        let Operand::Local(value) = operand else {
            let val = self.take(operand)?;
            self.place(dst, scalar, val, None);
            return Ok(());
        };
        let i = value.index();
        let is_own = self.s.fixed[i] == NONE;
        let last = is_own && self.s.analysis.uses[i] == 1;
        if last {
            // Nobody else needs it: what is written need not be saved for it.
            self.s.pending.retain(|&pending| pending != value);
        } else {
            self.force(value)?;
        }
        let val = match self.s.vals[i] {
            Val::Unset => Val::Imm(0),
            val => val,
        };
        let def_at = (is_own && self.s.def_at[i] != NONE).then(|| self.s.def_at[i] as usize);
        let placed = self.place(dst, scalar, val, def_at);
        self.consume(value, val);
        if placed == Placed::Retargeted && !last {
            // From now on the value is read where it was put.
            self.release(val);
            self.s.vals[i] = Val::Reg(dst);
            self.s.pending.push(value);
        }
        Ok(())
    }

    /// Emits what puts `val` into `dst`: the op at `def_at` writes there instead if that is
    /// possible.
    fn place(&mut self, dst: Reg, scalar: Scalar, val: Val, def_at: Option<usize>) -> Placed {
        if val == Val::Reg(dst) {
            return Placed::Copied;
        }
        if let (Val::Reg(from), Some(def_at)) = (val, def_at)
            && self.retarget(def_at, from, dst, scalar.words())
        {
            return Placed::Retargeted;
        }
        self.save_dependents(dst, scalar.words());
        self.emit_val(dst, val, scalar);
        Placed::Copied
    }

    /// Makes the op at `def_at`, which writes the temporary `from`, write `dst`.
    fn retarget(&mut self, def_at: usize, from: Reg, dst: Reg, words: u16) -> bool {
        const FAR: usize = 12;
        let len = self.out.ops.len();
        if def_at < self.block_start
            || def_at >= len
            || len - def_at > FAR
            || !self.s.temps.is_temp(from)
            || !self.s.temps.is_sole(from)
            || self.out.ops[def_at].words().0 != words
            || !defines(&self.out.ops[def_at], from)
        {
            return false;
        }
        let touched = self.out.ops[def_at + 1..]
            .iter()
            .any(|op| touches(&self.out, op, dst, words) || touches(&self.out, op, from, words));
        if touched {
            return false;
        }
        if self.is_mutable(dst) && self.has_dependents(dst, words) {
            if def_at + 1 != len {
                return false;
            }
            // What still needs the old value is saved before the op, in registers that the op does
            // not read: some of its own may count as free already.
            let (Some(op), Some(loc)) = (self.out.ops.pop(), self.out.op_locs.pop()) else {
                return false;
            };
            self.s.temps.set_only_fresh(true);
            self.save_dependents(dst, words);
            self.s.temps.set_only_fresh(false);
            self.emit_at(op, loc);
        }
        let at = if def_at + 1 == len { self.out.ops.len() - 1 } else { def_at };
        self.out.ops[at].remap(&mut SetDef(dst));
        true
    }

    fn has_dependents(&self, dst: Reg, words: u16) -> bool {
        self.s.pending.iter().any(|value| {
            self.s.analysis.uses[value.index()] > 0
                && self.depends(self.s.vals[value.index()], dst, words)
        })
    }

    fn depends(&self, val: Val, dst: Reg, words: u16) -> bool {
        if let Val::Parts { start, len } = val {
            return (start..start + len)
                .any(|i| self.depends(self.s.parts[i as usize], dst, words));
        }
        let mut found = false;
        val.for_each_reg(|reg| found |= (dst.0..dst.0 + words).contains(&reg.0));
        found
    }

    /// Registers from `dst` on are about to change: values that refer to them and are still
    /// needed get registers of their own.
    pub fn save_dependents(&mut self, dst: Reg, words: u16) {
        if !self.is_mutable(dst) {
            return;
        }
        let mut pending = std::mem::take(&mut self.s.pending);
        pending.retain(|&value| {
            let i = value.index();
            if self.s.analysis.uses[i] == 0 {
                return false;
            }
            if !self.depends(self.s.vals[i], dst, words) {
                return true;
            }
            self.detach(value);
            false
        });
        self.s.pending = pending;
    }

    /// All values that refer to registers which may change get their own: a call may come back
    /// twice.
    pub fn save_all_dependents(&mut self) {
        for value in std::mem::take(&mut self.s.pending) {
            if self.s.analysis.uses[value.index()] > 0 {
                self.detach(value);
            }
        }
    }

    fn detach(&mut self, value: ValueId) {
        let i = value.index();
        let val = self.s.vals[i];
        let ty = self.body.values[i].ty;
        match val {
            Val::Parts { start, len } => {
                let Some(range) = self.cx.layouts.parts(ty) else { return };
                let copies = self.s.parts.len() as u32;
                for (at, part) in (start..start + len).zip(range.iter()) {
                    let scalar = self.cx.layouts.part(part).scalar;
                    let old = self.s.parts[at as usize];
                    let new = self.copy_of(old, scalar);
                    self.release(old);
                    self.s.parts.push(new);
                }
                self.s.vals[i] = Val::Parts { start: copies, len };
            }
            _ => {
                let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) else { return };
                let loc = std::mem::replace(&mut self.loc, self.s.value_loc[i]);
                let new = self.copy_of(val, scalar);
                self.loc = loc;
                self.release(val);
                self.s.vals[i] = new;
                self.s.def_at[i] = self.out.ops.len() as u32 - 1;
            }
        }
    }

    fn copy_of(&mut self, val: Val, scalar: Scalar) -> Val {
        if matches!(val, Val::Imm(_) | Val::WideImm(..) | Val::Func(_)) {
            return val;
        }
        let dst = self.s.temps.alloc(scalar.words());
        self.emit_val(dst, val, scalar);
        Val::Reg(dst)
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Placed {
    Copied,
    Retargeted,
}

fn defines(op: &Op, reg: Reg) -> bool {
    let mut found = false;
    op.for_each_field(|field| found |= field == Field::Def(reg));
    found
}

/// Does the op read or write one of `words` registers from `first` on?
fn touches(body: &Body, op: &Op, first: Reg, words: u16) -> bool {
    let range = first.0..first.0 + words;
    let mut found = false;
    op.for_each_write(|reg| found |= range.contains(&reg.0));
    body.for_each_read(op, |reg| found |= range.contains(&reg.0));
    found
}
