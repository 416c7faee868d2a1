//! Accesses that the fast path does not take, and those of whole ranges.

use super::{Fault, MAX_OBJECT, Memory, Remark};
use crate::outcome::WarningKind;

impl Memory {
    /// A load of `n` ≤ 8 bytes, zero-extended.
    #[inline(never)]
    pub(crate) fn load_slow(&mut self, address: u64, n: u32) -> Result<u64, Fault> {
        let (index, offset) = self.locate(address)?;
        let object = &self.objects[index];
        let available = object.size.saturating_sub(offset).min(n);
        if available < n {
            let is_word = n == 8 && address.is_multiple_of(8) && available > 0;
            if !is_word {
                return Err(Fault::OutOfBounds);
            }
            self.remark = Some(Remark { kind: WarningKind::WordPastEnd, address, size: 8 });
        } else if !object.init.any_set(offset, n) {
            let kind = WarningKind::UninitialisedRead;
            self.remark = Some(Remark { kind, address, size: n.into() });
        }
        let start = offset as usize;
        let mut word = [0; 8];
        word[..available as usize]
            .copy_from_slice(&object.bytes[start..start + available as usize]);
        Ok(u64::from_le_bytes(word))
    }

    /// A store of the low `n` ≤ 8 bytes of `value`.
    #[inline(never)]
    pub(crate) fn store_slow(&mut self, address: u64, value: u64, n: u32) -> Result<(), Fault> {
        let range = self.writable(address, n.into())?;
        let Range { index, start, .. } = range;
        let object = &mut self.objects[index];
        object.bytes[start..start + n as usize].copy_from_slice(&value.to_le_bytes()[..n as usize]);
        self.mark_written(range);
        Ok(())
    }

    /// The bytes of a range, for the operating system and for builtins.
    pub fn read(&mut self, address: u64, len: u64) -> Result<&[u8], Fault> {
        let Range { index, start, len } = self.readable(address, len)?;
        Ok(&self.objects[index].bytes[start..start + len])
    }

    /// Like [`Memory::read`], with a remark if part of it was never written.
    pub fn read_for_output(&mut self, address: u64, len: u64) -> Result<&[u8], Fault> {
        let Range { index, start, len: n } = self.readable(address, len)?;
        let object = &self.objects[index];
        if !object.init.all_set(start as u32, n as u32) {
            let kind = WarningKind::UninitialisedRead;
            self.remark = Some(Remark { kind, address, size: len });
        }
        Ok(&self.objects[index].bytes[start..start + n])
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        let range = self.writable(address, bytes.len() as u64)?;
        let Range { index, start, len } = range;
        self.objects[index].bytes[start..start + len].copy_from_slice(bytes);
        self.mark_written(range);
        Ok(())
    }

    pub fn fill(&mut self, address: u64, value: u8, len: u64) -> Result<(), Fault> {
        let range = self.writable(address, len)?;
        let Range { index, start, len } = range;
        self.objects[index].bytes[start..start + len].fill(value);
        self.mark_written(range);
        Ok(())
    }

    /// The bytes before the next NUL byte.
    pub fn read_c_string(&mut self, address: u64) -> Result<&[u8], Fault> {
        let len = self.c_string_len(address)?;
        self.read(address, len)
    }

    /// `strlen`. A string without an end is read out of bounds.
    pub fn c_string_len(&mut self, address: u64) -> Result<u64, Fault> {
        let (index, offset) = self.locate(address)?;
        let object = &self.objects[index];
        let Some(bytes) = object.bytes.get(offset as usize..).filter(|bytes| !bytes.is_empty())
        else {
            return Err(Fault::OutOfBounds);
        };
        match memchr::memchr(0, bytes) {
            Some(n) => {
                if !object.init.any_set(offset, n as u32 + 1) {
                    let kind = WarningKind::UninitialisedRead;
                    self.remark = Some(Remark { kind, address, size: n as u64 + 1 });
                }
                Ok(n as u64)
            }
            None => Err(Fault::OutOfBounds),
        }
    }

    /// Copies `len` bytes, and which of them were ever written. If the ranges must be `disjoint`,
    /// they may still be the same one: compilers copy so for assignments of structures.
    pub fn copy(&mut self, to: u64, from: u64, len: u64, disjoint: bool) -> Result<(), CopyFault> {
        if len == 0 {
            return Ok(());
        }
        let target = self.writable(to, len).map_err(|fault| CopyFault { fault, write: true })?;
        let source = self.readable(from, len).map_err(|fault| CopyFault { fault, write: false })?;
        if disjoint && to != from && to.abs_diff(from) < len {
            return Err(CopyFault { fault: Fault::Overlap, write: true });
        }
        let n = source.len;
        let all_written =
            self.objects[source.index].init.all_set(source.start as u32, source.len as u32);
        let flags = (!all_written).then(|| self.init_flags(source));
        if source.index == target.index {
            let bytes = &mut self.objects[source.index].bytes;
            bytes.copy_within(source.start..source.start + n, target.start);
        } else {
            let [source_object, target_object] = self
                .objects
                .get_disjoint_mut([source.index, target.index])
                .expect("two different live objects");
            target_object.bytes[target.start..target.start + n]
                .copy_from_slice(&source_object.bytes[source.start..source.start + n]);
        }
        self.mark_copied(target, flags);
        Ok(())
    }

    /// `memcmp`: the difference of the first bytes that differ.
    pub fn compare(&mut self, a: u64, b: u64, len: u64) -> Result<i32, (u64, Fault)> {
        if len == 0 {
            return Ok(0);
        }
        let left = self.readable(a, len).map_err(|fault| (a, fault))?;
        let right = self.readable(b, len).map_err(|fault| (b, fault))?;
        let left = &self.objects[left.index].bytes[left.start..left.start + left.len];
        let right = &self.objects[right.index].bytes[right.start..right.start + right.len];
        let differ = left.iter().zip(right).find(|(l, r)| l != r);
        Ok(differ.map_or(0, |(&l, &r)| i32::from(l) - i32::from(r)))
    }

    fn init_flags(&self, range: Range) -> Vec<bool> {
        let init = &self.objects[range.index].init;
        (range.start..range.start + range.len).map(|at| init.is_set(at as u32)).collect()
    }

    fn mark_copied(&mut self, target: Range, flags: Option<Vec<bool>>) {
        self.mark_written(target);
        let Some(flags) = flags else { return };
        let object = &mut self.objects[target.index];
        for (n, _) in flags.iter().enumerate().filter(|(_, written)| !**written) {
            object.init.mark((target.start + n) as u32, 1, object.size, false);
        }
        self.refresh(target.index);
    }

    fn mark_written(&mut self, range: Range) {
        let object = &mut self.objects[range.index];
        object.init.mark(range.start as u32, range.len as u32, object.size, true);
        self.refresh(range.index);
    }

    /// The object and the offset of an address; the offset may lie outside.
    fn locate(&self, address: u64) -> Result<(usize, u32), Fault> {
        let index = self.live_object(address)?;
        Ok((index, (address as u32).wrapping_sub(self.objects[index].base)))
    }

    fn readable(&self, address: u64, len: u64) -> Result<Range, Fault> {
        if len == 0 {
            // An empty range is fine wherever it lies; slot 0 has no object but exists.
            return Ok(Range { index: 0, start: 0, len: 0 });
        }
        let (index, offset) = self.locate(address)?;
        if len > MAX_OBJECT || u64::from(offset) + len > u64::from(self.objects[index].size) {
            return Err(Fault::OutOfBounds);
        }
        Ok(Range { index, start: offset as usize, len: len as usize })
    }

    fn writable(&self, address: u64, len: u64) -> Result<Range, Fault> {
        let range = self.readable(address, len)?;
        if len > 0 && self.objects[range.index].constant {
            return Err(Fault::Constant);
        }
        Ok(range)
    }
}

/// `start..start + len` of the object at `index`, in bounds.
#[derive(Copy, Clone)]
struct Range {
    index: usize,
    start: usize,
    len: usize,
}

/// Which side of a copy is wrong.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct CopyFault {
    pub fault: Fault,
    pub write: bool,
}
