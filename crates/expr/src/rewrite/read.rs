//! Rules for array reads and stores.

use super::rules;
use crate::array::Contents;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

rules!(READ, Read, [read_over_stores, read_at_constant, read_of_filled, read_of_constant_table,]);
rules!(STORE, Store, [store_same_index, store_what_is_there]);

/// Stores that one read looks through at most; a longer log is left to the solver.
const MAX_STORES_SKIPPED: usize = 64;

/// match: (read (store a i v) i), or (read (store a i v) j) with i and j surely different
/// result: v, or (read a j)
fn read_over_stores(t: &mut Terms, n: Node) -> Option<TermId> {
    let mut array = n.a();
    for _ in 0..MAX_STORES_SKIPPED {
        let store = t.node(array);
        if store.kind != Kind::Store {
            break;
        }
        if store.b() == n.b() {
            return Some(store.c());
        }
        if !surely_different(t, store.b(), n.b()) {
            break;
        }
        array = store.a();
    }
    (array != n.a()).then(|| t.read(array, n.b()))
}

/// match: (read a c), c constant, a an array without stores
/// result: the element
fn read_at_constant(t: &mut Terms, n: Node) -> Option<TermId> {
    let (array, index) = (t.as_array(n.a())?, t.as_u64(n.b())?);
    Some(t.element(array, index))
}

/// match: (read a i), a the same element everywhere
/// result: that element
fn read_of_filled(t: &mut Terms, n: Node) -> Option<TermId> {
    match t.array(t.as_array(n.a())?).contents {
        Contents::Filled { element } => Some(element),
        _ => None,
    }
}

/// match: (read a i), a a table that covers all indices and holds one value
/// result: that value
fn read_of_constant_table(t: &mut Terms, n: Node) -> Option<TermId> {
    let def = t.array(t.as_array(n.a())?);
    let Contents::Table { values, rest: None } = &def.contents else {
        return None;
    };
    let &first = values.first()?;
    let covers = def.index_width < 64 && values.len() as u64 >> def.index_width != 0;
    // What lies past the end of a table without a rest is zero.
    let is_uniform = (covers || first == 0) && values.iter().all(|&value| value == first);
    let width = def.element_width;
    is_uniform.then(|| t.constant(width, u64::from(first)))
}

/// match: (store (store a i v) i w)
/// result: (store a i w)
fn store_same_index(t: &mut Terms, n: Node) -> Option<TermId> {
    let inner = t.node(n.a());
    (inner.kind == Kind::Store && inner.b() == n.b()).then(|| t.store(inner.a(), n.b(), n.c()))
}

/// match: (store a i (read a i))
/// result: a
fn store_what_is_there(t: &mut Terms, n: Node) -> Option<TermId> {
    let value = t.node(n.c());
    let same = value.kind == Kind::Read && value.a() == n.a() && value.b() == n.b();
    same.then(|| n.a())
}

/// Whether two indices differ whatever the inputs are: constants, or one term plus two constants.
fn surely_different(t: &Terms, a: TermId, b: TermId) -> bool {
    let (base_a, offset_a) = split_offset(t, a);
    let (base_b, offset_b) = split_offset(t, b);
    base_a == base_b && offset_a != offset_b
}

/// A term as a base and a constant offset; either may be absent.
fn split_offset(t: &Terms, term: TermId) -> (Option<TermId>, Option<TermId>) {
    if t.is_constant(term) {
        return (None, (!t.is_zero(term)).then_some(term));
    }
    let node = t.node(term);
    if node.kind == Kind::Add && t.is_constant(node.b()) {
        return (Some(node.a()), Some(node.b()));
    }
    (Some(term), None)
}
