//! What a run on fixed inputs executes.

use crate::analysis::Trace;
use crate::graph::Graph;
use patchlight_engine::alone::{Pace, Seen, to_end};
use patchlight_engine::explore::System;
use patchlight_engine::{Context, PathEnd, Program, State};
use std::ops::ControlFlow;

/// A run to its end.
pub struct Traced {
    pub trace: Trace,
    /// A gap or a limit ended it.
    pub is_cut_off: bool,
    pub n_ops: u64,
}

/// The places that a run on known inputs comes to, and the ways between them.
pub fn trace<S: System>(
    program: &Program,
    graph: &Graph,
    context: &mut Context,
    (mut state, mut system): (State, S),
    max_ops: u64,
) -> Traced {
    let mut trace = Trace::new(graph);
    let node = |state: &State| {
        let (func, op) = state.position()?;
        graph.node_at(func, op)
    };
    let mut at = node(&state);
    let mut n_frames = state.n_frames();
    at.into_iter().for_each(|at| trace.add_node(at));
    let run = (&mut state, &mut system);
    let end = to_end(program, context, run, Pace::Blocks, max_ops, |Seen { state, .. }| {
        let now = node(state);
        let was_in = std::mem::replace(&mut n_frames, state.n_frames());
        if let (Some(from), Some(to)) = (at, now) {
            trace.add_step(graph, from, to, n_frames != was_in);
        }
        at = now;
        ControlFlow::Continue(())
    });
    let is_cut_off = matches!(end, PathEnd::Unsupported(_) | PathEnd::Limit(_));
    Traced { trace, is_cut_off, n_ops: state.path.n_ops }
}
