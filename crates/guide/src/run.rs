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

/// Runs a program whose inputs are known to its end, block by block.
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
    at.into_iter().for_each(|at| trace.add_node(at));
    loop {
        let n_frames = state.n_frames();
        let stop = match state.run(program, context, 0) {
            Stop::Syscall(call) => match system.syscall(program, context, &mut state, call) {
                ControlFlow::Break(stop) => stop,
                ControlFlow::Continue(()) => Stop::Paused,
            },
            stop => stop,
        };
        let now = node(&state);
        if let (Some(from), Some(to)) = (at, now)
            && (from != to || state.n_frames() != n_frames)
        {
            trace.add_node(to);
            for way in graph.ways_of_step(from, to).into_iter().flatten() {
                trace.add_way(way);
            }
        }
        at = now;
        match stop {
            Stop::Returned(Value::Word(status)) => {
                return ended(trace, PathEnd::Exit(status as i32 & 0xff), &state);
            }
            Stop::Returned(Value::Term(term)) => {
                let status = context.word_under(&state.witness, term);
                return ended(trace, PathEnd::Exit(status as i32 & 0xff), &state);
            }
            Stop::Decide(condition) => {
                let truth = context.is_true_under(&state.witness, condition);
                state.answer(condition, truth);
            }
            Stop::End(end) => return ended(trace, end, &state),
            Stop::Paused | Stop::Syscall(_) => {}
            Stop::Apart => unreachable!("one version runs by itself"),
        }
        if state.n_ops > max_ops {
            return ended(trace, PathEnd::Limit(Limit::Ops), &state);
        }
    }
}

fn ended(trace: Trace, end: PathEnd, state: &State) -> Traced {
    Traced { trace, end, n_ops: state.n_ops }
}
