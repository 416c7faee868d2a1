//! Equality of sums of products, by multiplying them out.
//!
//! Bit-blasted, laws like distributivity are among the hardest queries there are; as polynomials
//! modulo a power of two they are trivial. Only small terms are looked at.

use std::collections::BTreeMap;

use crate::bits::mask64;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

/// Operations that are multiplied out at most, on both sides together.
const MAX_OPERATIONS: usize = 24;
const MAX_MONOMIALS: usize = 32;

/// Coefficients by monomial; a monomial is its factors, sorted.
type Polynomial = BTreeMap<Vec<TermId>, u64>;

/// match: (eq p q), p and q sums or products that are polynomials with a constant difference
/// result: true if the difference is 0, else false
pub(super) fn eq_polynomials(t: &mut Terms, n: Node) -> Option<TermId> {
    let is_arithmetic = |term| matches!(t.kind(term), Kind::Add | Kind::Sub | Kind::Mul);
    let width = t.width(n.a());
    if width > 64 || !is_arithmetic(n.a()) || !is_arithmetic(n.b()) {
        return None;
    }
    let mut n_left = MAX_OPERATIONS;
    let a = expand(t, n.a(), &mut n_left)?;
    let b = expand(t, n.b(), &mut n_left)?;
    let difference = combine(a, b, u64::MAX, width);
    match difference.iter().next() {
        None => Some(t.boolean(true)),
        Some((monomial, _)) if difference.len() == 1 && monomial.is_empty() => {
            Some(t.boolean(false))
        }
        Some(_) => None,
    }
}

/// Multiplies a term out. The recursion is as deep as operations are left.
fn expand(t: &Terms, term: TermId, n_left: &mut usize) -> Option<Polynomial> {
    let node = t.node(term);
    let width = node.width();
    if let Some(value) = t.as_u64(term) {
        return Some(Polynomial::from_iter((value != 0).then(|| (Vec::new(), value))));
    }
    let is_shift = node.kind == Kind::Shl && t.as_u64(node.b()).is_some();
    if !is_shift && !matches!(node.kind, Kind::Add | Kind::Sub | Kind::Mul | Kind::Not) {
        return Some(Polynomial::from([(vec![term], 1)]));
    }
    *n_left = n_left.checked_sub(1)?;
    let a = expand(t, node.a(), n_left)?;
    let result = match node.kind {
        Kind::Shl => {
            let by = t.as_u64(node.b())?;
            let factor = if by < u64::from(width) { 1 << by } else { 0 };
            combine(Polynomial::new(), a, factor, width)
        }
        // ~x is -1 - x.
        Kind::Not => combine(Polynomial::from([(Vec::new(), mask64(width))]), a, u64::MAX, width),
        Kind::Mul => multiply(&a, &expand(t, node.b(), n_left)?, width),
        Kind::Sub => combine(a, expand(t, node.b(), n_left)?, u64::MAX, width),
        _ => combine(a, expand(t, node.b(), n_left)?, 1, width),
    };
    (result.len() <= MAX_MONOMIALS).then_some(result)
}

/// `a + factor * b`.
fn combine(mut a: Polynomial, b: Polynomial, factor: u64, width: u32) -> Polynomial {
    for (monomial, coefficient) in b {
        let sum = a.entry(monomial).or_insert(0);
        *sum = sum.wrapping_add(coefficient.wrapping_mul(factor)) & mask64(width);
    }
    a.retain(|_, coefficient| *coefficient != 0);
    a
}

fn multiply(a: &Polynomial, b: &Polynomial, width: u32) -> Polynomial {
    let mut product = Polynomial::new();
    for (x, c) in a {
        for (y, d) in b {
            let mut monomial: Vec<TermId> = x.iter().chain(y).copied().collect();
            monomial.sort_unstable();
            let sum = product.entry(monomial).or_insert(0);
            *sum = sum.wrapping_add(c.wrapping_mul(*d)) & mask64(width);
        }
    }
    product.retain(|_, coefficient| *coefficient != 0);
    product
}
