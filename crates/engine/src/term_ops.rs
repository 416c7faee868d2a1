//! What ops mean on terms: the operations of `BinOp` and of `wide`, built instead of computed.
//!
//! Divisors are not 0 and quotients fit: the interpreter has decided that before.

use crate::value::Value;
use patchlight_expr::{Kind, TermId, Terms};
use patchlight_ir::kinds::{BinOp, BitBinOp, BitUnOp, IntPred, OverflowOp};

/// The value zero-extended or cut to `width` bits. A register's upper bits are 0, so cutting never
/// loses anything that an op of this width would see.
pub(crate) fn fit(terms: &mut Terms, term: TermId, width: u32) -> TermId {
    if terms.width(term) > width { terms.extract(term, 0, width) } else { terms.zext(term, width) }
}

/// What the versions see of something that each of them has its own value of.
pub(crate) fn shadow(terms: &mut Terms, old: Value, new: Value) -> Value {
    let [old, new] = [old, new].map(|value| whole(terms, value));
    let shadow = terms.shadow(old, new);
    terms.as_u64(shadow).map_or(Value::Term(shadow), Value::Word)
}

fn whole(terms: &mut Terms, value: Value) -> TermId {
    match value {
        Value::Word(word) => terms.constant(64, word),
        Value::Term(term) => fit(terms, term, 64),
    }
}

/// Whether a value is not 0.
pub(crate) fn is_set(terms: &mut Terms, term: TermId) -> TermId {
    let width = terms.width(term);
    if width == 1 {
        return term;
    }
    let zero = terms.zero(width);
    terms.ne(term, zero)
}

pub(crate) fn binary(terms: &mut Terms, op: BinOp, a: TermId, b: TermId) -> TermId {
    let kind = match op {
        BinOp::Add => Kind::Add,
        BinOp::Sub => Kind::Sub,
        BinOp::Mul => Kind::Mul,
        BinOp::And => Kind::And,
        BinOp::Or => Kind::Or,
        BinOp::Xor => Kind::Xor,
        BinOp::Shl => Kind::Shl,
        BinOp::Lshr => Kind::LShr,
        BinOp::Ashr => return arithmetic_shift(terms, a, b),
        BinOp::Udiv => Kind::UDiv,
        BinOp::Sdiv => Kind::SDiv,
        BinOp::Urem => Kind::URem,
        BinOp::Srem => Kind::SRem,
    };
    terms.binary(kind, a, b)
}

/// A shift by the width or more gives 0, where SMT-LIB's gives the sign.
fn arithmetic_shift(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let width = terms.width(a);
    let limit = terms.constant(width, width.into());
    let fits = terms.ult(b, limit);
    let (shifted, zero) = (terms.ashr(a, b), terms.zero(width));
    terms.ite(fits, shifted, zero)
}

pub(crate) fn compare(terms: &mut Terms, pred: IntPred, a: TermId, b: TermId) -> TermId {
    match pred {
        IntPred::Eq => terms.eq(a, b),
        IntPred::Ne => terms.ne(a, b),
        IntPred::Ult => terms.ult(a, b),
        IntPred::Ule => terms.ule(a, b),
        IntPred::Ugt => terms.ult(b, a),
        IntPred::Uge => terms.ule(b, a),
        IntPred::Slt => terms.slt(a, b),
        IntPred::Sle => terms.sle(a, b),
        IntPred::Sgt => terms.slt(b, a),
        IntPred::Sge => terms.sle(b, a),
    }
}

pub(crate) fn bit_unary(terms: &mut Terms, op: BitUnOp, a: TermId) -> TermId {
    let width = terms.width(a);
    match op {
        BitUnOp::Popcount => {
            let zero = terms.zero(width);
            (0..width).fold(zero, |sum, at| {
                let bit = terms.extract(a, at, 1);
                let bit = terms.zext(bit, width);
                terms.add(sum, bit)
            })
        }
        // The highest set bit decides: it is asked last, so that it is outermost.
        BitUnOp::LeadingZeros => first_set(terms, a, 0..width, |at| width - 1 - at),
        BitUnOp::TrailingZeros => first_set(terms, a, (0..width).rev(), |at| at),
        BitUnOp::ByteSwap => joined(terms, a, 8),
        BitUnOp::BitReverse => joined(terms, a, 1),
        BitUnOp::Abs => {
            let zero = terms.zero(width);
            let (negative, negated) = (terms.slt(a, zero), terms.neg(a));
            terms.ite(negative, negated, a)
        }
    }
}

/// `value(i)` for the last of `bits` that is set in `a`, the width if none is.
fn first_set(
    terms: &mut Terms,
    a: TermId,
    bits: impl Iterator<Item = u32>,
    value: impl Fn(u32) -> u32,
) -> TermId {
    let width = terms.width(a);
    let none = terms.constant(width, width.into());
    bits.fold(none, |other, at| {
        let bit = terms.extract(a, at, 1);
        let found = terms.constant(width, value(at).into());
        terms.ite(bit, found, other)
    })
}

/// The pieces of `size` bits in reversed order.
fn joined(terms: &mut Terms, a: TermId, size: u32) -> TermId {
    let n = terms.width(a) / size;
    let first = terms.extract(a, 0, size);
    (1..n).fold(first, |high, at| {
        let low = terms.extract(a, at * size, size);
        terms.concat(high, low)
    })
}

pub(crate) fn bit_binary(terms: &mut Terms, op: BitBinOp, a: TermId, b: TermId) -> TermId {
    match op {
        BitBinOp::Smin => {
            let less = terms.slt(a, b);
            terms.ite(less, a, b)
        }
        BitBinOp::Smax => {
            let less = terms.slt(a, b);
            terms.ite(less, b, a)
        }
        BitBinOp::Umin => {
            let less = terms.ult(a, b);
            terms.ite(less, a, b)
        }
        BitBinOp::Umax => {
            let less = terms.ult(a, b);
            terms.ite(less, b, a)
        }
        BitBinOp::SaddSat => saturated(terms, OverflowOp::Sadd, a, b),
        BitBinOp::UaddSat => saturated(terms, OverflowOp::Uadd, a, b),
        BitBinOp::SsubSat => saturated(terms, OverflowOp::Ssub, a, b),
        BitBinOp::UsubSat => saturated(terms, OverflowOp::Usub, a, b),
        BitBinOp::SshlSat => saturated_shift(terms, true, a, b),
        BitBinOp::UshlSat => saturated_shift(terms, false, a, b),
    }
}

fn saturated(terms: &mut Terms, op: OverflowOp, a: TermId, b: TermId) -> TermId {
    let width = terms.width(a);
    let (value, over) = overflowing(terms, op, a, b);
    let limit = match op {
        OverflowOp::Uadd => terms.ones(width),
        OverflowOp::Usub => terms.zero(width),
        _ => signed_limit(terms, a),
    };
    terms.ite(over, limit, value)
}

/// The least number for a negative `a`, otherwise the greatest.
fn signed_limit(terms: &mut Terms, a: TermId) -> TermId {
    let width = terms.width(a);
    let (zero, ones, one) = (terms.zero(width), terms.ones(width), terms.constant(width, 1));
    let negative = terms.slt(a, zero);
    let max = terms.lshr(ones, one);
    let min = terms.not(max);
    terms.ite(negative, min, max)
}

/// A shift by the width or more gives 0, not the limit.
fn saturated_shift(terms: &mut Terms, is_signed: bool, a: TermId, b: TermId) -> TermId {
    let width = terms.width(a);
    let (limit, shifted, count, zero) = (
        if is_signed { signed_limit(terms, a) } else { terms.ones(width) },
        terms.shl(a, b),
        terms.constant(width, width.into()),
        terms.zero(width),
    );
    let back = if is_signed { terms.ashr(shifted, b) } else { terms.lshr(shifted, b) };
    let same = terms.eq(back, a);
    let (value, fits) = (terms.ite(same, shifted, limit), terms.ult(b, count));
    terms.ite(fits, value, zero)
}

/// The value, and one bit that says whether it does not fit.
pub(crate) fn overflowing(
    terms: &mut Terms,
    op: OverflowOp,
    a: TermId,
    b: TermId,
) -> (TermId, TermId) {
    let width = terms.width(a);
    let (is_signed, kind) = match op {
        OverflowOp::Sadd => (true, Kind::Add),
        OverflowOp::Ssub => (true, Kind::Sub),
        OverflowOp::Smul => (true, Kind::Mul),
        OverflowOp::Uadd => (false, Kind::Add),
        OverflowOp::Usub => (false, Kind::Sub),
        OverflowOp::Umul => (false, Kind::Mul),
    };
    let room = if kind == Kind::Mul { 2 * width } else { width + 1 };
    let extend = |terms: &mut Terms, term: TermId| {
        if is_signed { terms.sext(term, room) } else { terms.zext(term, room) }
    };
    let (wide_a, wide_b) = (extend(terms, a), extend(terms, b));
    let exact = terms.binary(kind, wide_a, wide_b);
    let value = terms.extract(exact, 0, width);
    let back = extend(terms, value);
    (value, terms.ne(exact, back))
}

pub(crate) fn funnel(terms: &mut Terms, right: bool, a: TermId, b: TermId, c: TermId) -> TermId {
    let width = terms.width(a);
    let count = terms.constant(width, width.into());
    let n = terms.urem(c, count);
    let n = terms.zext(n, 2 * width);
    let both = terms.concat(a, b);
    if right {
        let shifted = terms.lshr(both, n);
        terms.extract(shifted, 0, width)
    } else {
        let shifted = terms.shl(both, n);
        terms.extract(shifted, width, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wide;
    use patchlight_expr::{Assignment, Bits, Evaluator};

    /// Terms over two or three inputs of `W` bits, evaluated for all their values.
    struct Table {
        terms: Terms,
        inputs: [TermId; 3],
        arrays: [patchlight_expr::ArrayId; 3],
    }

    const W: u8 = 4;

    impl Table {
        fn new() -> Table {
            let mut terms = Terms::new();
            let arrays = ["a", "b", "c"].map(|name| terms.input_array(name, 32, W.into()));
            let inputs = arrays.map(|array| terms.element(array, 0));
            Table { terms, inputs, arrays }
        }

        fn check(&mut self, term: TermId, expected: impl Fn(u128, u128, u128) -> Option<u128>) {
            let mut evaluator = Evaluator::default();
            for values in 0..1u64 << (3 * W) {
                let value = |n: usize| values >> (n * usize::from(W)) & 15;
                let mut assignment = Assignment::new();
                for (n, &array) in self.arrays.iter().enumerate() {
                    assignment.set(array, 0, Bits::from_u64(W.into(), value(n)));
                }
                evaluator.set_assignment(assignment);
                let got = evaluator.value(&self.terms, term).to_u128();
                let [a, b, c] = [0, 1, 2].map(|n| u128::from(value(n)));
                if let Some(expected) = expected(a, b, c) {
                    assert_eq!(got, Some(expected), "{term} of {a}, {b}, {c}");
                }
            }
        }
    }

    #[test]
    fn every_integer_op_means_on_terms_what_it_means_on_words() {
        let mut table = Table::new();
        let [a, b, c] = table.inputs;
        for &op in BinOp::ALL {
            let term = binary(&mut table.terms, op, a, b);
            table.check(term, |a, b, _| op.fold_wide(W, a, b));
        }
        for &pred in IntPred::ALL {
            let term = compare(&mut table.terms, pred, a, b);
            table.check(term, |a, b, _| Some(wide::compare(pred, W, a, b).into()));
        }
        for &op in BitUnOp::ALL.iter().filter(|&&op| op != BitUnOp::ByteSwap) {
            let term = bit_unary(&mut table.terms, op, a);
            table.check(term, |a, _, _| Some(wide::bit_unary(op, W, a)));
        }
        for &op in BitBinOp::ALL {
            let term = bit_binary(&mut table.terms, op, a, b);
            table.check(term, |a, b, _| Some(wide::bit_binary(op, W, a, b)));
        }
        for &op in OverflowOp::ALL {
            let (value, over) = overflowing(&mut table.terms, op, a, b);
            table.check(value, |a, b, _| Some(wide::overflowing(op, W, a, b).0));
            table.check(over, |a, b, _| Some(wide::overflowing(op, W, a, b).1.into()));
        }
        for right in [false, true] {
            let term = funnel(&mut table.terms, right, a, b, c);
            table.check(term, |a, b, c| Some(wide::funnel(right, W, a, b, c)));
        }
    }

    #[test]
    fn bytes_are_swapped() {
        let mut terms = Terms::new();
        let word = terms.constant(32, 0x1234_5678);
        let swapped = bit_unary(&mut terms, BitUnOp::ByteSwap, word);
        assert_eq!(terms.as_u64(swapped), Some(0x7856_3412));
    }
}
