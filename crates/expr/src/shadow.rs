//! Projections: what one version sees of a term.
//!
//! A term without shadows is its own projection. Others are rebuilt bottom up, once for each side;
//! the answers are kept for the life of the arena.

use crate::array::{ArrayDef, ArrayId, Contents};
use crate::kind::Kind;
use crate::term::TermId;
use crate::terms::Terms;

/// The version that looks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Old,
    New,
}

impl Terms {
    /// What the versions see of a shadow of two constants of at most 64 bits.
    pub fn as_pair(&self, term: TermId) -> Option<[u64; 2]> {
        let node = self.node(term);
        match node.kind {
            Kind::Shadow => Some([self.as_u64(node.a())?, self.as_u64(node.b())?]),
            _ => None,
        }
    }

    /// What `side` sees of `term`. The result contains no shadow.
    pub fn project(&mut self, term: TermId, side: Side) -> TermId {
        let node = self.node(term);
        match (node.kind, side) {
            _ if !self.has_shadow(term) => return term,
            (Kind::Shadow, Side::Old) => return node.a(),
            (Kind::Shadow, Side::New) => return node.b(),
            _ => {}
        }
        let mut pending = vec![term];
        while let Some(&at) = pending.last() {
            if self.projected(at, side).is_some() {
                pending.pop();
                continue;
            }
            let n_before = pending.len();
            self.push_unprojected_parts(at, side, &mut pending);
            if pending.len() == n_before {
                pending.pop();
                let projection = self.project_one(at, side);
                self.projections[side as usize].insert(at, projection);
            }
        }
        self.known_projection(term, side)
    }

    /// The projection of a term, if it is known already.
    fn projected(&self, term: TermId, side: Side) -> Option<TermId> {
        if !self.has_shadow(term) {
            return Some(term);
        }
        self.projections[side as usize].get(&term).copied()
    }

    fn known_projection(&self, term: TermId, side: Side) -> TermId {
        self.projected(term, side).expect("operands are projected before the term")
    }

    fn push_unprojected_parts(&self, term: TermId, side: Side, pending: &mut Vec<TermId>) {
        let node = self.node(term);
        let parts = match node.kind {
            Kind::Array => self.array_parts(ArrayId(node.a)),
            Kind::Shadow => Vec::new(),
            _ => node.operands().collect(),
        };
        pending.extend(parts.into_iter().filter(|&part| self.projected(part, side).is_none()));
    }

    fn array_parts(&self, array: ArrayId) -> Vec<TermId> {
        match &self.array(array).contents {
            Contents::Object { elements, .. } => elements.to_vec(),
            Contents::Filled { element } => vec![*element],
            Contents::Input { .. } | Contents::Table { .. } => Vec::new(),
        }
    }

    /// Projects a term whose parts are projected.
    fn project_one(&mut self, term: TermId, side: Side) -> TermId {
        let node = self.node(term);
        match node.kind {
            Kind::Shadow => match side {
                Side::Old => node.a(),
                Side::New => node.b(),
            },
            Kind::Array => {
                let projection = self.project_array(ArrayId(node.a), side);
                self.array_term(projection)
            }
            _ => {
                let operands: Vec<TermId> =
                    node.operands().map(|operand| self.known_projection(operand, side)).collect();
                self.with_operands(term, &operands)
            }
        }
    }

    fn project_array(&mut self, array: ArrayId, side: Side) -> ArrayId {
        let def = self.array(array);
        let contents = match &def.contents {
            Contents::Object { elements, rest } => Contents::Object {
                elements: elements.iter().map(|&e| self.known_projection(e, side)).collect(),
                rest: *rest,
            },
            Contents::Filled { element } => {
                Contents::Filled { element: self.known_projection(*element, side) }
            }
            Contents::Input { .. } | Contents::Table { .. } => return array,
        };
        let def = ArrayDef { contents, ..*def };
        self.defined_array(def)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_obey_their_laws() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let [x, y, z] = [0, 1, 2].map(|i| t.element(array, i));
        assert_eq!(t.shadow(x, x), x);
        let inner = t.shadow(x, y);
        let outer = t.shadow(inner, z);
        assert_eq!((t.node(outer).a(), t.node(outer).b()), (x, z));
        let back = t.shadow(z, inner);
        assert_eq!((t.node(back).a(), t.node(back).b()), (z, y));
    }

    #[test]
    fn a_projection_sees_one_side_and_no_shadow() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let [x, y, z] = [0, 1, 2].map(|i| t.element(array, i));
        let shadow = t.shadow(x, y);
        let sum = t.add(shadow, z);
        assert!(t.has_shadow(sum));
        let (old, new) = (t.project(sum, Side::Old), t.project(sum, Side::New));
        assert_eq!((old, new), (t.add(x, z), t.add(y, z)));
        assert!(!t.has_shadow(old));
    }

    #[test]
    fn extraction_and_concatenation_fold_into_a_shadow() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let [x, y, z] = [0, 1, 2].map(|i| t.element(array, i));
        let shadow = t.shadow(x, y);
        let part = t.extract(shadow, 0, 4);
        assert_eq!(t.kind(part), Kind::Shadow);
        let joined = t.concat(shadow, z);
        assert_eq!(t.kind(joined), Kind::Shadow);
        assert_eq!(t.project(joined, Side::New), t.concat(y, z));
    }

    #[test]
    fn objects_and_update_logs_are_projected_too() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let [x, y, z] = [0, 1, 2].map(|i| t.element(array, i));
        let index = t.zext(z, 32);
        let shadow = t.shadow(x, y);
        let object = t.object(&[shadow, z]);
        let base = t.array_term(object);
        let log = t.store(base, index, shadow);
        let zero = t.zero(32);
        let read = t.read(log, zero);
        assert!(t.has_shadow(read));
        let old_object = t.object(&[x, z]);
        let old_base = t.array_term(old_object);
        let old_log = t.store(old_base, index, x);
        assert_eq!(t.project(read, Side::Old), t.read(old_log, zero));
    }

    #[test]
    fn a_chain_of_a_million_shadowed_terms_is_projected() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let [x, y, z] = [0, 1, 2].map(|i| t.element(array, i));
        let mut chain = t.shadow(x, y);
        for _ in 0..500_000 {
            chain = t.add(chain, z);
            chain = t.xor(chain, x);
        }
        let old = t.project(chain, Side::Old);
        assert!(!t.has_shadow(old));
    }
}
