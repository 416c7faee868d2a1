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
