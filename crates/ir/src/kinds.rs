//! Small enums that ops carry: which operator, which comparison, which float format.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word of the text format.
            pub fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

kinds!(
    /// Integer operators with two operands. A shift by the width or more gives 0.
    BinOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        And = "and",
        Or = "or",
        Xor = "xor",
        Shl = "shl",
        Lshr = "lshr",
        Ashr = "ashr",
        Udiv = "udiv",
        Sdiv = "sdiv",
        Urem = "urem",
        Srem = "srem",
    }
);

kinds!(IntPred {
    Eq = "eq",
    Ne = "ne",
    Ult = "ult",
    Ule = "ule",
    Ugt = "ugt",
    Uge = "uge",
    Slt = "slt",
    Sle = "sle",
    Sgt = "sgt",
    Sge = "sge",
});

kinds!(
    /// `O…` is false if an operand is NaN, `U…` is true.
    FloatPred {
        False = "false",
        Oeq = "oeq",
        Ogt = "ogt",
        Oge = "oge",
        Olt = "olt",
        Ole = "ole",
        One = "one",
        Ord = "ord",
        Ueq = "ueq",
        Ugt = "ugt",
        Uge = "uge",
        Ult = "ult",
        Ule = "ule",
        Une = "une",
        Uno = "uno",
        True = "true",
    }
);

kinds!(FloatFmt {
    /// IEEE half precision.
    F16 = "f16",
    /// The upper half of an f32.
    Bf16 = "bf16",
    F32 = "f32",
    F64 = "f64",
    /// x87's 80 bits, in two words: 64 bits of significand, then 16 of sign and exponent.
    F80 = "f80",
    /// IEEE quadruple precision, in two words.
    F128 = "f128",
});

kinds!(FloatBinOp {
    Add = "fadd",
    Sub = "fsub",
    Mul = "fmul",
    Div = "fdiv",
    Rem = "frem",
    /// IEEE 754-2008 minNum: the other operand if one is NaN.
    MinNum = "fminnum",
    MaxNum = "fmaxnum",
    /// IEEE 754-2019 minimum: NaN if one is NaN.
    Minimum = "fminimum",
    Maximum = "fmaximum",
    CopySign = "fcopysign",
});

kinds!(FloatUnOp {
    Neg = "fneg",
    Abs = "fabs",
    Sqrt = "fsqrt",
    Floor = "ffloor",
    Ceil = "fceil",
    Trunc = "ftrunc",
    /// To nearest, ties to even.
    Rint = "frint",
    /// To nearest, ties away from zero.
    Round = "fround",
});

kinds!(BitUnOp {
    Popcount = "ctpop",
    /// The width for a zero operand.
    LeadingZeros = "ctlz",
    /// The width for a zero operand.
    TrailingZeros = "cttz",
    ByteSwap = "bswap",
    BitReverse = "bitreverse",
    /// The smallest number is its own absolute value.
    Abs = "abs",
});

kinds!(BitBinOp {
    Smin = "smin",
    Smax = "smax",
    Umin = "umin",
    Umax = "umax",
    SaddSat = "sadd.sat",
    UaddSat = "uadd.sat",
    SsubSat = "ssub.sat",
    UsubSat = "usub.sat",
    SshlSat = "sshl.sat",
    UshlSat = "ushl.sat",
});

kinds!(OverflowOp {
    Sadd = "sadd",
    Uadd = "uadd",
    Ssub = "ssub",
    Usub = "usub",
    Smul = "smul",
    Umul = "umul",
});

impl FloatFmt {
    /// How many registers a value takes.
    pub fn words(self) -> u16 {
        match self {
            FloatFmt::F80 | FloatFmt::F128 => 2,
            _ => 1,
        }
    }

    pub fn bits(self) -> u8 {
        match self {
            FloatFmt::F16 | FloatFmt::Bf16 => 16,
            FloatFmt::F32 => 32,
            FloatFmt::F64 => 64,
            FloatFmt::F80 => 80,
            FloatFmt::F128 => 128,
        }
    }
}

/// The one description of what operators compute, for words of 64 bits and of 128. An operand's bits
/// above the width are 0, and so are the result's.
macro_rules! folding {
    ($(#[$doc:meta])* $name:ident, $word:ident, $signed_word:ident) => {
        $(#[$doc])*
        ///
        /// `None` where it divides by zero or the quotient does not fit.
        #[inline]
        pub fn $name(self, w: u8, a: $word, b: $word) -> Option<$word> {
            let unused = $word::BITS - u32::from(w);
            let signed = |value: $word| (value << unused) as $signed_word >> unused;
            // The quotient of the least number and -1 is too large by one.
            let overflows = || signed(b) == -1 && signed(a) == signed(1 << (w - 1));
            let value = match self {
                BinOp::Add => a.wrapping_add(b),
                BinOp::Sub => a.wrapping_sub(b),
                BinOp::Mul => a.wrapping_mul(b),
                BinOp::And => a & b,
                BinOp::Or => a | b,
                BinOp::Xor => a ^ b,
                BinOp::Shl | BinOp::Lshr | BinOp::Ashr if b >= w.into() => 0,
                BinOp::Shl => a << b,
                BinOp::Lshr => a >> b,
                BinOp::Ashr => (signed(a) >> b) as $word,
                BinOp::Udiv => a.checked_div(b)?,
                BinOp::Urem => a.checked_rem(b)?,
                BinOp::Sdiv | BinOp::Srem if overflows() => return None,
                BinOp::Sdiv => signed(a).checked_div(signed(b))? as $word,
                BinOp::Srem => signed(a).checked_rem(signed(b))? as $word,
            };
            Some(value & ($word::MAX >> unused))
        }
    };
}

impl BinOp {
    folding! {
        /// The value of the operator at 1 to 64 bits.
        fold, u64, i64
    }
    folding! {
        /// The value of the operator at 1 to 128 bits.
        fold_wide, u128, i128
    }

    pub fn is_division(self) -> bool {
        matches!(self, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem)
    }
}

impl IntPred {
    /// The predicate with its operands exchanged.
    pub fn swapped(self) -> Self {
        match self {
            IntPred::Eq | IntPred::Ne => self,
            IntPred::Ult => IntPred::Ugt,
            IntPred::Ule => IntPred::Uge,
            IntPred::Ugt => IntPred::Ult,
            IntPred::Uge => IntPred::Ule,
            IntPred::Slt => IntPred::Sgt,
            IntPred::Sle => IntPred::Sge,
            IntPred::Sgt => IntPred::Slt,
            IntPred::Sge => IntPred::Sle,
        }
    }

    /// Does it hold for operands that compare like this as unsigned and as signed numbers?
    pub fn holds(self, unsigned: Ordering, signed: Ordering) -> bool {
        match self {
            IntPred::Eq => unsigned.is_eq(),
            IntPred::Ne => unsigned.is_ne(),
            IntPred::Ult => unsigned.is_lt(),
            IntPred::Ule => unsigned.is_le(),
            IntPred::Ugt => unsigned.is_gt(),
            IntPred::Uge => unsigned.is_ge(),
            IntPred::Slt => signed.is_lt(),
            IntPred::Sle => signed.is_le(),
            IntPred::Sgt => signed.is_gt(),
            IntPred::Sge => signed.is_ge(),
        }
    }

    /// The predicate that holds exactly where this one does not.
    pub fn negated(self) -> Self {
        match self {
            IntPred::Eq => IntPred::Ne,
            IntPred::Ne => IntPred::Eq,
            IntPred::Ult => IntPred::Uge,
            IntPred::Ule => IntPred::Ugt,
            IntPred::Ugt => IntPred::Ule,
            IntPred::Uge => IntPred::Ult,
            IntPred::Slt => IntPred::Sge,
            IntPred::Sle => IntPred::Sgt,
            IntPred::Sgt => IntPred::Sle,
            IntPred::Sge => IntPred::Slt,
        }
    }
}

/// How many registers an integer of `width` bits takes (1 to 128).
pub fn int_words(width: u8) -> u16 {
    if width > 64 { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At 8 bits operators can be compared with Rust's own integers.
    #[test]
    fn eight_bit_operators_agree_with_native_integers() {
        for (a, b) in (0..=255u8).flat_map(|a| (0..=255u8).map(move |b| (a, b))) {
            let (sa, sb) = (a as i8, b as i8);
            for &op in BinOp::ALL {
                let expected = match op {
                    BinOp::Add => Some(a.wrapping_add(b)),
                    BinOp::Sub => Some(a.wrapping_sub(b)),
                    BinOp::Mul => Some(a.wrapping_mul(b)),
                    BinOp::And => Some(a & b),
                    BinOp::Or => Some(a | b),
                    BinOp::Xor => Some(a ^ b),
                    BinOp::Shl => Some(a.checked_shl(b.into()).unwrap_or(0)),
                    BinOp::Lshr => Some(a.checked_shr(b.into()).unwrap_or(0)),
                    BinOp::Ashr => Some(sa.checked_shr(b.into()).unwrap_or(0) as u8),
                    BinOp::Udiv => a.checked_div(b),
                    BinOp::Urem => a.checked_rem(b),
                    BinOp::Sdiv => sa.checked_div(sb).map(|quotient| quotient as u8),
                    BinOp::Srem => sa.checked_rem(sb).map(|remainder| remainder as u8),
                };
                let folded = op.fold(8, a.into(), b.into());
                assert_eq!(folded, expected.map(u64::from), "{op:?} of {a} and {b}");
            }
        }
    }

    #[test]
    fn operators_at_full_width_agree_with_native_integers() {
        let values = [0, 1, 2, u128::MAX, u128::MAX - 1, 1 << 127, 1 << 64, u64::MAX.into(), 12345];
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            assert_eq!(BinOp::Sub.fold_wide(128, a, b), Some(a.wrapping_sub(b)));
            assert_eq!(BinOp::Urem.fold_wide(128, a, b), a.checked_rem(b));
            let quotient = (a as i128).checked_div(b as i128).map(|quotient| quotient as u128);
            assert_eq!(BinOp::Sdiv.fold_wide(128, a, b), quotient);
            let remainder = (a as i128).checked_rem(b as i128).map(|remainder| remainder as u128);
            assert_eq!(BinOp::Srem.fold_wide(128, a, b), remainder);
        }
    }

    #[test]
    fn operators_mean_the_same_in_one_word_and_in_two() {
        let check = |op: BinOp, w: u8, a: u64, b: u64| {
            let wide = op.fold_wide(w, a.into(), b.into()).map(|value| value as u64);
            assert_eq!(op.fold(w, a, b), wide, "{op:?} of {a} and {b} at {w} bits");
        };
        for (&op, w) in BinOp::ALL.iter().flat_map(|op| [1, 3, 5].map(|w| (op, w))) {
            for (a, b) in (0..1 << w).flat_map(|a| (0..1 << w).map(move |b| (a, b))) {
                check(op, w, a, b);
            }
        }
        for (&op, w) in BinOp::ALL.iter().flat_map(|op| [31, 32, 33, 63, 64].map(|w| (op, w))) {
            let all = u64::MAX >> (64 - w);
            let values =
                [0, 1, 2, 30, w.into(), u64::from(w) - 1, 12345, all / 2, all / 2 + 1, all];
            for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
                check(op, w, a, b);
            }
        }
    }
}
