//! Listing directories, in the order of names: the host's own order differs between machines.

use crate::descriptors::{Listing, O_PATH};
use crate::fs::node::NodeId;
use crate::kernel::{Answer, Kernel, Refusal};
use rustix::io::Errno;
use std::rc::Rc;

/// Inode, offset, length and type come before the name.
const HEADER: usize = 19;

impl Kernel<'_> {
    pub(crate) fn getdents64(&mut self, fd: i32, buffer: u64, len: u64) -> Answer {
        let file = self.os.descriptors.get(fd)?;
        if file.flags & O_PATH != 0 {
            return Err(Errno::BADF.into());
        }
        let (dir, first) = (file.node, file.offset as usize);
        if !self.os.fs.node(dir).is_dir() {
            return Err(Errno::NOTDIR.into());
        }
        if self.os.fs.node(dir).meta.nlink == 0 {
            return Err(Errno::NOENT.into());
        }
        self.decide_files_in(dir)?;
        let listing = self.listing(fd, dir)?;
        let mut bytes = Vec::new();
        let mut next = first;
        while let Some((name, node)) = listing.get(next) {
            let record_len = (HEADER + name.len() + 1).next_multiple_of(8);
            if !self.still_there(dir, name, next)? {
                next += 1;
                continue;
            }
            if bytes.len() + record_len > len as usize {
                break;
            }
            let node = self.os.fs.node(*node);
            let end = bytes.len() + record_len;
            bytes.extend(node.meta.ino.to_le_bytes());
            bytes.extend((next as u64 + 1).to_le_bytes());
            bytes.extend((record_len as u16).to_le_bytes());
            bytes.push(node.entry_type());
            bytes.extend(name);
            bytes.resize(end, 0);
            next += 1;
        }
        if bytes.is_empty() && next < listing.len() {
            return Err(Errno::INVAL.into());
        }
        self.os.descriptors.get_mut(fd)?.offset = next as u64;
        self.write_bytes(buffer, &bytes)?;
        Ok(bytes.len() as u64)
    }

    /// What the directory held when the program began to list it.
    fn listing(&mut self, fd: i32, dir: NodeId) -> Result<Listing, Refusal> {
        if let Some(listing) = &self.os.descriptors.get(fd)?.listing {
            return Ok(listing.clone());
        }
        let parent = self.os.fs.parent(dir);
        let mut listing = vec![(b".".to_vec(), dir), (b"..".to_vec(), parent)];
        listing.extend(self.fs().entries(dir)?);
        let listing = Rc::new(listing);
        self.os.descriptors.get_mut(fd)?.listing = Some(listing.clone());
        Ok(listing)
    }

    /// Entries removed since the listing began are left out.
    fn still_there(&mut self, dir: NodeId, name: &[u8], index: usize) -> Result<bool, Refusal> {
        Ok(index < 2 || self.fs().lookup(dir, name)?.is_some())
    }
}
