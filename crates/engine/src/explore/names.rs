//! A path by its name: what was decided along it, and inputs that take it.
//!
//! Names, not states, are parked, stored and handed to other workers: a name is small, belongs to
//! no context, and leads back to the state by running the program again.

use super::decisions::Decisions;
use std::collections::BTreeMap;

/// The bytes of inputs, by name and occurrence.
pub type InputBytes = BTreeMap<(String, u32), Vec<u8>>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathName {
    pub decisions: Decisions,
    pub inputs: InputBytes,
}
