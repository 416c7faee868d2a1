//! Arithmetic, comparisons, casts and selects on scalars.

use super::function::{FnLower, Lowered, gap};
use super::types::Scalar;
use super::value::{Cmp, Src, Val, mask, signed};
use crate::ast::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use patchlight_ir::kinds::{BinOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp, IntPred};
use patchlight_ir::{Def, Op, Reg};

impl FnLower<'_, '_, '_> {
    /// `a op b` on scalars; the caller owns the result.
    pub fn binary(&mut self, op: BinaryOp, scalar: Scalar, a: Val, b: Val) -> Lowered<Val> {
        match scalar {
            Scalar::Float(fmt) => self.float_binary(op, fmt, a, b),
            _ if scalar.bits() > 64 => {
                let Some(op) = int_op(op) else { return gap("float operation on integers") };
                self.wide_binary(op, scalar, a, b)
            }
            _ => {
                let Some(op) = int_op(op) else { return gap("float operation on integers") };
                let a = self.source(a, scalar)?;
                let b = self.source(b, scalar)?;
                self.int_binary(op, scalar.bits(), a, b)
            }
        }
    }

    pub fn source(&mut self, val: Val, scalar: Scalar) -> Lowered<Src> {
        match val {
            Val::Imm(imm) => Ok(Src::Imm(imm)),
            val => self.in_reg(val, scalar).map(Src::Reg),
        }
    }

    fn wide_binary(&mut self, op: BinOp, scalar: Scalar, a: Val, b: Val) -> Lowered<Val> {
        let a = self.in_reg(a, scalar)?;
        let b = self.in_reg(b, scalar)?;
        let dst = self.result(2);
        self.emit(Op::WideBin { op, w: scalar.bits(), dst: Def(dst), a, b });
        Ok(Val::Reg(dst))
    }

    fn float_binary(&mut self, op: BinaryOp, fmt: FloatFmt, a: Val, b: Val) -> Lowered<Val> {
        let scalar = Scalar::Float(fmt);
        let a = self.in_reg(a, scalar)?;
        let b = self.in_reg(b, scalar)?;
        let reg = self.result(fmt.words());
        let dst = Def(reg);
        let op = match (op, fmt) {
            (BinaryOp::FAdd, FloatFmt::F64) => Op::FAdd64 { dst, a, b },
            (BinaryOp::FSub, FloatFmt::F64) => Op::FSub64 { dst, a, b },
            (BinaryOp::FMul, FloatFmt::F64) => Op::FMul64 { dst, a, b },
            (BinaryOp::FDiv, FloatFmt::F64) => Op::FDiv64 { dst, a, b },
            (BinaryOp::FAdd, FloatFmt::F32) => Op::FAdd32 { dst, a, b },
            (BinaryOp::FSub, FloatFmt::F32) => Op::FSub32 { dst, a, b },
            (BinaryOp::FMul, FloatFmt::F32) => Op::FMul32 { dst, a, b },
            (BinaryOp::FDiv, FloatFmt::F32) => Op::FDiv32 { dst, a, b },
            (BinaryOp::FAdd, _) => Op::FloatBin { op: FloatBinOp::Add, fmt, dst, a, b },
            (BinaryOp::FSub, _) => Op::FloatBin { op: FloatBinOp::Sub, fmt, dst, a, b },
            (BinaryOp::FMul, _) => Op::FloatBin { op: FloatBinOp::Mul, fmt, dst, a, b },
            (BinaryOp::FDiv, _) => Op::FloatBin { op: FloatBinOp::Div, fmt, dst, a, b },
            (BinaryOp::FRem, _) => Op::FloatBin { op: FloatBinOp::Rem, fmt, dst, a, b },
            _ => return gap("integer operation on floats"),
        };
        self.emit(op);
        Ok(Val::Reg(reg))
    }

    pub fn float2(&mut self, op: FloatBinOp, fmt: FloatFmt, a: Reg, b: Reg) -> Val {
        let dst = self.result(fmt.words());
        self.emit(Op::FloatBin { op, fmt, dst: Def(dst), a, b });
        Val::Reg(dst)
    }

    pub fn float1(&mut self, op: FloatUnOp, fmt: FloatFmt, a: Reg) -> Val {
        let dst = self.result(fmt.words());
        self.emit(Op::FloatUn { op, fmt, dst: Def(dst), a });
        Val::Reg(dst)
    }

    /// `a op b` at `w` ≤ 64 bits, with immediates where the op table has them.
    pub fn int_binary(&mut self, op: BinOp, w: u8, a: Src, b: Src) -> Lowered<Val> {
        if let (Src::Imm(x), Src::Imm(y)) = (a, b)
            && let Some(value) = fold(op, w, x.into(), y.into())
        {
            return Ok(Val::Imm(value as u64));
        }
        let (a, b) = match (op, a, b) {
            (BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor, Src::Imm(_), _) => {
                (b, a)
            }
            _ => (a, b),
        };
        let (op, b) = match (op, b) {
            (BinOp::Sub, Src::Imm(b)) => (BinOp::Add, Src::Imm(b.wrapping_neg() & mask(w))),
            _ => (op, b),
        };
        let a = self.src_reg(a, Scalar::Int(w))?;
        if let Src::Imm(imm) = b {
            let has_form = !matches!(op, BinOp::Sdiv | BinOp::Srem) || w == 32 || w == 64;
            if has_form {
                let dst = self.result(1);
                self.emit(immediate_op(op, w, Def(dst), a, imm));
                return Ok(Val::Reg(dst));
            }
        }
        let b = self.src_reg(b, Scalar::Int(w))?;
        let dst = self.result(1);
        self.emit(register_op(op, w, Def(dst), a, b));
        Ok(Val::Reg(dst))
    }

    /// A comparison that waits for its use; the caller owns the references. Wide ones are computed
    /// at once.
    pub fn compare(&mut self, pred: IntPred, scalar: Scalar, a: Val, b: Val) -> Lowered<Val> {
        if scalar.bits() > 64 {
            let a = self.in_reg(a, scalar)?;
            let b = self.in_reg(b, scalar)?;
            let dst = self.result(1);
            self.emit(Op::WideCmp { op: pred, w: scalar.bits(), dst: Def(dst), a, b });
            return Ok(Val::Reg(dst));
        }
        let w = scalar.bits();
        let a = self.source(a, scalar)?;
        let b = self.source(b, scalar)?;
        let (pred, a, b) = match (a, b) {
            (Src::Imm(x), Src::Imm(y)) => return Ok(Val::Imm(holds(pred, w, x, y).into())),
            (Src::Imm(_), Src::Reg(b)) => (pred.swapped(), b, a),
            (Src::Reg(a), b) => (pred, a, b),
        };
        let val = match canonical(pred, w, a, b) {
            Ok(cmp) => Val::Cmp(cmp),
            Err(always) => Val::Imm(always.into()),
        };
        self.retain(val);
        Ok(val)
    }

    pub fn emit_compare(&mut self, dst: Def, cmp: Cmp) {
        let Cmp { pred, w, a, b } = cmp;
        let op = match b {
            Src::Imm(b) => match (pred, w) {
                (IntPred::Eq, _) => Op::EqI { w, dst, a, b },
                (IntPred::Ne, _) => Op::NeI { w, dst, a, b },
                (IntPred::Ult, _) => Op::UltI { w, dst, a, b },
                (IntPred::Ugt, _) => Op::UgtI { w, dst, a, b },
                (IntPred::Slt, 32) => Op::Slt32I { dst, a, b },
                (IntPred::Slt, 64) => Op::Slt64I { dst, a, b },
                (IntPred::Slt, _) => Op::SltNI { w, dst, a, b },
                (_, 32) => Op::Sgt32I { dst, a, b },
                (_, 64) => Op::Sgt64I { dst, a, b },
                _ => Op::SgtNI { w, dst, a, b },
            },
            Src::Reg(b) => match (pred, w) {
                (IntPred::Eq, _) => Op::Eq { w, dst, a, b },
                (IntPred::Ne, _) => Op::Ne { w, dst, a, b },
                (IntPred::Ult, _) => Op::Ult { w, dst, a, b },
                (IntPred::Ule, _) => Op::Ule { w, dst, a, b },
                (IntPred::Slt, 32) => Op::Slt32 { dst, a, b },
                (IntPred::Slt, 64) => Op::Slt64 { dst, a, b },
                (IntPred::Slt, _) => Op::SltN { w, dst, a, b },
                (_, 32) => Op::Sle32 { dst, a, b },
                (_, 64) => Op::Sle64 { dst, a, b },
                _ => Op::SleN { w, dst, a, b },
            },
        };
        self.emit(op);
    }

    pub fn float_compare(
        &mut self,
        pred: FloatPred,
        fmt: FloatFmt,
        a: Val,
        b: Val,
    ) -> Lowered<Val> {
        let a = self.in_reg(a, Scalar::Float(fmt))?;
        let b = self.in_reg(b, Scalar::Float(fmt))?;
        let dst = self.result(1);
        self.emit(Op::FloatCmp { pred, fmt, dst: Def(dst), a, b });
        Ok(Val::Reg(dst))
    }

    pub fn select(&mut self, scalar: Scalar, cond: Reg, a: Val, b: Val) -> Lowered<Val> {
        if a == b {
            self.retain(a);
            return Ok(a);
        }
        let a = self.in_reg(a, scalar)?;
        let b = self.in_reg(b, scalar)?;
        let dst = self.result(scalar.words());
        for word in 0..scalar.words() {
            let (a, b) = (Reg(a.0 + word), Reg(b.0 + word));
            self.emit(Op::Select { dst: Def(Reg(dst.0 + word)), cond, a, b });
        }
        Ok(Val::Reg(dst))
    }

    /// A cast between scalars; bit casts keep the width and change nothing.
    pub fn cast(&mut self, op: CastOp, from: Scalar, to: Scalar, val: Val) -> Lowered<Val> {
        match op {
            CastOp::Trunc => self.truncate(from, to, val),
            CastOp::ZExt => self.zero_extend(from, to, val),
            CastOp::SExt => self.sign_extend(from, to, val),
            CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => {
                if to.bits() < from.bits() {
                    self.truncate(from, to, val)
                } else {
                    self.zero_extend(from, to, val)
                }
            }
            CastOp::BitCast | CastOp::AddrSpaceCast => {
                self.retain(val);
                Ok(val)
            }
            CastOp::FpTrunc | CastOp::FpExt => {
                let (Scalar::Float(from_fmt), Scalar::Float(to_fmt)) = (from, to) else {
                    return gap("float cast of integers");
                };
                let a = self.in_reg(val, from)?;
                let dst = self.result(to_fmt.words());
                self.emit(Op::FloatCast { from: from_fmt, to: to_fmt, dst: Def(dst), a });
                Ok(Val::Reg(dst))
            }
            CastOp::FpToSi => self.float_to_int(from, to.bits(), true, false, val),
            CastOp::FpToUi => self.float_to_int(from, to.bits(), false, false, val),
            CastOp::SiToFp => self.int_to_float(from, to, true, val),
            CastOp::UiToFp => self.int_to_float(from, to, false, val),
        }
    }

    pub fn float_to_int(
        &mut self,
        from: Scalar,
        w: u8,
        signed: bool,
        saturating: bool,
        val: Val,
    ) -> Lowered<Val> {
        let Scalar::Float(fmt) = from else { return gap("float cast of integers") };
        let a = self.in_reg(val, from)?;
        let dst = self.result(Scalar::Int(w).words());
        self.emit(Op::FloatToInt { from: fmt, signed, saturating, w, dst: Def(dst), a });
        Ok(Val::Reg(dst))
    }

    fn int_to_float(&mut self, from: Scalar, to: Scalar, signed: bool, val: Val) -> Lowered<Val> {
        let Scalar::Float(fmt) = to else { return gap("float cast to integers") };
        let a = self.in_reg(val, from)?;
        let dst = self.result(fmt.words());
        self.emit(Op::IntToFloat { to: fmt, signed, w: from.bits(), dst: Def(dst), a });
        Ok(Val::Reg(dst))
    }

    pub fn truncate(&mut self, from: Scalar, to: Scalar, val: Val) -> Lowered<Val> {
        let (from_bits, to_bits) = (from.bits(), to.bits());
        match val {
            Val::Imm(imm) if to_bits <= 64 => return Ok(Val::Imm(imm & mask(to_bits))),
            Val::WideImm(low, _) if to_bits <= 64 => return Ok(Val::Imm(low & mask(to_bits))),
            // A comparison that was extended is 0 or 1 at any width.
            Val::Cmp(_) => {
                self.retain(val);
                return Ok(val);
            }
            // What sign extension added is cut off again.
            Val::Sext { reg, from, .. } if from == to_bits => {
                self.retain(Val::Reg(reg));
                return Ok(Val::Reg(reg));
            }
            Val::Sext { reg, from, .. } if from < to_bits && to_bits <= 64 => {
                let val = Val::Sext { reg, from, to: to_bits };
                self.retain(val);
                return Ok(val);
            }
            Val::Field { reg, w, shift, mask: kept } => {
                let val = Val::Field { reg, w, shift, mask: kept & mask(to_bits) };
                self.retain(val);
                return Ok(val);
            }
            _ => {}
        }
        let a = self.in_reg(val, from)?;
        if from_bits <= 64 && to_bits < from_bits {
            let val = Val::Field { reg: a, w: from_bits, shift: 0, mask: mask(to_bits) };
            self.retain(val);
            return Ok(val);
        }
        if from_bits == to_bits || (to_bits == 64 && from_bits > 64) {
            // The low word is all of it.
            self.retain(Val::Reg(a));
            return if from_bits == to_bits { Ok(Val::Reg(a)) } else { self.low_word(a) };
        }
        let dst = self.result(to.words());
        self.emit(Op::WideTrunc { from: from_bits, to: to_bits, dst: Def(dst), a });
        Ok(Val::Reg(dst))
    }

    /// The first word of two as a value of its own: pairs are counted as one, so it is copied.
    fn low_word(&mut self, pair: Reg) -> Lowered<Val> {
        let dst = self.result(1);
        self.emit(Op::Mov { dst: Def(dst), a: pair });
        self.release(Val::Reg(pair));
        Ok(Val::Reg(dst))
    }

    /// Registers hold their values zero-extended, so up to 64 bits nothing is to be done.
    pub fn zero_extend(&mut self, from: Scalar, to: Scalar, val: Val) -> Lowered<Val> {
        let (from_bits, to_bits) = (from.bits(), to.bits());
        if to_bits <= 64 || matches!(val, Val::Imm(_) | Val::WideImm(..)) || from_bits == to_bits {
            // A lazy sign extension would be mistaken for one to the new width.
            if let Val::Sext { .. } = val {
                let reg = self.in_reg(val, from)?;
                self.retain(Val::Reg(reg));
                return Ok(Val::Reg(reg));
            }
            self.retain(val);
            return Ok(val);
        }
        let a = self.in_reg(val, from)?;
        let dst = self.result(2);
        self.emit(Op::WideZext { from: from_bits, to: to_bits, dst: Def(dst), a });
        Ok(Val::Reg(dst))
    }

    pub fn sign_extend(&mut self, from: Scalar, to: Scalar, val: Val) -> Lowered<Val> {
        let (from_bits, to_bits) = (from.bits(), to.bits());
        match val {
            Val::Imm(imm) if to_bits <= 64 => {
                return Ok(Val::Imm(signed(imm, from_bits) as u64 & mask(to_bits)));
            }
            Val::Sext { reg, from, .. } if to_bits <= 64 => {
                let val = Val::Sext { reg, from, to: to_bits };
                self.retain(val);
                return Ok(val);
            }
            // A comparison that was extended before is 0 or 1, which is not negative.
            Val::Cmp(_) if from_bits > 1 && to_bits <= 64 => {
                self.retain(val);
                return Ok(val);
            }
            _ => {}
        }
        let a = self.in_reg(val, from)?;
        if to_bits <= 64 {
            let val = Val::Sext { reg: a, from: from_bits, to: to_bits };
            self.retain(val);
            return Ok(val);
        }
        let dst = self.result(2);
        self.emit(Op::WideSext { from: from_bits, to: to_bits, dst: Def(dst), a });
        Ok(Val::Reg(dst))
    }
}

pub(super) fn int_op(op: BinaryOp) -> Option<BinOp> {
    Some(match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::UDiv => BinOp::Udiv,
        BinaryOp::SDiv => BinOp::Sdiv,
        BinaryOp::URem => BinOp::Urem,
        BinaryOp::SRem => BinOp::Srem,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::LShr => BinOp::Lshr,
        BinaryOp::AShr => BinOp::Ashr,
        BinaryOp::And => BinOp::And,
        BinaryOp::Or => BinOp::Or,
        BinaryOp::Xor => BinOp::Xor,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            return None;
        }
    })
}

/// Both operands known. Division is left to execution, where 0 is an error.
pub(super) fn fold(op: BinOp, w: u8, a: u128, b: u128) -> Option<u128> {
    if op.is_division() { None } else { op.fold_wide(w, a, b) }
}

fn register_op(op: BinOp, w: u8, dst: Def, a: Reg, b: Reg) -> Op {
    match (op, w) {
        (BinOp::Add, 32) => Op::Add32 { dst, a, b },
        (BinOp::Add, 64) => Op::Add64 { dst, a, b },
        (BinOp::Add, _) => Op::AddN { w, dst, a, b },
        (BinOp::Sub, 32) => Op::Sub32 { dst, a, b },
        (BinOp::Sub, 64) => Op::Sub64 { dst, a, b },
        (BinOp::Sub, _) => Op::SubN { w, dst, a, b },
        (BinOp::Mul, 32) => Op::Mul32 { dst, a, b },
        (BinOp::Mul, 64) => Op::Mul64 { dst, a, b },
        (BinOp::Mul, _) => Op::MulN { w, dst, a, b },
        (BinOp::Shl, 32) => Op::Shl32 { dst, a, b },
        (BinOp::Shl, 64) => Op::Shl64 { dst, a, b },
        (BinOp::Shl, _) => Op::ShlN { w, dst, a, b },
        (BinOp::And, _) => Op::And { w, dst, a, b },
        (BinOp::Or, _) => Op::Or { w, dst, a, b },
        (BinOp::Xor, _) => Op::Xor { w, dst, a, b },
        (BinOp::Lshr, _) => Op::Lshr { w, dst, a, b },
        (BinOp::Udiv, _) => Op::Udiv { w, dst, a, b },
        (BinOp::Urem, _) => Op::Urem { w, dst, a, b },
        (BinOp::Ashr, 32) => Op::Ashr32 { dst, a, b },
        (BinOp::Ashr, 64) => Op::Ashr64 { dst, a, b },
        (BinOp::Ashr, _) => Op::AshrN { w, dst, a, b },
        (BinOp::Sdiv, 32) => Op::Sdiv32 { dst, a, b },
        (BinOp::Sdiv, 64) => Op::Sdiv64 { dst, a, b },
        (BinOp::Sdiv, _) => Op::SdivN { w, dst, a, b },
        (BinOp::Srem, 32) => Op::Srem32 { dst, a, b },
        (BinOp::Srem, 64) => Op::Srem64 { dst, a, b },
        (BinOp::Srem, _) => Op::SremN { w, dst, a, b },
    }
}

/// Subtraction is addition of the negative; signed division has the form at 32 and 64 bits only.
fn immediate_op(op: BinOp, w: u8, dst: Def, a: Reg, b: u64) -> Op {
    match (op, w) {
        (BinOp::Add | BinOp::Sub, 32) => Op::Add32I { dst, a, b },
        (BinOp::Add | BinOp::Sub, 64) => Op::Add64I { dst, a, b },
        (BinOp::Add | BinOp::Sub, _) => Op::AddNI { w, dst, a, b },
        (BinOp::Mul, 32) => Op::Mul32I { dst, a, b },
        (BinOp::Mul, 64) => Op::Mul64I { dst, a, b },
        (BinOp::Mul, _) => Op::MulNI { w, dst, a, b },
        (BinOp::Shl, 32) => Op::Shl32I { dst, a, b },
        (BinOp::Shl, 64) => Op::Shl64I { dst, a, b },
        (BinOp::Shl, _) => Op::ShlNI { w, dst, a, b },
        (BinOp::And, _) => Op::AndI { w, dst, a, b },
        (BinOp::Or, _) => Op::OrI { w, dst, a, b },
        (BinOp::Xor, _) => Op::XorI { w, dst, a, b },
        (BinOp::Lshr, _) => Op::LshrI { w, dst, a, b },
        (BinOp::Udiv, _) => Op::UdivI { w, dst, a, b },
        (BinOp::Urem, _) => Op::UremI { w, dst, a, b },
        (BinOp::Ashr, 32) => Op::Ashr32I { dst, a, b },
        (BinOp::Ashr, 64) => Op::Ashr64I { dst, a, b },
        (BinOp::Ashr, _) => Op::AshrNI { w, dst, a, b },
        (BinOp::Sdiv, 32) => Op::Sdiv32I { dst, a, b },
        (BinOp::Sdiv, _) => Op::Sdiv64I { dst, a, b },
        (BinOp::Srem, 32) => Op::Srem32I { dst, a, b },
        (BinOp::Srem, _) => Op::Srem64I { dst, a, b },
    }
}

pub(super) fn int_pred(pred: IntPredicate) -> IntPred {
    match pred {
        IntPredicate::Eq => IntPred::Eq,
        IntPredicate::Ne => IntPred::Ne,
        IntPredicate::Ugt => IntPred::Ugt,
        IntPredicate::Uge => IntPred::Uge,
        IntPredicate::Ult => IntPred::Ult,
        IntPredicate::Ule => IntPred::Ule,
        IntPredicate::Sgt => IntPred::Sgt,
        IntPredicate::Sge => IntPred::Sge,
        IntPredicate::Slt => IntPred::Slt,
        IntPredicate::Sle => IntPred::Sle,
    }
}

pub(super) fn float_pred(pred: FloatPredicate) -> FloatPred {
    match pred {
        FloatPredicate::False => FloatPred::False,
        FloatPredicate::Oeq => FloatPred::Oeq,
        FloatPredicate::Ogt => FloatPred::Ogt,
        FloatPredicate::Oge => FloatPred::Oge,
        FloatPredicate::Olt => FloatPred::Olt,
        FloatPredicate::Ole => FloatPred::Ole,
        FloatPredicate::One => FloatPred::One,
        FloatPredicate::Ord => FloatPred::Ord,
        FloatPredicate::Ueq => FloatPred::Ueq,
        FloatPredicate::Ugt => FloatPred::Ugt,
        FloatPredicate::Uge => FloatPred::Uge,
        FloatPredicate::Ult => FloatPred::Ult,
        FloatPredicate::Ule => FloatPred::Ule,
        FloatPredicate::Une => FloatPred::Une,
        FloatPredicate::Uno => FloatPred::Uno,
        FloatPredicate::True => FloatPred::True,
    }
}

fn holds(pred: IntPred, w: u8, a: u64, b: u64) -> bool {
    pred.holds(a.cmp(&b), signed(a, w).cmp(&signed(b, w)))
}

/// The form that the op table has: with a register `<`, `<=`, `==` and `!=`; with an immediate `<`,
/// `>`, `==` and `!=`. `Err` if the immediate leaves nothing to compare.
pub(super) fn canonical(pred: IntPred, w: u8, a: Reg, b: Src) -> Result<Cmp, bool> {
    let imm = match b {
        Src::Reg(b) => {
            let swap = matches!(pred, IntPred::Ugt | IntPred::Uge | IntPred::Sgt | IntPred::Sge);
            return Ok(match swap {
                true => Cmp { pred: pred.swapped(), w, a: b, b: Src::Reg(a) },
                false => Cmp { pred, w, a, b: Src::Reg(b) },
            });
        }
        Src::Imm(imm) => imm & mask(w),
    };
    let largest = mask(w) >> 1;
    let smallest = largest + 1;
    let (pred, imm) = match pred {
        IntPred::Ule if imm == mask(w) => return Err(true),
        IntPred::Ule => (IntPred::Ult, imm + 1),
        IntPred::Uge if imm == 0 => return Err(true),
        IntPred::Uge => (IntPred::Ugt, imm - 1),
        IntPred::Ult if imm == 0 => return Err(false),
        IntPred::Ugt if imm == mask(w) => return Err(false),
        IntPred::Ugt if imm == 0 => (IntPred::Ne, 0),
        IntPred::Ult if imm == 1 => (IntPred::Eq, 0),
        IntPred::Sle if imm == largest => return Err(true),
        IntPred::Sle => (IntPred::Slt, imm.wrapping_add(1) & mask(w)),
        IntPred::Sge if imm == smallest => return Err(true),
        IntPred::Sge => (IntPred::Sgt, imm.wrapping_sub(1) & mask(w)),
        IntPred::Slt if imm == smallest => return Err(false),
        IntPred::Sgt if imm == largest => return Err(false),
        _ => (pred, imm),
    };
    Ok(Cmp { pred, w, a, b: Src::Imm(imm) })
}
