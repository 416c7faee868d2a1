//! Integer operations at 1 to 128 bits, the ones that are not on the fast path. (Those of `BinOp` are
//! with it, in `ir`.)

use patchlight_ir::kinds::{BitBinOp, BitUnOp, IntPred, OverflowOp};

pub(crate) fn mask(w: u8) -> u128 {
    if w >= 128 { u128::MAX } else { (1 << w) - 1 }
}

/// The value of `w` bits as a signed number.
pub(crate) fn signed(value: u128, w: u8) -> i128 {
    let unused = 128 - u32::from(w);
    (value << unused) as i128 >> unused
}

pub(crate) fn compare(pred: IntPred, w: u8, a: u128, b: u128) -> bool {
    pred.holds(a.cmp(&b), signed(a, w).cmp(&signed(b, w)))
}

pub(crate) fn bit_unary(op: BitUnOp, w: u8, a: u128) -> u128 {
    let unused = 128 - u32::from(w);
    match op {
        BitUnOp::Popcount => a.count_ones().into(),
        BitUnOp::LeadingZeros => (a.leading_zeros() - unused).into(),
        BitUnOp::TrailingZeros => a.trailing_zeros().min(w.into()).into(),
        BitUnOp::ByteSwap => a.swap_bytes() >> unused,
        BitUnOp::BitReverse => a.reverse_bits() >> unused,
        BitUnOp::Abs => signed(a, w).unsigned_abs() & mask(w),
    }
}

pub(crate) fn bit_binary(op: BitBinOp, w: u8, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let (min, max) = (signed(1 << (w - 1), w), (mask(w) >> 1) as i128);
    let clamped = |value: i128| value.clamp(min, max) as u128;
    let value = match op {
        BitBinOp::Smin => sa.min(sb) as u128,
        BitBinOp::Smax => sa.max(sb) as u128,
        BitBinOp::Umin => a.min(b),
        BitBinOp::Umax => a.max(b),
        BitBinOp::SaddSat => clamped(sa.saturating_add(sb)),
        BitBinOp::UaddSat => a.saturating_add(b).min(mask(w)),
        BitBinOp::SsubSat => clamped(sa.saturating_sub(sb)),
        BitBinOp::UsubSat => a.saturating_sub(b),
        BitBinOp::UshlSat if b >= w.into() => 0,
        BitBinOp::UshlSat if a.leading_zeros() < b as u32 => mask(w),
        BitBinOp::UshlSat => (a << b).min(mask(w)),
        BitBinOp::SshlSat if b >= w.into() => 0,
        BitBinOp::SshlSat => {
            let shifted = sa << b;
            if shifted >> b != sa || shifted < min || shifted > max {
                if sa < 0 { min as u128 } else { max as u128 }
            } else {
                shifted as u128
            }
        }
    };
    value & mask(w)
}

/// The value, and whether it does not fit.
pub(crate) fn overflowing(op: OverflowOp, w: u8, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let from_signed = |(value, over): (i128, bool)| {
        let cut = value as u128 & mask(w);
        (cut, over || signed(cut, w) != value)
    };
    let from_unsigned = |(value, over): (u128, bool)| (value & mask(w), over || value > mask(w));
    match op {
        OverflowOp::Sadd => from_signed(sa.overflowing_add(sb)),
        OverflowOp::Ssub => from_signed(sa.overflowing_sub(sb)),
        OverflowOp::Smul => from_signed(sa.overflowing_mul(sb)),
        OverflowOp::Uadd => from_unsigned(a.overflowing_add(b)),
        OverflowOp::Usub => from_unsigned(a.overflowing_sub(b)),
        OverflowOp::Umul => from_unsigned(a.overflowing_mul(b)),
    }
}

/// `a:b` shifted left by `c % w`, its upper half; with `right`, shifted right, its lower half.
pub(crate) fn funnel(right: bool, w: u8, a: u128, b: u128, c: u128) -> u128 {
    let n = c % u128::from(w);
    let back = u128::from(w) - n;
    let value = match (right, n) {
        (true, 0) => b,
        (false, 0) => a,
        (true, _) => a << back | b >> n,
        (false, _) => a << n | b >> back,
    };
    value & mask(w)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At 8 bits everything can be compared with Rust's own integers.
    #[test]
    fn eight_bit_operations_agree_with_native_integers() {
        for a in 0..=255u8 {
            for b in 0..=255u8 {
                let (x, y) = (u128::from(a), u128::from(b));
                assert_eq!(compare(IntPred::Slt, 8, x, y), (a as i8) < (b as i8));
                let sat = |op| bit_binary(op, 8, x, y) as u8;
                assert_eq!(sat(BitBinOp::SaddSat), (a as i8).saturating_add(b as i8) as u8);
                assert_eq!(sat(BitBinOp::SsubSat), (a as i8).saturating_sub(b as i8) as u8);
                assert_eq!(sat(BitBinOp::UaddSat), a.saturating_add(b));
                assert_eq!(sat(BitBinOp::Smin), (a as i8).min(b as i8) as u8);
                let over = |op| overflowing(op, 8, x, y);
                let (value, flag) = (a as i8).overflowing_mul(b as i8);
                assert_eq!(over(OverflowOp::Smul), ((value as u8).into(), flag));
                let (value, flag) = a.overflowing_sub(b);
                assert_eq!(over(OverflowOp::Usub), (value.into(), flag));
                let wide = (u16::from(a) << 8 | u16::from(b)).rotate_left(0);
                assert_eq!(
                    funnel(false, 8, x, y, 3),
                    u128::from((wide << 3) >> 8),
                    "left funnel of {a} and {b}"
                );
                assert_eq!(funnel(true, 8, x, y, 3), u128::from((wide >> 3) as u8));
            }
            assert_eq!(bit_unary(BitUnOp::LeadingZeros, 8, a.into()), a.leading_zeros().into());
            assert_eq!(bit_unary(BitUnOp::TrailingZeros, 8, a.into()), a.trailing_zeros().into());
            assert_eq!(bit_unary(BitUnOp::BitReverse, 8, a.into()), a.reverse_bits().into());
            assert_eq!(bit_unary(BitUnOp::Abs, 8, a.into()), (a as i8).unsigned_abs().into());
        }
    }

    #[test]
    fn full_width_operations_agree_with_native_integers() {
        let values = [0, 1, 2, u128::MAX, u128::MAX - 1, 1 << 127, 1 << 64, u64::MAX.into(), 12345];
        for a in values {
            for b in values {
                let (value, flag) = (a as i128).overflowing_mul(b as i128);
                assert_eq!(overflowing(OverflowOp::Smul, 128, a, b), (value as u128, flag));
                let sum = (a as i128).saturating_add(b as i128) as u128;
                assert_eq!(bit_binary(BitBinOp::SaddSat, 128, a, b), sum);
            }
        }
    }
}
