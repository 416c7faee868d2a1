//! The bytes of files.

use super::node::{Contents, NodeId, NodeKind, S_ISGID, S_ISUID, Time};
use super::{FileSystem, host};
use crate::data::Data;
use rustix::io::Errno;
use std::rc::Rc;

/// A file of the program's may have at most this many bytes: all of them are held in memory.
pub(crate) const MAX_FILE: u64 = 1 << 31;

/// A file would grow beyond [`MAX_FILE`]: a gap of ours.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FileSizeLimit;

impl FileSystem {
    /// Reads a host file's bytes, if that has not happened yet.
    pub(crate) fn load_contents(&mut self, id: NodeId) -> Result<(), Errno> {
        let NodeKind::File(Contents::Host(path)) = &self.node(id).kind else { return Ok(()) };
        let bytes = host::read(path)?;
        self.node_mut(id).kind = NodeKind::File(Contents::Bytes(Rc::new(bytes.into())));
        Ok(())
    }

    /// All bytes of a file that was loaded; nothing for other nodes.
    pub(crate) fn data(&self, id: NodeId) -> Rc<Data> {
        match &self.node(id).kind {
            NodeKind::File(Contents::Bytes(data)) => Rc::clone(data),
            _ => Rc::default(),
        }
    }

    fn data_mut(&mut self, id: NodeId) -> Option<&mut Data> {
        match &mut self.node_mut(id).kind {
            NodeKind::File(Contents::Bytes(bytes)) => Some(Rc::make_mut(bytes)),
            _ => None,
        }
    }

    pub(crate) fn write_at(
        &mut self,
        id: NodeId,
        offset: u64,
        data: &Data,
        now: Time,
    ) -> Result<(), FileSizeLimit> {
        let end = offset.saturating_add(data.len() as u64);
        if end > MAX_FILE {
            return Err(FileSizeLimit);
        }
        let Some(contents) = self.data_mut(id) else { return Ok(()) };
        contents.write_at(offset as usize, data);
        self.mark_changed(id, now);
        Ok(())
    }

    pub(crate) fn set_len(&mut self, id: NodeId, len: u64, now: Time) -> Result<(), FileSizeLimit> {
        if len > MAX_FILE {
            return Err(FileSizeLimit);
        }
        if let Some(contents) = self.data_mut(id) {
            contents.resize(len as usize);
            self.mark_changed(id, now);
        }
        Ok(())
    }

    /// Empties a file without reading what it held.
    pub(crate) fn empty(&mut self, id: NodeId, now: Time) {
        self.node_mut(id).kind = NodeKind::File(Contents::Bytes(Rc::default()));
        self.mark_changed(id, now);
    }

    fn mark_changed(&mut self, id: NodeId, now: Time) {
        let size = self.data(id).len() as u64;
        let by_root = self.who.euid == 0;
        let meta = &mut self.node_mut(id).meta;
        meta.set_size(size);
        meta.mtime = now;
        meta.ctime = now;
        if !by_root {
            meta.mode &= !(S_ISUID | if meta.mode & 0o010 != 0 { S_ISGID } else { 0 });
        }
    }

    /// Gives back the bytes of a file that has no name and that nobody has open.
    pub(crate) fn forget(&mut self, id: NodeId) {
        if self.node(id).meta.nlink == 0 && !self.data(id).is_empty() {
            self.node_mut(id).kind = NodeKind::File(Contents::Bytes(Rc::default()));
        }
    }
}
