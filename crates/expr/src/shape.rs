//! What a term looks like, whichever input it is about.

use rustc_hash::FxHashMap;

use crate::array::{ArrayId, Contents};
use crate::kind::Kind;
use crate::term::TermId;
use crate::terms::Terms;

/// The structure of a term with every input element left open. Two terms that depend on a single
/// element each, and have equal shapes, have equal values where the elements have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape(Box<[u32]>);

impl Terms {
    /// The shape of a term. `None` if it has more than `n_most` terms beneath it, or reads from
    /// arrays that are not constant.
    pub fn shape(&self, term: TermId, n_most: usize) -> Option<Shape> {
        let mut numbers: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut words: Vec<u32> = Vec::new();
        let mut pending = vec![term];
        while let Some(&at) = pending.last() {
            let node = self.node(at);
            let n_before = pending.len();
            if !numbers.contains_key(&at) {
                pending.extend(node.operands().filter(|operand| !numbers.contains_key(operand)));
            }
            if pending.len() > n_before {
                continue;
            }
            pending.pop();
            let next = numbers.len() as u32;
            if numbers.contains_key(&at) {
                continue;
            }
            if numbers.len() >= n_most {
                return None;
            }
            numbers.insert(at, next);
            let mut fields = [node.a, node.b, node.c];
            match node.kind {
                Kind::Input => fields = [0; 3],
                Kind::Array => match self.array(ArrayId(node.a)).contents {
                    Contents::Table { .. } => {}
                    _ => return None,
                },
                _ => {
                    for (field, operand) in fields.iter_mut().zip(node.operands()) {
                        *field = numbers[&operand];
                    }
                }
            }
            words.push((node.kind as u32) << 16 | node.width());
            words.extend(fields);
        }
        Some(Shape(words.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_differ_in_their_input_alone_have_one_shape() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let table = t.table(&[3, 1, 4, 1, 5]);
        let table = t.array_term(table);
        let mut condition = |index: u64, limit: u64| {
            let byte = t.element(array, index);
            let wide = t.zext(byte, 32);
            let read = t.read(table, wide);
            let square = t.mul(byte, byte);
            let sum = t.add(read, square);
            let limit = t.constant(8, limit);
            t.ult(sum, limit)
        };
        let (first, second, other) = (condition(0, 9), condition(7, 9), condition(7, 10));
        // The byte, its extension, the table, the read, the square, the sum, the limit, the
        // comparison.
        let size = 8;
        assert!(t.shape(first, size).is_some());
        assert_eq!(t.shape(first, size - 1), None);
        assert_eq!(t.shape(first, size), t.shape(second, size));
        assert_ne!(t.shape(second, size), t.shape(other, size));
    }
}
