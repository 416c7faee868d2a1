//! `is.fpclass`: which kinds of floating-point numbers a value may be.
//!
//! The mask's bits 0 and 1 are signalling and quiet NaN; then, from -inf upwards: infinity, normal,
//! subnormal, zero with a minus sign, and the same four with a plus sign in reverse order.

use super::super::function::{FnLower, Lowered, gap};
use super::super::types::Scalar;
use super::super::value::{Src, Val, mask};
use super::float_fmt;
use crate::ast::{BinaryOp, Inst, Operand};
use patchlight_ir::Reg;
use patchlight_ir::kinds::{BinOp, FloatFmt, IntPred};

const BOOL: Scalar = Scalar::Int(1);

/// The bits of the mask for a negative and for a positive number.
const INFINITE: (u64, u64) = (1 << 2, 1 << 9);
const NORMAL: (u64, u64) = (1 << 3, 1 << 8);
const SUBNORMAL: (u64, u64) = (1 << 4, 1 << 7);
const ZERO: (u64, u64) = (1 << 5, 1 << 6);
const SIGNALLING: u64 = 1;
const QUIET: u64 = 1 << 1;

impl FnLower<'_, '_, '_> {
    pub(super) fn is_fp_class(&mut self, inst: &Inst, args: &[Operand]) -> Lowered<()> {
        let Some(classes) = self.const_bits(args[1]) else { return gap("is.fpclass") };
        self.each_lane(inst, &args[..1], |f, scalar, vals| {
            let reg = f.in_reg(vals[0], scalar)?;
            let (exponent_bits, fraction_bits) = match float_fmt(scalar)? {
                FloatFmt::F16 => (5, 10),
                FloatFmt::Bf16 => (8, 7),
                FloatFmt::F32 => (8, 23),
                FloatFmt::F64 => (11, 52),
                FloatFmt::F80 => return f.x87_class(reg, classes),
                FloatFmt::F128 => (15, 112),
            };
            f.ieee_class(reg, scalar.bits(), exponent_bits, fraction_bits, classes)
        })
    }

    /// Each class is a range of magnitudes, at one sign or at both.
    fn ieee_class(
        &mut self,
        reg: Reg,
        w: u8,
        exponent_bits: u8,
        fraction_bits: u8,
        classes: u64,
    ) -> Lowered<Val> {
        let infinity = u128::from(mask(exponent_bits)) << fraction_bits;
        let quiet = 1u128 << (fraction_bits - 1);
        let smallest_normal = 1u128 << fraction_bits;
        let sign = 1u128 << (w - 1);
        let int = Scalar::Int(w);
        let magnitude = self.binary(BinaryOp::And, int, Val::Reg(reg), known(sign - 1))?;
        let signed = [
            (INFINITE, infinity, infinity),
            (NORMAL, smallest_normal, infinity - 1),
            (SUBNORMAL, 1, smallest_normal - 1),
            (ZERO, 0, 0),
        ];
        let mut ranges = vec![
            (SIGNALLING, magnitude, infinity + 1, infinity + quiet - 1),
            (QUIET, magnitude, infinity + quiet, sign - 1),
        ];
        for ((negative, positive), low, high) in signed {
            ranges.push((negative, Val::Reg(reg), low | sign, high | sign));
            ranges.push((positive, Val::Reg(reg), low, high));
        }
        let mut found = Val::Imm(0);
        for (class, value, low, high) in ranges {
            if classes & class != 0 {
                let inside = self.in_range(value, w, low, high)?;
                found = self.either(found, inside)?;
            }
        }
        self.free_later(magnitude);
        Ok(found)
    }

    fn in_range(&mut self, value: Val, w: u8, low: u128, high: u128) -> Lowered<Val> {
        let int = Scalar::Int(w);
        let moved = self.binary(BinaryOp::Sub, int, value, known(low))?;
        let inside = self.compare(IntPred::Ule, int, moved, known(high - low))?;
        self.free_later(moved);
        self.settle(inside, BOOL)
    }

    fn either(&mut self, a: Val, b: Val) -> Lowered<Val> {
        self.logic(BinOp::Or, a, b)
    }

    /// Takes over both operands.
    fn logic(&mut self, op: BinOp, a: Val, b: Val) -> Lowered<Val> {
        let (x, y) = (self.source(a, BOOL)?, self.source(b, BOOL)?);
        let val = self.int_binary(op, 1, x, y)?;
        self.free_later(a);
        self.free_later(b);
        Ok(val)
    }

    /// x87: the integer bit is part of the significand, sign and exponent are a word of their own.
    fn x87_class(&mut self, significand: Reg, classes: u64) -> Lowered<Val> {
        const EXPONENT: u64 = 0x7fff;
        const INTEGER_BIT: u64 = 1 << 63;
        let upper = Src::Reg(Reg(significand.0 + 1));
        let significand = Val::Reg(significand);
        let exponent = self.int_binary(BinOp::And, 64, upper, Src::Imm(EXPONENT))?;
        let negative = self.int_binary(BinOp::Lshr, 64, upper, Src::Imm(15))?;
        let sign = self.source(negative, BOOL)?;
        let positive = self.int_binary(BinOp::Xor, 1, sign, Src::Imm(1))?;
        let largest = self.in_range(exponent, 64, EXPONENT.into(), EXPONENT.into())?;
        let smallest = self.in_range(exponent, 64, 0, 0)?;
        let middle = self.in_range(exponent, 64, 1, (EXPONENT - 1).into())?;
        let kinds = [
            (INFINITE, largest, INTEGER_BIT, INTEGER_BIT),
            (NORMAL, middle, 0, u64::MAX),
            (SUBNORMAL, smallest, 1, u64::MAX),
            (ZERO, smallest, 0, 0),
            ((SIGNALLING, SIGNALLING), largest, INTEGER_BIT + 1, INTEGER_BIT | ((1 << 62) - 1)),
            ((QUIET, QUIET), largest, INTEGER_BIT | 1 << 62, u64::MAX),
        ];
        let mut found = Val::Imm(0);
        for ((if_negative, if_positive), exponent_fits, low, high) in kinds {
            if classes & (if_negative | if_positive) == 0 {
                continue;
            }
            self.retain(exponent_fits);
            let inside = self.in_range(significand, 64, low.into(), high.into())?;
            let mut holds = self.logic(BinOp::And, exponent_fits, inside)?;
            let sign = match (classes & if_negative != 0, classes & if_positive != 0) {
                (true, false) => Some(negative),
                (false, true) => Some(positive),
                _ => None,
            };
            if let Some(sign) = sign {
                self.retain(sign);
                holds = self.logic(BinOp::And, holds, sign)?;
            }
            found = self.either(found, holds)?;
        }
        for val in [exponent, negative, positive, largest, smallest, middle] {
            self.free_later(val);
        }
        Ok(found)
    }
}

/// A number of at most 128 bits.
fn known(value: u128) -> Val {
    match u64::try_from(value) {
        Ok(value) => Val::Imm(value),
        Err(_) => Val::WideImm(value as u64, (value >> 64) as u64),
    }
}
