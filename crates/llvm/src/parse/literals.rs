//! Literals: escapes in strings, big integers, floats of all formats.

use std::borrow::Cow;

/// The bytes of a string: `\\` is a backslash, `\XX` a byte in hexadecimal.
pub(crate) fn decode_bytes(raw: &str) -> Cow<'_, [u8]> {
    let raw = raw.as_bytes();
    let Some(first) = memchr::memchr(b'\\', raw) else { return Cow::Borrowed(raw) };
    let mut decoded = Vec::with_capacity(raw.len());
    decoded.extend_from_slice(&raw[..first]);
    let mut pos = first;
    while let Some(&byte) = raw.get(pos) {
        let (value, width) = match (byte, raw.get(pos + 1), raw.get(pos + 2)) {
            (b'\\', Some(b'\\'), _) => (b'\\', 2),
            (b'\\', Some(&high), Some(&low)) => match (hex_digit(high), hex_digit(low)) {
                (Some(high), Some(low)) => ((high << 4 | low) as u8, 3),
                _ => (byte, 1),
            },
            _ => (byte, 1),
        };
        decoded.push(value);
        pos += width;
    }
    Cow::Owned(decoded)
}

/// Like `decode_bytes`; a string that does not decode to UTF-8 is kept as written.
pub(crate) fn decode_str(raw: &str) -> Cow<'_, str> {
    match decode_bytes(raw) {
        Cow::Borrowed(_) => Cow::Borrowed(raw),
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(decoded) => Cow::Owned(decoded),
            Err(_) => Cow::Borrowed(raw),
        },
    }
}

fn hex_digit(byte: u8) -> Option<u64> {
    (byte as char).to_digit(16).map(u64::from)
}

/// The widest integers whose literals we read: LLVM's own limit is 2^23 bits.
const MAX_WORDS: usize = (1 << 23) / 64;

/// The two's complement words of a decimal integer (with sign), `bits` wide, upper bits zero.
pub(super) fn decimal_words(text: &str, bits: u32) -> Option<Vec<u64>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut words = vec![0u64; words_for(bits)?];
    // 19 digits at a time fit a word.
    for chunk in digits.as_bytes().chunks(19) {
        let chunk = std::str::from_utf8(chunk).ok()?;
        let mut carry = u128::from(chunk.parse::<u64>().ok()?);
        let factor = u128::from(10u64.pow(chunk.len() as u32));
        for word in &mut words {
            let value = u128::from(*word) * factor + carry;
            *word = value as u64;
            carry = value >> 64;
        }
    }
    if negative {
        negate(&mut words);
    }
    truncate(&mut words, bits);
    Some(words)
}

/// The words of `u0x…` (zero-extended) or `s0x…` (sign-extended from its highest bit as written).
pub(super) fn hex_words(text: &str, bits: u32) -> Option<Vec<u64>> {
    let digits = text.get(3..).filter(|digits| !digits.is_empty())?;
    let mut words = vec![0u64; words_for(bits)?];
    for (i, byte) in digits.bytes().rev().enumerate() {
        let digit = hex_digit(byte)?;
        if let Some(word) = words.get_mut(i / 16) {
            *word |= digit << (i % 16 * 4);
        }
    }
    let width = digits.len().checked_mul(4)?;
    let top_set = hex_digit(digits.as_bytes()[0])? >= 8;
    if text.starts_with('s') && top_set {
        for bit in width..words.len() * 64 {
            words[bit / 64] |= 1 << (bit % 64);
        }
    }
    truncate(&mut words, bits);
    Some(words)
}

fn words_for(bits: u32) -> Option<usize> {
    let words = (bits as usize).div_ceil(64);
    (words <= MAX_WORDS).then_some(words)
}

fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

fn truncate(words: &mut [u64], bits: u32) {
    if let Some(last) = words.last_mut()
        && !bits.is_multiple_of(64)
    {
        *last &= (1 << (bits % 64)) - 1;
    }
}

/// An IEEE format of at most 64 bits.
#[derive(Copy, Clone)]
pub(super) struct FloatFormat {
    pub exponent_bits: u32,
    pub mantissa_bits: u32,
}

impl FloatFormat {
    pub const HALF: FloatFormat = FloatFormat { exponent_bits: 5, mantissa_bits: 10 };
    pub const BFLOAT: FloatFormat = FloatFormat { exponent_bits: 8, mantissa_bits: 7 };
    pub const FLOAT: FloatFormat = FloatFormat { exponent_bits: 8, mantissa_bits: 23 };
    pub const DOUBLE: FloatFormat = FloatFormat { exponent_bits: 11, mantissa_bits: 52 };

    /// Converts a double's bits to this format, to nearest, ties to even. A NaN keeps its sign and
    /// the upper part of its payload, which a conversion in hardware might not.
    pub fn narrow(self, double: u64) -> u64 {
        if self.mantissa_bits == 52 {
            return double;
        }
        let sign = (double >> 63) << (self.exponent_bits + self.mantissa_bits);
        let exponent = (double >> 52 & 0x7ff) as i64;
        let mantissa = double & ((1 << 52) - 1);
        let max_exponent = (1i64 << self.exponent_bits) - 1;
        let infinity = (max_exponent as u64) << self.mantissa_bits;
        let dropped = 52 - self.mantissa_bits;
        if exponent == 0x7ff {
            let quiet = u64::from(mantissa != 0 && mantissa >> dropped == 0);
            return sign | infinity | mantissa >> dropped | quiet << (self.mantissa_bits - 1);
        }
        let biased = exponent - 1023 + (max_exponent >> 1);
        if biased >= max_exponent {
            return sign | infinity;
        }
        // The significand with its hidden bit; subnormal results drop more bits.
        let significand = mantissa | u64::from(exponent != 0) << 52;
        let extra = if biased < 1 { 1 - biased } else { 0 };
        let shift = i64::from(dropped) + extra;
        if shift > 54 {
            return sign;
        }
        let kept = significand >> shift;
        let rest = significand & ((1 << shift) - 1);
        let half = 1u64 << (shift - 1);
        let up = rest > half || rest == half && kept & 1 == 1;
        let magnitude = if biased < 1 {
            kept
        } else {
            // The hidden bit adds one to the exponent field.
            ((biased as u64 - 1) << self.mantissa_bits) + kept
        };
        // Rounding up may carry into the exponent, up to infinity: that is right.
        sign | (magnitude + u64::from(up))
    }
}

/// The words of the digits behind `0xK`: four digits of sign and exponent, then the mantissa.
pub(super) fn x87_words(digits: &str) -> Option<[u64; 2]> {
    let (high, low) = split_hex(digits, 4)?;
    (low.len() <= 16).then_some(())?;
    Some([hex_u64(low)?, hex_u64(high)?])
}

/// The words of the digits behind `0xL` and `0xM`: LLVM writes the low word first.
pub(super) fn quad_words(digits: &str) -> Option<[u64; 2]> {
    let (first, second) = split_hex(digits, 16)?;
    Some([hex_u64(first)?, if second.is_empty() { 0 } else { hex_u64(second)? }])
}

fn split_hex(digits: &str, at: usize) -> Option<(&str, &str)> {
    Some((digits.get(..at)?, digits.get(at..)?))
}

/// At most 16 hexadecimal digits.
pub(super) fn hex_u64(digits: &str) -> Option<u64> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (plain && !digits.is_empty()).then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_agrees_with_the_hardware_on_floats() {
        let mut state = 0x1234_5678_9abc_def1u64;
        for _ in 0..200_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Keep the exponent near the range of floats, so that every case is met.
            let exponent = 1023 - 160 + (state >> 11) % 320;
            let bits = state & 0x800f_ffff_ffff_ffff | exponent << 52;
            let expected = (f64::from_bits(bits) as f32).to_bits();
            assert_eq!(FloatFormat::FLOAT.narrow(bits), u64::from(expected), "{bits:#x}");
        }
    }

    #[test]
    fn narrowing_keeps_special_values() {
        assert_eq!(FloatFormat::FLOAT.narrow(0x7ff0_0000_0000_0000), 0x7f80_0000);
        assert_eq!(FloatFormat::FLOAT.narrow(0xfff8_0000_0000_0000), 0xffc0_0000);
        assert_eq!(FloatFormat::FLOAT.narrow(0x7ff4_0000_0000_0000), 0x7fa0_0000);
        assert_eq!(FloatFormat::FLOAT.narrow(0x8000_0000_0000_0000), 0x8000_0000);
        assert_eq!(FloatFormat::HALF.narrow(1.0f64.to_bits()), 0x3c00);
        assert_eq!(FloatFormat::HALF.narrow(65504.0f64.to_bits()), 0x7bff);
        assert_eq!(FloatFormat::HALF.narrow(65520.0f64.to_bits()), 0x7c00);
        assert_eq!(FloatFormat::HALF.narrow(5.960464477539063e-8f64.to_bits()), 1);
        assert_eq!(FloatFormat::BFLOAT.narrow(1.0f64.to_bits()), 0x3f80);
    }

    #[test]
    fn wide_decimals_are_read_exactly() {
        let max = u128::MAX.to_string();
        assert_eq!(decimal_words(&max, 128), Some(vec![u64::MAX, u64::MAX]));
        assert_eq!(decimal_words("-1", 100), Some(vec![u64::MAX, (1 << 36) - 1]));
        let value = 0x0123_4567_89ab_cdef_0011_2233_4455_6677u128;
        let words = vec![value as u64, (value >> 64) as u64];
        assert_eq!(decimal_words(&value.to_string(), 128), Some(words));
    }

    #[test]
    fn hexadecimal_integers_extend_by_their_prefix() {
        assert_eq!(hex_words("s0xF", 8), Some(vec![0xff]));
        assert_eq!(hex_words("u0xF", 8), Some(vec![0x0f]));
        assert_eq!(hex_words("s0x80", 128), Some(vec![0xffff_ffff_ffff_ff80, u64::MAX]));
    }

    #[test]
    fn escapes_decode_to_bytes() {
        assert_eq!(&*decode_bytes(r"a\22b\\c\0A\zz\"), b"a\"b\\c\n\\zz\\");
        assert_eq!(decode_str(r"\C3\A4"), "ä");
        assert_eq!(decode_str(r"\FF"), r"\FF");
    }
}
