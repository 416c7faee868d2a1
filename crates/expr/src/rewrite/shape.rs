//! Rules for extraction, concatenation and extension.

use super::ite::push_constant_into_ite;
use super::rules;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

rules!(
    EXTRACT,
    Extract,
    [
        extract_all,
        extract_of_extract,
        extract_of_concat,
        extract_of_zext,
        extract_of_sext,
        extract_of_shift,
        extract_of_not,
        extract_low_of_arith,
        extract_of_bitwise,
        extract_of_ite_of_constants,
    ]
);
rules!(
    CONCAT,
    Concat,
    [
        concat_zero_high,
        concat_zext_high,
        concat_adjacent_extracts,
        concat_nested_left,
        concat_nested_right,
    ]
);
rules!(ZEXT, ZExt, [zext_of_zext, zext_of_ite_of_constants]);
rules!(SEXT, SExt, [sext_of_sext, sext_of_zext, sext_of_ite_of_constants]);

/// match: (extract x), all bits
/// result: x
fn extract_all(t: &mut Terms, n: Node) -> Option<TermId> {
    (n.width() == t.width(n.a())).then(|| n.a())
}

/// match: (extract (extract x))
/// result: (extract x)
fn extract_of_extract(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::Extract).then(|| t.extract(inner.a(), inner.low() + n.low(), n.width()))
}

/// match: (extract (concat x y)), all bits from one side
/// result: (extract x) or (extract y)
fn extract_of_concat(t: &mut Terms, n: Node) -> Option<TermId> {
    let (mut at, mut low) = (n.a(), n.low());
    // A loop, not one step a call: chains of concatenations can be long.
    loop {
        let node = t.node(at);
        if node.kind != Kind::Concat {
            break;
        }
        let low_width = t.width(node.b());
        if low >= low_width {
            (at, low) = (node.a(), low - low_width);
        } else if low + n.width() <= low_width {
            at = node.b();
        } else {
            break;
        }
    }
    (at != n.a()).then(|| t.extract(at, low, n.width()))
}

/// match: (extract (zext x))
/// result: (extract x), 0, or (zext (extract x)) by where the bits lie
fn extract_of_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::ZExt {
        return None;
    }
    let narrow = t.width(inner.a());
    if n.low() >= narrow {
        return Some(t.zero(n.width()));
    }
    if n.low() + n.width() <= narrow {
        return Some(t.extract(inner.a(), n.low(), n.width()));
    }
    let part = t.extract(inner.a(), n.low(), narrow - n.low());
    Some(t.zext(part, n.width()))
}

/// match: (extract (sext x)), a bit of x itself among the bits
/// result: (extract x) or (sext (extract x)) by where the bits lie
fn extract_of_sext(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::SExt {
        return None;
    }
    let narrow = t.width(inner.a());
    if n.low() + n.width() <= narrow {
        return Some(t.extract(inner.a(), n.low(), n.width()));
    }
    let low = n.low().min(narrow - 1);
    let part = t.extract(inner.a(), low, narrow - low);
    Some(t.sext(part, n.width()))
}

/// match: (extract (shl x c)) or (extract (lshr x c)), c constant, all bits from x or none
/// result: (extract x) or 0
fn extract_of_shift(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if !matches!(inner.kind, Kind::Shl | Kind::LShr) {
        return None;
    }
    let distance = u32::try_from(t.as_bits(inner.b())?.to_u64()?).ok()?;
    let (low, end) = (n.low(), n.low() + n.width());
    if inner.kind == Kind::Shl {
        if end <= distance {
            return Some(t.zero(n.width()));
        }
        return (low >= distance).then(|| t.extract(inner.a(), low - distance, n.width()));
    }
    let end = end.checked_add(distance)?;
    if low + distance >= inner.width() {
        return Some(t.zero(n.width()));
    }
    (end <= inner.width()).then(|| t.extract(inner.a(), low + distance, n.width()))
}

/// match: (extract (not x))
/// result: (not (extract x))
fn extract_of_not(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if inner.kind != Kind::Not {
        return None;
    }
    let part = t.extract(inner.a(), n.low(), n.width());
    Some(t.not(part))
}

/// match: (extract (op x y)) of the lowest bits, op a sum, difference or product, x and y such
/// that cutting them adds no term
/// result: (op (extract x) (extract y))
fn extract_low_of_arith(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if n.low() != 0 || !matches!(inner.kind, Kind::Add | Kind::Sub | Kind::Mul) {
        return None;
    }
    distribute_extract(t, n, inner)
}

/// match: (extract (op x y)), op bitwise, x and y such that cutting them adds no term
/// result: (op (extract x) (extract y))
fn extract_of_bitwise(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    if !matches!(inner.kind, Kind::And | Kind::Or | Kind::Xor) {
        return None;
    }
    distribute_extract(t, n, inner)
}

fn distribute_extract(t: &mut Terms, n: Node, inner: Node) -> Option<TermId> {
    let a = cut_freely(t, inner.a(), n)?;
    let b = cut_freely(t, inner.b(), n)?;
    Some(t.binary(inner.kind, a, b))
}

/// The bits that `n` extracts, of `term`, if they add no operation: of a constant, of an extension
/// of exactly these bits, or if they are exactly a side of a concatenation.
fn cut_freely(t: &mut Terms, term: TermId, n: Node) -> Option<TermId> {
    let node = t.node(term);
    match node.kind {
        Kind::Const | Kind::WideConst => Some(t.extract(term, n.low(), n.width())),
        Kind::ZExt | Kind::SExt => {
            (n.low() == 0 && t.width(node.a()) == n.width()).then(|| node.a())
        }
        Kind::Concat => {
            let low_width = t.width(node.b());
            if n.low() == 0 && n.width() == low_width {
                return Some(node.b());
            }
            (n.low() == low_width && n.low() + n.width() == node.width()).then(|| node.a())
        }
        _ => None,
    }
}

/// match: (extract (ite c k l)), k and l constant
/// result: (ite c k' l')
fn extract_of_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (concat 0 x)
/// result: (zext x)
fn concat_zero_high(t: &mut Terms, n: Node) -> Option<TermId> {
    t.is_zero(n.a()).then(|| t.zext(n.b(), n.width()))
}

/// match: (concat (zext x) y)
/// result: (zext (concat x y))
fn concat_zext_high(t: &mut Terms, n: Node) -> Option<TermId> {
    let high = t.node(n.a());
    if high.kind != Kind::ZExt {
        return None;
    }
    let joined = t.concat(high.a(), n.b());
    Some(t.zext(joined, n.width()))
}

/// match: (concat (extract x) (extract x)), adjacent bits
/// result: (extract x)
fn concat_adjacent_extracts(t: &mut Terms, n: Node) -> Option<TermId> {
    join_adjacent(t, n.a(), n.b())
}

/// match: (concat (concat x y) z), y and z constant or adjacent bits of one term
/// result: (concat x yz)
fn concat_nested_left(t: &mut Terms, n: Node) -> Option<TermId> {
    let high = t.node(n.a());
    if high.kind != Kind::Concat {
        return None;
    }
    let joined = join(t, high.b(), n.b())?;
    Some(t.concat(high.a(), joined))
}

/// match: (concat x (concat y z)), x and y constant or adjacent bits of one term
/// result: (concat xy z)
fn concat_nested_right(t: &mut Terms, n: Node) -> Option<TermId> {
    let low = t.node(n.b());
    if low.kind != Kind::Concat {
        return None;
    }
    let joined = join(t, n.a(), low.a())?;
    Some(t.concat(joined, low.b()))
}

/// The concatenation of two constants or of two adjacent extractions, as one term.
fn join(t: &mut Terms, high: TermId, low: TermId) -> Option<TermId> {
    if t.is_constant(high) && t.is_constant(low) {
        return Some(t.concat(high, low));
    }
    join_adjacent(t, high, low)
}

fn join_adjacent(t: &mut Terms, high: TermId, low: TermId) -> Option<TermId> {
    let (x, y) = (t.node(high), t.node(low));
    let adjacent = x.kind == Kind::Extract
        && y.kind == Kind::Extract
        && x.a() == y.a()
        && x.low() == y.low() + y.width();
    adjacent.then(|| t.extract(x.a(), y.low(), x.width() + y.width()))
}

/// match: (zext (zext x))
/// result: (zext x)
fn zext_of_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::ZExt).then(|| t.zext(inner.a(), n.width()))
}

/// match: (zext (ite c k l)), k and l constant
/// result: (ite c k' l')
fn zext_of_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}

/// match: (sext (sext x))
/// result: (sext x)
fn sext_of_sext(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::SExt).then(|| t.sext(inner.a(), n.width()))
}

/// match: (sext (zext x))
/// result: (zext x)
fn sext_of_zext(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::ZExt).then(|| t.zext(inner.a(), n.width()))
}

/// match: (sext (ite c k l)), k and l constant
/// result: (ite c k' l')
fn sext_of_ite_of_constants(t: &mut Terms, n: Node) -> Option<TermId> {
    push_constant_into_ite(t, n)
}
