//! Runs with inputs that are fixed, block by block.

use crate::coverage::{Before, Step};
use patchlight_engine::alone::{Pace, Seen, to_end};
use patchlight_engine::{Context, PathEnd, Program, State};
use patchlight_posix::Posix;
use std::ops::ControlFlow;

/// Runs a process whose inputs are fixed to its end, block by block. `see` says after each block
/// whether to go on.
pub fn by_block(
    program: &Program,
    context: &mut Context,
    state: &mut State,
    system: &mut Posix,
    max_ops: u64,
    mut see: impl FnMut(&State, Step) -> bool,
) -> PathEnd {
    let mut before = Before::of(state);
    let look = |Seen { state, ended, .. }: Seen<'_, Posix>| {
        let step = Step { before: std::mem::replace(&mut before, Before::of(state)), ended };
        if see(state, step) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    to_end(program, context, (state, system), Pace::Blocks, max_ops, look)
}
