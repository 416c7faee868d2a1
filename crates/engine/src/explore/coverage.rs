//! Which ops asked questions or ended paths: where the search has been.

use crate::program::Program;
use patchlight_ir::FuncId;

pub struct Coverage {
    /// One bit an op, by function.
    visited: Vec<Vec<u64>>,
    n_visited: u64,
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        let words = |code: &crate::program::Code| vec![0; code.ops.len().div_ceil(64)];
        Coverage { visited: program.code.iter().map(words).collect(), n_visited: 0 }
    }

    /// True the first time.
    pub fn visit(&mut self, position: Option<(FuncId, u32)>) -> bool {
        let Some((func, op)) = position else { return false };
        let word = &mut self.visited[func.index()][op as usize / 64];
        let bit = 1 << (op % 64);
        let new = *word & bit == 0;
        *word |= bit;
        self.n_visited += u64::from(new);
        new
    }

    /// Ops that were visited.
    pub fn n_visited(&self) -> u64 {
        self.n_visited
    }
}
