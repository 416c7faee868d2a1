//! What a program left behind: how its files differ from the host's.
//!
//! Every call that changes a node sets its `ctime` to the model's clock, so a node of the host's
//! whose `ctime` is still the host's is untouched.

use super::node::{Contents, NodeId, NodeKind, Time};
use super::{FileSystem, PROC_SELF, ROOT, host};
use crate::data::Data;
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A path at which the program's files are not the host's.
#[derive(Clone, Debug)]
pub struct Change {
    pub path: PathBuf,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    Removed,
    /// The host has nothing of that name.
    Made(Entry),
    /// The host's was written to, got other metadata, or was replaced.
    Changed(Entry),
}

/// A file, directory or link as the program left it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub kind: EntryKind,
    /// Permissions, without the type.
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub mtime: Time,
    /// Equal for the names of one file.
    pub number: u64,
}

#[derive(Clone, Debug)]
pub enum EntryKind {
    File(Rc<Data>),
    Directory,
    Link(Vec<u8>),
    /// A named pipe, a socket or a device.
    Special,
}

impl FileSystem {
    /// All changes, a directory before what is in it, names in order.
    pub(crate) fn changes(&mut self) -> Result<Vec<Change>, Errno> {
        let mut changes = Vec::new();
        let mut dirs = vec![(PathBuf::from("/"), ROOT)];
        while let Some((path, dir)) = dirs.pop() {
            let mut below = self.changes_in(&path, dir, &mut changes)?;
            below.reverse();
            dirs.append(&mut below);
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(changes)
    }

    /// The changes among the entries of one directory; returns the directories to look at next.
    fn changes_in(
        &mut self,
        path: &Path,
        dir: NodeId,
        changes: &mut Vec<Change>,
    ) -> Result<Vec<(PathBuf, NodeId)>, Errno> {
        let entries = self.node(dir).dir()?;
        // What the host has here and nobody looked at is unchanged, unless the directory came
        // here from elsewhere.
        let in_place = entries.host.as_deref() == Some(path);
        let entries: Vec<(Vec<u8>, Option<NodeId>)> = match in_place {
            true => entries.known.clone().into_iter().collect(),
            false => self.entries(dir)?.into_iter().map(|(name, id)| (name, Some(id))).collect(),
        };
        let mut below = Vec::new();
        for (name, id) in entries {
            let path = path.join(OsStr::from_bytes(&name));
            if path == Path::new(PROC_SELF) {
                continue;
            }
            if let Some(what) = self.change_at(&path, id)? {
                changes.push(Change { path: path.clone(), what });
            }
            if let Some(id) = id
                && self.node(id).is_dir()
            {
                below.push((path, id));
            }
        }
        Ok(below)
    }

    fn change_at(&mut self, path: &Path, id: Option<NodeId>) -> Result<Option<What>, Errno> {
        let on_host = host::load(path, ROOT).ok();
        let Some(id) = id else { return Ok(on_host.map(|_| What::Removed)) };
        let meta = &self.node(id).meta;
        match on_host.map(|host| host.meta) {
            None => Ok(Some(What::Made(self.entry(id)?))),
            Some(host) if (host.dev, host.ino, host.ctime) == (meta.dev, meta.ino, meta.ctime) => {
                Ok(None)
            }
            Some(_) => Ok(Some(What::Changed(self.entry(id)?))),
        }
    }

    fn entry(&mut self, id: NodeId) -> Result<Entry, Errno> {
        self.load_contents(id)?;
        let node = self.node(id);
        let kind = match &node.kind {
            NodeKind::File(Contents::Bytes(data)) => EntryKind::File(data.clone()),
            NodeKind::Dir(_) => EntryKind::Directory,
            NodeKind::Symlink(target) => EntryKind::Link(target.clone()),
            _ => EntryKind::Special,
        };
        let meta = &node.meta;
        let (mode, uid, gid) = (meta.mode & 0o7777, meta.uid, meta.gid);
        Ok(Entry { kind, mode, uid, gid, mtime: meta.mtime, number: id.0.into() })
    }
}
