//! What a run on fixed inputs executes.

use crate::analysis::Trace;
use crate::graph::Graph;
use patchlight_engine::explore::System;
use patchlight_engine::{Context, Limit, PathEnd, Program, State, Stop, Value};
use std::ops::ControlFlow;

/// A run to its end.
pub struct Traced {
    pub trace: Trace,
    pub end: PathEnd,
    pub n_ops: u64,
}

/// Runs a program whose inputs are known to its end. `see` looks at the state after each block.
pub fn to_end<S: System>(
    program: &Program,
    context: &mut Context,
    (mut state, mut system): (State, S),
    max_ops: u64,
    mut see: impl FnMut(&State),
) -> (State, PathEnd) {
    loop {
        let stop = match state.run(program, context, 0) {
            Stop::Syscall(call) => match system.syscall(program, context, &mut state, call) {
                ControlFlow::Break(stop) => stop,
                ControlFlow::Continue(()) => Stop::Paused,
            },
            stop => stop,
        };
        see(&state);
        match stop {
            Stop::Returned(Value::Word(status)) => {
                return (state, PathEnd::Exit(status as i32 & 0xff));
            }
            Stop::Returned(Value::Term(term)) => {
                let status = context.word_under(&state.witness, term);
                return (state, PathEnd::Exit(status as i32 & 0xff));
            }
            Stop::Decide(condition) => {
                let truth = context.is_true_under(&state.witness, condition);
                state.answer(condition, truth);
            }
            Stop::End(end) => return (state, end),
            Stop::Paused | Stop::Syscall(_) => {}
            Stop::Apart => unreachable!("one version runs by itself"),
        }
        if state.n_ops > max_ops {
            return (state, PathEnd::Limit(Limit::Ops));
        }
    }
}

/// The places that such a run comes to, and the ways between them.
pub fn trace<S: System>(
    program: &Program,
    graph: &Graph,
    context: &mut Context,
    start: (State, S),
    max_ops: u64,
) -> Traced {
    let mut trace = Trace::new(graph);
    let node = |state: &State| {
        let (func, op) = state.position()?;
        graph.node_at(func, op)
    };
    let mut at = node(&start.0);
    let mut n_frames = start.0.n_frames();
    at.into_iter().for_each(|at| trace.add_node(at));
    let (state, end) = to_end(program, context, start, max_ops, |state| {
        let now = node(state);
        let was_in = std::mem::replace(&mut n_frames, state.n_frames());
        if let (Some(from), Some(to)) = (at, now)
            && (from != to || n_frames != was_in)
        {
            trace.add_node(to);
            for way in graph.ways_of_step(from, to).into_iter().flatten() {
                trace.add_way(way);
            }
        }
        at = now;
    });
    Traced { trace, end, n_ops: state.n_ops }
}
