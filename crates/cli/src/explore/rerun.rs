//! Runs tests again, each with its inputs fixed, block by block.
//!
//! This gives the exact coverage of a test, and confirms by another way what the exploration
//! predicted for it: no solver and no fork is involved.

use super::cases::{Case, CaseEnd, end_of};
use super::lcov::{Before, Reached, Step};
use anyhow::Result;
use patchlight_engine::explore::{Process, System};
use patchlight_engine::{Context, PathEnd, Program, State, Stop, Value};
use patchlight_posix::{Posix, Stream};
use patchlight_replay::Latin1;

/// A run that goes far beyond what its path took is not the same path.
const MAX_OPS: u64 = 1 << 32;

pub struct Rerun<'p, Start> {
    program: &'p Program,
    context: Context,
    start: Start,
    /// The process in its first state, if that does not depend on inputs.
    first: Option<Process<Posix>>,
}

impl<'p, Start: Fn(&mut Context) -> Result<Process<Posix>>> Rerun<'p, Start> {
    /// `start` makes the process in its first state.
    pub fn new(program: &'p Program, start: Start) -> Result<Rerun<'p, Start>> {
        let mut context = Context::default();
        let first = start(&mut context)?;
        let first = first.state.inputs.is_empty().then_some(first);
        Ok(Rerun { program, context, start, first })
    }

    /// Runs a test and marks what it reaches. True if the run ended as the test says.
    pub fn run(&mut self, case: &Case, reached: &mut Reached) -> Result<bool> {
        let mut seen: Vec<&str> = Vec::new();
        for input in &case.inputs {
            let occurrence = seen.iter().filter(|&&name| name == input.name).count() as u32;
            self.context.set_seed(&input.name, occurrence, input.bytes.0.clone());
            seen.push(&input.name);
        }
        let mut process = match &mut self.first {
            Some(first) => Process::new(first.state.fork(), first.system.clone()),
            None => (self.start)(&mut self.context)?,
        };
        let Process { state, system, .. } = &mut process;
        let end = drive(self.program, &mut self.context, state, system, MAX_OPS, |state, step| {
            reached.mark(self.program, state, step);
            true
        });
        let mut output = [Vec::new(), Vec::new()];
        for (stream, data) in process.system.take_output() {
            let bytes = data.under(&mut self.context, &process.state.witness);
            output[usize::from(stream == Stream::Err)].extend(bytes);
        }
        let [stdout, stderr] = output.map(Latin1);
        let ends_alike = ends_alike(&end_of(&end, None), &case.end);
        Ok(ends_alike && stdout == case.stdout && stderr == case.stderr)
    }
}

/// Runs a process whose inputs are fixed to its end, block by block. `see` says after each block
/// whether to go on.
pub fn drive(
    program: &Program,
    context: &mut Context,
    state: &mut State,
    system: &mut Posix,
    max_ops: u64,
    mut see: impl FnMut(&State, Step) -> bool,
) -> PathEnd {
    loop {
        let before = Before::of(state);
        // No op may be left after the first block, call or return.
        let stop = match state.run(program, context, 0) {
            Stop::Syscall(call) => {
                let done = System::syscall(system, program, context, state, call);
                done.break_value().unwrap_or(Stop::Paused)
            }
            stop => stop,
        };
        let goes_on = see(state, Step { before, ended: matches!(stop, Stop::End(_)) });
        match stop {
            Stop::Returned(status) => {
                let status = match status {
                    Value::Word(word) => word,
                    Value::Term(term) => context.word_under(&state.witness, term),
                };
                return PathEnd::Exit(status as i32 & 0xff);
            }
            Stop::Decide(condition) => {
                let truth = context.is_true_under(&state.witness, condition);
                state.answer(condition, truth);
            }
            Stop::End(end) => return end,
            Stop::Paused | Stop::Syscall(_) => {}
            Stop::Apart => unreachable!("one version runs by itself"),
        }
        if !goes_on || state.n_ops > max_ops {
            return PathEnd::Limit(patchlight_engine::Limit::Ops);
        }
    }
}

/// The words of a report may differ: offsets are those of other inputs of the same path.
fn ends_alike(a: &CaseEnd, b: &CaseEnd) -> bool {
    match (a, b) {
        (CaseEnd::Error { kind: a, .. }, CaseEnd::Error { kind: b, .. }) => a == b,
        (a, b) => a == b,
    }
}
