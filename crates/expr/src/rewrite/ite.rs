//! Rules for if-then-else, and pushing operations with constants into it.

use super::rules;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

rules!(
    ITE,
    Ite,
    [
        ite_constant_condition,
        ite_same_branches,
        ite_not_condition,
        ite_nested_then,
        ite_nested_else,
        ite_of_equality,
        ite_as_condition,
        ite_as_complement,
        ite_then_true,
        ite_else_false,
        ite_then_false,
        ite_else_true,
    ]
);

/// match: (ite true x y) or (ite false x y)
/// result: x or y
fn ite_constant_condition(t: &mut Terms, n: Node) -> Option<TermId> {
    t.as_bool(n.a()).map(|condition| if condition { n.b() } else { n.c() })
}

/// match: (ite c x x)
/// result: x
fn ite_same_branches(_: &mut Terms, n: Node) -> Option<TermId> {
    (n.b() == n.c()).then(|| n.b())
}

/// match: (ite (not c) x y)
/// result: (ite c y x)
fn ite_not_condition(t: &mut Terms, n: Node) -> Option<TermId> {
    let condition = t.node(n.a());
    (condition.kind == Kind::Not).then(|| t.ite(condition.a(), n.c(), n.b()))
}

/// match: (ite c (ite c x y) z)
/// result: (ite c x z)
fn ite_nested_then(t: &mut Terms, n: Node) -> Option<TermId> {
    let then = t.node(n.b());
    (then.kind == Kind::Ite && then.a() == n.a()).then(|| t.ite(n.a(), then.b(), n.c()))
}

/// match: (ite c x (ite c y z))
/// result: (ite c x z)
fn ite_nested_else(t: &mut Terms, n: Node) -> Option<TermId> {
    let other = t.node(n.c());
    (other.kind == Kind::Ite && other.a() == n.a()).then(|| t.ite(n.a(), n.b(), other.c()))
}

/// match: (ite (eq x y) x y) or (ite (eq x y) y x)
/// result: y or x: the else branch
fn ite_of_equality(t: &mut Terms, n: Node) -> Option<TermId> {
    let condition = t.node(n.a());
    if condition.kind != Kind::Eq {
        return None;
    }
    let (x, y) = (condition.a(), condition.b());
    ((n.b(), n.c()) == (x, y) || (n.b(), n.c()) == (y, x)).then(|| n.c())
}

/// match: (ite c 1 0), width 1
/// result: c
fn ite_as_condition(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.as_bool(n.b()) == Some(true) && t.as_bool(n.c()) == Some(false)).then(|| n.a())
}

/// match: (ite c 0 1), width 1
/// result: (not c)
fn ite_as_complement(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.as_bool(n.b()) == Some(false) && t.as_bool(n.c()) == Some(true)).then(|| t.not(n.a()))
}

/// match: (ite c 1 x), width 1
/// result: (or c x)
fn ite_then_true(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.as_bool(n.b()) == Some(true)).then(|| t.or(n.a(), n.c()))
}

/// match: (ite c x 0), width 1
/// result: (and c x)
fn ite_else_false(t: &mut Terms, n: Node) -> Option<TermId> {
    (t.as_bool(n.c()) == Some(false)).then(|| t.and(n.a(), n.b()))
}

/// match: (ite c 0 x), width 1
/// result: (and (not c) x)
fn ite_then_false(t: &mut Terms, n: Node) -> Option<TermId> {
    if t.as_bool(n.b()) != Some(false) {
        return None;
    }
    let inverse = t.not(n.a());
    Some(t.and(inverse, n.c()))
}

/// match: (ite c x 1), width 1
/// result: (or (not c) x)
fn ite_else_true(t: &mut Terms, n: Node) -> Option<TermId> {
    if t.as_bool(n.c()) != Some(true) {
        return None;
    }
    let inverse = t.not(n.a());
    Some(t.or(inverse, n.b()))
}

/// Applies an operation whose first operand is an `ite` of two constants, and whose other operand
/// (if it has one) is a constant, to both constants.
pub(super) fn push_constant_into_ite(t: &mut Terms, n: Node) -> Option<TermId> {
    let ite = t.node(n.a());
    let is_binary = n.kind.n_operands() == 2;
    if ite.kind != Kind::Ite
        || !t.is_constant(ite.b())
        || !t.is_constant(ite.c())
        || is_binary && !t.is_constant(n.b())
    {
        return None;
    }
    let then = t.build(Node { a: ite.b, ..n });
    let other = t.build(Node { a: ite.c, ..n });
    Some(t.ite(ite.a(), then, other))
}
