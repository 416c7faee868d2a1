//! Which inputs a term depends on.
//!
//! A set of inputs is interned and kept per term; a read at a symbolic index may touch any element
//! of an input array and counts as the whole array. A read that facts keep inside a table does not
//! touch what lies past its end.

use rustc_hash::FxHashMap;

use crate::array::{ArrayId, Contents};
use crate::facts::FactsTable;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

/// An input element, or a whole input array.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InputKey {
    Element(ArrayId, u64),
    Whole(ArrayId),
}

#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct SetId(u32);

const EMPTY_SET: SetId = SetId(0);
const UNKNOWN: SetId = SetId(u32::MAX);

/// Supports of terms, each computed once.
pub struct SupportTable {
    sets: Vec<Box<[InputKey]>>,
    set_ids: FxHashMap<Box<[InputKey]>, SetId>,
    /// By the term's index; `UNKNOWN` where nobody has asked.
    of_term: Vec<SetId>,
}

impl Default for SupportTable {
    fn default() -> SupportTable {
        let empty: Box<[InputKey]> = Box::default();
        let set_ids = [(empty.clone(), EMPTY_SET)].into_iter().collect();
        SupportTable { sets: vec![empty], set_ids, of_term: Vec::new() }
    }
}

impl SupportTable {
    /// The inputs that `term` depends on, sorted.
    pub fn of(&mut self, terms: &Terms, facts: &mut FactsTable, term: TermId) -> &[InputKey] {
        if self.of_term.len() < terms.len() {
            self.of_term.resize(terms.len(), UNKNOWN);
        }
        if self.of_term[term.index()] == UNKNOWN {
            self.compute_all(terms, facts, term);
        }
        &self.sets[self.of_term[term.index()].0 as usize]
    }

    fn compute_all(&mut self, terms: &Terms, facts: &mut FactsTable, term: TermId) {
        let mut pending = vec![term];
        while let Some(&at) = pending.last() {
            if self.of_term[at.index()] != UNKNOWN {
                pending.pop();
                continue;
            }
            let n_before = pending.len();
            let parts = parts_of(terms, terms.node(at));
            pending.extend(parts.iter().filter(|part| self.of_term[part.index()] == UNKNOWN));
            if pending.len() == n_before {
                pending.pop();
                let set = self.compute(terms, facts, at, &parts);
                self.of_term[at.index()] = set;
            }
        }
    }

    fn compute(
        &mut self,
        terms: &Terms,
        facts: &mut FactsTable,
        term: TermId,
        parts: &[TermId],
    ) -> SetId {
        let own = own_key(terms, facts, terms.node(term));
        let start = own.map_or(EMPTY_SET, |key| self.intern(Box::new([key])));
        parts.iter().fold(start, |set, part| self.union(set, self.of_term[part.index()]))
    }

    fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == EMPTY_SET {
            return a;
        }
        if a == EMPTY_SET {
            return b;
        }
        let (x, y) = (&self.sets[a.0 as usize], &self.sets[b.0 as usize]);
        let mut joined: Vec<InputKey> = x.iter().chain(y.iter()).copied().collect();
        joined.sort_unstable();
        joined.dedup();
        self.intern(joined.into_boxed_slice())
    }

    fn intern(&mut self, set: Box<[InputKey]>) -> SetId {
        if let Some(&id) = self.set_ids.get(&set) {
            return id;
        }
        let id = SetId(self.sets.len() as u32);
        self.sets.push(set.clone());
        self.set_ids.insert(set, id);
        id
    }
}

/// Operands, and the elements of the array that an `Array` term stands for.
fn parts_of(terms: &Terms, node: Node) -> Vec<TermId> {
    if node.kind == Kind::Array {
        return match &terms.array(ArrayId(node.a)).contents {
            Contents::Object { elements, .. } => elements.to_vec(),
            Contents::Filled { element } => vec![*element],
            Contents::Input { .. } | Contents::Table { .. } => Vec::new(),
        };
    }
    node.operands().collect()
}

/// The input that a term itself, not its parts, brings in.
fn own_key(terms: &Terms, facts: &mut FactsTable, node: Node) -> Option<InputKey> {
    match node.kind {
        Kind::Input => Some(InputKey::Element(ArrayId(node.a), node.payload())),
        Kind::Array => {
            let array = ArrayId(node.a);
            terms.array(array).is_input().then_some(InputKey::Whole(array))
        }
        Kind::Read => {
            let base = base_array(terms, node.a())?;
            let def = terms.array(base);
            let rest = def.rest()?;
            let in_bounds = facts.of(terms, node.b()).hi < def.len()?;
            (!in_bounds).then_some(InputKey::Whole(rest))
        }
        _ => None,
    }
}

/// The array beneath an update log; `None` if the log joins several.
fn base_array(terms: &Terms, array: TermId) -> Option<ArrayId> {
    let mut at = array;
    loop {
        let node = terms.node(at);
        match node.kind {
            Kind::Store => at = node.a(),
            _ => return terms.as_array(at),
        }
    }
}
