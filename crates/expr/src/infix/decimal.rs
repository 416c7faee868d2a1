//! Decimal numbers: what a program computes from digits one after the other.

use crate::array::ArrayId;
use crate::kind::Kind;
use crate::term::TermId;
use crate::terms::Terms;
use std::collections::BTreeMap;

/// Deeper terms are not looked at: no number has so many digits.
const MAX_DEPTH: u32 = 64;

/// The digits of a number: elements of an input.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Digits {
    pub array: ArrayId,
    pub first: u64,
    pub last: u64,
}

impl Digits {
    /// The digits whose value a term is, as long as they are digits.
    pub fn of(terms: &Terms, term: TermId) -> Option<Digits> {
        let mut sum = Sum { terms, factors: BTreeMap::new(), constant: 0 };
        sum.add(term, 1, MAX_DEPTH)?;
        let (&(array, first), _) = sum.factors.first_key_value()?;
        let (&(last_array, last), _) = sum.factors.last_key_value()?;
        let is_whole = array == last_array && last - first + 1 == sum.factors.len() as u64;
        let mut factor = 1i128;
        for &of_digit in sum.factors.values().rev() {
            if of_digit != factor {
                return None;
            }
            factor = factor.checked_mul(10)?;
        }
        let zeros = sum.factors.values().sum::<i128>().checked_mul(i128::from(b'0'))?;
        (is_whole && sum.constant == -zeros).then_some(Digits { array, first, last })
    }
}

/// A sum of bytes of inputs, each with a factor, and a constant.
struct Sum<'t> {
    terms: &'t Terms,
    factors: BTreeMap<(ArrayId, u64), i128>,
    constant: i128,
}

impl Sum<'_> {
    /// Adds a term, `factor` times. `None` if it is no such sum.
    fn add(&mut self, term: TermId, factor: i128, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let terms = self.terms;
        if let Some(number) = self.constant_of(term) {
            self.constant = self.constant.checked_add(number.checked_mul(factor)?)?;
            return Some(());
        }
        let node = terms.node(term);
        let (a, b) = (node.a(), node.b());
        match node.kind {
            Kind::Input if node.width() == 8 => {
                let of_byte = self.factors.entry((ArrayId(node.a), node.payload())).or_default();
                *of_byte = of_byte.checked_add(factor)?;
                Some(())
            }
            Kind::ZExt | Kind::SExt => self.add(a, factor, depth),
            Kind::Extract if node.low() == 0 => self.add(a, factor, depth),
            Kind::Concat => self.add(super::extended(terms, term)?, factor, depth),
            Kind::Add => {
                self.add(a, factor, depth)?;
                self.add(b, factor, depth)
            }
            Kind::Sub => {
                self.add(a, factor, depth)?;
                self.add(b, factor.checked_neg()?, depth)
            }
            Kind::Mul => match (self.constant_of(a), self.constant_of(b)) {
                (Some(number), _) => self.add(b, factor.checked_mul(number)?, depth),
                (_, Some(number)) => self.add(a, factor.checked_mul(number)?, depth),
                _ => None,
            },
            Kind::Shl => {
                let n_bits = u32::try_from(self.constant_of(b)?).ok().filter(|&n| n < 64)?;
                self.add(a, factor.checked_mul(1 << n_bits)?, depth)
            }
            _ => None,
        }
    }

    fn constant_of(&self, term: TermId) -> Option<i128> {
        let word = self.terms.as_u64(term)?;
        Some(i128::from(crate::ops::signed(self.terms.width(term), word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that a loop makes of bytes: `n = n * 10 + (byte - '0')`.
    fn parsed(t: &mut Terms, array: ArrayId, bytes: std::ops::Range<u64>) -> TermId {
        let (ten, zero) = (t.constant(64, 10), t.constant(32, (-48i64 as u64) & 0xffff_ffff));
        let mut number = t.constant(64, 0);
        for at in bytes {
            let byte = t.element(array, at);
            let byte = t.sext(byte, 32);
            let digit = t.add(byte, zero);
            let digit = t.sext(digit, 64);
            let tens = t.mul(number, ten);
            number = t.add(tens, digit);
        }
        number
    }

    #[test]
    fn numbers_are_known_by_how_they_are_parsed() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        for bytes in [0..1, 2..3, 1..5, 0..9] {
            let number = parsed(&mut t, array, bytes.clone());
            let expected = Digits { array, first: bytes.start, last: bytes.end - 1 };
            assert_eq!(Digits::of(&t, number), Some(expected), "{bytes:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let byte = t.element(array, 0);
        assert_eq!(Digits::of(&t, byte), None, "a byte");
        let number = parsed(&mut t, array, 0..2);
        let other = parsed(&mut t, array, 3..4);
        let sum = t.add(number, other);
        assert_eq!(Digits::of(&t, sum), None, "a sum of two");
        let one = t.constant(64, 1);
        let more = t.add(number, one);
        assert_eq!(Digits::of(&t, more), None, "one more");
    }
}
