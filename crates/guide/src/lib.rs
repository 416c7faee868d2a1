//! Guides an execution to a target: how far each place of a program is from it, what must be true
//! there, and the hunt for an input that leads to it, after the paper on KATCH.
//!
//! **Invariants.** Nothing here knows files, command lines or the operating system: whoever hunts
//! brings a [`hunt::World`]. What is called unreachable is proved for all inputs, on the graph with
//! all calls that can happen; everything else is an estimate.

pub mod analysis;
pub mod callees;
pub mod changes;
pub mod definitions;
pub mod dependence;
pub mod distance;
pub mod effects;
pub mod failing;
mod fast_hash;
pub mod formula;
mod gateway;
pub mod graph;
mod guards;
pub mod hunt;
pub mod library;
pub mod options;
pub mod points_to;
pub mod precondition;
pub mod run;
pub mod targets;
mod values;
