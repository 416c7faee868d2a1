//! One version by itself: why it stops, and the way to its end.
//!
//! Whoever runs a single version comes through here: an exploration, either half of a pair that has
//! parted, a hunt, a run on known inputs.
//!
//! **Invariant.** Only versions that run together are asked to part: wherever the engine or a system
//! gives up with [`Stop::Apart`], it has seen [`View::Both`] or code that only `View::Both` enters
//! (`program/together.rs`). So a state that is an execution of one version never does.

use crate::context::Context;
use crate::outcome::{Limit, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop, Syscall, View};
use crate::system::System;
use crate::value::Value;
use patchlight_expr::TermId;
use std::ops::ControlFlow;

/// Why a version stopped that does not wait for a system call: [`Stop`] without what only two
/// versions do.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    End(PathEnd),
    /// As [`Stop::Decide`].
    Decide(TermId),
    /// The entry function returned.
    Returned(Value),
    /// The ops that it was allowed are used up, a system call was performed, or the solver's time is
    /// over.
    Paused,
}

/// Ops that a run executes without being looked at, at most.
pub const BATCH: u64 = 1_000_000;

/// How often a run on known inputs is looked at.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Pace {
    /// After each block, call and return.
    Blocks,
    /// After each system call and each question, and every [`BATCH`] ops.
    Calls,
}

/// A run between two of its steps.
pub struct Seen<'a, S> {
    pub state: &'a State,
    pub system: &'a mut S,
    pub context: &'a mut Context,
    /// The op at hand ended the path.
    pub ended: bool,
}

impl State {
    /// Runs one version until something needs the caller, or for about `max_ops` ops. Continues with
    /// the system call that it waits for.
    #[inline]
    pub fn run(
        &mut self,
        program: &Program,
        context: &mut Context,
        max_ops: u64,
    ) -> ControlFlow<Halt, Syscall> {
        debug_assert_ne!(self.view, View::Both, "one version");
        halt_of(self.run_view(program, context, max_ops))
    }

    /// Performs the system call that one version waits for.
    pub fn perform<S: System>(
        &mut self,
        program: &Program,
        context: &mut Context,
        system: &mut S,
        call: Syscall,
    ) -> ControlFlow<Halt> {
        let stop = system.syscall(program, context, self, call);
        stop.map_break(|stop| match halt_of(stop) {
            ControlFlow::Break(halt) => halt,
            ControlFlow::Continue(call) => unreachable!("{call:?} in the place of its own result"),
        })
    }

    /// Runs one version for about `max_ops` ops or through its next system call.
    #[inline]
    pub fn step<S: System>(
        &mut self,
        program: &Program,
        context: &mut Context,
        system: &mut S,
        max_ops: u64,
    ) -> Halt {
        match self.run(program, context, max_ops) {
            ControlFlow::Break(halt) => halt,
            ControlFlow::Continue(call) => {
                let performed = self.perform(program, context, system, call);
                performed.break_value().unwrap_or(Halt::Paused)
            }
        }
    }
}

#[inline]
fn halt_of(stop: Stop) -> ControlFlow<Halt, Syscall> {
    ControlFlow::Break(match stop {
        Stop::Syscall(call) => return ControlFlow::Continue(call),
        Stop::End(end) => Halt::End(end),
        Stop::Decide(condition) => Halt::Decide(condition),
        Stop::Returned(value) => Halt::Returned(value),
        Stop::Paused => Halt::Paused,
        Stop::Apart => unreachable!("one version runs by itself"),
    })
}

/// Runs one version to its end, on inputs that are known: its witness answers all questions. `see`
/// looks at it as often as `pace` says. The end is [`Limit::Ops`] if it has executed more than
/// `max_ops` ops, or if `see` breaks.
pub fn to_end<S: System>(
    program: &Program,
    context: &mut Context,
    (state, system): (&mut State, &mut S),
    pace: Pace,
    max_ops: u64,
    mut see: impl FnMut(Seen<'_, S>) -> ControlFlow<()>,
) -> PathEnd {
    loop {
        let n_ops = match pace {
            // No op may be left after the first block, call or return.
            Pace::Blocks => 0,
            Pace::Calls => max_ops.saturating_sub(state.path.n_ops).min(BATCH),
        };
        let halt = state.step(program, context, system, n_ops);
        let ended = matches!(halt, Halt::End(_));
        let seen = see(Seen { state, system, context, ended });
        match halt {
            Halt::End(end) => return end,
            Halt::Returned(status) => {
                let word = match status {
                    Value::Word(word) => word,
                    Value::Term(term) => context.word_under(&state.path.witness, term),
                };
                return PathEnd::Exit(word as i32 & 0xff);
            }
            Halt::Decide(condition) => {
                let truth = context.is_true_under(&state.path.witness, condition);
                state.answer(condition, truth);
            }
            Halt::Paused => {}
        }
        if seen.is_break() || state.path.n_ops > max_ops {
            return PathEnd::Limit(Limit::Ops);
        }
    }
}
