//! Numbers for ops: those of one function follow each other, functions of the library have none.

use patchlight_ir::{BlockId, FuncId, Module, OpPlace};
use std::sync::Arc;

#[derive(Debug)]
pub struct Layout {
    /// By function: its first op's number, and one more entry for the end.
    first: Vec<u32>,
    /// By function: where its blocks begin.
    blocks: Vec<Vec<u32>>,
}

impl Layout {
    /// `is_in`: which functions have numbers, by their index; those have a body.
    pub fn new(module: &Module, is_in: &[bool]) -> Layout {
        let mut layout = Layout { first: vec![0], blocks: Vec::new() };
        let mut n_ops = 0;
        for (function, &is_in) in module.functions.iter().zip(is_in) {
            let body = function.body().filter(|_| is_in);
            n_ops += body.map_or(0, |body| body.ops.len()) as u32;
            layout.first.push(n_ops);
            layout.blocks.push(body.map_or(Vec::new(), |body| body.blocks.clone()));
        }
        layout
    }

    pub fn n_ops(&self) -> usize {
        self.first.last().map_or(0, |&n| n as usize)
    }

    pub fn op(&self, func: FuncId, op: usize) -> u32 {
        self.first[func.index()] + op as u32
    }

    /// The number of an op; `None` for what has none.
    pub fn node(&self, place: OpPlace) -> Option<u32> {
        let func = place.func.index();
        let node = *self.first.get(func)? as usize + place.op;
        (node < *self.first.get(func + 1)? as usize).then_some(node as u32)
    }

    pub fn place(&self, node: u32) -> OpPlace {
        let func = self.first.partition_point(|&first| first <= node) - 1;
        let op = node - self.first[func];
        let block = self.blocks[func].partition_point(|&start| start <= op) - 1;
        let (func, block) = (FuncId::from_index(func), BlockId::from_index(block));
        OpPlace { func, block, op: op as usize }
    }
}

/// A set of ops of one program.
#[derive(Clone, Debug)]
pub struct OpSet {
    layout: Arc<Layout>,
    words: Vec<u64>,
}

impl OpSet {
    pub(super) fn new(layout: Arc<Layout>) -> OpSet {
        let words = vec![0; layout.n_ops().div_ceil(64)];
        OpSet { layout, words }
    }

    pub(super) fn insert(&mut self, op: u32) {
        self.words[op as usize / 64] |= 1 << (op % 64);
    }

    pub fn contains(&self, place: OpPlace) -> bool {
        let node = self.layout.node(place);
        node.is_some_and(|node| self.words[node as usize / 64] >> (node % 64) & 1 != 0)
    }

    /// The ops, in the order of the module.
    pub fn iter(&self) -> impl Iterator<Item = OpPlace> + '_ {
        let words = self.words.iter().enumerate();
        let bits = words.flat_map(|(n, &word)| {
            let set = (0..64).filter(move |bit| word >> bit & 1 != 0);
            set.map(move |bit| n as u32 * 64 + bit)
        });
        bits.map(|node| self.layout.place(node))
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}
