//! A path condition, kept in independent slices.
//!
//! Constraints that share an input, directly or through others, are in one slice; a question about
//! some inputs concerns their slices only. Conjunctions are split when they are added. A clone
//! shares everything until one of the two grows.

use std::rc::Rc;

use patchlight_expr::{ArrayId, FactsTable, InputKey, Kind, SupportTable, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The conjunction of the constraints of a path.
#[derive(Clone, Default)]
pub struct Path {
    inner: Rc<Inner>,
}

#[derive(Clone, Default)]
struct Inner {
    constraints: Vec<TermId>,
    members: FxHashSet<TermId>,
    is_false: bool,
    nodes: FxHashMap<InputKey, u32>,
    /// Union-find over inputs, and at each root the positions of its slice's constraints.
    parents: Vec<u32>,
    slices: Vec<Vec<u32>>,
    elements_of: FxHashMap<ArrayId, Vec<u32>>,
}

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    /// All constraints, in the order in which they were added.
    pub fn constraints(&self) -> &[TermId] {
        &self.inner.constraints
    }

    /// Whether `term` is one of the constraints.
    pub fn contains(&self, term: TermId) -> bool {
        self.inner.members.contains(&term)
    }

    /// Whether a constraint was the constant false.
    pub fn is_false(&self) -> bool {
        self.inner.is_false
    }

    /// Adds a constraint, a term of width 1 without shadows.
    pub fn push(
        &mut self,
        terms: &mut Terms,
        facts: &mut FactsTable,
        supports: &mut SupportTable,
        constraint: TermId,
    ) {
        let inner = Rc::make_mut(&mut self.inner);
        for part in conjuncts(terms, constraint) {
            match terms.as_bool(part) {
                Some(true) => {}
                Some(false) => inner.is_false = true,
                None if inner.members.insert(part) => {
                    inner.add(part, supports.of(terms, facts, part));
                }
                None => {}
            }
        }
    }

    /// The constraints of all slices that the inputs belong to, in the order of their adding.
    pub fn slice(&self, inputs: &[InputKey]) -> Vec<TermId> {
        let mut roots: Vec<u32> = inputs.iter().flat_map(|&key| self.inner.roots_of(key)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut positions: Vec<u32> = roots
            .iter()
            .flat_map(|&root| self.inner.slices[root as usize].iter().copied())
            .collect();
        positions.sort_unstable();
        positions.into_iter().map(|at| self.inner.constraints[at as usize]).collect()
    }

    /// Every slice's constraints; slices come in the order of their first constraint.
    pub fn slices(&self) -> Vec<Vec<TermId>> {
        let mut slices: Vec<Vec<u32>> =
            self.inner.slices.iter().filter(|slice| !slice.is_empty()).cloned().collect();
        slices.iter_mut().for_each(|slice| slice.sort_unstable());
        slices.sort_unstable();
        let constraint = |at: u32| self.inner.constraints[at as usize];
        slices.into_iter().map(|slice| slice.into_iter().map(constraint).collect()).collect()
    }
}

impl Inner {
    fn add(&mut self, constraint: TermId, support: &[InputKey]) {
        let position = self.constraints.len() as u32;
        self.constraints.push(constraint);
        let nodes: Vec<u32> = support.iter().map(|&key| self.node(key)).collect();
        let Some((&first, others)) = nodes.split_first() else {
            // A constraint without inputs that is no constant is a slice of its own.
            self.parents.push(self.parents.len() as u32);
            self.slices.push(vec![position]);
            return;
        };
        let root = others.iter().fold(self.root(first), |root, &node| self.join(root, node));
        self.slices[root as usize].push(position);
    }

    /// The union-find node of an input. Elements join their whole array once it is read at a
    /// symbolic index.
    fn node(&mut self, key: InputKey) -> u32 {
        if let Some(&node) = self.nodes.get(&key) {
            return node;
        }
        let node = self.parents.len() as u32;
        self.parents.push(node);
        self.slices.push(Vec::new());
        self.nodes.insert(key, node);
        match key {
            InputKey::Element(array, _) => {
                self.elements_of.entry(array).or_default().push(node);
                if let Some(&whole) = self.nodes.get(&InputKey::Whole(array)) {
                    self.join(whole, node);
                }
            }
            InputKey::Whole(array) => {
                let elements = self.elements_of.get(&array).cloned().unwrap_or_default();
                for element in elements {
                    self.join(node, element);
                }
            }
        }
        node
    }

    fn root(&self, node: u32) -> u32 {
        let mut at = node;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }

    /// Joins two slices, the smaller into the larger, and gives the root.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return a;
        }
        let len = |root: u32| self.slices[root as usize].len();
        let (large, small) = if len(a) >= len(b) { (a, b) } else { (b, a) };
        self.parents[small as usize] = large;
        let moved = std::mem::take(&mut self.slices[small as usize]);
        self.slices[large as usize].extend(moved);
        large
    }

    fn roots_of(&self, key: InputKey) -> Vec<u32> {
        let known = self.nodes.get(&key).map(|&node| self.root(node));
        match (known, key) {
            (Some(root), _) => vec![root],
            (None, InputKey::Element(array, _)) => {
                let whole = self.nodes.get(&InputKey::Whole(array));
                whole.map(|&node| self.root(node)).into_iter().collect()
            }
            (None, InputKey::Whole(array)) => {
                let elements = self.elements_of.get(&array).map_or(&[][..], Vec::as_slice);
                elements.iter().map(|&node| self.root(node)).collect()
            }
        }
    }
}

/// The parts of a conjunction, in order: `a & b`, and `!(a | b)` as `!a & !b`.
pub(crate) fn conjuncts(terms: &mut Terms, constraint: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut pending = vec![constraint];
    while let Some(at) = pending.pop() {
        let node = terms.node(at);
        let inner = if node.kind == Kind::Not { terms.node(node.a()) } else { node };
        match (node.kind, inner.kind) {
            (Kind::And, _) => pending.extend([node.b(), node.a()]),
            (Kind::Not, Kind::Or) => {
                let (a, b) = (terms.not(inner.a()), terms.not(inner.b()));
                pending.extend([b, a]);
            }
            _ => parts.push(at),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_fall_into_slices_by_shared_inputs() {
        let mut t = Terms::new();
        let (mut facts, mut supports) = (FactsTable::new(), SupportTable::default());
        let array = t.input_array("in", 32, 8);
        let other = t.input_array("other", 32, 8);
        let bytes: Vec<TermId> = (0..4).map(|i| t.element(array, i)).collect();
        let mut path = Path::new();
        let below: Vec<TermId> = bytes.windows(2).map(|pair| t.ult(pair[0], pair[1])).collect();
        let mut push =
            |t: &mut Terms, path: &mut Path, term| path.push(t, &mut facts, &mut supports, term);
        push(&mut t, &mut path, below[0]);
        push(&mut t, &mut path, below[2]);
        assert_eq!(path.slice(&[InputKey::Element(array, 0)]), [below[0]]);
        assert_eq!(path.slice(&[InputKey::Element(array, 3)]), [below[2]]);
        assert_eq!(path.slice(&[InputKey::Element(other, 0)]), []);
        assert_eq!(path.slices().len(), 2);
        // A fork that joins both slices leaves the original alone.
        let mut fork = path.clone();
        push(&mut t, &mut fork, below[1]);
        assert_eq!(fork.slice(&[InputKey::Element(array, 0)]), [below[0], below[2], below[1]]);
        assert_eq!(path.slices().len(), 2);
    }

    #[test]
    fn a_read_at_a_symbolic_index_joins_all_elements_of_the_array() {
        let mut t = Terms::new();
        let (mut facts, mut supports) = (FactsTable::new(), SupportTable::default());
        let array = t.input_array("in", 32, 8);
        let index_array = t.input_array("index", 32, 32);
        let (x, index) = (t.element(array, 7), t.element(index_array, 0));
        let base = t.array_term(array);
        let read = t.read(base, index);
        let seven = t.constant(8, 7);
        let (first, second) = (t.ult(x, seven), t.eq(read, seven));
        let mut path = Path::new();
        path.push(&mut t, &mut facts, &mut supports, first);
        assert_eq!(path.slice(&[InputKey::Whole(array)]), [first]);
        path.push(&mut t, &mut facts, &mut supports, second);
        assert_eq!(path.slice(&[InputKey::Element(array, 9)]), [first, second]);
    }
}
