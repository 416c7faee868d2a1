//! Replacing inputs and arrays in terms.

use rustc_hash::FxHashMap;

use crate::array::{ArrayDef, ArrayId, Contents};
use crate::kind::Kind;
use crate::term::TermId;
use crate::terms::Terms;

/// Replacements, and the terms rebuilt under them so far.
#[derive(Default)]
pub struct Substitution {
    done: FxHashMap<TermId, TermId>,
    /// Input arrays whose elements are replaced, for reads at constant indices.
    arrays: FxHashMap<ArrayId, TermId>,
}

impl Substitution {
    /// Replaces `from`, an input element or an array term, by `to`. All replacements are made
    /// before the first `apply`.
    pub fn replace(&mut self, from: TermId, to: TermId) {
        self.done.insert(from, to);
    }

    /// Replaces a whole input array, its elements at constant indices included.
    pub fn replace_array(&mut self, terms: &mut Terms, from: ArrayId, to: TermId) {
        let array = terms.array_term(from);
        self.done.insert(array, to);
        self.arrays.insert(from, to);
    }

    /// The term with everything replaced.
    pub fn apply(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        let mut pending = vec![term];
        while let Some(&at) = pending.last() {
            if self.done.contains_key(&at) {
                pending.pop();
                continue;
            }
            let parts = self.parts(terms, at);
            let n_before = pending.len();
            pending.extend(parts.iter().filter(|part| !self.done.contains_key(part)));
            if pending.len() == n_before {
                pending.pop();
                let replaced = self.rebuild(terms, at, &parts);
                self.done.insert(at, replaced);
            }
        }
        self.done[&term]
    }

    fn parts(&self, terms: &Terms, term: TermId) -> Vec<TermId> {
        let node = terms.node(term);
        match terms.as_array(term).map(|array| &terms.array(array).contents) {
            Some(Contents::Object { elements, .. }) => elements.to_vec(),
            Some(Contents::Filled { element }) => vec![*element],
            _ => node.operands().collect(),
        }
    }

    fn rebuild(&self, terms: &mut Terms, term: TermId, parts: &[TermId]) -> TermId {
        if let Some((array, index)) = terms.as_input(term) {
            return self.rebuild_input(terms, term, array, index);
        }
        let replaced: Vec<TermId> = parts.iter().map(|part| self.done[part]).collect();
        if replaced == parts {
            return term;
        }
        if terms.kind(term) != Kind::Array {
            return terms.with_operands(term, &replaced);
        }
        let array = terms.as_array(term).expect("the term is an array");
        let def = terms.array(array);
        let contents = match (&def.contents, &replaced[..]) {
            (Contents::Filled { .. }, &[element]) => Contents::Filled { element },
            (Contents::Object { rest, .. }, elements) => {
                Contents::Object { elements: elements.into(), rest: *rest }
            }
            _ => return term,
        };
        let def = ArrayDef { contents, ..*def };
        let array = terms.defined_array(def);
        terms.array_term(array)
    }

    fn rebuild_input(&self, terms: &mut Terms, term: TermId, array: ArrayId, index: u64) -> TermId {
        match self.arrays.get(&array) {
            Some(&to) => {
                let index_width = terms.array(array).index_width;
                let index = terms.constant(index_width, index);
                terms.read(to, index)
            }
            None => term,
        }
    }
}
