//! A look at a string that may depend on the input, without any of the effects of a load.

use super::Memory;
use crate::value::Value;

/// Longer strings are left to the plain functions: terms about them would be too large.
const LONGEST: u64 = 256;

/// The bytes from an address on.
pub(crate) struct Peeked {
    pub(crate) bytes: Vec<Value>,
    /// Whoever reads the string does not go on after these bytes: the last one is certainly a NUL,
    /// or there are as many as were asked for. Otherwise its object ends there.
    pub(crate) is_whole: bool,
    pub(crate) has_term: bool,
}

impl Memory {
    /// At most `most` bytes, up to the first one that is certainly a NUL if `until_nul`. `None` if
    /// loading one of them would say more than its value, if they are too many, or if the block's
    /// size depends on the input.
    pub(crate) fn peek(&self, address: u64, most: u64, until_nul: bool) -> Option<Peeked> {
        let (index, offset) = self.locate(address).ok()?;
        let object = self.object(index);
        if object.size_term.is_some() || offset >= object.size {
            return None;
        }
        let mut seen = Peeked { bytes: Vec::new(), is_whole: most == 0, has_term: false };
        let end = u64::from(object.size).min(most.saturating_add(offset.into())) as u32;
        for at in offset..end {
            if seen.bytes.len() as u64 == LONGEST {
                return None;
            }
            match object.terms.as_ref().and_then(|terms| terms.get(at)) {
                Some(term) => {
                    seen.has_term = true;
                    seen.bytes.push(Value::Term(term));
                }
                None if !object.init.any_set(at, 1) => return None,
                None => seen.bytes.push(Value::Word(object.bytes.get(at as usize).into())),
            }
            seen.is_whole = until_nul && seen.bytes.last() == Some(&Value::Word(0));
            if seen.is_whole {
                break;
            }
        }
        seen.is_whole |= seen.bytes.len() as u64 == most;
        let is_readable = !object.is_taken_back(offset, seen.bytes.len() as u32);
        is_readable.then_some(seen)
    }

    /// Whether some byte of the object at an address depends on the input.
    pub(crate) fn has_terms(&self, address: u64) -> bool {
        self.object_at(address).is_some_and(|object| object.terms.is_some())
    }
}
