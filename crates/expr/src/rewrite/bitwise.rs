//! Rules for the bitwise operations, which are also the Boolean ones at width 1.

use super::ite::push_constant_into_ite;
use super::rules;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

rules!(NOT, Not, [not_not, not_xor_constant, not_ite_of_constants, not_sub_one]);
rules!(
    AND,
    And,
    [
        and_zero,
        and_ones,
        and_self,
        and_complement,
        and_constants,
        and_absorbs_or,
        and_nested,
        and_nested_complement,
        and_zext_constant,
        and_zexts,
        and_ite_of_constants,
    ]
);
rules!(
    OR,
    Or,
    [
        or_zero,
        or_ones,
        or_self,
        or_complement,
        or_constants,
        or_absorbs_and,
        or_nested,
        or_nested_complement,
        or_zexts,
        or_of_shifted_parts,
        or_ite_of_constants,
    ]
);
rules!(
    XOR,
    Xor,
    [
        xor_zero,
        xor_self,
        xor_ones,
        xor_constants,
        xor_complement,
        xor_nested,
        xor_nots,
        xor_zexts,
        xor_ite_of_constants,
    ]
);

/// match: (not (not x))
/// result: x
fn not_not(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::Not).then(|| inner.a())
}

/// match: (not (xor x c)), c constant
/// result: (xor x ~c)
fn not_xor_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::Xor || !t.is_constant(inner.b()) {
        return None;
    }
    let flipped = t.not(inner.b());
    Some(t.xor(inner.a(), flipped))
}

/// match: (not (ite c k l)), k and l constant
/// result: (ite c ~k ~l)
fn not_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (not (add x -1))
/// result: (sub 0 x)
fn not_sub_one(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::Add && t.is_ones(inner.b())).then(|| t.neg(inner.a()))
}

/// match: (and x 0)
/// result: 0
fn and_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.b())
}

/// match: (and x -1)
/// result: x
fn and_ones(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_ones(n.b()).then_some(n.a())
}

/// match: (and x x)
/// result: x
fn and_self(_: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| n.a())
}

/// match: (and x (not x))
/// result: 0
fn and_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    t.are_complements(n.a(), n.b()).then(|| t.zero(n.width()))
}

/// match: (and (and x c) d), c and d constant
/// result: (and x c&d)
fn and_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    merge_constants(t, n)
}

/// match: (and x (or x y)), any order
/// result: x
fn and_absorbs_or(t: &mut Terms, n: Node) -> Option<TermId> {
    absorbs(t, n, Kind::Or)
}

/// match: (and x (and x y)), any order
/// result: (and x y)
fn and_nested(t: &mut Terms, n: Node) -> Option<TermId> {
    nested(t, n)
}

/// match: (and x (and (not x) y)), any order
/// result: 0
fn and_nested_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    has_nested_complement(t, n).then(|| t.zero(n.width()))
}

/// match: (and (zext x) c), c constant
/// result: (zext (and x c'))
fn and_zext_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::ZExt || !t.is_constant(n.b()) {
        return None;
    }
    let mask = t.extract(n.b(), 0, t.width(a.a()));
    let narrow = t.and(a.a(), mask);
    Some(t.zext(narrow, n.width()))
}

/// match: (and (zext x) (zext y)), x and y of one width
/// result: (zext (and x y))
fn and_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_zexts(t, n)
}

/// match: (and (ite c k l) d), k, l and d constant
/// result: (ite c k&d l&d)
fn and_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (or x 0)
/// result: x
fn or_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (or x -1)
/// result: -1
fn or_ones(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_ones(n.b()).then_some(n.b())
}

/// match: (or x x)
/// result: x
fn or_self(_: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| n.a())
}

/// match: (or x (not x))
/// result: -1
fn or_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    t.are_complements(n.a(), n.b()).then(|| t.ones(n.width()))
}

/// match: (or (or x c) d), c and d constant
/// result: (or x c|d)
fn or_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    merge_constants(t, n)
}

/// match: (or x (and x y)), any order
/// result: x
fn or_absorbs_and(t: &mut Terms, n: Node) -> Option<TermId> {
    absorbs(t, n, Kind::And)
}

/// match: (or x (or x y)), any order
/// result: (or x y)
fn or_nested(t: &mut Terms, n: Node) -> Option<TermId> {
    nested(t, n)
}

/// match: (or x (or (not x) y)), any order
/// result: -1
fn or_nested_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    has_nested_complement(t, n).then(|| t.ones(n.width()))
}

/// match: (or (zext x) (zext y)), x and y of one width
/// result: (zext (or x y))
fn or_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_zexts(t, n)
}

/// match: (or (shl (zext x) c) (zext y)), either order, c the width of y, all of x kept
/// result: (zext (concat x y))
fn or_of_shifted_parts(t: &mut Terms, n: Node) -> Option<TermId> {
    let shifted_first = shifted_part(t, n.a(), n.b());
    let (high, low) = shifted_first.or_else(|| shifted_part(t, n.b(), n.a()))?;
    let joined = t.concat(high, low);
    Some(t.zext(joined, n.width()))
}

/// `x` and `y` if the terms are `(shl (zext x) c)` and `(zext y)` without overlap, gap or loss.
fn shifted_part(t: &Terms, shifted: TermId, low: TermId) -> Option<(TermId, TermId)> {
    let (shifted, low) = (t.node(shifted), t.node(low));
    if shifted.kind != Kind::Shl || low.kind != Kind::ZExt {
        return None;
    }
    let high = t.node(shifted.a());
    let distance = t.as_bits(shifted.b())?.to_u64()?;
    let (high_width, low_width) = (t.width(high.operands().next()?), t.width(low.a()));
    let fits = high.kind == Kind::ZExt
        && distance == u64::from(low_width)
        && high_width + low_width <= shifted.width();
    fits.then(|| (high.a(), low.a()))
}

/// match: (or (ite c k l) d), k, l and d constant
/// result: (ite c k|d l|d)
fn or_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (xor x 0)
/// result: x
fn xor_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then_some(n.a())
}

/// match: (xor x x)
/// result: 0
fn xor_self(t: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| t.zero(n.width()))
}

/// match: (xor x -1)
/// result: (not x)
fn xor_ones(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_ones(n.b()).then(|| t.not(n.a()))
}

/// match: (xor (xor x c) d), c and d constant
/// result: (xor x c^d)
fn xor_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    merge_constants(t, n)
}

/// match: (xor x (not x))
/// result: -1
fn xor_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    t.are_complements(n.a(), n.b()).then(|| t.ones(n.width()))
}

/// match: (xor x (xor x y)), any order
/// result: y
fn xor_nested(t: &mut Terms, n: Node) -> Option<TermId> {
    [(n.a(), n.b()), (n.b(), n.a())].into_iter().find_map(|(x, nest)| {
        let nest = t.node(nest);
        match nest.kind {
            Kind::Xor if nest.a() == x => Some(nest.b()),
            Kind::Xor if nest.b() == x => Some(nest.a()),
            _ => None,
        }
    })
}

/// match: (xor (not x) (not y))
/// result: (xor x y)
fn xor_nots(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    (a.kind == Kind::Not && b.kind == Kind::Not).then(|| t.xor(a.a(), b.a()))
}

/// match: (xor (zext x) (zext y)), x and y of one width
/// result: (zext (xor x y))
fn xor_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_zexts(t, n)
}

/// match: (xor (ite c k l) d), k, l and d constant
/// result: (ite c k^d l^d)
fn xor_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

fn merge_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != n.kind || !t.is_constant(n.b()) || !t.is_constant(inner.b()) {
        return None;
    }
    let merged = t.binary(n.kind, inner.b(), n.b());
    Some(t.binary(n.kind, inner.a(), merged))
}

/// `x` if one operand is `x` and the other an operation of `kind` on `x`.
fn absorbs(t: &Terms, n: Node, kind: Kind) -> Option<TermId> {
    [(n.a(), n.b()), (n.b(), n.a())].into_iter().find_map(|(x, nest)| {
        let nest = t.node(nest);
        (nest.kind == kind && (nest.a() == x || nest.b() == x)).then_some(x)
    })
}

/// The nested operation if it has the other operand already.
fn nested(t: &Terms, n: Node) -> Option<TermId> {
    [(n.a(), n.b()), (n.b(), n.a())].into_iter().find_map(|(x, nest)| {
        let inner = t.node(nest);
        (inner.kind == n.kind && (inner.a() == x || inner.b() == x)).then_some(nest)
    })
}

fn has_nested_complement(t: &Terms, n: Node) -> bool {
    [(n.a(), n.b()), (n.b(), n.a())].into_iter().any(|(x, nest)| {
        let nest = t.node(nest);
        nest.kind == n.kind && (t.are_complements(nest.a(), x) || t.are_complements(nest.b(), x))
    })
}

fn narrow_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    if a.kind != Kind::ZExt || b.kind != Kind::ZExt || t.width(a.a()) != t.width(b.a()) {
        return None;
    }
    let narrow = t.binary(n.kind, a.a(), b.a());
    Some(t.zext(narrow, n.width()))
}
