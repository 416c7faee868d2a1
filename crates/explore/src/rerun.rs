//! Runs tests again, each with its inputs fixed, block by block.
//!
//! This gives the exact coverage of a test, and confirms by another way what the exploration
//! predicted for it: no solver and no fork is involved.

use super::cases::{Case, CaseEnd, end_of};
use super::set_seeds;
use anyhow::Result;
use patchlight_drive::by_block;
use patchlight_drive::coverage::Reached;
use patchlight_engine::explore::Process;
use patchlight_engine::{Context, Program};
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
        let first = first.state.path.inputs.is_empty().then_some(first);
        Ok(Rerun { program, context, start, first })
    }

    /// Runs a test and marks what it reaches. True if the run ended as the test says.
    pub fn run(&mut self, case: &Case, reached: &mut Reached) -> Result<bool> {
        set_seeds(&mut self.context, &case.inputs);
        let mut process = match &mut self.first {
            Some(first) => Process::new(first.state.fork(), first.system.clone()),
            None => (self.start)(&mut self.context)?,
        };
        let Process { state, system, .. } = &mut process;
        let end =
            by_block(self.program, &mut self.context, state, system, MAX_OPS, |state, step| {
                reached.mark(self.program, state, step);
                true
            });
        let mut output = [Vec::new(), Vec::new()];
        for (stream, data) in process.system.take_output() {
            let bytes = data.under(&mut self.context, &process.state.path.witness);
            output[usize::from(stream == Stream::Err)].extend(bytes);
        }
        let [stdout, stderr] = output.map(Latin1);
        let ends_alike = ends_alike(&end_of(&end, None), &case.end);
        Ok(ends_alike && stdout == case.stdout && stderr == case.stderr)
    }
}

/// The words of a report may differ: offsets are those of other inputs of the same path.
fn ends_alike(a: &CaseEnd, b: &CaseEnd) -> bool {
    match (a, b) {
        (CaseEnd::Error { kind: a, .. }, CaseEnd::Error { kind: b, .. }) => a == b,
        (a, b) => a == b,
    }
}
