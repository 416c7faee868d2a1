//! Intrinsics that fold, mask or rearrange vectors.

use super::super::function::{FnLower, Lowered, gap};
use super::super::types::Scalar;
use super::super::value::{Addr, Val};
use super::{Intrinsic, Reduction, float_fmt};
use crate::ast::{Inst, Operand};
use patchlight_ir::{Def, Op};

impl FnLower<'_, '_, '_> {
    pub(super) fn reduce(
        &mut self,
        inst: &Inst,
        reduction: Reduction,
        args: &[Operand],
    ) -> Lowered<()> {
        let scalar = self.scalar_of(inst.ty)?;
        let (start, vector) = match (reduction, args) {
            (Reduction::Ordered(_), &[start, vector, ..]) => (Some(start), vector),
            (_, &[vector, ..]) => (None, vector),
            _ => return gap("vector reduction"),
        };
        let vector = self.take(vector)?;
        let mut lanes = self.parts_of(vector).into_iter();
        let mut total = match start {
            Some(start) => self.take_scalar(start)?,
            None => lanes.next().unwrap_or(Val::Imm(0)),
        };
        self.retain(total);
        for lane in lanes {
            let next = self.reduce_step(reduction, scalar, total, lane)?;
            self.release(total);
            total = next;
        }
        self.define(inst, total);
        Ok(())
    }

    fn reduce_step(
        &mut self,
        reduction: Reduction,
        scalar: Scalar,
        total: Val,
        lane: Val,
    ) -> Lowered<Val> {
        match reduction {
            Reduction::Binary(op) | Reduction::Ordered(op) => self.binary(op, scalar, total, lane),
            Reduction::Bit2(op) => {
                let a = self.in_reg(total, scalar)?;
                let b = self.in_reg(lane, scalar)?;
                let dst = self.result(scalar.words());
                self.emit(Op::BitBin { op, w: scalar.bits(), dst: Def(dst), a, b });
                Ok(Val::Reg(dst))
            }
            Reduction::Float2(op) => {
                let a = self.in_reg(total, scalar)?;
                let b = self.in_reg(lane, scalar)?;
                Ok(self.float2(op, float_fmt(scalar)?, a, b))
            }
        }
    }

    /// Lanes that the mask switches off go to a slot of their own, so that no branch is needed.
    pub(super) fn masked_access(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        intrinsic: Intrinsic,
    ) -> Lowered<()> {
        let Some(slot) = self.dummy_slot else { return gap("masked access") };
        let loads = matches!(intrinsic, Intrinsic::MaskedLoad | Intrinsic::Gather);
        // load: ptr, align, mask, otherwise; store: value, ptr, align, mask. From LLVM 22 on the
        // alignment is an attribute.
        let (value, ptr, rest) = match (loads, args) {
            (true, [ptr, rest @ ..]) => (None, *ptr, rest),
            (false, [value, ptr, rest @ ..]) => (Some(*value), *ptr, rest),
            _ => return gap("masked access"),
        };
        let mut rest: Vec<Operand> = rest.to_vec();
        if rest.first().is_some_and(|&first| {
            let ty = self.type_of(first);
            self.one_scalar(ty)
        }) {
            rest.remove(0);
        }
        let ty = value.map_or(inst.ty, |value| self.type_of(value));
        let Some(range) = self.cx.layouts.parts(ty) else { return self.unsupported_type(ty) };
        let Some(&mask) = rest.first() else { return gap("masked access") };
        if self.cx.layouts.is_packed_vector(ty) {
            return gap("masked access to a vector of bits");
        }
        let n_lanes = range.len as usize;
        let mask = self.lanes_of(mask, Scalar::Int(1), n_lanes)?;
        let ptr_type = self.type_of(ptr);
        let n_pointers = if self.one_scalar(ptr_type) { 1 } else { n_lanes };
        let pointers = self.lanes_of(ptr, Scalar::Ptr, n_pointers)?;
        let values = match (value, rest.get(1)) {
            (Some(value), _) => self.take(value)?,
            (None, Some(&otherwise)) if self.type_of(otherwise) == ty => self.take(otherwise)?,
            (None, Some(_)) => return gap("masked access with lanes of another type"),
            (None, None) => self.zero(ty)?,
        };
        let values = self.parts_of(values);
        let mut loaded = Vec::new();
        for (lane, i) in range.iter().enumerate() {
            let part = self.cx.layouts.part(i);
            let cond = self.in_reg(mask[lane], Scalar::Int(1))?;
            let address = match pointers.len() {
                1 => {
                    let addr = self.addr_of(pointers[0])?.plus(part.offset);
                    self.in_reg(Val::Addr(addr), Scalar::Ptr)?
                }
                _ => self.in_reg(pointers[lane], Scalar::Ptr)?,
            };
            let chosen = self.scratch(1);
            self.emit(Op::Select { dst: Def(chosen), cond, a: address, b: slot });
            if loads {
                let val = self.load_scalar(part.scalar, Addr::reg(chosen));
                loaded.push(self.select(part.scalar, cond, val, values[lane])?);
                self.release(val);
            } else {
                self.store_scalar(part.scalar, values[lane], Addr::reg(chosen))?;
            }
        }
        if loads {
            let val = self.parts_val(&loaded);
            self.define(inst, val);
        }
        Ok(())
    }

    /// The lanes of an operand that must have `n` of this scalar.
    fn lanes_of(&mut self, operand: Operand, scalar: Scalar, n: usize) -> Lowered<Vec<Val>> {
        if self.scalars(self.type_of(operand))? != vec![scalar; n] {
            return gap("masked access with lanes of another type");
        }
        let val = self.take(operand)?;
        Ok(self.parts_of(val))
    }

    pub(super) fn rearrange(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        intrinsic: Intrinsic,
    ) -> Lowered<()> {
        let Some(range) = self.cx.layouts.parts(inst.ty) else {
            return self.unsupported_type(inst.ty);
        };
        let val = self.take(args[0])?;
        let mut parts = self.parts_of(val);
        let at = |f: &Self, operand: Option<&Operand>| {
            operand.and_then(|&operand| f.const_bits(operand)).unwrap_or(0) as usize
        };
        match intrinsic {
            Intrinsic::VectorReverse => parts.reverse(),
            Intrinsic::VectorExtract => {
                let start = at(self, args.get(1));
                parts = parts.into_iter().skip(start).take(range.len as usize).collect();
            }
            _ => {
                let start = at(self, args.get(2));
                let inserted = self.take(args[1])?;
                for (part, new) in parts.iter_mut().skip(start).zip(self.parts_of(inserted)) {
                    *part = new;
                }
            }
        }
        if parts.len() != range.len as usize {
            return gap("vector rearrangement");
        }
        let val = self.parts_val(&parts);
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }
}
