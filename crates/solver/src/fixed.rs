//! Inputs that assertions fix.
//!
//! An assertion `input = constant` is replaced everywhere else by the constant. If the fixed
//! elements of an array make up a prefix of it, reads at symbolic indices see a constant table
//! (whose rest is the array itself): many tools write tables as hundreds of such assertions.

use std::collections::{BTreeMap, BTreeSet};

use patchlight_expr::{ArrayDef, ArrayId, Bits, Contents, Kind, Substitution, TermId, Terms};

use crate::instance::ElementValue;
use crate::path::conjuncts;

/// Assertions without the inputs that some of them fix.
pub struct Simplified {
    pub assertions: Vec<TermId>,
    /// The values of the fixed inputs.
    pub fixed: Vec<ElementValue>,
    /// The assertions contradict each other.
    pub is_false: bool,
}

/// Takes fixed inputs out of assertions, until no new ones appear.
pub fn simplify(terms: &mut Terms, assertions: &[TermId]) -> Simplified {
    let mut simplified =
        Simplified { assertions: assertions.to_vec(), fixed: Vec::new(), is_false: false };
    // Arrays that became the rest of a table: reads at symbolic indices may still reach them, so
    // what fixes their elements later has to stay.
    let mut tabled: BTreeSet<ArrayId> = BTreeSet::new();
    loop {
        let mut fixed: BTreeMap<(ArrayId, u64), TermId> = BTreeMap::new();
        let mut others = Vec::new();
        for &assertion in &simplified.assertions {
            for part in conjuncts(terms, assertion) {
                match fixed_by(terms, part) {
                    Some((input, value)) if !tabled.contains(&input.0) => {
                        let known = *fixed.entry(input).or_insert(value);
                        simplified.is_false |= known != value;
                    }
                    _ if terms.as_bool(part) == Some(true) => {}
                    _ => {
                        simplified.is_false |= terms.as_bool(part) == Some(false);
                        others.push(part);
                    }
                }
            }
        }
        if simplified.is_false || fixed.is_empty() {
            simplified.assertions = others;
            return simplified;
        }
        for (&(array, index), &value) in &fixed {
            let value = terms.as_bits(value).unwrap_or_else(|| Bits::zero(8));
            simplified.fixed.push((array, index, value));
        }
        let arrays = fixed.keys().map(|input| input.0);
        tabled.extend(arrays.filter(|&array| terms.array(array).index_width > 0));
        let mut substitution = substitution(terms, &fixed);
        simplified.assertions =
            others.iter().map(|&part| substitution.apply(terms, part)).collect();
    }
}

/// The input and the constant that an assertion makes equal.
fn fixed_by(terms: &mut Terms, part: TermId) -> Option<((ArrayId, u64), TermId)> {
    let node = terms.node(part);
    match node.kind {
        Kind::Eq => {
            let input = terms.as_input(node.a())?;
            terms.is_constant(node.b()).then(|| (input, node.b()))
        }
        Kind::Input => Some((terms.as_input(part)?, terms.boolean(true))),
        Kind::Not => {
            Some((terms.as_input(node.a())?, terms.boolean(false))).filter(|_| node.width() == 1)
        }
        _ => None,
    }
}

fn substitution(terms: &mut Terms, fixed: &BTreeMap<(ArrayId, u64), TermId>) -> Substitution {
    let mut substitution = Substitution::default();
    let mut arrays: BTreeMap<ArrayId, Vec<(u64, TermId)>> = BTreeMap::new();
    for (&(array, index), &value) in fixed {
        let element = terms.element(array, index);
        substitution.replace(element, value);
        arrays.entry(array).or_default().push((index, value));
    }
    for (array, elements) in arrays {
        // What is fixed beyond the first gap still holds for constant indices, and is asserted
        // again for symbolic ones by stores over the table.
        let is_prefix = |&(at, &(index, _)): &(usize, &(u64, TermId))| index == at as u64;
        let n_prefix = elements.iter().enumerate().take_while(is_prefix).count();
        let prefix: Vec<TermId> = elements[..n_prefix].iter().map(|element| element.1).collect();
        let index_width = terms.array(array).index_width;
        if index_width == 0 {
            continue;
        }
        let mut replacement = prefix_array(terms, array, &prefix);
        for &(index, value) in &elements[n_prefix..] {
            let index = terms.constant(index_width, index);
            replacement = terms.store(replacement, index, value);
        }
        let array = terms.array_term(array);
        substitution.replace(array, replacement);
    }
    substitution
}

/// An array that starts with constants and goes on as `array`.
fn prefix_array(terms: &mut Terms, array: ArrayId, prefix: &[TermId]) -> TermId {
    let def = terms.array(array);
    let (index_width, element_width) = (def.index_width, def.element_width);
    if prefix.is_empty() {
        return terms.array_term(array);
    }
    let contents = if element_width <= 8 {
        let byte = |&value: &TermId| terms.as_u64(value).map_or(0, |value| value as u8);
        Contents::Table { values: prefix.iter().map(byte).collect(), rest: Some(array) }
    } else {
        Contents::Object { elements: prefix.into(), rest: Some(array) }
    };
    let table = terms.defined_array(ArrayDef { index_width, element_width, contents });
    terms.array_term(table)
}
