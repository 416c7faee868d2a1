//! One instruction after the other: scalars here, the rest handed on.

use super::arith::{canonical, float_pred, int_pred};
use super::function::{Flow, FnLower, Lowered, gap};
use super::intrinsics::Intrinsic;
use super::types::{Scalar, Shape};
use super::value::{Cmp, Src, Val, mask};
use crate::ast::{BinaryOp, CallId, Callee, CastOp, Inst, InstKind, IntPredicate, Operand};
use patchlight_ir::kinds::{FloatUnOp, IntPred};
use patchlight_ir::{Def, Op};

impl FnLower<'_, '_, '_> {
    pub fn lower_inst(&mut self, inst: &Inst) -> Lowered<Flow> {
        if let Some(value) = inst.result
            && self.n_uses(value) == 0
            && is_pure(&inst.kind)
        {
            return self.drop_operands(inst);
        }
        match inst.kind {
            InstKind::Binary { op, lhs, rhs, .. } => self.lower_binary(inst, op, lhs, rhs)?,
            InstKind::FNeg { value, .. } => self.lower_neg(inst, value)?,
            InstKind::ICmp { pred, lhs, rhs, .. } => self.lower_icmp(inst, pred, lhs, rhs)?,
            InstKind::FCmp { pred, lhs, rhs, .. } => {
                let pred = float_pred(pred);
                self.each_lane(inst, &[lhs, rhs], |f, scalar, vals| match scalar {
                    Scalar::Float(fmt) => f.float_compare(pred, fmt, vals[0], vals[1]),
                    _ => gap("fcmp of integers"),
                })?;
            }
            InstKind::Cast { op, value, .. } => self.lower_cast(inst, op, value)?,
            InstKind::Select { cond, if_true, if_false } => {
                self.lower_select(inst, cond, if_true, if_false)?;
            }
            InstKind::Freeze { value } => {
                let val = self.take(value)?;
                self.retain(val);
                self.define(inst, val);
            }
            InstKind::Phi { .. } => {}
            InstKind::Alloca { ty, count, align } => self.lower_alloca(inst, ty, count, align)?,
            InstKind::Load { ptr, .. } => self.lower_load(inst, ptr)?,
            InstKind::Store { value, ptr, .. } => self.lower_store(value, ptr)?,
            InstKind::GetElementPtr { source, operands, .. } => {
                self.lower_gep(inst, source, operands)?;
            }
            InstKind::CmpXchg { operands } => self.lower_cmpxchg(inst, operands)?,
            InstKind::AtomicRmw { op, ptr, value, .. } => {
                self.lower_atomic_rmw(inst, op, ptr, value)?;
            }
            InstKind::Fence { .. } => {}
            InstKind::VaArg { list } => self.lower_va_arg(inst, list)?,
            InstKind::ExtractElement { vector, index } => {
                self.lower_extract_element(inst, vector, index)?;
            }
            InstKind::InsertElement { vector, element, index } => {
                self.lower_insert_element(inst, vector, element, index)?;
            }
            InstKind::ShuffleVector { lhs, rhs, mask } => {
                self.lower_shuffle(inst, lhs, rhs, mask)?;
            }
            InstKind::ExtractValue { aggregate, indices } => {
                self.lower_extract_value(inst, aggregate, self.body.indices(indices))?;
            }
            InstKind::InsertValue { aggregate, element, indices } => {
                self.lower_insert_value(inst, aggregate, element, self.body.indices(indices))?;
            }
            InstKind::Call { call } => return self.lower_call(inst, call),
            InstKind::LandingPad { .. } => return gap("landingpad"),
            InstKind::Funclet { .. } => return gap("Windows exception handling"),
            _ => return self.lower_terminator(inst),
        }
        Ok(Flow::Next)
    }

    /// The uses of an instruction that is left out end here.
    fn drop_operands(&mut self, inst: &Inst) -> Lowered<Flow> {
        match inst.kind {
            InstKind::Binary { lhs, rhs, .. }
            | InstKind::ICmp { lhs, rhs, .. }
            | InstKind::FCmp { lhs, rhs, .. } => {
                self.drop_use(lhs);
                self.drop_use(rhs);
            }
            InstKind::FNeg { value, .. }
            | InstKind::Cast { value, .. }
            | InstKind::Freeze { value } => self.drop_use(value),
            InstKind::GetElementPtr { operands, .. } => {
                let body = self.body;
                body.operands(operands).iter().for_each(|&operand| self.drop_use(operand));
            }
            _ => {}
        }
        Ok(Flow::Next)
    }

    pub fn drop_use(&mut self, operand: Operand) {
        if let Operand::Local(value) = operand
            && !matches!(self.peek(value), Val::Local(_))
        {
            self.consume_one(value);
        }
    }

    fn lower_binary(
        &mut self,
        inst: &Inst,
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<()> {
        if let Some(bits) = self.cx.layouts.limbs_of(inst.ty) {
            return self.lower_limbs_binary(inst, bits, op, lhs, rhs);
        }
        let Shape::Scalar(scalar) = self.cx.layouts.shape(inst.ty) else {
            return self.each_lane(inst, &[lhs, rhs], |f, scalar, vals| {
                f.binary(op, scalar, vals[0], vals[1])
            });
        };
        if op == BinaryOp::Xor
            && scalar == Scalar::Int(1)
            && let Some(cmp) = self.peek_cmp(lhs)
            && self.is_const(rhs, 1)
        {
            self.take(lhs)?;
            return self.define_negated(inst, cmp);
        }
        if let Some(val) = self.field_of(op, scalar, lhs, rhs)? {
            self.define(inst, val);
            return Ok(());
        }
        let a = self.take_scalar(lhs)?;
        let b = self.take_scalar(rhs)?;
        self.single_op();
        let val = self.binary(op, scalar, a, b)?;
        self.define(inst, val);
        Ok(())
    }

    /// A shift to the right by a constant, and a mask of that, wait for their use.
    fn field_of(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<Option<Val>> {
        let (Scalar::Int(w), Operand::Local(value)) = (scalar, lhs) else { return Ok(None) };
        let Some(b) = self.const_bits(rhs).filter(|_| w <= 64) else { return Ok(None) };
        let val = match (op, self.peek(value)) {
            (BinaryOp::And, Val::Field { reg, w, shift, mask }) if shift > 0 => {
                self.take(lhs)?;
                Val::Field { reg, w, shift, mask: mask & b }
            }
            (BinaryOp::LShr, Val::Imm(_)) => return Ok(None),
            (BinaryOp::LShr, _) if b > 0 && b < w.into() => {
                let val = self.take_scalar(lhs)?;
                let (reg, shift) = (self.in_reg(val, scalar)?, b as u8);
                Val::Field { reg, w, shift, mask: mask(w) >> shift }
            }
            _ => return Ok(None),
        };
        self.retain(val);
        Ok(Some(val))
    }

    /// A scalar in a register or known; what was waiting is computed for all of its uses.
    pub fn take_scalar(&mut self, operand: Operand) -> Lowered<Val> {
        if let Operand::Local(value) = operand {
            self.force(value)?;
        }
        self.take(operand)
    }

    fn peek_cmp(&self, operand: Operand) -> Option<Cmp> {
        match operand {
            Operand::Local(value) => match self.peek(value) {
                Val::Cmp(cmp) => Some(cmp),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn is_const(&self, operand: Operand, bits: u64) -> bool {
        use crate::ast::ConstKind;
        match operand {
            Operand::Const(id) => match self.ast.consts.get(id).kind {
                ConstKind::Bits(value) => value == bits,
                ConstKind::Null | ConstKind::Zero => bits == 0,
                _ => false,
            },
            _ => false,
        }
    }

    fn define_negated(&mut self, inst: &Inst, cmp: Cmp) -> Lowered<()> {
        let val = match canonical(cmp.pred.negated(), cmp.w, cmp.a, cmp.b) {
            Ok(cmp) => Val::Cmp(cmp),
            Err(always) => Val::Imm(always.into()),
        };
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }

    fn lower_neg(&mut self, inst: &Inst, value: Operand) -> Lowered<()> {
        self.each_lane(inst, &[value], |f, scalar, vals| {
            let Scalar::Float(fmt) = scalar else { return gap("fneg of an integer") };
            let a = f.in_reg(vals[0], scalar)?;
            Ok(f.float1(FloatUnOp::Neg, fmt, a))
        })
    }

    fn lower_icmp(
        &mut self,
        inst: &Inst,
        pred: IntPredicate,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<()> {
        let ty = self.type_of(lhs);
        if let Some(bits) = self.cx.layouts.limbs_of(ty) {
            return self.lower_limbs_compare(inst, bits, pred, lhs, rhs);
        }
        let pred = int_pred(pred);
        let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) else {
            return self.each_lane(inst, &[lhs, rhs], |f, scalar, vals| {
                let val = f.compare(pred, scalar, vals[0], vals[1])?;
                f.settle(val, Scalar::Int(1))
            });
        };
        // `!(a < b)` and `(a < b) != 0` are comparisons of their own.
        if let (IntPred::Eq | IntPred::Ne, Some(cmp)) = (pred, self.peek_cmp(lhs))
            && self.is_const(rhs, 0)
        {
            self.take(lhs)?;
            if pred == IntPred::Eq {
                return self.define_negated(inst, cmp);
            }
            self.retain(Val::Cmp(cmp));
            self.define(inst, Val::Cmp(cmp));
            return Ok(());
        }
        let a = self.take_scalar(lhs)?;
        let b = self.take_scalar(rhs)?;
        if scalar.bits() > 64 {
            self.single_op();
        }
        let val = self.compare(pred, scalar, a, b)?;
        self.define(inst, val);
        Ok(())
    }

    /// Whether a load is there only for `__builtin_constant_p`, which does not evaluate its operand:
    /// what C does not read is not checked.
    pub fn is_not_evaluated(&self, inst: &Inst) -> bool {
        /// Such an operand is computed right before.
        const NEAR: usize = 8;
        let (InstKind::Load { access, .. }, Some(mut value)) = (inst.kind, inst.result) else {
            return false;
        };
        if !self.asks_for_constants || access.volatile {
            return false;
        }
        let block = &self.body.blocks[self.current_block.index()];
        let after = self.s.analysis.def_inst[value.index()] as usize + 1;
        let end = (block.end as usize).min(after + NEAR);
        for user in &self.body.insts[after.min(end)..end] {
            if self.n_uses(value) != 1 {
                return false;
            }
            let operand = Operand::Local(value);
            match (user.kind, user.result) {
                (InstKind::Cast { value: used, .. }, Some(result)) if used == operand => {
                    value = result;
                }
                (InstKind::Binary { lhs, rhs, .. }, Some(result))
                    if lhs == operand || rhs == operand =>
                {
                    value = result;
                }
                (InstKind::Call { call }, _) if self.asks_whether_constant(call, operand) => {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn asks_whether_constant(&self, call: CallId, operand: Operand) -> bool {
        let call = self.body.call(call);
        let Callee::Operand(callee) = call.callee else { return false };
        self.cx.intrinsic_of(callee) == Some(Intrinsic::IsConstant)
            && self.body.args(call.args).first().is_some_and(|arg| arg.value == operand)
    }

    /// A value that waits for its use is computed now; the caller owns the result.
    pub fn settle(&mut self, val: Val, scalar: Scalar) -> Lowered<Val> {
        if matches!(val, Val::Reg(_) | Val::Imm(_) | Val::WideImm(..)) {
            return Ok(val);
        }
        let dst = self.in_reg(val, scalar)?;
        self.retain(Val::Reg(dst));
        self.release(val);
        Ok(Val::Reg(dst))
    }

    fn lower_cast(&mut self, inst: &Inst, op: CastOp, value: Operand) -> Lowered<()> {
        let from_ty = self.type_of(value);
        let limbs = (self.cx.layouts.limbs_of(from_ty), self.cx.layouts.limbs_of(inst.ty));
        if limbs != (None, None) && op != CastOp::BitCast {
            return self.lower_limbs_cast(inst, op, value, limbs.0, limbs.1);
        }
        let shapes = (self.cx.layouts.shape(from_ty), self.cx.layouts.shape(inst.ty));
        let (Shape::Scalar(from), Shape::Scalar(to)) = shapes else {
            return self.lower_vector_cast(inst, op, value);
        };
        let val = match (op, value) {
            // These can make something of a value that is still waiting.
            (CastOp::Trunc | CastOp::ZExt | CastOp::SExt, Operand::Local(v))
                if to.bits() <= 64 && can_wait(op, from, self.peek(v)) =>
            {
                self.take(value)?
            }
            (CastOp::BitCast | CastOp::AddrSpaceCast, _) => self.take(value)?,
            (CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr, _)
                if from.bits() == to.bits() =>
            {
                self.take(value)?
            }
            _ => self.take_scalar(value)?,
        };
        self.single_op();
        let val = self.cast(op, from, to, val)?;
        self.define(inst, val);
        Ok(())
    }

    fn lower_select(
        &mut self,
        inst: &Inst,
        cond: Operand,
        if_true: Operand,
        if_false: Operand,
    ) -> Lowered<()> {
        let shape = self.cx.layouts.shape(inst.ty);
        let cond_ty = self.type_of(cond);
        if let (Shape::Scalar(scalar), Shape::Scalar(_)) = (shape, self.cx.layouts.shape(cond_ty)) {
            let c = self.take_reg(cond)?;
            let a = self.take_scalar(if_true)?;
            let b = self.take_scalar(if_false)?;
            if scalar.words() == 1 {
                self.single_op();
            }
            let val = self.select(scalar, c, a, b)?;
            self.define(inst, val);
            return Ok(());
        }
        let scalars = self.scalars(inst.ty)?;
        let conds = self.take(cond)?;
        let conds = self.parts_of(conds);
        let a = self.take(if_true)?;
        let b = self.take(if_false)?;
        let (a, b) = (self.parts_of(a), self.parts_of(b));
        let mut parts = Vec::with_capacity(scalars.len());
        for (i, &scalar) in scalars.iter().enumerate() {
            let cond = conds[i.min(conds.len() - 1)];
            let cond = self.in_reg(cond, Scalar::Int(1))?;
            parts.push(self.select(scalar, cond, a[i], b[i])?);
        }
        let val = self.parts_val(&parts);
        self.define(inst, val);
        Ok(())
    }

    /// Applies `lane` to the operands, which all have the same shape, part by part. The scalar that
    /// it gets is the operands'.
    pub fn each_lane(
        &mut self,
        inst: &Inst,
        operands: &[Operand],
        mut lane: impl FnMut(&mut Self, Scalar, &[Val]) -> Lowered<Val>,
    ) -> Lowered<()> {
        let ty = self.type_of(operands[0]);
        if let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) {
            let mut vals = [Val::Unset; 4];
            for (val, &operand) in vals.iter_mut().zip(operands) {
                *val = self.take_scalar(operand)?;
            }
            let val = lane(self, scalar, &vals[..operands.len()])?;
            self.define(inst, val);
            return Ok(());
        }
        // The words of an integer are no lanes.
        if self.cx.layouts.limbs_of(ty).is_some() {
            return self.unsupported_type(ty);
        }
        let scalars = self.scalars(ty)?;
        let mut taken = Vec::with_capacity(operands.len());
        for &operand in operands {
            let val = self.take(operand)?;
            taken.push(self.parts_of(val));
        }
        let mut parts = Vec::with_capacity(scalars.len());
        for (i, &scalar) in scalars.iter().enumerate() {
            let vals: Vec<Val> = taken.iter().map(|parts| parts[i]).collect();
            parts.push(lane(self, scalar, &vals)?);
        }
        let val = self.parts_val(&parts);
        self.define(inst, val);
        Ok(())
    }

    pub fn const_reg(&mut self, value: u64) -> Lowered<patchlight_ir::Reg> {
        self.in_reg(Val::Imm(value), Scalar::Int(64))
    }

    pub fn move_word(&mut self, dst: patchlight_ir::Reg, src: Src) {
        self.emit(match src {
            Src::Reg(a) => Op::Mov { dst: Def(dst), a },
            Src::Imm(value) => Op::Const { dst: Def(dst), value },
        });
    }
}

/// Whether a cast can make something of a value that waits for its use.
fn can_wait(op: CastOp, from: Scalar, val: Val) -> bool {
    match val {
        Val::Cmp(_) => op != CastOp::SExt || from.bits() > 1,
        Val::Sext { .. } => op != CastOp::ZExt,
        Val::Field { .. } => op != CastOp::SExt,
        _ => false,
    }
}

/// May the instruction be left out if nobody uses its result?
fn is_pure(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Binary {
            op: BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr,
            ..
        } | InstKind::ICmp { .. }
            | InstKind::FCmp { .. }
            | InstKind::Cast { .. }
            | InstKind::Freeze { .. }
            | InstKind::FNeg { .. }
            | InstKind::GetElementPtr { .. }
    )
}
