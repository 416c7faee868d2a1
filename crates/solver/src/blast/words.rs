//! Word operations as gates. Words are slices of literals, least significant first.

use crate::circuit::{Circuit, Lit};

pub(super) type Word = Vec<Lit>;

pub(super) fn constant(width: usize, bit: impl Fn(usize) -> bool) -> Word {
    (0..width).map(|i| Lit::constant(bit(i))).collect()
}

pub(super) fn add(c: &mut Circuit, a: &[Lit], b: &[Lit], carry_in: Lit) -> Word {
    let mut carry = carry_in;
    let mut sum = Word::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = c.xor(x, y);
        sum.push(c.xor(half, carry));
        carry = c.majority(x, y, carry);
    }
    sum
}

pub(super) fn sub(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    add(c, a, &not(b), Lit::TRUE)
}

pub(super) fn not(a: &[Lit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

pub(super) fn bitwise(
    c: &mut Circuit,
    gate: fn(&mut Circuit, Lit, Lit) -> Lit,
    a: &[Lit],
    b: &[Lit],
) -> Word {
    a.iter().zip(b).map(|(&x, &y)| gate(c, x, y)).collect()
}

/// The word with copies of `above` on top.
pub(super) fn extend(a: &[Lit], width: usize, above: Lit) -> Word {
    let mut word = a.to_vec();
    word.resize(width, above);
    word
}

pub(super) fn negate_if(c: &mut Circuit, condition: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|&bit| c.xor(bit, condition)).collect();
    let zeros = vec![Lit::FALSE; a.len()];
    add(c, &flipped, &zeros, condition)
}

pub(super) fn mux(c: &mut Circuit, select: Lit, then: &[Lit], other: &[Lit]) -> Word {
    then.iter().zip(other).map(|(&t, &e)| c.mux(select, t, e)).collect()
}

pub(super) fn eq(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let mut level: Word = a.iter().zip(b).map(|(&x, &y)| !c.xor(x, y)).collect();
    // A balanced tree keeps the depth of the conjunction logarithmic.
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [x, y] => c.and(*x, *y),
                rest => rest[0],
            })
            .collect();
    }
    level.first().copied().unwrap_or(Lit::TRUE)
}

pub(super) fn ult(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(Lit::FALSE, |borrow, (&x, &y)| c.majority(!x, y, borrow))
}

pub(super) fn slt(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    if let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) {
        (*x, *y) = (!*x, !*y);
    }
    ult(c, &a, &b)
}

/// Shift and add. The operand with more constant zeros selects the summands; a run of ones in a
/// constant costs one addition and one subtraction.
pub(super) fn mul(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    let width = a.len();
    let n_free = |word: &[Lit]| word.iter().filter(|&&bit| bit != Lit::FALSE).count();
    let (a, b) = if n_free(a) < n_free(b) { (b, a) } else { (a, b) };
    if b.iter().all(|bit| bit.as_constant().is_some()) {
        return mul_constant(c, a, b);
    }
    let mut product = vec![Lit::FALSE; width];
    for (shift, &selector) in b.iter().enumerate() {
        if selector == Lit::FALSE {
            continue;
        }
        let summand: Word = a[..width - shift].iter().map(|&bit| c.and(bit, selector)).collect();
        let high = add(c, &product[shift..], &summand, Lit::FALSE);
        product[shift..].copy_from_slice(&high);
    }
    product
}

fn mul_constant(c: &mut Circuit, a: &[Lit], constant: &[Lit]) -> Word {
    let width = a.len();
    let bit = |i: usize| i < width && constant[i] == Lit::TRUE;
    let mut product = vec![Lit::FALSE; width];
    let mut carry = false;
    for shift in 0..width {
        // Non-adjacent form: of two ones in a row, the lower becomes a subtraction.
        let digit = bit(shift) != carry;
        let subtracts = digit && bit(shift + 1);
        carry = (bit(shift) && carry) || (digit && subtracts);
        if !digit {
            continue;
        }
        let summand = &a[..width - shift];
        let high = if subtracts {
            sub(c, &product[shift..], summand)
        } else {
            add(c, &product[shift..], summand, Lit::FALSE)
        };
        product[shift..].copy_from_slice(&high);
    }
    product
}

/// Quotient and remainder by restoring division; division by zero comes out as SMT-LIB says,
/// since no partial remainder is below zero then.
pub(super) fn udivrem(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let width = a.len();
    let mut remainder = vec![Lit::FALSE; width];
    let mut quotient = vec![Lit::FALSE; width];
    for i in (0..width).rev() {
        let overflow = remainder[width - 1];
        remainder.rotate_right(1);
        remainder[0] = a[i];
        let below = ult(c, &remainder, b);
        let fits = c.or(overflow, !below);
        quotient[i] = fits;
        let difference = sub(c, &remainder, b);
        remainder = mux(c, fits, &difference, &remainder);
    }
    (quotient, remainder)
}

pub(super) fn sdiv(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (a, b) = (negate_if(c, sign_a, a), negate_if(c, sign_b, b));
    let (quotient, _) = udivrem(c, &a, &b);
    let signs_differ = c.xor(sign_a, sign_b);
    negate_if(c, signs_differ, &quotient)
}

pub(super) fn srem(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let (a, b) = (negate_if(c, sign_a, a), negate_if(c, sign_b, b));
    let (_, remainder) = udivrem(c, &a, &b);
    negate_if(c, sign_a, &remainder)
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    RightLogical,
    RightArithmetic,
}

/// A barrel shifter: one stage of multiplexers for each bit of the distance that matters.
pub(super) fn shift(c: &mut Circuit, kind: Shift, a: &[Lit], by: &[Lit]) -> Word {
    let width = a.len();
    let fill = if kind == Shift::RightArithmetic { a[width - 1] } else { Lit::FALSE };
    let n_stages = width.next_power_of_two().trailing_zeros() as usize;
    let mut word = a.to_vec();
    for (stage, &select) in by.iter().enumerate().take(n_stages) {
        let distance = 1usize << stage;
        let at = |i: Option<usize>| i.and_then(|i| word.get(i)).copied().unwrap_or(fill);
        let shifted: Word = (0..width)
            .map(|i| match kind {
                Shift::Left => at(i.checked_sub(distance)),
                _ => at(i.checked_add(distance)),
            })
            .collect();
        word = mux(c, select, &shifted, &word);
    }
    let too_far = by.iter().skip(n_stages).fold(Lit::FALSE, |any, &bit| c.or(any, bit));
    let filled = vec![fill; width];
    mux(c, too_far, &filled, &word)
}

/// The element that an index selects: a tree of multiplexers over the index's bits, whose equal
/// and constant parts fold. Where the index is at least the number of elements, any value may
/// come out.
pub(super) fn select(c: &mut Circuit, elements: &[Word], index: &[Lit]) -> Word {
    let mut level = elements.to_vec();
    for &bit in index {
        if level.len() == 1 {
            break;
        }
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [even, odd] => mux(c, bit, odd, even),
                rest => rest[0].clone(),
            })
            .collect();
    }
    level.swap_remove(0)
}
