//! All that one run on a test executes: pieces of blocks, and the steps from one to the next.

use crate::coverage::{Reached, Step};
use patchlight_engine::{Program, State};
use patchlight_ir::FuncId;
use std::collections::{BTreeSet, HashSet};

/// An op of a function.
pub type Position = (FuncId, u32);

/// Where a run went in one step: by at most one jump, call or return.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Move {
    /// Into a function, or out of one.
    pub is_other_frame: bool,
    pub from: Position,
    pub to: Position,
}

/// What one run executes.
#[derive(Default)]
pub struct Walk {
    reached: Reached,
    /// With where the frame is then in which the run was before.
    moves: HashSet<(Move, Option<Position>)>,
}

impl Walk {
    /// Takes note of what was executed.
    pub fn mark(&mut self, program: &Program, state: &State, step: Step) {
        let (was_in, n_frames) = (step.before.n_frames, state.n_frames());
        let is_new = match (step.before.position, state.position()) {
            (Some(from), Some(to)) if from != to || n_frames != was_in => {
                let moved = Move { is_other_frame: n_frames != was_in, from, to };
                self.moves.insert((moved, state.position_at(was_in - 1)))
            }
            _ => true,
        };
        // What a step executes is the same every time.
        if is_new || step.ended {
            self.reached.mark(program, state, step);
        }
    }

    /// What was executed.
    pub fn reached(&self) -> &Reached {
        &self.reached
    }

    /// All moves, in order.
    pub fn moves(&self) -> BTreeSet<Move> {
        self.moves.iter().map(|&(moved, _)| moved).collect()
    }
}
