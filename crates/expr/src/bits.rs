//! Values of any width.
//!
//! Up to 128 bits a value is kept inline; beyond that it is a boxed slice of limbs, least
//! significant first. Bits above the width are always zero, so equality is structural. The wide
//! forms of the operations are plain schoolbook: wide terms come from concatenation and are rare.

use std::fmt;

/// A bit-vector value of a fixed width.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    limbs: Limbs,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Limbs {
    Small([u64; 2]),
    Wide(Box<[u64]>),
}

/// The mask of the lowest `width` bits of a 64-bit word.
pub(crate) const fn mask64(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

const fn mask128(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

impl Bits {
    /// The value `word`, cut to `width` bits.
    pub fn from_u64(width: u32, word: u64) -> Bits {
        Bits::from_u128(width, u128::from(word))
    }

    /// The value `word`, cut to `width` bits.
    pub fn from_u128(width: u32, word: u128) -> Bits {
        let cut = word & mask128(width);
        let small = [cut as u64, (cut >> 64) as u64];
        if width <= 128 {
            return Bits { width, limbs: Limbs::Small(small) };
        }
        Bits::from_limbs(width, small.to_vec())
    }

    /// The value whose limbs, least significant first, are given; missing limbs are zero.
    pub fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Bits {
        let n_limbs = width.div_ceil(64) as usize;
        limbs.resize(n_limbs.max(2), 0);
        if width <= 128 {
            let word = u128::from(limbs[0]) | u128::from(limbs[1]) << 64;
            return Bits::from_u128(width, word);
        }
        limbs[n_limbs - 1] &= mask64(width - 64 * (n_limbs as u32 - 1));
        Bits { width, limbs: Limbs::Wide(limbs.into_boxed_slice()) }
    }

    pub fn zero(width: u32) -> Bits {
        Bits::from_u64(width, 0)
    }

    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    pub fn from_bool(value: bool) -> Bits {
        Bits::from_u64(1, u64::from(value))
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn limbs(&self) -> &[u64] {
        match &self.limbs {
            Limbs::Small(small) => small,
            Limbs::Wide(wide) => wide,
        }
    }

    /// The value as a 64-bit word, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.limbs()[1..].iter().all(|&limb| limb == 0).then(|| self.limbs()[0])
    }

    /// The value as a 128-bit word, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        let limbs = self.limbs();
        let fits = limbs[2..].iter().all(|&limb| limb == 0);
        fits.then(|| u128::from(limbs[0]) | u128::from(limbs[1]) << 64)
    }

    /// The lowest 64 bits.
    pub fn low_u64(&self) -> u64 {
        self.limbs()[0]
    }

    pub fn bit(&self, index: u32) -> bool {
        index < self.width && self.limbs()[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    pub fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    /// The sign bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    fn small(&self) -> Option<u128> {
        match self.limbs {
            Limbs::Small([low, high]) => Some(u128::from(low) | u128::from(high) << 64),
            Limbs::Wide(_) => None,
        }
    }

    fn zip(&self, other: &Bits, op: impl Fn(u64, u64) -> u64) -> Bits {
        let limbs = self.limbs().iter().zip(other.limbs()).map(|(&a, &b)| op(a, b)).collect();
        Bits::from_limbs(self.width, limbs)
    }

    pub fn not(&self) -> Bits {
        Bits::from_limbs(self.width, self.limbs().iter().map(|&limb| !limb).collect())
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    pub fn add(&self, other: &Bits) -> Bits {
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return Bits::from_u128(self.width, a.wrapping_add(b));
        }
        let mut carry = 0u128;
        let mut sum = Vec::with_capacity(self.limbs().len());
        for (&a, &b) in self.limbs().iter().zip(other.limbs()) {
            carry += u128::from(a) + u128::from(b);
            sum.push(carry as u64);
            carry >>= 64;
        }
        Bits::from_limbs(self.width, sum)
    }

    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::from_u64(self.width, 1))
    }

    pub fn sub(&self, other: &Bits) -> Bits {
        // a - b = ~(~a + b): no second carry chain is needed.
        self.not().add(other).not()
    }

    pub fn mul(&self, other: &Bits) -> Bits {
        if let (Some(a), Some(b)) = (self.small(), other.small()) {
            return Bits::from_u128(self.width, a.wrapping_mul(b));
        }
        let n_limbs = self.limbs().len();
        let mut product = vec![0u64; n_limbs];
        for (i, &a) in self.limbs().iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in other.limbs().iter().enumerate().take(n_limbs - i) {
                carry += u128::from(a) * u128::from(b) + u128::from(product[i + j]);
                product[i + j] = carry as u64;
                carry >>= 64;
            }
        }
        Bits::from_limbs(self.width, product)
    }

    /// Quotient and remainder as SMT-LIB defines them: division by zero gives all ones and the
    /// dividend.
    pub fn udivrem(&self, divisor: &Bits) -> (Bits, Bits) {
        if divisor.is_zero() {
            return (Bits::ones(self.width), self.clone());
        }
        if let (Some(a), Some(b)) = (self.small(), divisor.small()) {
            return (Bits::from_u128(self.width, a / b), Bits::from_u128(self.width, a % b));
        }
        let mut quotient = vec![0u64; self.limbs().len()];
        let mut remainder = Bits::zero(self.width);
        for index in (0..self.width).rev() {
            // The remainder is below the divisor, so doubling overflows by at most one bit.
            let overflow = remainder.is_negative();
            remainder = remainder.shl_by(1);
            if self.bit(index) {
                remainder = remainder.or(&Bits::from_u64(self.width, 1));
            }
            if overflow || !remainder.ult(divisor) {
                remainder = remainder.sub(divisor);
                quotient[(index / 64) as usize] |= 1 << (index % 64);
            }
        }
        (Bits::from_limbs(self.width, quotient), remainder)
    }

    pub fn udiv(&self, divisor: &Bits) -> Bits {
        self.udivrem(divisor).0
    }

    pub fn urem(&self, divisor: &Bits) -> Bits {
        self.udivrem(divisor).1
    }

    pub fn sdiv(&self, divisor: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&divisor.magnitude());
        if self.is_negative() == divisor.is_negative() { quotient } else { quotient.neg() }
    }

    pub fn srem(&self, divisor: &Bits) -> Bits {
        let remainder = self.magnitude().urem(&divisor.magnitude());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    fn magnitude(&self) -> Bits {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The shift distance, if it is below the width.
    fn distance(&self) -> Option<u32> {
        let distance = self.to_u64()?;
        (distance < u64::from(self.width)).then_some(distance as u32)
    }

    pub fn shl(&self, by: &Bits) -> Bits {
        by.distance().map_or_else(|| Bits::zero(self.width), |n| self.shl_by(n))
    }

    pub fn lshr(&self, by: &Bits) -> Bits {
        by.distance().map_or_else(|| Bits::zero(self.width), |n| self.lshr_by(n))
    }

    pub fn ashr(&self, by: &Bits) -> Bits {
        if self.is_negative() { self.not().lshr(by).not() } else { self.lshr(by) }
    }

    fn shl_by(&self, distance: u32) -> Bits {
        if let Some(word) = self.small() {
            return Bits::from_u128(self.width, word.checked_shl(distance).unwrap_or(0));
        }
        let (skip, shift) = ((distance / 64) as usize, distance % 64);
        let limbs = self.limbs();
        let shifted = (0..limbs.len()).map(|i| {
            let at = |k: usize| if k <= i { limbs[i - k] } else { 0 };
            let low = if shift == 0 { 0 } else { at(skip + 1) >> (64 - shift) };
            at(skip) << shift | low
        });
        Bits::from_limbs(self.width, shifted.collect())
    }

    fn lshr_by(&self, distance: u32) -> Bits {
        if let Some(word) = self.small() {
            return Bits::from_u128(self.width, word.checked_shr(distance).unwrap_or(0));
        }
        let (skip, shift) = ((distance / 64) as usize, distance % 64);
        let limbs = self.limbs();
        let at = |k: usize| limbs.get(k).copied().unwrap_or(0);
        let shifted = (0..limbs.len()).map(|i| {
            let high = if shift == 0 { 0 } else { at(i + skip + 1) << (64 - shift) };
            at(i + skip) >> shift | high
        });
        Bits::from_limbs(self.width, shifted.collect())
    }

    pub fn ult(&self, other: &Bits) -> bool {
        self.limbs().iter().rev().lt(other.limbs().iter().rev())
    }

    pub fn slt(&self, other: &Bits) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    /// `width` bits from bit `low` on.
    pub fn extract(&self, low: u32, width: u32) -> Bits {
        self.lshr_by(low).resize(width)
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        self.resize(width).shl_by(low.width).or(&low.resize(width))
    }

    /// Zero extension or truncation.
    pub fn resize(&self, width: u32) -> Bits {
        Bits::from_limbs(width, self.limbs().to_vec())
    }

    pub fn sext(&self, width: u32) -> Bits {
        if self.is_negative() { self.not().resize(width).not() } else { self.resize(width) }
    }

    /// The value as SMT-LIB prints it: `#x..` where the width allows, else `#b..`.
    pub fn to_smtlib(&self) -> String {
        if self.width.is_multiple_of(4) {
            let digits = (0..self.width / 4).rev().map(|i| {
                let nibble = self.extract(4 * i, 4).low_u64() as u32;
                char::from_digit(nibble, 16).unwrap_or('0')
            });
            return format!("#x{}", digits.collect::<String>());
        }
        let digits = (0..self.width).rev().map(|i| if self.bit(i) { '1' } else { '0' });
        format!("#b{}", digits.collect::<String>())
    }

    /// Parses decimal digits; `None` if there are other characters or the value does not fit.
    pub fn from_decimal(width: u32, digits: &str) -> Option<Bits> {
        if let Ok(word) = digits.parse::<u64>() {
            return (width >= 64 || word <= mask64(width)).then(|| Bits::from_u64(width, word));
        }
        let roomy = width.max(4 * digits.len() as u32) + 4;
        let ten = Bits::from_u64(roomy, 10);
        let mut value = Bits::zero(roomy);
        for digit in digits.chars() {
            let digit = Bits::from_u64(roomy, u64::from(digit.to_digit(10)?));
            value = value.mul(&ten).add(&digit);
        }
        (value.resize(width).resize(roomy) == value).then(|| value.resize(width))
    }

    /// The value in decimal.
    pub fn to_decimal(&self) -> String {
        if let Some(word) = self.to_u128() {
            return word.to_string();
        }
        let ten = Bits::from_u64(self.width, 10);
        let mut rest = self.clone();
        let mut digits = Vec::new();
        while !rest.is_zero() {
            let (quotient, digit) = rest.udivrem(&ten);
            digits.push(b'0' + digit.low_u64() as u8);
            rest = quotient;
        }
        digits.iter().rev().map(|&digit| char::from(digit)).collect()
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.to_decimal(), self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wide value whose arithmetic must agree with 128-bit words when cut to 128 bits.
    fn wide(word: u128) -> Bits {
        Bits::from_u128(200, word)
    }

    #[test]
    fn wide_arithmetic_agrees_with_machine_words() {
        let words = [0, 1, 2, 3, 0xffff_ffff, u64::MAX as u128, 1 << 64, (1 << 90) + 12345];
        for &a in &words {
            for &b in &words {
                let cut = |bits: Bits| bits.resize(128).to_u128().unwrap();
                assert_eq!(cut(wide(a).add(&wide(b))), a + b);
                assert_eq!(cut(wide(a).sub(&wide(b))), a.wrapping_sub(b));
                assert_eq!(cut(wide(a).mul(&wide(b))), a.wrapping_mul(b));
                assert_eq!(wide(a).ult(&wide(b)), a < b);
                if b != 0 {
                    let (quotient, remainder) = wide(a).udivrem(&wide(b));
                    assert_eq!((cut(quotient), cut(remainder)), (a / b, a % b));
                }
            }
        }
    }

    #[test]
    fn wide_shifts_move_bits_across_limbs() {
        let one = wide(1);
        for distance in [0u64, 1, 63, 64, 65, 127, 128, 199] {
            let shifted = one.shl(&wide(distance.into()));
            assert!((0..200).all(|i| shifted.bit(i) == (u64::from(i) == distance)));
            assert_eq!(shifted.lshr(&wide(distance.into())), one);
        }
        assert!(one.shl(&wide(200)).is_zero());
        assert!(wide(1).shl(&wide(199)).ashr(&wide(199)).is_ones());
    }

    #[test]
    fn decimal_digits_survive_a_round_trip() {
        let digits = "340282366920938463463374607431768211456";
        assert_eq!(Bits::from_decimal(129, digits).unwrap().to_decimal(), digits);
        assert_eq!(Bits::from_decimal(128, digits), None);
        assert_eq!(Bits::from_decimal(8, "256"), None);
        assert_eq!(Bits::from_decimal(8, "2x"), None);
    }
}
