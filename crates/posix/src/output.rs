//! What a program wrote to its standard streams, in order.
//!
//! A list that forks share: every system call of a path with inputs is a clone, which must not cost
//! what was written before.

use crate::data::Data;
use crate::streams::Stream;
use std::rc::Rc;

#[derive(Clone, Default)]
pub(crate) struct Output {
    last: Option<Rc<Piece>>,
}

struct Piece {
    stream: Stream,
    data: Data,
    before: Option<Rc<Piece>>,
}

impl Output {
    pub(crate) fn push(&mut self, stream: Stream, data: Data) {
        let before = self.last.take();
        self.last = Some(Rc::new(Piece { stream, data, before }));
    }

    /// Makes the new version's output that of both, if the old one's differs in nothing but bytes.
    /// Both come from the same one.
    pub(crate) fn join(
        &mut self,
        old: &Output,
        mut both: impl FnMut(&Data, &Data) -> Data,
    ) -> bool {
        let [old, new] = [old, &*self].map(|output| {
            let first = output.last.clone();
            std::iter::successors(first, |piece| piece.before.clone()).collect::<Vec<_>>()
        });
        let common = old.iter().rev().zip(new.iter().rev());
        let n_common = common.take_while(|(old, new)| Rc::ptr_eq(old, new)).count();
        let (old, rest) = (&old[..old.len() - n_common], &new[..new.len() - n_common]);
        let form = |piece: &Rc<Piece>| (piece.stream, piece.data.len());
        if !old.iter().map(form).eq(rest.iter().map(form)) {
            return false;
        }
        self.last = new.get(rest.len()).cloned();
        for (old, new) in old.iter().zip(rest).rev() {
            self.push(new.stream, both(&old.data, &new.data));
        }
        true
    }

    /// What was written, pieces of one stream joined as far as nothing lies between them.
    pub(crate) fn into_pieces(self) -> Vec<(Stream, Data)> {
        let all = std::iter::successors(self.last.as_deref(), |piece| piece.before.as_deref());
        let mut newest_first: Vec<&Piece> = all.collect();
        let mut joined: Vec<(Stream, Data)> = Vec::new();
        while let Some(piece) = newest_first.pop() {
            match joined.last_mut() {
                Some((last, data)) if *last == piece.stream => data.append(&piece.data),
                _ => joined.push((piece.stream, piece.data.clone())),
            }
        }
        joined
    }
}

/// One by one: a long list would use up the stack.
impl Drop for Output {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(piece) = next.and_then(Rc::into_inner) {
            next = piece.before;
        }
    }
}
