//! Whoever answers a state's system calls.

use crate::context::Context;
use crate::program::Program;
use crate::state::{State, Stop, Syscall};
use std::ops::ControlFlow;

/// The operating system around a state: it answers system calls.
pub trait System: Clone {
    /// Performs a call and gives its result to the state. Breaks with [`Stop::End`],
    /// [`Stop::Decide`] or, if the state executes two versions, [`Stop::Apart`]; after the latter two
    /// nothing has changed and the call is performed again.
    fn syscall(
        &mut self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        call: Syscall,
    ) -> ControlFlow<Stop>;
}
