//! How much work something may take, and when it has to end.
//!
//! A [`Budget`] is what people write: `90s`, `5m`, `200Msteps`. A [`Deadline`] is a budget that has
//! begun; it goes down into everything that takes time, and whatever it cuts is [`Cut`].
//!
//! Steps instead of time make a run repeatable: a busy machine is slower and finds the same. Who
//! works spends steps ([`Deadline::spend`]); [`cost`] says what things cost.
//!
//! Nothing here installs a signal handler or reads the environment: whoever listens for Ctrl-C calls
//! [`Interrupt::ask`].

mod deadline;
mod written;

pub use deadline::{Cut, Deadline, Interrupt, Interrupted};
pub use written::Budget;

/// What things cost, in steps. An idle machine makes about a hundred million steps per second.
pub mod cost {
    /// An op that the engine executes.
    pub const OP: u64 = 1;
    /// A question that the solver is asked.
    pub const QUESTION: u64 = 20_000;
    /// A program that is run natively.
    pub const NATIVE_RUN: u64 = 200_000;
}
