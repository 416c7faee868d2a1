//! Rules for comparisons.

use super::arith::common_addend;
use super::ite::push_constant_into_ite;
use super::polynomial::eq_polynomials;
use super::rules;
use crate::bits::Bits;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

rules!(
    EQ,
    Eq,
    [
        eq_self,
        eq_complement,
        eq_true,
        eq_false,
        eq_nots,
        eq_not_constant,
        eq_add_constant,
        eq_constant_minus,
        eq_xor_constant,
        eq_difference_zero,
        eq_xor_zero,
        eq_common_addend,
        eq_sum_with_part,
        eq_zext_constant,
        eq_sext_constant,
        eq_zexts,
        eq_sexts,
        eq_concats_high,
        eq_concats_low,
        eq_concat_constant_part,
        eq_ite_of_constants,
        eq_polynomials,
    ]
);
rules!(
    ULT,
    Ult,
    [
        ult_self,
        ult_zero,
        ult_ones,
        ult_one,
        ult_zexts,
        ult_zext_constant,
        ult_constant_zext,
        ult_sexts,
        ult_concats_high,
        ult_ite_of_constants,
    ]
);
rules!(
    SLT,
    Slt,
    [
        slt_self,
        slt_least,
        slt_greatest,
        slt_zexts,
        slt_zext_constant,
        slt_constant_zext,
        slt_sexts,
        slt_ite_of_constants,
    ]
);

/// match: (eq x x)
/// result: true
fn eq_self(t: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| t.boolean(true))
}

/// match: (eq x (not x))
/// result: false
fn eq_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    t.are_complements(n.a(), n.b()).then(|| t.boolean(false))
}

/// match: (eq x 1), width 1
/// result: x
fn eq_true(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.as_bool(n.b()) == Some(true)).then(|| n.a())
}

/// match: (eq x 0), width 1
/// result: (not x)
fn eq_false(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.as_bool(n.b()) == Some(false)).then(|| t.not(n.a()))
}

/// match: (eq (not x) (not y))
/// result: (eq x y)
fn eq_nots(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    (a.kind == Kind::Not && b.kind == Kind::Not).then(|| t.eq(a.a(), b.a()))
}

/// match: (eq (not x) c), c constant
/// result: (eq x ~c)
fn eq_not_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::Not || !t.is_constant(n.b()) {
        return None;
    }
    let flipped = t.not(n.b());
    Some(t.eq(a.a(), flipped))
}

/// match: (eq (add x c) d), c and d constant
/// result: (eq x d-c)
fn eq_add_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let sum = t.node(n.a());
    if sum.kind != Kind::Add || !t.is_constant(n.b()) || !t.is_constant(sum.b()) {
        return None;
    }
    let difference = t.sub(n.b(), sum.b());
    Some(t.eq(sum.a(), difference))
}

/// match: (eq (sub c x) d), c and d constant
/// result: (eq x c-d)
fn eq_constant_minus(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::Sub || !t.is_constant(n.b()) || !t.is_constant(a.a()) {
        return None;
    }
    let difference = t.sub(a.a(), n.b());
    Some(t.eq(a.b(), difference))
}

/// match: (eq (xor x c) d), c and d constant
/// result: (eq x c^d)
fn eq_xor_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::Xor || !t.is_constant(n.b()) || !t.is_constant(a.b()) {
        return None;
    }
    let value = t.xor(a.b(), n.b());
    Some(t.eq(a.a(), value))
}

/// match: (eq (sub x y) 0)
/// result: (eq x y)
fn eq_difference_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    (a.kind == Kind::Sub && t.is_zero(n.b())).then(|| t.eq(a.a(), a.b()))
}

/// match: (eq (xor x y) 0)
/// result: (eq x y)
fn eq_xor_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    (a.kind == Kind::Xor && t.is_zero(n.b())).then(|| t.eq(a.a(), a.b()))
}

/// match: (eq (add x y) (add x z)), any order of the sums
/// result: (eq y z)
fn eq_common_addend(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = common_addend(t, n.a(), n.b())?;
    Some(t.eq(a, b))
}

/// match: (eq (add x y) x), any order
/// result: (eq y 0)
fn eq_sum_with_part(t: &mut Terms, n: Node) -> Option<TermId> {
    let rest = [(n.a(), n.b()), (n.b(), n.a())].into_iter().find_map(|(sum, part)| {
        let sum = t.node(sum);
        match sum.kind {
            Kind::Add if sum.a() == part => Some(sum.b()),
            Kind::Add if sum.b() == part => Some(sum.a()),
            _ => None,
        }
    })?;
    let zero = t.zero(t.width(rest));
    Some(t.eq(rest, zero))
}

/// match: (eq (zext x) c), c constant
/// result: (eq x c') if c fits x, else false
fn eq_zext_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_equality(t, n, Kind::ZExt, Bits::resize)
}

/// match: (eq (sext x) c), c constant
/// result: (eq x c') if c is the extension of c', else false
fn eq_sext_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    narrow_equality(t, n, Kind::SExt, Bits::sext)
}

fn narrow_equality(
    t: &mut Terms,
    n: Node,
    kind: Kind,
    extend: fn(&Bits, u32) -> Bits,
) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != kind {
        return None;
    }
    let value = t.as_bits(n.b())?;
    let cut = value.resize(t.width(a.a()));
    if extend(&cut, value.width()) != value {
        return Some(t.boolean(false));
    }
    let narrow = t.constant_bits(&cut);
    Some(t.eq(a.a(), narrow))
}

/// match: (eq (zext x) (zext y)), x and y of one width
/// result: (eq x y)
fn eq_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = both_extended(t, n, Kind::ZExt)?;
    Some(t.eq(a, b))
}

/// match: (eq (sext x) (sext y)), x and y of one width
/// result: (eq x y)
fn eq_sexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = both_extended(t, n, Kind::SExt)?;
    Some(t.eq(a, b))
}

/// The operands beneath two extensions of the same kind from the same width.
fn both_extended(t: &Terms, n: Node, kind: Kind) -> Option<(TermId, TermId)> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    let same = a.kind == kind && b.kind == kind && t.width(a.a()) == t.width(b.a());
    same.then(|| (a.a(), b.a()))
}

/// match: (eq (concat x y) (concat x z))
/// result: (eq y z)
fn eq_concats_high(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = skip_common_high(t, n.a(), n.b())?;
    Some(t.eq(a, b))
}

/// What is left of two concatenations when their common high parts are taken away.
fn skip_common_high(t: &Terms, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
    let (mut low_a, mut low_b) = (a, b);
    loop {
        let (x, y) = (t.node(low_a), t.node(low_b));
        if x.kind != Kind::Concat || y.kind != Kind::Concat || x.a() != y.a() {
            return (low_a != a).then_some((low_a, low_b));
        }
        (low_a, low_b) = (x.b(), y.b());
    }
}

/// match: (eq (concat x y) (concat z y))
/// result: (eq x z)
fn eq_concats_low(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = (t.node(n.a()), t.node(n.b()));
    let same = a.kind == Kind::Concat && b.kind == Kind::Concat && a.b() == b.b();
    same.then(|| t.eq(a.a(), b.a()))
}

/// match: (eq (concat x k) c) or (eq (concat k x) c), k and c constant
/// result: (eq x c') if k agrees with c, else false
fn eq_concat_constant_part(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::Concat || !t.is_constant(n.b()) {
        return None;
    }
    let low_width = t.width(a.b());
    let low = t.extract(n.b(), 0, low_width);
    let high = t.extract(n.b(), low_width, a.width() - low_width);
    if t.is_constant(a.b()) {
        return Some(if a.b() == low { t.eq(a.a(), high) } else { t.boolean(false) });
    }
    if t.is_constant(a.a()) {
        return Some(if a.a() == high { t.eq(a.b(), low) } else { t.boolean(false) });
    }
    None
}

/// match: (eq (ite c k l) m), k, l and m constant
/// result: c, (not c), true or false
fn eq_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (ult x x)
/// result: false
fn ult_self(t: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| t.boolean(false))
}

/// match: (ult x 0)
/// result: false
fn ult_zero(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.b()).then(|| t.boolean(false))
}

/// match: (ult -1 x)
/// result: false
fn ult_ones(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_ones(n.a()).then(|| t.boolean(false))
}

/// match: (ult x 1)
/// result: (eq x 0)
fn ult_one(t: &mut Terms, n: Node) -> Option<TermId> {
    if !t.is_one(n.b()) {
        return None;
    }
    let zero = t.zero(t.width(n.a()));
    Some(t.eq(n.a(), zero))
}

/// match: (ult (zext x) (zext y)), x and y of one width
/// result: (ult x y)
fn ult_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = both_extended(t, n, Kind::ZExt)?;
    Some(t.ult(a, b))
}

/// match: (ult (zext x) c), c constant
/// result: (ult x c') if c fits x, else true
fn ult_zext_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::ZExt {
        return None;
    }
    let bound = t.as_bits(n.b())?;
    Some(below_constant(t, a.a(), &bound))
}

/// `x < bound`, in the width of `x`.
fn below_constant(t: &mut Terms, x: TermId, bound: &Bits) -> TermId {
    let cut = bound.resize(t.width(x));
    if cut.resize(bound.width()) != *bound {
        return t.boolean(true);
    }
    let cut = t.constant_bits(&cut);
    t.ult(x, cut)
}

/// match: (ult c (zext x)), c constant
/// result: (ult c' x) if c fits x, else false
fn ult_constant_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    let b = t.node(n.b());
    if b.kind != Kind::ZExt {
        return None;
    }
    let bound = t.as_bits(n.a())?;
    Some(above_constant(t, b.a(), &bound))
}

/// `bound < x`, in the width of `x`.
fn above_constant(t: &mut Terms, x: TermId, bound: &Bits) -> TermId {
    let cut = bound.resize(t.width(x));
    if cut.resize(bound.width()) != *bound {
        return t.boolean(false);
    }
    let cut = t.constant_bits(&cut);
    t.ult(cut, x)
}

/// match: (ult (sext x) (sext y)), x and y of one width
/// result: (ult x y)
fn ult_sexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = both_extended(t, n, Kind::SExt)?;
    Some(t.ult(a, b))
}

/// match: (ult (concat x y) (concat x z))
/// result: (ult y z)
fn ult_concats_high(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = skip_common_high(t, n.a(), n.b())?;
    Some(t.ult(a, b))
}

/// match: (ult (ite c k l) m), k, l and m constant
/// result: c, (not c), true or false
fn ult_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (slt x x)
/// result: false
fn slt_self(t: &mut Terms, n: Node) -> Option<TermId> {
    (n.a() == n.b()).then(|| t.boolean(false))
}

/// match: (slt x c), c the least signed value
/// result: false
fn slt_least(t: &mut Terms, n: Node) -> Option<TermId> {
    let bound = t.as_bits(n.b())?;
    let is_least = bound.is_negative() && bound.resize(bound.width() - 1).is_zero();
    is_least.then(|| t.boolean(false))
}

/// match: (slt c x), c the greatest signed value
/// result: false
fn slt_greatest(t: &mut Terms, n: Node) -> Option<TermId> {
    let bound = t.as_bits(n.a())?;
    let is_greatest = !bound.is_negative() && bound.not().resize(bound.width() - 1).is_zero();
    is_greatest.then(|| t.boolean(false))
}

/// match: (slt (zext x) (zext y)), x and y of one width
/// result: (ult x y)
fn slt_zexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = both_extended(t, n, Kind::ZExt)?;
    Some(t.ult(a, b))
}

/// match: (slt (zext x) c), c constant
/// result: false if c is negative, true if c does not fit x, else (ult x c')
fn slt_zext_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let a = t.node(n.a());
    if a.kind != Kind::ZExt {
        return None;
    }
    let bound = t.as_bits(n.b())?;
    if bound.is_negative() {
        return Some(t.boolean(false));
    }
    Some(below_constant(t, a.a(), &bound))
}

/// match: (slt c (zext x)), c constant
/// result: true if c is negative, false if c does not fit x, else (ult c' x)
fn slt_constant_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    let b = t.node(n.b());
    if b.kind != Kind::ZExt {
        return None;
    }
    let bound = t.as_bits(n.a())?;
    if bound.is_negative() {
        return Some(t.boolean(true));
    }
    Some(above_constant(t, b.a(), &bound))
}

/// match: (slt (sext x) (sext y)), x and y of one width
/// result: (slt x y)
fn slt_sexts(t: &mut Terms, n: Node) -> Option<TermId> {
    let (a, b) = both_extended(t, n, Kind::SExt)?;
    Some(t.slt(a, b))
}

/// match: (slt (ite c k l) m), k, l and m constant
/// result: c, (not c), true or false
fn slt_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}
