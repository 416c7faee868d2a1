//! Rules for sums, products, quotients and shifts.

use super::rules;
use crate::bits::Bits;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

rules!(
    ADD,
    Add,
    [
        add_zero,
        add_constants,
        add_to_constant_minus,
        add_complement,
        add_difference,
        add_negated,
        add_ite_of_constants,
    ]
);
rules!(
    SUB,
    Sub,
    [
        sub_zero,
        sub_self,
        sub_constant,
        sub_from_sum,
        sub_sum_from_part,
        sub_constant_minus,
        sub_constant_plus,
        sub_common_addend,
    ]
);
rules!(MUL, Mul, [mul_zero, mul_one, mul_power_of_two, mul_minus_one, mul_constants]);
rules!(UDIV, UDiv, [udiv_one, udiv_power_of_two, udiv_zext]);
rules!(UREM, URem, [urem_one, urem_power_of_two, urem_zext]);
rules!(SDIV, SDiv, [sdiv_one, sdiv_zext]);
rules!(SREM, SRem, [srem_one, srem_zext]);
rules!(SHL, Shl, [shl_by_zero, shl_of_zero, shl_too_far, shl_twice]);
rules!(LSHR, LShr, [lshr_by_zero, lshr_of_zero, lshr_too_far, lshr_twice]);
rules!(ASHR, AShr, [ashr_by_zero, ashr_of_zero, ashr_of_zext, ashr_too_far]);

/// match: (add x 0)
/// result: x
fn add_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (add (add x c) d), c and d constant
/// result: (add x c+d)
fn add_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::Add || !t.is_constant(n.b()) || !t.is_constant(inner.b()) {
        return None;
    }
    let sum = t.add(inner.b(), n.b());
    Some(t.add(inner.a(), sum))
}

/// match: (add (sub c x) d), c and d constant
/// result: (sub c+d x)
fn add_to_constant_minus(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::Sub || !t.is_constant(n.b()) || !t.is_constant(inner.a()) {
        return None;
    }
    let sum = t.add(inner.a(), n.b());
    Some(t.sub(sum, inner.b()))
}

/// match: (add x (not x))
/// result: all ones
fn add_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    t.are_complements(n.a(), n.b()).then(|| t.ones(n.width()))
}

/// match: (add (sub x y) y), either order
/// result: x
fn add_difference(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    if a.kind == Kind::Sub && a.b() == n.b() {
        return Some(a.a());
    }
    (b.kind == Kind::Sub && b.b() == n.a()).then_some(b.a())
}

/// match: (add x (sub 0 y)), either order
/// result: (sub x y)
fn add_negated(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    if b.kind == Kind::Sub && t.is_zero(b.a()) {
        return Some(t.sub(n.a(), b.b()));
    }
    (a.kind == Kind::Sub && t.is_zero(a.a())).then(|| t.sub(n.b(), a.b()))
}

/// match: (add (ite c k l) d), k, l and d constant
/// result: (ite c k+d l+d)
fn add_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    super::ite::push_constant_into_ite(t, n)
}

/// match: (sub x 0)
/// result: x
fn sub_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (sub x x)
/// result: 0
fn sub_self(t: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| t.zero(n.width()))
}

/// match: (sub x c), c constant
/// result: (add x -c)
fn sub_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let negated = t.as_bits(n.b())?.neg();
    let negated = t.constant_bits(&negated);
    Some(t.add(n.a(), negated))
}

/// match: (sub (add x y) y), either order of the sum
/// result: x
fn sub_from_sum(t: &mut Terms, n: Node) -> Option<TermId> {
    let sum = t.node(n.a());
    if sum.kind != Kind::Add {
        return None;
    }
    if sum.a() == n.b() {
        return Some(sum.b());
    }
    (sum.b() == n.b()).then(|| sum.a())
}

/// match: (sub x (add x y)), either order of the sum
/// result: (sub 0 y)
fn sub_sum_from_part(t: &mut Terms, n: Node) -> Option<TermId> {
    let sum = t.node(n.b());
    if sum.kind != Kind::Add {
        return None;
    }
    let rest = match n.a() {
        part if part == sum.a() => sum.b(),
        part if part == sum.b() => sum.a(),
        _ => return None,
    };
    Some(t.neg(rest))
}

/// match: (sub c (sub d x)), c and d constant
/// result: (add x c-d)
fn sub_constant_minus(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.b());
    if inner.kind != Kind::Sub || !t.is_constant(n.a()) || !t.is_constant(inner.a()) {
        return None;
    }
    let difference = t.sub(n.a(), inner.a());
    Some(t.add(inner.b(), difference))
}

/// match: (sub c (add x d)), c and d constant
/// result: (sub c-d x)
fn sub_constant_plus(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.b());
    if inner.kind != Kind::Add || !t.is_constant(n.a()) || !t.is_constant(inner.b()) {
        return None;
    }
    let difference = t.sub(n.a(), inner.b());
    Some(t.sub(difference, inner.a()))
}

/// match: (sub (add x y) (add x z)), any order of the sums
/// result: (sub y z)
fn sub_common_addend(t: &mut Terms, n: Node) -> Option<TermId> {
    let (rest_a, rest_b) = common_addend(t, n.a(), n.b())?;
    Some(t.sub(rest_a, rest_b))
}

/// What is left of two sums when an addend that both have is taken away.
pub(super) fn common_addend(t: &Terms, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
    let (a, b) = (t.node(a), t.node(b));
    if a.kind != Kind::Add || b.kind != Kind::Add {
        return None;
    }
    match (a.a(), a.b(), b.a(), b.b()) {
        (x, y, z, w) if x == z => Some((y, w)),
        (x, y, z, w) if x == w => Some((y, z)),
        (x, y, z, w) if y == z => Some((x, w)),
        (x, y, z, w) if y == w => Some((x, z)),
        _ => None,
    }
}

/// match: (mul x 0)
/// result: 0
fn mul_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.b())
}

/// match: (mul x 1)
/// result: x
fn mul_one(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_one(n.b()).then_some(n.a())
}

/// match: (mul x 2^k)
/// result: (shl x k)
fn mul_power_of_two(t: &mut Terms, n: Node) -> Option<TermId> {
    let distance = t.log2(n.b())?;
    let distance = t.constant(n.width(), u64::from(distance));
    Some(t.shl(n.a(), distance))
}

/// match: (mul x -1)
/// result: (sub 0 x)
fn mul_minus_one(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_ones(n.b()).then(|| t.neg(n.a()))
}

/// match: (mul (mul x c) d), c and d constant
/// result: (mul x c*d)
fn mul_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::Mul || !t.is_constant(n.b()) || !t.is_constant(inner.b()) {
        return None;
    }
    let product = t.mul(inner.b(), n.b());
    Some(t.mul(inner.a(), product))
}

/// match: (udiv x 1)
/// result: x
fn udiv_one(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_one(n.b()).then_some(n.a())
}

/// match: (udiv x 2^k)
/// result: (lshr x k)
fn udiv_power_of_two(t: &mut Terms, n: Node) -> Option<TermId> {
    let distance = t.log2(n.b())?;
    let distance = t.constant(n.width(), u64::from(distance));
    Some(t.lshr(n.a(), distance))
}

/// match: (udiv (zext x) (zext c)), c a constant other than 0 that fits x
/// result: (zext (udiv x c))
fn udiv_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_division(t, n, Kind::UDiv)
}

/// match: (urem x 1)
/// result: 0
fn urem_one(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_one(n.b()).then(|| t.zero(n.width()))
}

/// match: (urem x 2^k)
/// result: (and x 2^k-1)
fn urem_power_of_two(t: &mut Terms, n: Node) -> Option<TermId> {
    t.log2(n.b())?;
    let one = t.constant(n.width(), 1);
    let mask = t.sub(n.b(), one);
    Some(t.and(n.a(), mask))
}

/// match: (urem (zext x) (zext c)), c a constant other than 0 that fits x
/// result: (zext (urem x c))
fn urem_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_division(t, n, Kind::URem)
}

/// match: (sdiv x 1)
/// result: x
fn sdiv_one(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_one(n.b()).then_some(n.a())
}

/// match: (sdiv (zext x) (zext c)), c a constant other than 0 that fits x
/// result: (zext (udiv x c))
fn sdiv_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_division(t, n, Kind::UDiv)
}

/// match: (srem x 1)
/// result: 0
fn srem_one(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_one(n.b()).then(|| t.zero(n.width()))
}

/// match: (srem (zext x) (zext c)), c a constant other than 0 that fits x
/// result: (zext (urem x c))
fn srem_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_division(t, n, Kind::URem)
}

/// Divides in the width of the dividend before its extension.
fn narrow_division(t: &mut Terms, n: Node, kind: Kind) -> Option<TermId> {
    let dividend = t.node(n.a());
    if dividend.kind != Kind::ZExt {
        return None;
    }
    let narrow = t.width(dividend.a());
    let divisor = t.as_bits(n.b())?;
    let cut = divisor.resize(narrow);
    if cut.resize(n.width()) != divisor || cut.is_zero() {
        return None;
    }
    let divisor = t.constant_bits(&cut);
    let result = t.binary(kind, dividend.a(), divisor);
    Some(t.zext(result, n.width()))
}

/// match: (shl x 0)
/// result: x
fn shl_by_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (shl 0 x)
/// result: 0
fn shl_of_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.a()).then_some(n.a())
}

/// match: (shl x c), c at least the width
/// result: 0
fn shl_too_far(t: &mut Terms, n: Node) -> Option<TermId> {
    is_too_far(t, n).then(|| t.zero(n.width()))
}

/// match: (shl (shl x c) d), c and d constant
/// result: (shl x c+d)
fn shl_twice(t: &mut Terms, n: Node) -> Option<TermId> {
    shift_twice(t, n)
}

/// match: (lshr x 0)
/// result: x
fn lshr_by_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (lshr 0 x)
/// result: 0
fn lshr_of_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.a()).then_some(n.a())
}

/// match: (lshr x c), c at least the width
/// result: 0
fn lshr_too_far(t: &mut Terms, n: Node) -> Option<TermId> {
    is_too_far(t, n).then(|| t.zero(n.width()))
}

/// match: (lshr (lshr x c) d), c and d constant
/// result: (lshr x c+d)
fn lshr_twice(t: &mut Terms, n: Node) -> Option<TermId> {
    shift_twice(t, n)
}

/// match: (ashr x 0)
/// result: x
fn ashr_by_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (ashr 0 x)
/// result: 0
fn ashr_of_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.a()).then_some(n.a())
}

/// match: (ashr (zext x) y)
/// result: (lshr (zext x) y)
fn ashr_of_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.kind(n.a()) == Kind::ZExt).then(|| t.lshr(n.a(), n.b()))
}

/// match: (ashr x c), c at least the width
/// result: (ashr x width-1)
fn ashr_too_far(t: &mut Terms, n: Node) -> Option<TermId> {
    if !is_too_far(t, n) {
        return None;
    }
    let last = u64::from(n.width() - 1);
    let distance = t.constant(n.width(), last);
    Some(t.ashr(n.a(), distance))
}

fn is_too_far(t: &Terms, n: Node) -> bool {
    let is_far = |by: Bits| by.to_u64().is_none_or(|distance| distance >= u64::from(n.width()));
    t.as_bits(n.b()).is_some_and(is_far)
}

fn shift_twice(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != n.kind || !t.is_constant(n.b()) || !t.is_constant(inner.b()) {
        return None;
    }
    let (first, second) = (t.as_bits(inner.b())?.to_u64()?, t.as_bits(n.b())?.to_u64()?);
    let distance = first.saturating_add(second).min(u64::from(n.width()));
    let distance = t.constant(n.width(), distance);
    Some(t.binary(n.kind, inner.a(), distance))
}
