//! Which registers a function's values have from the start, and what its prologue puts there.
//!
//! Parameters come first, then promoted locals, then values that other blocks use, then constants
//! for loops. Temporaries follow: they are given block by block.

use super::super::analyse::NONE;
use super::super::types::Shape;
use super::super::value::Val;
use super::{FnLower, Gap, Lowered, gap, reg};
use crate::ast::{InstKind, TypeId, ValueId};
use patchlight_ir::{Def, Local, LocalPlace, Op, Reg};

impl FnLower<'_, '_, '_> {
    /// Parameters first, then promoted locals, then values that live across blocks.
    pub(super) fn assign_registers(&mut self) -> Lowered<()> {
        let n_values = self.body.values.len();
        let s = &mut *self.s;
        s.vals.clear();
        s.vals.resize(n_values, Val::Unset);
        s.fixed.clear();
        s.fixed.resize(n_values, NONE);
        s.def_at.clear();
        s.def_at.resize(n_values, NONE);
        s.value_loc.clear();
        s.value_loc.resize(n_values, 0);
        s.parts.clear();
        s.local_of.clear();
        s.local_of.resize(n_values, NONE);
        s.mutable.clear();
        let mut next = 0;
        for index in 0..self.function.params.len() {
            let param = &self.function.params[index];
            if self.ast.param_attrs(param.attrs).byval.is_some() {
                // The parameter's value is the copy that the prologue makes.
                next += 1;
                continue;
            }
            next = self.fix(ValueId(index as u32), param.ty, next)?;
        }
        self.n_params = u16::try_from(next).map_err(|_| Gap("too many parameters".into()))?;
        self.n_ret = match self.cx.layouts.words(self.function.ret) {
            Some(words) if words <= u8::MAX.into() => words as u8,
            _ => return gap("return value of this type"),
        };
        for index in 0..self.function.params.len() {
            let param = &self.function.params[index];
            if self.ast.param_attrs(param.attrs).byval.is_some() {
                next = self.fix(ValueId(index as u32), param.ty, next)?;
            }
        }
        next = self.assign_locals(next);
        next = self.assign_crossing(next);
        next = self.assign_shadows(next);
        if self.has_masked_access() {
            self.dummy_slot = Some(reg(next));
            next += 1;
        }
        for i in 0..self.s.analysis.loop_consts.len() {
            self.loop_consts.push((self.s.analysis.loop_consts[i], reg(next)));
            next += 1;
        }
        if next > u16::MAX.into() {
            return gap("function with more than 65,535 registers");
        }
        self.s.mutable.resize(next as usize, false);
        self.s.temps.start_function(next);
        self.mark_shared_phis();
        Ok(())
    }

    fn assign_locals(&mut self, mut next: u32) -> u32 {
        for index in 0..self.s.analysis.candidates.len() {
            let candidate = self.s.analysis.candidates[index].clone();
            if !candidate.promoted {
                continue;
            }
            let own = candidate.param.filter(|param| {
                let i = param.index();
                self.s.analysis.uses[i] == 1
                    && self.ast.param_attrs(self.function.params[i].attrs).byval.is_none()
            });
            let home = match own {
                Some(param) => self.s.fixed[param.index()],
                None => {
                    next += u32::from(candidate.scalar.words());
                    next - u32::from(candidate.scalar.words())
                }
            };
            self.s.fixed[candidate.value.index()] = home;
            self.s.vals[candidate.value.index()] = Val::Local(index as u32);
            let last = (home + u32::from(candidate.scalar.words())) as usize;
            if self.s.mutable.len() < last {
                self.s.mutable.resize(last, false);
            }
            self.s.mutable[home as usize..last].fill(true);
            self.out.locals.push(Local {
                name: String::new(),
                place: LocalPlace::Register {
                    reg: reg(home),
                    width: candidate.scalar.bits().into(),
                },
            });
            self.s.local_of[candidate.value.index()] = self.out.locals.len() as u32 - 1;
        }
        next
    }

    /// Values of types that registers cannot hold get none: what defines them is a gap.
    fn assign_crossing(&mut self, mut next: u32) -> u32 {
        let body = self.body;
        for inst in &body.insts {
            let Some(value) = inst.result else { continue };
            let i = value.index();
            let is_phi = matches!(inst.kind, InstKind::Phi { .. });
            let local = self.s.analysis.phi_local[i];
            if local != NONE {
                let home = self.s.analysis.candidates[local as usize].value;
                self.s.fixed[i] = self.s.fixed[home.index()];
                self.s.vals[i] = Val::Reg(reg(self.s.fixed[i]));
                continue;
            }
            if !(self.s.analysis.crosses[i] || is_phi)
                || self.s.fixed[i] != NONE
                || self.s.analysis.uses[i] == 0
                || self.s.analysis.shares_phi[i] != NONE
            {
                continue;
            }
            next = self.fix(value, inst.ty, next).unwrap_or(next);
        }
        for i in 0..body.values.len() {
            let phi = self.s.analysis.shares_phi[i];
            if phi != NONE && self.s.fixed[phi as usize] != NONE {
                self.s.fixed[i] = self.s.fixed[phi as usize];
                self.s.vals[i] = self.s.vals[phi as usize];
            } else if phi != NONE && self.s.analysis.crosses[i] {
                next = self.fix(ValueId(i as u32), body.values[i].ty, next).unwrap_or(next);
            }
        }
        next
    }

    fn mark_shared_phis(&mut self) {
        for i in 0..self.body.values.len() {
            if self.s.analysis.shares_phi[i] != NONE && self.s.fixed[i] != NONE {
                let words = match self.cx.layouts.shape(self.body.values[i].ty) {
                    Shape::Scalar(scalar) => scalar.words(),
                    _ => 0,
                };
                for word in 0..usize::from(words) {
                    self.s.mutable[self.s.fixed[i] as usize + word] = true;
                }
            }
        }
    }

    /// Gives a value registers of its own, from `next` on.
    fn fix(&mut self, value: ValueId, ty: TypeId, next: u32) -> Lowered<u32> {
        let i = value.index();
        match self.cx.layouts.shape(ty) {
            Shape::Scalar(scalar) => {
                self.s.fixed[i] = next;
                self.s.vals[i] = Val::Reg(reg(next));
                Ok(next + u32::from(scalar.words()))
            }
            Shape::Empty => Ok(next),
            _ => {
                let Some(range) = self.cx.layouts.parts(ty) else {
                    return self.unsupported_type(ty);
                };
                self.s.fixed[i] = next;
                let start = self.s.parts.len() as u32;
                let mut at = next;
                for part in range.iter() {
                    self.s.parts.push(Val::Reg(reg(at)));
                    at += u32::from(self.cx.layouts.part(part).scalar.words());
                }
                self.s.vals[i] = Val::Parts { start, len: range.len };
                Ok(at)
            }
        }
    }

    pub(super) fn prologue(&mut self) -> Lowered<()> {
        self.out.blocks.push(0);
        let mut word = 0;
        for index in 0..self.function.params.len() {
            let param = &self.function.params[index];
            let attrs = self.ast.param_attrs(param.attrs);
            let Some(ty) = attrs.byval else {
                word += self.cx.layouts.words(param.ty).unwrap_or(0);
                continue;
            };
            let layout = self.cx.layouts.get(ty);
            let align = attrs.align.max(layout.align);
            let copy = reg(self.s.fixed[index]);
            self.add_memory_local(ValueId(index as u32), layout.size, align, copy);
            let len = self.s.temps.alloc(1);
            self.emit(Op::Const { dst: Def(len), value: layout.size });
            self.emit(Op::MemCpy { to: copy, from: reg(word), len });
            self.s.temps.release(len);
            word += 1;
        }
        for index in 0..self.s.analysis.candidates.len() {
            let candidate = &self.s.analysis.candidates[index];
            if candidate.promoted && candidate.needs_init {
                let home = self.s.fixed[candidate.value.index()];
                for word in 0..u32::from(candidate.scalar.words()) {
                    self.emit(Op::Const { dst: Def(reg(home + word)), value: 0 });
                }
            }
        }
        for index in 0..self.loop_consts.len() {
            let (value, dst) = self.loop_consts[index];
            self.emit(Op::Const { dst: Def(dst), value });
        }
        if let Some(slot) = self.dummy_slot {
            const SIZE: u64 = 16;
            let local = patchlight_ir::LocalId::from_index(self.out.locals.len());
            let place = LocalPlace::Memory { size: SIZE, align: SIZE as u32 };
            self.out.locals.push(Local { name: String::new(), place });
            self.emit(Op::Alloca { dst: Def(slot), local });
            let zero = self.s.temps.alloc(1);
            self.emit(Op::Const { dst: Def(zero), value: 0 });
            self.emit(Op::Store64 { a: zero, base: slot, offset: 0 });
            self.emit(Op::Store64 { a: zero, base: slot, offset: 8 });
            self.s.temps.release(zero);
        }
        Ok(())
    }

    /// A stack object: its alloca op and its entry among the locals.
    pub fn add_memory_local(&mut self, value: ValueId, size: u64, align: u32, dst: Reg) {
        let local = patchlight_ir::LocalId::from_index(self.out.locals.len());
        self.out
            .locals
            .push(Local { name: String::new(), place: LocalPlace::Memory { size, align } });
        self.s.local_of[value.index()] = local.0;
        self.emit(Op::Alloca { dst: Def(dst), local });
    }
}
