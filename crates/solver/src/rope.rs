//! Persistent lists of constraints: adding one and joining two lists take constant time and leave
//! the lists that they are made from as they were.

use std::rc::Rc;

use patchlight_expr::TermId;

/// Constraints with their positions on a path; the order is found when somebody asks.
#[derive(Clone, Default)]
pub(crate) struct Rope {
    newest: Option<Rc<Node>>,
}

struct Node {
    entry: Option<(u32, TermId)>,
    n_entries: u32,
    /// The longer list comes first: `joined` is never longer than half of the whole.
    older: Option<Rc<Node>>,
    joined: Option<Rc<Node>>,
}

impl Drop for Node {
    /// Takes long lists apart in a loop; only joins recurse, as deep as the logarithm of the size.
    fn drop(&mut self) {
        let mut next = self.older.take();
        while let Some(mut node) = next.and_then(Rc::into_inner) {
            next = node.older.take();
        }
    }
}

impl Rope {
    pub fn len(&self) -> usize {
        self.newest.as_ref().map_or(0, |node| node.n_entries as usize)
    }

    pub fn is_empty(&self) -> bool {
        self.newest.is_none()
    }

    pub fn push(&mut self, position: u32, term: TermId) {
        let n_entries = self.len() as u32 + 1;
        let older = self.newest.take();
        let entry = Some((position, term));
        self.newest = Some(Rc::new(Node { entry, n_entries, older, joined: None }));
    }

    pub fn join(&mut self, other: Rope) {
        if other.is_empty() {
            return;
        }
        let n_entries = (self.len() + other.len()) as u32;
        let (mut older, mut joined) = (self.newest.take(), other.newest);
        if joined.as_ref().map(|node| node.n_entries) > older.as_ref().map(|node| node.n_entries) {
            std::mem::swap(&mut older, &mut joined);
        }
        self.newest = match joined {
            None => older,
            joined => Some(Rc::new(Node { entry: None, n_entries, older, joined })),
        };
    }

    /// All entries, without order.
    pub fn for_each(&self, mut visit: impl FnMut(u32, TermId)) {
        let mut pending: Vec<&Node> = Vec::new();
        let mut next = self.newest.as_deref();
        while let Some(node) = next {
            if let Some((position, term)) = node.entry {
                visit(position, term);
            }
            pending.extend(node.joined.as_deref());
            next = node.older.as_deref().or_else(|| pending.pop());
        }
    }

    /// The entries, sorted by position.
    pub fn entries(&self) -> Vec<(u32, TermId)> {
        let mut entries = Vec::with_capacity(self.len());
        self.for_each(|position, term| entries.push((position, term)));
        entries.sort_unstable();
        entries
    }
}

#[cfg(test)]
mod tests {
    use patchlight_expr::Terms;

    use super::*;

    fn rope(term: TermId, positions: impl Iterator<Item = u32>) -> Rope {
        let mut rope = Rope::default();
        positions.for_each(|at| rope.push(at, term));
        rope
    }

    #[test]
    fn joined_lists_have_the_entries_of_both_in_order() {
        let term = Terms::new().boolean(true);
        let (odd, even) = (rope(term, (1..100).step_by(2)), rope(term, (0..40).step_by(2)));
        for (first, second) in [(&odd, &even), (&even, &odd)] {
            let mut joined = first.clone();
            joined.join(second.clone());
            joined.push(100, term);
            joined.join(Rope::default());
            let mut expected: Vec<u32> = (1..100).step_by(2).chain((0..40).step_by(2)).collect();
            expected.push(100);
            expected.sort_unstable();
            let found: Vec<u32> = joined.entries().into_iter().map(|entry| entry.0).collect();
            assert_eq!((found, joined.len()), (expected, 71));
        }
        assert_eq!((odd.len(), even.len()), (50, 20));
    }

    #[test]
    fn a_list_of_a_million_constraints_is_dropped_without_recursion() {
        let term = Terms::new().boolean(true);
        let long = rope(term, 0..1_000_000);
        let mut other = long.clone();
        other.push(1_000_000, term);
        drop(long);
        drop(other);
        // Each join puts a single constraint beside the list.
        let mut joined = Rope::default();
        (0..300_000).for_each(|at| joined.join(rope(term, at..at + 1)));
        assert_eq!(joined.len(), 300_000);
    }
}
