//! What every system call works with: the model, the program's memory, and the ways to refuse.

use crate::data::Data;
use crate::fs::FileSizeLimit;
use crate::fs::FileSystem;
use crate::fs::node::Time;
use crate::run::Posix;
use patchlight_engine::{Access, Context, Fault, Limit, PathEnd, Program, State, Stop, TermId};
use rustix::io::Errno;
use std::rc::Rc;

/// What a system call returns, unless it does not.
pub(crate) type Answer = Result<u64, Refusal>;

/// Why a system call does not do what it was asked.
pub(crate) enum Refusal {
    /// The program sees this error.
    Errno(Errno),
    /// The path ends here.
    End(PathEnd),
    /// What the call does depends on this condition; it is performed again once that is decided.
    Decide(TermId),
    /// Each of the two versions that run together has to make the call by itself.
    Apart,
    /// A file too large for the model.
    FileSize,
}

impl From<Errno> for Refusal {
    fn from(errno: Errno) -> Refusal {
        Refusal::Errno(errno)
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        match stop {
            Stop::End(end) => Refusal::End(end),
            Stop::Decide(condition) => Refusal::Decide(condition),
            Stop::Apart => Refusal::Apart,
            other => unreachable!("{other:?} while memory is read"),
        }
    }
}

impl From<Limit> for Refusal {
    fn from(limit: Limit) -> Refusal {
        Refusal::End(PathEnd::Limit(limit))
    }
}

impl From<FileSizeLimit> for Refusal {
    fn from(_: FileSizeLimit) -> Refusal {
        Refusal::FileSize
    }
}

/// A system call in progress.
pub(crate) struct Kernel<'a> {
    pub(crate) os: &'a mut Posix,
    pub(crate) program: &'a Program,
    pub(crate) context: &'a mut Context,
    pub(crate) state: &'a mut State,
}

impl Kernel<'_> {
    pub(crate) fn fs(&mut self) -> &mut FileSystem {
        Rc::make_mut(&mut self.os.fs)
    }

    pub(crate) fn now(&self) -> Time {
        self.os.clock.now()
    }

    pub(crate) fn unsupported(&self, what: impl Into<String>) -> Refusal {
        Refusal::End(self.state.unsupported(self.program, what))
    }

    fn bug(&self, fault: Fault, address: u64, size: u64, write: bool) -> Refusal {
        let access = Access { address, size, write };
        Refusal::End(self.state.access_bug(self.program, fault, access))
    }

    pub(crate) fn read_bytes(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Refusal> {
        Ok(self.state.settle_bytes(self.program, self.context, address, len)?)
    }

    /// Bytes of which some may depend on the input.
    pub(crate) fn read_data(&mut self, address: u64, len: u64) -> Result<Data, Refusal> {
        if let Ok(bytes) = self.state.memory.read(address, len) {
            return Ok(bytes.to_vec().into());
        }
        let values = self.state.memory.read_values(address, len);
        let values = values.map_err(|fault| self.bug(fault, address, len, false))?;
        Ok(values.into_iter().collect())
    }

    /// Bytes that leave the program: those never written are worth a warning.
    pub(crate) fn read_output(&mut self, address: u64, len: u64) -> Result<Data, Refusal> {
        let looked = self.state.memory.look_at_output(address, len);
        looked.map_err(|fault| self.bug(fault, address, len, false))?;
        self.read_data(address, len)
    }

    pub(crate) fn write_data(&mut self, address: u64, data: &Data) -> Result<(), Refusal> {
        if data.terms().is_empty() {
            return self.write_bytes(address, data.bytes());
        }
        let bytes = data.byte_terms(self.context);
        let written = self.state.memory.write_terms(&self.context.terms, address, &bytes);
        written.map_err(|fault| self.bug(fault, address, bytes.len() as u64, true))
    }

    pub(crate) fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Refusal> {
        let written = self.state.memory.write(address, bytes);
        written.map_err(|fault| self.bug(fault, address, bytes.len() as u64, true))
    }

    /// Writes unless the program passed a null pointer where that means "do not tell me".
    pub(crate) fn write_optional(&mut self, address: u64, bytes: &[u8]) -> Result<(), Refusal> {
        if address == 0 { Ok(()) } else { self.write_bytes(address, bytes) }
    }

    pub(crate) fn c_string(&mut self, address: u64) -> Result<Vec<u8>, Refusal> {
        Ok(self.state.settle_c_string(self.program, self.context, address)?)
    }

    pub(crate) fn read_u32(&mut self, address: u64) -> Result<u32, Refusal> {
        let bytes = self.read_bytes(address, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes were read")))
    }

    /// `n` consecutive 8-byte words.
    pub(crate) fn read_words(&mut self, address: u64, n: u64) -> Result<Vec<u64>, Refusal> {
        let bytes = self.read_bytes(address, 8 * n)?;
        let word = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        Ok(bytes.chunks_exact(8).map(word).collect())
    }

    pub(crate) fn write_words(&mut self, address: u64, words: &[u64]) -> Result<(), Refusal> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.write_bytes(address, &bytes)
    }

    /// A `struct timespec` (or, with `nsec` in microseconds, a `struct timeval`).
    pub(crate) fn read_time(&mut self, address: u64) -> Result<Time, Refusal> {
        let words = self.read_words(address, 2)?;
        Ok(Time { sec: words[0] as i64, nsec: words[1] as i64 })
    }

    pub(crate) fn write_time(&mut self, address: u64, time: Time) -> Result<(), Refusal> {
        self.write_words(address, &[time.sec as u64, time.nsec as u64])
    }
}

/// A structure under construction: fields go to their offsets, the rest is zero.
pub(crate) struct Layout(pub(crate) Vec<u8>);

impl Layout {
    pub(crate) fn new(size: usize) -> Layout {
        Layout(vec![0; size])
    }

    pub(crate) fn u16(self, offset: usize, value: u16) -> Layout {
        self.put(offset, &value.to_le_bytes())
    }

    pub(crate) fn u32(self, offset: usize, value: u32) -> Layout {
        self.put(offset, &value.to_le_bytes())
    }

    pub(crate) fn u64(self, offset: usize, value: u64) -> Layout {
        self.put(offset, &value.to_le_bytes())
    }

    pub(crate) fn time(self, offset: usize, time: Time) -> Layout {
        self.u64(offset, time.sec as u64).u64(offset + 8, time.nsec as u64)
    }

    pub(crate) fn put(mut self, offset: usize, bytes: &[u8]) -> Layout {
        self.0[offset..offset + bytes.len()].copy_from_slice(bytes);
        self
    }
}
