//! A path by its name: what was decided along it, and inputs that take it.
//!
//! Names, not states, are parked, stored and handed to other workers: a name is small, belongs to
//! no context, and leads back to the state by running the program again.

use super::decisions::Decisions;
pub use crate::context::InputBytes;

/// An entry of `InputBytes` beside the bytes.
const BYTES_PER_INPUT: usize = 200;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathName {
    pub decisions: Decisions,
    /// The values that some questions were about, in order: those that the inputs of the time had.
    pub choices: Vec<u64>,
    pub inputs: InputBytes,
}

impl PathName {
    /// How many bytes of memory it takes, about.
    pub fn n_bytes(&self) -> usize {
        let inputs = self.inputs.values().map(|bytes| bytes.len() + BYTES_PER_INPUT);
        let way = self.decisions.len() as usize / 4 + size_of_val(&self.choices[..]);
        size_of::<PathName>() + way + inputs.sum::<usize>()
    }
}
