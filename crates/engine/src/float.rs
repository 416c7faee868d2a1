//! Floating point. `f32` and `f64` are the host's (IEEE, to nearest); the other formats are soft
//! and exact. What C leaves undefined is what x86-64 does: a NaN that an operation makes is
//! negative, a conversion to an integer that does not fit gives the "integer indefinite".

use patchlight_ir::kinds::{FloatBinOp, FloatFmt, FloatPred, FloatUnOp};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// Calls a generic function for the soft type of a format.
macro_rules! with_soft {
    ($fmt:expr, $call:ident($($arg:expr),*)) => {
        match $fmt {
            FloatFmt::F16 => $call::<Half>($($arg),*),
            FloatFmt::Bf16 => $call::<BFloat>($($arg),*),
            FloatFmt::F32 => $call::<Single>($($arg),*),
            FloatFmt::F64 => $call::<Double>($($arg),*),
            FloatFmt::F80 => $call::<X87DoubleExtended>($($arg),*),
            FloatFmt::F128 => $call::<Quad>($($arg),*),
        }
    };
}

pub(crate) fn binary(op: FloatBinOp, fmt: FloatFmt, a: u128, b: u128) -> u128 {
    match fmt {
        FloatFmt::F64 => binary_f64(op, f64::from_bits(a as u64), f64::from_bits(b as u64)),
        FloatFmt::F32 => binary_f32(op, f32::from_bits(a as u32), f32::from_bits(b as u32)),
        _ => with_soft!(fmt, soft_binary(op, a, b)),
    }
}

macro_rules! native_binary {
    ($name:ident, $float:ty) => {
        fn $name(op: FloatBinOp, a: $float, b: $float) -> u128 {
            let value = match op {
                FloatBinOp::Add => a + b,
                FloatBinOp::Sub => a - b,
                FloatBinOp::Mul => a * b,
                FloatBinOp::Div => a / b,
                FloatBinOp::Rem => a % b,
                FloatBinOp::CopySign => a.copysign(b),
                FloatBinOp::MinNum if a.is_nan() => b,
                FloatBinOp::MinNum if b.is_nan() => a,
                FloatBinOp::MaxNum if a.is_nan() => b,
                FloatBinOp::MaxNum if b.is_nan() => a,
                FloatBinOp::Minimum | FloatBinOp::Maximum if a.is_nan() => a,
                FloatBinOp::Minimum | FloatBinOp::Maximum if b.is_nan() => b,
                FloatBinOp::MinNum | FloatBinOp::Minimum => {
                    if a < b || (a == b && a.is_sign_negative()) { a } else { b }
                }
                FloatBinOp::MaxNum | FloatBinOp::Maximum => {
                    if a > b || (a == b && b.is_sign_negative()) { a } else { b }
                }
            };
            value.to_bits().into()
        }
    };
}

native_binary!(binary_f64, f64);
native_binary!(binary_f32, f32);

fn soft_binary<F: Float>(op: FloatBinOp, a: u128, b: u128) -> u128 {
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    let value = match op {
        FloatBinOp::Add => (x + y).value,
        FloatBinOp::Sub => (x - y).value,
        FloatBinOp::Mul => (x * y).value,
        FloatBinOp::Div => (x / y).value,
        FloatBinOp::Rem => x.c_fmod(y).value,
        FloatBinOp::CopySign => return x.copy_sign(y).to_bits(),
        FloatBinOp::MinNum => x.min(y),
        FloatBinOp::MaxNum => x.max(y),
        FloatBinOp::Minimum => x.minimum(y),
        FloatBinOp::Maximum => x.maximum(y),
    };
    quiet_like_x86(value, &[x, y]).to_bits()
}

/// The first NaN among the operands, or the negative default NaN if there is none.
fn quiet_like_x86<F: Float>(value: F, operands: &[F]) -> F {
    if !value.is_nan() {
        return value;
    }
    match operands.iter().find(|operand| operand.is_nan()) {
        Some(&operand) => (operand + F::ZERO).value,
        None => F::NAN.copy_sign(-F::ZERO),
    }
}

pub(crate) fn unary(op: FloatUnOp, fmt: FloatFmt, a: u128) -> Option<u128> {
    Some(match fmt {
        FloatFmt::F64 => {
            let x = f64::from_bits(a as u64);
            let value = match op {
                FloatUnOp::Neg => -x,
                FloatUnOp::Abs => x.abs(),
                FloatUnOp::Sqrt => x.sqrt(),
                FloatUnOp::Floor => x.floor(),
                FloatUnOp::Ceil => x.ceil(),
                FloatUnOp::Trunc => x.trunc(),
                FloatUnOp::Rint => x.round_ties_even(),
                FloatUnOp::Round => x.round(),
            };
            value.to_bits().into()
        }
        FloatFmt::F32 => {
            let x = f32::from_bits(a as u32);
            let value = match op {
                FloatUnOp::Neg => -x,
                FloatUnOp::Abs => x.abs(),
                FloatUnOp::Sqrt => x.sqrt(),
                FloatUnOp::Floor => x.floor(),
                FloatUnOp::Ceil => x.ceil(),
                FloatUnOp::Trunc => x.trunc(),
                FloatUnOp::Rint => x.round_ties_even(),
                FloatUnOp::Round => x.round(),
            };
            value.to_bits().into()
        }
        _ if op == FloatUnOp::Sqrt => return soft_sqrt(fmt, a),
        _ => return with_soft!(fmt, soft_unary(op, a)),
    })
}

/// `None`: a square root, see [`soft_sqrt`].
fn soft_unary<F: Float>(op: FloatUnOp, a: u128) -> Option<u128> {
    let x = F::from_bits(a);
    let rounded = |round| x.round_to_integral(round).value;
    let value = match op {
        FloatUnOp::Neg => -x,
        FloatUnOp::Abs => x.abs(),
        FloatUnOp::Floor => rounded(Round::TowardNegative),
        FloatUnOp::Ceil => rounded(Round::TowardPositive),
        FloatUnOp::Trunc => rounded(Round::TowardZero),
        FloatUnOp::Rint => rounded(Round::NearestTiesToEven),
        FloatUnOp::Round => rounded(Round::NearestTiesToAway),
        FloatUnOp::Sqrt => return None,
    };
    Some(value.to_bits())
}

/// The square root, exactly rounded. `None` for quadruple precision.
fn soft_sqrt(fmt: FloatFmt, a: u128) -> Option<u128> {
    match fmt {
        // An `f64` has more than twice the digits of these: rounding twice is rounding once.
        FloatFmt::F16 | FloatFmt::Bf16 => {
            let root = f64::from_bits(cast(fmt, FloatFmt::F64, a) as u64).sqrt();
            Some(cast(FloatFmt::F64, fmt, root.to_bits().into()))
        }
        FloatFmt::F80 => Some(x87_sqrt(X87DoubleExtended::from_bits(a)).to_bits()),
        _ => None,
    }
}

fn x87_sqrt(x: X87DoubleExtended) -> X87DoubleExtended {
    if x.is_zero() || x.is_nan() || (x.is_infinite() && !x.is_negative()) {
        return quiet_like_x86(x, &[x]);
    }
    if x.is_negative() {
        return X87DoubleExtended::NAN.copy_sign(-X87DoubleExtended::ZERO);
    }
    // Scale to [1, 4), where an `f64` can start Newton's iteration.
    let exponent = x.ilogb() & !1;
    let scaled: Quad = x.scalbn(-exponent).convert(&mut false).value;
    let start: Double = scaled.convert(&mut false).value;
    let start = f64::from_bits(start.to_bits() as u64).sqrt();
    let mut root: Quad = Double::from_bits(start.to_bits().into()).convert(&mut false).value;
    for _ in 0..2 {
        root = ((root + (scaled / root).value).value * Quad::from_bits(HALF_QUAD)).value;
    }
    // The root is good to nearly all of a Quad's digits; which of two neighbours is nearer is
    // decided exactly, by the sign of `middle² - x`, which fused multiplication keeps.
    let below = truncated(root);
    let above: X87DoubleExtended = below.next_up().value;
    let (low, high): (Quad, Quad) =
        (below.convert(&mut false).value, above.convert(&mut false).value);
    let middle = ((low + high).value * Quad::from_bits(HALF_QUAD)).value;
    let distance = middle.mul_add(middle, -scaled).value;
    let nearest = if distance.is_negative() { above } else { below };
    nearest.scalbn(exponent / 2)
}

/// 0.5 in quadruple precision.
const HALF_QUAD: u128 = 0x3ffe << 112;

/// The x87 number next to `x` toward zero.
fn truncated(x: Quad) -> X87DoubleExtended {
    let nearest: X87DoubleExtended = x.convert(&mut false).value;
    let back: Quad = nearest.convert(&mut false).value;
    if back > x { nearest.next_down().value } else { nearest }
}

pub(crate) fn fused_multiply_add(fmt: FloatFmt, a: u128, b: u128, c: u128) -> u128 {
    fn soft<F: Float>(a: u128, b: u128, c: u128) -> u128 {
        let (x, y, z) = (F::from_bits(a), F::from_bits(b), F::from_bits(c));
        quiet_like_x86(x.mul_add(y, z).value, &[x, y, z]).to_bits()
    }
    with_soft!(fmt, soft(a, b, c))
}

pub(crate) fn compare(pred: FloatPred, fmt: FloatFmt, a: u128, b: u128) -> bool {
    fn soft<F: Float>(a: u128, b: u128) -> Option<Ordering> {
        F::from_bits(a).partial_cmp(&F::from_bits(b))
    }
    let order = match fmt {
        FloatFmt::F64 => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
        FloatFmt::F32 => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
        _ => with_soft!(fmt, soft(a, b)),
    };
    let unordered = order.is_none();
    let less = order == Some(Ordering::Less);
    let equal = order == Some(Ordering::Equal);
    let greater = order == Some(Ordering::Greater);
    match pred {
        FloatPred::False => false,
        FloatPred::Oeq => equal,
        FloatPred::Ogt => greater,
        FloatPred::Oge => greater || equal,
        FloatPred::Olt => less,
        FloatPred::Ole => less || equal,
        FloatPred::One => less || greater,
        FloatPred::Ord => !unordered,
        FloatPred::Ueq => equal || unordered,
        FloatPred::Ugt => greater || unordered,
        FloatPred::Uge => greater || equal || unordered,
        FloatPred::Ult => less || unordered,
        FloatPred::Ule => less || equal || unordered,
        FloatPred::Une => !equal,
        FloatPred::Uno => unordered,
        FloatPred::True => true,
    }
}

pub(crate) fn cast(from: FloatFmt, to: FloatFmt, a: u128) -> u128 {
    fn convert<F: Float + FloatConvert<T>, T: Float>(a: u128) -> u128 {
        F::from_bits(a).convert(&mut false).value.to_bits()
    }
    fn from_soft<F>(to: FloatFmt, a: u128) -> u128
    where
        F: Float
            + FloatConvert<Half>
            + FloatConvert<BFloat>
            + FloatConvert<Single>
            + FloatConvert<Double>
            + FloatConvert<X87DoubleExtended>
            + FloatConvert<Quad>,
    {
        match to {
            FloatFmt::F16 => convert::<F, Half>(a),
            FloatFmt::Bf16 => convert::<F, BFloat>(a),
            FloatFmt::F32 => convert::<F, Single>(a),
            FloatFmt::F64 => convert::<F, Double>(a),
            FloatFmt::F80 => convert::<F, X87DoubleExtended>(a),
            FloatFmt::F128 => convert::<F, Quad>(a),
        }
    }
    match (from, to) {
        (FloatFmt::F64, FloatFmt::F32) => (f64::from_bits(a as u64) as f32).to_bits().into(),
        (FloatFmt::F32, FloatFmt::F64) => f64::from(f32::from_bits(a as u32)).to_bits().into(),
        _ => with_soft!(from, from_soft(to, a)),
    }
}

/// Rounds toward zero.
pub(crate) fn to_int(from: FloatFmt, signed: bool, saturating: bool, w: u8, a: u128) -> u128 {
    match (from, signed, saturating, w) {
        (FloatFmt::F64, true, false, 32) => return f64_to_i32(f64::from_bits(a as u64)).into(),
        (FloatFmt::F64, true, false, 64) => return f64_to_i64(f64::from_bits(a as u64)).into(),
        _ => {}
    }
    let bits = if saturating { w } else { conversion_width(signed, w) };
    let (value, fits) = with_soft!(from, soft_to_int(signed, bits, a));
    let value = match (fits, saturating) {
        (true, _) | (_, true) => value,
        (false, false) if signed || w > 64 => 1 << (bits - 1),
        // The unsigned conversion is made of the signed one.
        (false, false) => {
            let (value, fits) = with_soft!(from, soft_to_int(true, 64, a));
            if fits { value } else { 1 << 63 }
        }
    };
    value & crate::wide::mask(w)
}

/// The register width in which x86-64 converts.
fn conversion_width(signed: bool, w: u8) -> u8 {
    match (signed, w) {
        (_, 65..) => 128,
        (true, ..=32) => 32,
        _ => 64,
    }
}

fn f64_to_i32(x: f64) -> u32 {
    if x > -2147483649.0 && x < 2147483648.0 { x as i32 as u32 } else { 1 << 31 }
}

fn f64_to_i64(x: f64) -> u64 {
    let limit = 9223372036854775808.0;
    if x >= -limit && x < limit { x as i64 as u64 } else { 1 << 63 }
}

/// The value (the nearest one if it does not fit, 0 for NaN) and whether it fits.
fn soft_to_int<F: Float>(signed: bool, w: u8, a: u128) -> (u128, bool) {
    let x = F::from_bits(a);
    let (value, status) = if signed {
        let result = x.to_i128_r(w.into(), Round::TowardZero, &mut false);
        (result.value as u128, result.status)
    } else {
        let result = x.to_u128_r(w.into(), Round::TowardZero, &mut false);
        (result.value, result.status)
    };
    (value, !status.contains(Status::INVALID_OP))
}

pub(crate) fn from_int(to: FloatFmt, signed: bool, w: u8, a: u128) -> u128 {
    fn soft<F: Float>(signed: bool, w: u8, a: u128) -> u128 {
        if signed {
            F::from_i128(crate::wide::signed(a, w)).value.to_bits()
        } else {
            F::from_u128(a).value.to_bits()
        }
    }
    match to {
        FloatFmt::F64 if signed => (crate::wide::signed(a, w) as f64).to_bits().into(),
        FloatFmt::F64 => (a as f64).to_bits().into(),
        FloatFmt::F32 if signed => (crate::wide::signed(a, w) as f32).to_bits().into(),
        FloatFmt::F32 => (a as f32).to_bits().into(),
        _ => with_soft!(to, soft(signed, w, a)),
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use std::arch::asm;

    /// Runs one x87 instruction on one or two numbers in memory.
    macro_rules! x87 {
        ($instruction:literal, $a:expr, $b:expr) => {{
            let (a, b): (u128, u128) = ($a, $b);
            let mut result: u128 = 0;
            // SAFETY: the operands are 16 bytes each, the stack of the FPU is left as it was.
            unsafe {
                asm!(
                    "fld tbyte ptr [{a}]",
                    "fld tbyte ptr [{b}]",
                    $instruction,
                    "fstp tbyte ptr [{result}]",
                    a = in(reg) &a, b = in(reg) &b, result = in(reg) &mut result,
                    out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                    out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                );
            }
            result
        }};
    }

    /// Numbers of all magnitudes, normal and denormal, and the special ones.
    fn samples() -> Vec<u128> {
        let mut samples: Vec<u128> = [0.0, -0.0, 1.0, -1.0, 2.0, 0.1, 1e300, f64::INFINITY]
            .map(|x: f64| cast(FloatFmt::F64, FloatFmt::F80, x.to_bits().into()))
            .to_vec();
        samples.extend([1, 0x7fff_ffff_ffff_ffff, 0x7ffe_ffff_ffff_ffff_ffff]);
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for n in 0..400 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let exponent = if n % 2 == 0 { 0x3fff + n % 70 - 35 } else { seed as u32 % 0x7ffe + 1 };
            let sign = if n % 5 == 0 { 0x8000 } else { 0 };
            samples.push(u128::from(exponent | sign) << 64 | u128::from(seed | 1 << 63));
        }
        samples
    }

    #[test]
    fn long_double_arithmetic_is_the_processors() {
        let samples = samples();
        for (n, &a) in samples.iter().enumerate() {
            for &b in &samples[n % 7..] {
                let check = |op, expected: u128| {
                    let ours = binary(op, FloatFmt::F80, a, b);
                    assert_eq!(ours, expected, "{op:?} of {a:#x} and {b:#x}");
                };
                check(FloatBinOp::Add, x87!("faddp", a, b));
                check(FloatBinOp::Sub, x87!("fsubp", a, b));
                check(FloatBinOp::Mul, x87!("fmulp", a, b));
                check(FloatBinOp::Div, x87!("fdivp", a, b));
            }
        }
    }

    #[test]
    fn long_double_square_roots_are_the_processors() {
        for a in samples() {
            let expected = x87!("fsqrt\nfstp st(1)", 0, a);
            assert_eq!(unary(FloatUnOp::Sqrt, FloatFmt::F80, a), Some(expected), "of {a:#x}");
        }
    }

    #[test]
    fn conversions_to_integers_are_the_processors() {
        for x in [0.0, -1.5, 3e9, -3e9, 1e19, -1e19, 1e30, f64::NAN, f64::INFINITY, 2147483647.9] {
            let bits = u128::from(x.to_bits());
            let (mut narrow, mut wide): (u32, u64) = (0, 0);
            // SAFETY: only registers are touched.
            unsafe {
                asm!("cvttsd2si {0:e}, {1}", out(reg) narrow, in(xmm_reg) x);
                asm!("cvttsd2si {0}, {1}", out(reg) wide, in(xmm_reg) x);
            }
            assert_eq!(to_int(FloatFmt::F64, true, false, 32, bits), narrow.into(), "of {x}");
            assert_eq!(to_int(FloatFmt::F64, true, false, 64, bits), wide.into(), "of {x}");
            let single = u128::from((x as f32).to_bits());
            assert_eq!(
                to_int(FloatFmt::F32, true, false, 64, single) as u64,
                f64_to_i64(f64::from(x as f32)),
                "of {x}"
            );
            assert_eq!(to_int(FloatFmt::F64, true, true, 32, bits) as i32, x as i32);
            assert_eq!(to_int(FloatFmt::F64, false, true, 16, bits) as u16, x as u16);
        }
    }
}
