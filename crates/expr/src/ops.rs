//! The meaning of every operation, once for words of at most 64 bits and once for any width.
//!
//! Constant folding and the evaluator both come here; the bit-blaster is tested against it.

use crate::bits::{Bits, mask64};
use crate::term::Kind;

impl Kind {
    /// The operations on two words that give a word of the same width.
    pub const ARITHMETIC: [Kind; 13] = [
        Kind::And,
        Kind::Or,
        Kind::Xor,
        Kind::Add,
        Kind::Sub,
        Kind::Mul,
        Kind::UDiv,
        Kind::URem,
        Kind::SDiv,
        Kind::SRem,
        Kind::Shl,
        Kind::LShr,
        Kind::AShr,
    ];

    /// The operations on two words that give a bit.
    pub const COMPARISONS: [Kind; 3] = [Kind::Eq, Kind::Ult, Kind::Slt];
}

/// Sign-extends a word of the given width to 64 bits.
pub(crate) fn signed(width: u32, word: u64) -> i64 {
    let shift = 64 - width;
    ((word << shift) as i64) >> shift
}

/// The value of `kind` on words; `width` is that of the first operand (for `Ite`, `ZExt`, `SExt`
/// and `Concat` see the callers). Operands are cut to their widths, and so is the result.
pub(crate) fn word(kind: Kind, width: u32, a: u64, b: u64) -> u64 {
    let mask = mask64(width);
    let value = match kind {
        Kind::Not => !a,
        Kind::And => a & b,
        Kind::Or => a | b,
        Kind::Xor => a ^ b,
        Kind::Add => a.wrapping_add(b),
        Kind::Sub => a.wrapping_sub(b),
        Kind::Mul => a.wrapping_mul(b),
        Kind::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        Kind::URem => a.checked_rem(b).unwrap_or(a),
        Kind::SDiv => signed_division(width, a, b),
        Kind::SRem => match signed(width, b) {
            0 => a,
            divisor => signed(width, a).wrapping_rem(divisor) as u64,
        },
        Kind::Shl => {
            if b >= u64::from(width) {
                0
            } else {
                a << b
            }
        }
        Kind::LShr => {
            if b >= u64::from(width) {
                0
            } else {
                a >> b
            }
        }
        Kind::AShr => (signed(width, a) >> b.min(63)) as u64,
        Kind::Eq => u64::from(a == b),
        Kind::Ult => u64::from(a < b),
        Kind::Slt => u64::from(signed(width, a) < signed(width, b)),
        _ => unreachable!("{kind:?} is not a word operation"),
    };
    value & mask
}

fn signed_division(width: u32, a: u64, b: u64) -> u64 {
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

/// The value of a one- or two-operand word operation at any width.
pub(crate) fn bits(kind: Kind, a: &Bits, b: &Bits) -> Bits {
    match kind {
        Kind::Not => a.not(),
        Kind::And => a.and(b),
        Kind::Or => a.or(b),
        Kind::Xor => a.xor(b),
        Kind::Add => a.add(b),
        Kind::Sub => a.sub(b),
        Kind::Mul => a.mul(b),
        Kind::UDiv => a.udivrem(b).0,
        Kind::URem => a.udivrem(b).1,
        Kind::SDiv => a.sdiv(b),
        Kind::SRem => a.srem(b),
        Kind::Shl => a.shl(b),
        Kind::LShr => a.lshr(b),
        Kind::AShr => a.ashr(b),
        Kind::Eq => Bits::from_bool(a == b),
        Kind::Ult => Bits::from_bool(a.ult(b)),
        Kind::Slt => Bits::from_bool(a.slt(b)),
        Kind::Concat => a.concat(b),
        _ => unreachable!("{kind:?} is not a word operation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_wide_values_agree_on_every_operation_up_to_five_bits() {
        let unary = [Kind::Not];
        for &kind in unary.iter().chain(&Kind::ARITHMETIC).chain(&Kind::COMPARISONS) {
            for width in 1..=5 {
                for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                    let wide = bits(kind, &Bits::from_u64(width, a), &Bits::from_u64(width, b));
                    let narrow = word(kind, width, a, b);
                    assert_eq!(wide.low_u64(), narrow, "{kind:?} at width {width} of {a}, {b}");
                }
            }
        }
    }

    #[test]
    fn signed_division_follows_the_standard_at_its_corners() {
        // SMT-LIB: bvsdiv by zero is 1 for negative dividends and -1 otherwise; the most negative
        // number divided by -1 is itself.
        assert_eq!(word(Kind::SDiv, 8, 0x80, 0), 1);
        assert_eq!(word(Kind::SDiv, 8, 5, 0), 0xff);
        assert_eq!(word(Kind::SDiv, 8, 0x80, 0xff), 0x80);
        assert_eq!(word(Kind::SDiv, 64, 1 << 63, u64::MAX), 1 << 63);
        assert_eq!(word(Kind::SRem, 8, 0x80, 0xff), 0);
        assert_eq!(word(Kind::SRem, 8, 0xf9, 2), 0xff);
        assert_eq!(word(Kind::SRem, 8, 0xf9, 0), 0xf9);
        assert_eq!(word(Kind::UDiv, 8, 7, 0), 0xff);
    }
}
