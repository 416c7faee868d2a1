//! The meaning of every operation of the table, for words of at most 64 bits and for any width.
//!
//! Constant folding and the evaluator both come here; the bit-blaster is tested against it.

use crate::bits::{Bits, mask64};
use crate::kind::{Kind, for_each_kind};

/// Sign-extends a word of the given width to 64 bits.
pub(crate) fn signed(width: u32, word: u64) -> i64 {
    let shift = 64 - width;
    ((word << shift) as i64) >> shift
}

macro_rules! define_values {
    (
        leaves { $($leaf:tt)* }
        unary { $($un:ident $un_name:ident {
            smtlib: $un_smt:literal $(/ $un_bool:literal)?,
            infix: $un_infix:literal $(/ $un_infix_bool:literal)?,
            words: |$un_width:pat_param, $un_a:pat_param| $un_value:expr
        })* }
        arithmetic { $($bin:ident $bin_name:ident $bin_order:ident {
            smtlib: $bin_smt:literal $(/ $bin_bool:literal)?,
            infix: $bin_infix:literal $(/ $bin_infix_bool:literal)?,
            words: |$bin_width:pat_param, $bin_a:pat_param, $bin_b:pat_param| $bin_value:expr
        })* }
        comparisons { $($cmp:ident $cmp_name:ident $cmp_order:ident {
            smtlib: $cmp_smt:literal, infix: $cmp_infix:literal / $cmp_opposite:literal,
            words: |$cmp_width:pat_param, $cmp_a:pat_param, $cmp_b:pat_param| $cmp_value:expr
        })* }
        others { $($other:tt)* }
    ) => {
        /// The value of an operation on one word, cut to the width.
        pub(crate) fn unary(kind: Kind, width: u32, a: u64) -> u64 {
            let value = match kind {
                $(Kind::$un => {
                    let ($un_width, $un_a) = (width, a);
                    $un_value
                })*
                _ => unreachable!("{kind:?} is not an operation on one word"),
            };
            value & mask64(width)
        }

        /// The value of an operation on two words of one width, cut to that width.
        pub(crate) fn binary(kind: Kind, width: u32, a: u64, b: u64) -> u64 {
            let value = match kind {
                $(Kind::$bin => {
                    let ($bin_width, $bin_a, $bin_b) = (width, a, b);
                    $bin_value
                })*
                $(Kind::$cmp => {
                    let ($cmp_width, $cmp_a, $cmp_b) = (width, a, b);
                    u64::from($cmp_value)
                })*
                _ => unreachable!("{kind:?} is not an operation on two words"),
            };
            value & mask64(width)
        }

        /// The value of an operation on one bit-vector of any width.
        pub(crate) fn wide_unary(kind: Kind, a: &Bits) -> Bits {
            match kind {
                $(Kind::$un => a.$un_name(),)*
                _ => unreachable!("{kind:?} is not an operation on one bit-vector"),
            }
        }

        /// The value of an operation on two bit-vectors of one width, whichever it is.
        pub(crate) fn wide_binary(kind: Kind, a: &Bits, b: &Bits) -> Bits {
            match kind {
                $(Kind::$bin => a.$bin_name(b),)*
                $(Kind::$cmp => Bits::from_bool(a.$cmp_name(b)),)*
                _ => unreachable!("{kind:?} is not an operation on two bit-vectors"),
            }
        }
    };
}
for_each_kind!(define_values);

fn signed_quotient(width: u32, a: u64, b: u64) -> u64 {
    match (signed(width, a), signed(width, b)) {
        (dividend, 0) => {
            if dividend < 0 {
                1
            } else {
                u64::MAX
            }
        }
        (dividend, divisor) => dividend.wrapping_div(divisor) as u64,
    }
}

fn signed_remainder(width: u32, a: u64, b: u64) -> u64 {
    match signed(width, b) {
        0 => a,
        divisor => signed(width, a).wrapping_rem(divisor) as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that an operation has one value, on words and at any width.
    fn check(kind: Kind, width: u32, a: u64, b: u64) {
        let [wide_a, wide_b] = [a, b].map(|word| Bits::from_u64(width, word));
        let (narrow, wide) = if kind.is_unary() {
            (unary(kind, width, a), wide_unary(kind, &wide_a))
        } else {
            (binary(kind, width, a, b), wide_binary(kind, &wide_a, &wide_b))
        };
        assert_eq!(wide.low_u64(), narrow, "{kind:?} at width {width} of {a}, {b}");
        assert_eq!(wide.width(), if kind.is_comparison() { 1 } else { width }, "{kind:?}");
    }

    #[test]
    fn words_and_wide_values_agree_on_every_operation_up_to_five_bits() {
        for &kind in Kind::OPERATIONS {
            for width in 1..=5 {
                for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                    check(kind, width, a, b);
                }
            }
        }
    }

    #[test]
    fn words_and_wide_values_agree_on_every_operation_at_random() {
        let mut state = 1u64;
        let mut word = |width: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Every fourth word is a distance that a shift has, or close to it.
            let word = state.rotate_right(17);
            if word.is_multiple_of(4) {
                word >> 2 & 0x7f & mask64(width)
            } else {
                word & mask64(width)
            }
        };
        for &kind in Kind::OPERATIONS {
            for width in [6, 7, 8, 15, 16, 31, 32, 33, 47, 62, 63, 64] {
                for _ in 0..200 {
                    check(kind, width, word(width), word(width));
                }
            }
        }
    }

    #[test]
    fn signed_division_follows_the_standard_at_its_corners() {
        // SMT-LIB: bvsdiv by zero is 1 for negative dividends and -1 otherwise; the most negative
        // number divided by -1 is itself.
        assert_eq!(binary(Kind::SDiv, 8, 0x80, 0), 1);
        assert_eq!(binary(Kind::SDiv, 8, 5, 0), 0xff);
        assert_eq!(binary(Kind::SDiv, 8, 0x80, 0xff), 0x80);
        assert_eq!(binary(Kind::SDiv, 64, 1 << 63, u64::MAX), 1 << 63);
        assert_eq!(binary(Kind::SRem, 8, 0x80, 0xff), 0);
        assert_eq!(binary(Kind::SRem, 8, 0xf9, 2), 0xff);
        assert_eq!(binary(Kind::SRem, 8, 0xf9, 0), 0xf9);
        assert_eq!(binary(Kind::UDiv, 8, 7, 0), 0xff);
    }
}
