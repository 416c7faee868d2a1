//! Where the search has been: which ops asked questions, made system calls or ended paths, which
//! calls they were made from, and which sides of branches were taken.
//!
//! Code between two questions is not seen: whoever wants to know all lines that a test reaches runs
//! the test again.

use crate::program::Program;
use crate::state::State;
use patchlight_expr::{Kind, TermId, Terms};
use patchlight_ir::FuncId;
use std::collections::HashSet;

/// Calls that are looked at, from the outermost: those inside deep recursion say nothing new.
const MAX_FRAMES: usize = 24;

pub struct Coverage {
    /// One bit an op, by function.
    visited: Vec<Vec<u64>>,
    n_visited: u64,
    sides: HashSet<Side>,
}

/// A side of a branch. The branches of a `switch` or of a loop over a table are one op, so what a
/// value is equal to tells them apart.
#[derive(PartialEq, Eq, Hash)]
struct Side {
    position: (FuncId, u32),
    truth: bool,
    equal_to: Option<u64>,
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        let words = |code: &crate::program::Code| vec![0; code.ops.len().div_ceil(64)];
        Coverage {
            visited: program.code.iter().map(words).collect(),
            n_visited: 0,
            sides: HashSet::new(),
        }
    }

    /// True if something is new about where a state is.
    pub fn visit(&mut self, state: &State) -> bool {
        let before = self.n_visited;
        let depths = (0..state.n_frames().min(MAX_FRAMES)).filter_map(|n| state.position_at(n));
        depths.chain(state.position()).for_each(|position| self.visit_op(position));
        self.n_visited > before
    }

    fn visit_op(&mut self, (func, op): (FuncId, u32)) {
        let word = &mut self.visited[func.index()][op as usize / 64];
        let bit = 1 << (op % 64);
        self.n_visited += u64::from(*word & bit == 0);
        *word |= bit;
    }

    /// True if no path took this side of a branch before.
    pub fn take(&mut self, state: &State, terms: &Terms, condition: TermId, truth: bool) -> bool {
        let Some(position) = state.position() else { return false };
        let (mut node, mut holds) = (terms.node(condition), truth);
        if node.kind == Kind::Not {
            (node, holds) = (terms.node(node.a()), !truth);
        }
        let is_equality = holds && node.kind == Kind::Eq;
        let equal_to = is_equality.then(|| terms.as_u64(node.b())).flatten();
        self.sides.insert(Side { position, truth, equal_to })
    }

    /// Ops that were visited.
    pub fn n_visited(&self) -> u64 {
        self.n_visited
    }
}
