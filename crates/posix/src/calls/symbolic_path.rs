//! Paths that depend on the input.
//!
//! A path is not settled byte by byte. Component by component it is compared with the entries that
//! the directory has, one question each; all other names are one class, which is missing, and
//! their bytes stay open. What the witness calls the path then stands for the whole class: every
//! member leads to the same node or fails in the same way.

use crate::fs::ROOT;
use crate::fs::node::NodeId;
use crate::kernel::{Kernel, Refusal};
use patchlight_engine::{PinReason, TermId, Value};

/// As the kernel limits paths.
const PATH_MAX: u64 = 4096;

/// What all members of a class have in common.
enum Class {
    /// They are resolved to the end, or fail on the way for another reason than a missing name.
    Known,
    /// The component that begins here is missing.
    Missing(usize),
}

impl Kernel<'_> {
    /// A path, for a call that needs what it names to exist.
    pub(crate) fn path(&mut self, dirfd: i32, address: u64) -> Result<Vec<u8>, Refusal> {
        let path = self.existing_path(dirfd, address)?;
        self.decide_files_of(&path)?;
        Ok(path)
    }

    fn existing_path(&mut self, dirfd: i32, address: u64) -> Result<Vec<u8>, Refusal> {
        let Some(bytes) = self.symbolic_string(address)? else { return self.c_string(address) };
        match self.class(dirfd, &bytes)? {
            Some(_) => Ok(self.example(&bytes)),
            None => self.c_string(address),
        }
    }

    /// A path, for a call that may make what it names. The name of what is made is fixed, which is
    /// recorded.
    pub(crate) fn new_path(&mut self, dirfd: i32, address: u64) -> Result<Vec<u8>, Refusal> {
        let path = self.fixed_path(dirfd, address)?;
        self.decide_files_of(&path)?;
        Ok(path)
    }

    fn fixed_path(&mut self, dirfd: i32, address: u64) -> Result<Vec<u8>, Refusal> {
        let Some(bytes) = self.symbolic_string(address)? else { return self.c_string(address) };
        let missing = match self.class(dirfd, &bytes)? {
            Some(Class::Missing(at)) => &bytes[at..],
            Some(Class::Known) => return Ok(self.example(&bytes)),
            None => return self.c_string(address),
        };
        for &byte in missing {
            if self.is(byte, 0)? || self.is(byte, b'/')? {
                break;
            }
        }
        let reason = PinReason::NewName;
        for &byte in missing {
            if self.state.pin(self.program, self.context, reason, byte)? == 0 {
                break;
            }
        }
        Ok(self.example(&bytes))
    }

    /// The bytes of a string up to the first that is known to be NUL. `None` if none of them
    /// depends on the input, or if no such NUL comes.
    fn symbolic_string(&mut self, address: u64) -> Result<Option<Vec<Value>>, Refusal> {
        let mut bytes = Vec::new();
        let mut is_symbolic = false;
        for at in 0..PATH_MAX {
            let Ok(byte) = self.state.memory.read_values(address.wrapping_add(at), 1) else {
                return Ok(None);
            };
            let byte = self.state.seen(self.context, byte[0])?;
            is_symbolic |= matches!(byte, Value::Term(_));
            bytes.push(byte);
            if byte == Value::Word(0) {
                return Ok(is_symbolic.then_some(bytes));
            }
        }
        Ok(None)
    }

    /// The witness's path.
    fn example(&mut self, bytes: &[Value]) -> Vec<u8> {
        let (context, witness) = (&mut *self.context, &self.state.path.witness);
        let bytes = bytes.iter().map(|&byte| match byte {
            Value::Word(byte) => byte as u8,
            Value::Term(term) => context.word_under(witness, term) as u8,
        });
        bytes.take_while(|&byte| byte != 0).collect()
    }

    fn is(&mut self, byte: Value, expected: u8) -> Result<bool, Refusal> {
        let condition = self.equals(byte, expected);
        Ok(self.state.decide(self.context, condition)?)
    }

    fn equals(&mut self, byte: Value, expected: u8) -> TermId {
        let terms = &mut self.context.terms;
        let expected = terms.constant(8, expected.into());
        let byte = match byte {
            Value::Word(byte) => terms.constant(8, byte),
            Value::Term(term) => term,
        };
        terms.eq(byte, expected)
    }

    /// Which class the path belongs to. `None` if a directory on the way cannot be listed.
    fn class(&mut self, dirfd: i32, bytes: &[Value]) -> Result<Option<Class>, Refusal> {
        if self.is(bytes[0], 0)? {
            return Ok(Some(Class::Known));
        }
        let mut dir = ROOT;
        if !self.is(bytes[0], b'/')? {
            // An unsuitable descriptor is unsuitable for every relative path.
            let Ok(start) = self.start_of(dirfd, b".") else { return Ok(Some(Class::Known)) };
            dir = start;
        }
        let mut at = 0;
        loop {
            while self.is(bytes[at], b'/')? {
                at += 1;
            }
            if self.is(bytes[at], 0)? {
                return Ok(Some(Class::Known));
            }
            let Ok(names) = self.os.fs.names(dir) else { return Ok(None) };
            let Some(name) = self.component(&names, &bytes[at..])? else {
                return Ok(Some(Class::Missing(at)));
            };
            at += name.len();
            if self.is(bytes[at], 0)? {
                return Ok(Some(Class::Known));
            }
            match self.directory_at(dir, name) {
                Some(next) => dir = next,
                None => return Ok(Some(Class::Known)),
            }
        }
    }

    /// The one of `names` that the path's next component is.
    fn component<'n>(
        &mut self,
        names: &'n [Vec<u8>],
        bytes: &[Value],
    ) -> Result<Option<&'n [u8]>, Refusal> {
        for name in names.iter().filter(|name| name.len() < bytes.len()) {
            let (before, after) = bytes.split_at(name.len());
            let (ends, goes_on) = (self.equals(after[0], 0), self.equals(after[0], b'/'));
            let mut condition = self.context.terms.or(ends, goes_on);
            for (&byte, &expected) in before.iter().zip(name) {
                let same = self.equals(byte, expected);
                condition = self.context.terms.and(condition, same);
            }
            if self.state.decide(self.context, condition)? {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    fn directory_at(&mut self, dir: NodeId, name: &[u8]) -> Option<NodeId> {
        let node = self.fs().resolve(dir, name, true).ok()?.node?;
        self.os.fs.node(node).is_dir().then_some(node)
    }
}
