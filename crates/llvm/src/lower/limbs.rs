//! Integers of more than 128 bits: words of 64 bits, lowest first, the last one with what is left.
//!
//! clang makes them of long runs of bit-fields, and of `_BitInt`. They are split like aggregates, so
//! loads, stores, constants, selects and calls need nothing of their own; here is what one word must
//! know of the next.
//!
//! **Invariants.** Words hold their bits zero-extended, the last one too. What is computed on the way is
//! freed with the instruction.
//!
//! Absent: division, conversions from and to floats, and intrinsics but those that tell of overflow;
//! they are gaps.

use super::arith::{int_op, int_pred};
use super::function::{FnLower, Lowered, gap};
use super::types::Scalar;
use super::value::{Src, Val, mask};
use crate::ast::{BinaryOp, CastOp, Inst, IntPredicate, Operand};
use patchlight_ir::Reg;
use patchlight_ir::kinds::{BinOp, IntPred, OverflowOp};

const WORD: Scalar = Scalar::Int(64);
const WIDE: Scalar = Scalar::Int(128);

/// Products of more words than this would be more code than anyone wants to run.
const MAX_FACTOR: usize = 16;

impl FnLower<'_, '_, '_> {
    pub fn lower_limbs_binary(
        &mut self,
        inst: &Inst,
        bits: u32,
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<()> {
        let Some(op) = int_op(op) else { return gap("float operation on integers") };
        let (a, b) = (self.limbs(lhs)?, self.limbs(rhs)?);
        let words = match op {
            BinOp::And | BinOp::Or | BinOp::Xor => {
                let pairs = a.into_iter().zip(b);
                pairs.map(|(a, b)| self.word(op, a, b)).collect::<Lowered<_>>()?
            }
            BinOp::Add => self.sum(&a, &b)?,
            BinOp::Sub => self.difference(&a, &b)?,
            BinOp::Mul => self.product(&a, &b)?,
            BinOp::Shl => self.shift_left(&a, b[0])?,
            BinOp::Lshr => self.shift_right(a, b[0], Val::Imm(0))?,
            BinOp::Ashr => {
                let (words, sign) = self.with_sign(a, bits)?;
                self.shift_right(words, b[0], sign)?
            }
            BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem => {
                return gap(format!("division of i{bits}"));
            }
        };
        self.define_limbs(inst, bits, words)
    }

    pub fn lower_limbs_compare(
        &mut self,
        inst: &Inst,
        bits: u32,
        pred: IntPredicate,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<()> {
        let (a, b) = (self.limbs(lhs)?, self.limbs(rhs)?);
        let pred = int_pred(pred);
        let (less, is_negated) = match pred {
            IntPred::Eq | IntPred::Ne => (self.is_different(&a, &b)?, pred == IntPred::Eq),
            IntPred::Ult => (self.is_less(&a, &b, bits, false)?, false),
            IntPred::Ugt => (self.is_less(&b, &a, bits, false)?, false),
            IntPred::Uge => (self.is_less(&a, &b, bits, false)?, true),
            IntPred::Ule => (self.is_less(&b, &a, bits, false)?, true),
            IntPred::Slt => (self.is_less(&a, &b, bits, true)?, false),
            IntPred::Sgt => (self.is_less(&b, &a, bits, true)?, false),
            IntPred::Sge => (self.is_less(&a, &b, bits, true)?, true),
            IntPred::Sle => (self.is_less(&b, &a, bits, true)?, true),
        };
        let val = self.word(BinOp::Xor, less, Val::Imm(is_negated.into()))?;
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }

    /// The value and whether it does not fit: it is computed with so many more words that it does.
    pub fn lower_limbs_overflow(
        &mut self,
        inst: &Inst,
        bits: u32,
        op: OverflowOp,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<()> {
        let (a, b) = (self.limbs(lhs)?, self.limbs(rhs)?);
        let is_signed = matches!(op, OverflowOp::Sadd | OverflowOp::Ssub | OverflowOp::Smul);
        let n = a.len();
        let enough = match op {
            OverflowOp::Smul | OverflowOp::Umul => 2 * n,
            _ => n + 1,
        };
        let a = self.extended(a, bits, is_signed, enough)?;
        let b = self.extended(b, bits, is_signed, enough)?;
        let exact = match op {
            OverflowOp::Sadd | OverflowOp::Uadd => self.sum(&a, &b)?,
            OverflowOp::Ssub | OverflowOp::Usub => self.difference(&a, &b)?,
            OverflowOp::Smul | OverflowOp::Umul => self.product(&a, &b)?,
        };
        let mut words = exact[..n].to_vec();
        self.cut(&mut words, bits)?;
        let again = self.extended(words.clone(), bits, is_signed, enough)?;
        words.push(self.is_different(&exact, &again)?);
        let val = self.parts_val(&words);
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }

    /// The same number in `n` words.
    fn extended(
        &mut self,
        words: Vec<Val>,
        bits: u32,
        signed: bool,
        n: usize,
    ) -> Lowered<Vec<Val>> {
        let (mut words, fill) = match signed {
            true => self.with_sign(words, bits)?,
            false => (words, Val::Imm(0)),
        };
        words.resize(n, fill);
        Ok(words)
    }

    /// A cast from or to an integer of so many words; `from` and `to` are the bits of those that are.
    pub fn lower_limbs_cast(
        &mut self,
        inst: &Inst,
        op: CastOp,
        value: Operand,
        from: Option<u32>,
        to: Option<u32>,
    ) -> Lowered<()> {
        let (words, from_bits) = match from {
            Some(bits) => (self.limbs(value)?, bits),
            None => {
                let scalar = self.scalar_of(self.type_of(value))?;
                let val = self.take_scalar(value)?;
                let words = self.words_of(&[scalar], val)?;
                (words.into_iter().map(as_val).collect(), scalar.bits().into())
            }
        };
        let (words, fill) = match op {
            CastOp::SExt => self.with_sign(words, from_bits)?,
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr => (words, Val::Imm(0)),
            _ => return gap(format!("conversion of i{} and a float", from.or(to).unwrap_or(0))),
        };
        let word = |i: usize| words.get(i).copied().unwrap_or(fill);
        if let Some(bits) = to {
            // Half of a pair is not counted by itself, so words are copied.
            let words = (0..n_words(bits)).map(|i| self.word(BinOp::Or, word(i), Val::Imm(0)));
            let words = words.collect::<Lowered<_>>()?;
            return self.define_limbs(inst, bits, words);
        }
        let scalar = self.scalar_of(inst.ty)?;
        let val = self.scalar_from(scalar, word(0), word(1))?;
        self.define(inst, val);
        Ok(())
    }

    /// The low bits of two words; the caller owns the result.
    fn scalar_from(&mut self, scalar: Scalar, low: Val, high: Val) -> Lowered<Val> {
        let bits = scalar.bits();
        if bits <= 64 {
            let val = self.word(BinOp::And, low, Val::Imm(mask(bits)))?;
            self.retain(val);
            return Ok(val);
        }
        let high = self.word(BinOp::And, high, Val::Imm(mask(bits - 64)))?;
        let (low, high) = (self.source(low, WORD)?, self.source(high, WORD)?);
        let pair = self.result(2);
        self.move_word(pair, low);
        self.move_word(Reg(pair.0 + 1), high);
        Ok(Val::Reg(pair))
    }

    fn limbs(&mut self, operand: Operand) -> Lowered<Vec<Val>> {
        let val = self.take(operand)?;
        Ok(self.parts_of(val))
    }

    /// The result of an instruction; bits that it does not have are cut off.
    fn define_limbs(&mut self, inst: &Inst, bits: u32, mut words: Vec<Val>) -> Lowered<()> {
        self.cut(&mut words, bits)?;
        let val = self.parts_val(&words);
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }

    /// Clears what the last word has beyond `bits`.
    fn cut(&mut self, words: &mut [Val], bits: u32) -> Lowered<()> {
        if let (1.., Some(last)) = (bits % 64, words.last_mut()) {
            *last = self.word(BinOp::And, *last, Val::Imm(mask((bits % 64) as u8)))?;
        }
        Ok(())
    }

    // One word.

    fn word(&mut self, op: BinOp, a: Val, b: Val) -> Lowered<Val> {
        let (a, b) = (self.source(a, WORD)?, self.source(b, WORD)?);
        let val = self.int_binary(op, 64, a, b)?;
        self.free_later(val);
        Ok(val)
    }

    /// 0 or 1.
    fn flag(&mut self, pred: IntPred, scalar: Scalar, a: Val, b: Val) -> Lowered<Val> {
        let val = self.compare(pred, scalar, a, b)?;
        let val = self.settle(val, Scalar::Int(1))?;
        self.free_later(val);
        Ok(val)
    }

    fn choose(&mut self, cond: Reg, a: Val, b: Val) -> Lowered<Val> {
        let val = self.select(WORD, cond, a, b)?;
        self.free_later(val);
        Ok(val)
    }

    // Arithmetic.

    /// `a + b`, and whether it is more than a word.
    fn add_word(&mut self, a: Val, b: Val) -> Lowered<(Val, Val)> {
        let sum = self.word(BinOp::Add, a, b)?;
        let carry = self.flag(IntPred::Ult, WORD, sum, b)?;
        Ok((sum, carry))
    }

    fn sum(&mut self, a: &[Val], b: &[Val]) -> Lowered<Vec<Val>> {
        let mut carry = Val::Imm(0);
        let mut words = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let (sum, first) = self.add_word(a, b)?;
            let (sum, second) = self.add_word(sum, carry)?;
            carry = self.word(BinOp::Or, first, second)?;
            words.push(sum);
        }
        Ok(words)
    }

    fn difference(&mut self, a: &[Val], b: &[Val]) -> Lowered<Vec<Val>> {
        let mut borrow = Val::Imm(0);
        let mut words = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let first = self.flag(IntPred::Ult, WORD, a, b)?;
            let less = self.word(BinOp::Sub, a, b)?;
            let second = self.flag(IntPred::Ult, WORD, less, borrow)?;
            words.push(self.word(BinOp::Sub, less, borrow)?);
            borrow = self.word(BinOp::Or, first, second)?;
        }
        Ok(words)
    }

    /// As on paper, word by word.
    fn product(&mut self, a: &[Val], b: &[Val]) -> Lowered<Vec<Val>> {
        let n = a.len();
        if n > MAX_FACTOR {
            return gap(format!("multiplication of integers of {n} words"));
        }
        let mut words = vec![Val::Imm(0); n];
        for (i, &a) in a.iter().enumerate() {
            let mut carry = Val::Imm(0);
            for (j, &b) in b.iter().enumerate().take(n - i) {
                let (low, high) = self.multiply_words(a, b)?;
                let (sum, first) = self.add_word(words[i + j], low)?;
                let (sum, second) = self.add_word(sum, carry)?;
                words[i + j] = sum;
                let high = self.word(BinOp::Add, high, first)?;
                carry = self.word(BinOp::Add, high, second)?;
            }
        }
        Ok(words)
    }

    /// The low and the high word of a product.
    fn multiply_words(&mut self, a: Val, b: Val) -> Lowered<(Val, Val)> {
        let (a, b) = (self.zero_extend(WORD, WIDE, a)?, self.zero_extend(WORD, WIDE, b)?);
        let product = self.binary(BinaryOp::Mul, WIDE, a, b)?;
        for val in [a, b, product] {
            self.free_later(val);
        }
        let low = self.in_reg(product, WIDE)?;
        Ok((Val::Reg(low), Val::Reg(Reg(low.0 + 1))))
    }

    /// The words with the last one sign-extended to 64 bits, and the word that comes after it.
    fn with_sign(&mut self, mut words: Vec<Val>, bits: u32) -> Lowered<(Vec<Val>, Val)> {
        let Some(last) = words.last_mut() else { return gap("empty integer") };
        if let unused @ 1.. = (64 - bits % 64) % 64 {
            let high = self.word(BinOp::Shl, *last, Val::Imm(unused.into()))?;
            *last = self.word(BinOp::Ashr, high, Val::Imm(unused.into()))?;
        }
        let sign = self.word(BinOp::Ashr, *last, Val::Imm(63))?;
        Ok((words, sign))
    }

    // Shifts. An amount of as many bits as there are or more has no meaning; its low word is enough.

    fn shift_left(&mut self, words: &[Val], amount: Val) -> Lowered<Vec<Val>> {
        // A shift to the right of the words in reverse order, each of which goes to the left.
        let reversed = words.iter().rev().copied().collect();
        let mut shifted = self.shift(reversed, amount, Val::Imm(0), BinOp::Shl, BinOp::Lshr)?;
        shifted.reverse();
        Ok(shifted)
    }

    fn shift_right(&mut self, words: Vec<Val>, amount: Val, fill: Val) -> Lowered<Vec<Val>> {
        self.shift(words, amount, fill, BinOp::Lshr, BinOp::Shl)
    }

    /// Moves bits towards the first word; `fill` comes in after the last one. `along` is the way of
    /// the bits within a word, `back` the other one.
    fn shift(
        &mut self,
        words: Vec<Val>,
        amount: Val,
        fill: Val,
        along: BinOp,
        back: BinOp,
    ) -> Lowered<Vec<Val>> {
        let n = words.len();
        let at = |words: &[Val], i: usize| words.get(i).copied().unwrap_or(fill);
        let mut words = words;
        if let Val::Imm(amount) = amount {
            let whole = usize::try_from(amount / 64).unwrap_or(n).min(n);
            words = (0..n).map(|i| at(&words, i + whole)).collect();
        } else {
            for step in (0..).map(|k| 1usize << k).take_while(|&step| step < n) {
                let bit = self.word(BinOp::And, amount, Val::Imm(64 * step as u64))?;
                let is_set = self.flag(IntPred::Ne, WORD, bit, Val::Imm(0))?;
                let is_set = self.in_reg(is_set, Scalar::Int(1))?;
                let moved = (0..n).map(|i| self.choose(is_set, at(&words, i + step), words[i]));
                words = moved.collect::<Lowered<_>>()?;
            }
        }
        let within = self.word(BinOp::And, amount, Val::Imm(63))?;
        if within == Val::Imm(0) {
            return Ok(words);
        }
        // What comes from the next word goes back by 64 less the amount, in two steps: by 64 nothing
        // could be shifted.
        let rest = self.word(BinOp::Xor, within, Val::Imm(63))?;
        let mut shifted = Vec::with_capacity(n);
        for i in 0..n {
            let own = self.word(along, words[i], within)?;
            let next = self.word(back, at(&words, i + 1), Val::Imm(1))?;
            let next = self.word(back, next, rest)?;
            shifted.push(self.word(BinOp::Or, own, next)?);
        }
        Ok(shifted)
    }

    // Comparisons.

    fn is_different(&mut self, a: &[Val], b: &[Val]) -> Lowered<Val> {
        let mut different = Val::Imm(0);
        for (&a, &b) in a.iter().zip(b) {
            let bits = self.word(BinOp::Xor, a, b)?;
            different = self.word(BinOp::Or, different, bits)?;
        }
        self.flag(IntPred::Ne, WORD, different, Val::Imm(0))
    }

    /// From the lowest word up: a higher one that is not equal decides.
    fn is_less(&mut self, a: &[Val], b: &[Val], bits: u32, signed: bool) -> Lowered<Val> {
        let last = a.len() - 1;
        let mut less = Val::Imm(0);
        for (i, (&a, &b)) in a.iter().zip(b).enumerate() {
            let (pred, scalar) = match i == last && signed {
                true => (IntPred::Slt, Scalar::Int((bits - 64 * last as u32) as u8)),
                false => (IntPred::Ult, WORD),
            };
            let own = self.flag(pred, scalar, a, b)?;
            let equal = self.flag(IntPred::Eq, WORD, a, b)?;
            let below = self.word(BinOp::And, equal, less)?;
            less = self.word(BinOp::Or, own, below)?;
        }
        Ok(less)
    }
}

fn as_val(src: Src) -> Val {
    match src {
        Src::Reg(reg) => Val::Reg(reg),
        Src::Imm(imm) => Val::Imm(imm),
    }
}

fn n_words(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}
