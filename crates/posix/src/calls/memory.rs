//! Mappings. Each is an object of its own, which ends with the last of its pages.
//!
//! **Absent.** Protection (an access is checked against the object, not against page rights),
//! shared mappings of files that are written back, mappings at a fixed address.

use crate::data::Data;
use crate::fs::node::NodeKind;
use crate::kernel::{Answer, Kernel};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

pub(crate) const PAGE: u64 = 4096;
const PROT_WRITE: u64 = 2;
const MAP_SHARED: u64 = 1;
const MAP_PRIVATE: u64 = 2;
const MAP_FIXED: u64 = 0x10;
const MAP_ANONYMOUS: u64 = 0x20;
const MREMAP_MAYMOVE: u64 = 1;
/// Natively no address space has room for this.
const HOPELESS: u64 = 1 << 46;

/// Lengths of what is mapped, by address. Neighbours in one object are what is left of a mapping.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mappings(Rc<BTreeMap<u64, u64>>);

impl Mappings {
    fn insert(&mut self, address: u64, len: u64) {
        Rc::make_mut(&mut self.0).insert(address, len);
    }

    /// Whether every page from `start` to `end` is mapped.
    fn covers(&self, start: u64, end: u64) -> bool {
        let before = self.0.range(..=start).next_back();
        before.is_some_and(|(&address, &len)| end <= address + len)
    }

    /// Takes out the pages from `start` to `end`.
    fn remove(&mut self, start: u64, end: u64) -> Removed {
        let regions = Rc::make_mut(&mut self.0);
        let touched: Vec<(u64, u64)> = regions
            .range(..end)
            .rev()
            .take_while(|&(&address, &len)| address + len > start)
            .map(|(&address, &len)| (address, len))
            .collect();
        let mut removed = Removed::default();
        for (address, len) in touched {
            regions.remove(&address);
            if address < start {
                regions.insert(address, start - address);
            }
            if end < address + len {
                regions.insert(end, address + len - end);
            }
            let object = address >> 32;
            if regions.range(object << 32..(object + 1) << 32).next().is_none() {
                removed.objects.push(address);
                removed.parts.retain(|part| part.start >> 32 != object);
            } else {
                removed.parts.push(address.max(start)..end.min(address + len));
            }
        }
        removed
    }
}

#[derive(Default)]
struct Removed {
    /// An address in each object of which nothing is left.
    objects: Vec<u64>,
    /// What was taken out of objects of which something is left.
    parts: Vec<Range<u64>>,
}

impl Kernel<'_> {
    pub(crate) fn mmap(&mut self, args: [u64; 6]) -> Answer {
        let [_hint, len, protection, flags, fd, offset] = args;
        if len == 0 || !offset.is_multiple_of(PAGE) || flags & (MAP_SHARED | MAP_PRIVATE) == 0 {
            return Err(Errno::INVAL.into());
        }
        if len >= HOPELESS {
            return Err(Errno::NOMEM.into());
        }
        if flags & MAP_FIXED != 0 {
            return Err(self.unsupported("`mmap` at a fixed address"));
        }
        let contents = match flags & MAP_ANONYMOUS {
            0 => Some(self.mapped_bytes(fd as i32, offset, len, protection, flags)?),
            _ => None,
        };
        let len = len.next_multiple_of(PAGE);
        let address = self.state.allocate_system("mapping", len, PAGE)?;
        if let Some(bytes) = contents {
            self.write_data(address, &bytes)?;
        }
        self.os.mappings.insert(address, len);
        Ok(address)
    }

    fn mapped_bytes(
        &mut self,
        fd: i32,
        offset: u64,
        len: u64,
        protection: u64,
        flags: u64,
    ) -> Result<Data, crate::kernel::Refusal> {
        let file = self.os.descriptors.get(fd)?;
        let (node, readable, writable) = (file.node, file.readable(), file.writable());
        let shared = flags & MAP_SHARED != 0 && protection & PROT_WRITE != 0;
        if !readable || shared && !writable {
            return Err(Errno::ACCESS.into());
        }
        if !matches!(self.os.fs.node(node).kind, NodeKind::File(_)) {
            return Err(Errno::NODEV.into());
        }
        if shared {
            return Err(self.unsupported("`mmap` of a file, shared and writable"));
        }
        let data = self.os.fs.data(node);
        let start = data.len().min(offset as usize);
        let end = data.len().min(start.saturating_add(len as usize));
        Ok(data.slice(start..end))
    }

    pub(crate) fn munmap(&mut self, address: u64, len: u64) -> Answer {
        if len == 0 || !address.is_multiple_of(PAGE) {
            return Err(Errno::INVAL.into());
        }
        // Unmapping what is not mapped does nothing.
        let end = address.saturating_add(len.saturating_add(PAGE - 1) & !(PAGE - 1));
        let removed = self.os.mappings.remove(address, end);
        for object in removed.objects {
            self.state.memory.free_system(object).map_err(|_| Errno::INVAL)?;
        }
        for part in removed.parts {
            self.state.memory.take_back(part.start, part.end).map_err(|_| Errno::INVAL)?;
        }
        Ok(0)
    }

    /// Pages of mappings are resident; of others the model does not know any.
    pub(crate) fn mincore(&mut self, address: u64, len: u64, residence: u64) -> Answer {
        if !address.is_multiple_of(PAGE) {
            return Err(Errno::INVAL.into());
        }
        let n_pages = len.div_ceil(PAGE);
        let end = n_pages.checked_mul(PAGE).and_then(|len| address.checked_add(len));
        if n_pages > 0 && !end.is_some_and(|end| self.os.mappings.covers(address, end)) {
            return Err(Errno::NOMEM.into());
        }
        self.write_bytes(residence, &vec![1; n_pages as usize])?;
        Ok(0)
    }

    pub(crate) fn mremap(&mut self, old: u64, _old_len: u64, new_len: u64, flags: u64) -> Answer {
        let new_len = new_len.next_multiple_of(PAGE);
        let Some(&mapped) = self.os.mappings.0.get(&old) else {
            return Err(Errno::FAULT.into());
        };
        if new_len == mapped {
            return Ok(old);
        }
        if new_len == 0 || flags & !MREMAP_MAYMOVE != 0 {
            return Err(Errno::INVAL.into());
        }
        if flags & MREMAP_MAYMOVE == 0 || new_len >= HOPELESS {
            return Err(Errno::NOMEM.into());
        }
        let new = self.state.allocate_system("mapping", new_len, PAGE)?;
        let data = self.read_data(old, mapped.min(new_len))?;
        self.write_data(new, &data)?;
        self.munmap(old, mapped)?;
        self.os.mappings.insert(new, new_len);
        Ok(new)
    }
}
