//! Mappings. Each is an object of its own.
//!
//! **Absent.** Protection (an access is checked against the object, not against page rights),
//! unmapping a part of a mapping, shared mappings of files that are written back.

use crate::data::Data;
use crate::fs::node::NodeKind;
use crate::kernel::{Answer, Kernel};
use rustix::io::Errno;
use std::collections::BTreeMap;
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

/// Lengths by address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mappings(Rc<BTreeMap<u64, u64>>);

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
        Rc::make_mut(&mut self.os.mappings.0).insert(address, len);
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
        let len = len.next_multiple_of(PAGE);
        match self.os.mappings.0.get(&address) {
            Some(&mapped) if mapped == len => {}
            Some(_) => return Err(self.unsupported("`munmap` of a part of a mapping")),
            // Unmapping what is not mapped does nothing.
            None => return Ok(0),
        }
        Rc::make_mut(&mut self.os.mappings.0).remove(&address);
        let freed = self.state.memory.free_system(address);
        freed.map_err(|_| Errno::INVAL)?;
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
        Rc::make_mut(&mut self.os.mappings.0).insert(new, new_len);
        Ok(new)
    }
}
