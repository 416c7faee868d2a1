//! From a test to a run of the engine, and back.
//!
//! A test to start from is a [`Seed`]; a program is started on it with inputs that are fixed
//! ([`Seed::start_fixed`]) or may become others ([`Seed::start`]; without a test [`first_process`]),
//! runs block by block ([`by_block`]), and inputs that were found become tests again
//! ([`Seed::with_inputs`]; without a test [`concrete`]). Starts on tests are counted.

mod concrete;
pub mod coverage;
pub mod describe;
pub mod left_behind;
mod run;
mod seed;
mod start;
mod starts;
pub mod walk;

pub use concrete::{Found, concrete};
pub use run::by_block;
pub use seed::{Seed, is_input};
pub use start::{CannotStart, MAX_MEMORY, first_process, start_fixed};
