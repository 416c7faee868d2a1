//! Making, removing and renaming entries. The order of the checks is the kernel's: it decides
//! which error a program sees.

use super::node::{
    Contents, Dir, Node, NodeId, NodeKind, S_IFBLK, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFMT,
    S_IFREG, S_IFSOCK, S_ISGID, Time,
};
use super::{EXECUTE, FileSystem, Last, ROOT, Resolved, WRITE};
use crate::data::Data;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How `rename` treats an existing target.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum RenameMode {
    Replace,
    NoReplace,
    Exchange,
}

/// A directory and a name in it.
struct Entry {
    dir: NodeId,
    name: Vec<u8>,
}

impl FileSystem {
    /// Finds the place for a new entry.
    fn place(&mut self, start: NodeId, path: &[u8], is_dir: bool) -> Result<Entry, Errno> {
        let found = self.resolve_entry(start, path)?;
        let Last::Name(name) = found.last else { return Err(Errno::EXIST) };
        match found.node {
            Some(_) => Err(Errno::EXIST),
            None if found.slash && !is_dir => Err(Errno::NOENT),
            None => Ok(Entry { dir: found.parent, name }),
        }
    }

    fn insert(&mut self, entry: Entry, node: NodeId, now: Time) -> Result<(), Errno> {
        let dir = self.node_mut(entry.dir);
        dir.meta.mtime = now;
        dir.meta.ctime = now;
        dir.dir_mut()?.known.insert(entry.name, Some(node));
        Ok(())
    }

    fn take_out(&mut self, entry: &Entry, now: Time) -> Result<(), Errno> {
        let dir = self.node_mut(entry.dir);
        dir.meta.mtime = now;
        dir.meta.ctime = now;
        dir.dir_mut()?.known.insert(entry.name.clone(), None);
        Ok(())
    }

    /// A node in `dir`, which must be alive and writable.
    fn make(
        &mut self,
        entry: Entry,
        kind: NodeKind,
        mode: u32,
        now: Time,
    ) -> Result<NodeId, Errno> {
        if self.node(entry.dir).meta.nlink == 0 {
            return Err(Errno::NOENT);
        }
        self.permit(entry.dir, WRITE | EXECUTE)?;
        let mut meta = self.new_meta(mode, now);
        let dir = &self.node(entry.dir).meta;
        meta.dev = dir.dev;
        if dir.mode & S_ISGID != 0 {
            meta.gid = dir.gid;
            if mode & S_IFMT == S_IFDIR {
                meta.mode |= S_ISGID;
            }
        }
        let node = self.add(Node { kind, meta });
        self.insert(entry, node, now)?;
        Ok(node)
    }

    /// A new, empty regular file at a place that `resolve` found missing.
    pub(crate) fn create(
        &mut self,
        found: &Resolved,
        permissions: u32,
        now: Time,
    ) -> Result<NodeId, Errno> {
        let Last::Name(name) = &found.last else { return Err(Errno::ISDIR) };
        let entry = Entry { dir: found.parent, name: name.clone() };
        let mode = S_IFREG | permissions & 0o7777 & !self.umask;
        self.make(entry, NodeKind::File(Contents::Bytes(Rc::default())), mode, now)
    }

    /// A file in the working directory that was there before the program.
    pub(crate) fn place_file(&mut self, name: &[u8], data: Data, now: Time) {
        let file = self.create_nameless(data, 0o644, now);
        let dev = self.node(self.cwd).meta.dev;
        let meta = &mut self.node_mut(file).meta;
        (meta.nlink, meta.dev) = (1, dev);
        let cwd = self.cwd;
        if let Ok(dir) = self.node_mut(cwd).dir_mut() {
            dir.known.insert(name.to_vec(), Some(file));
        }
    }

    /// A file that never had a name (`O_TMPFILE`, `memfd_create`).
    pub(crate) fn create_nameless(&mut self, data: Data, mode: u32, now: Time) -> NodeId {
        let mut meta = self.new_meta(S_IFREG | mode & 0o7777, now);
        meta.nlink = 0;
        meta.set_size(data.len() as u64);
        self.add(Node { kind: NodeKind::File(Contents::Bytes(Rc::new(data))), meta })
    }

    pub(crate) fn mkdir(
        &mut self,
        start: NodeId,
        path: &[u8],
        mode: u32,
        now: Time,
    ) -> Result<(), Errno> {
        let entry = self.place(start, path, true)?;
        let parent = entry.dir;
        let mode = S_IFDIR | mode & 0o1777 & !self.umask;
        let dir = Dir { parent, host: None, known: BTreeMap::new(), is_fd_dir: false };
        let node = self.make(entry, NodeKind::Dir(dir), mode, now)?;
        let meta = &mut self.node_mut(node).meta;
        meta.nlink = 2;
        meta.set_size(4096);
        self.node_mut(parent).meta.nlink += 1;
        Ok(())
    }

    pub(crate) fn mknod(
        &mut self,
        start: NodeId,
        path: &[u8],
        mode: u32,
        now: Time,
    ) -> Result<(), Errno> {
        let kind = match mode & S_IFMT {
            0 | S_IFREG => NodeKind::File(Contents::Bytes(Rc::default())),
            S_IFIFO | S_IFSOCK => NodeKind::Special,
            S_IFCHR | S_IFBLK => return Err(Errno::PERM),
            S_IFDIR => return Err(Errno::PERM),
            _ => return Err(Errno::INVAL),
        };
        let kind_bits = if mode & S_IFMT == 0 { S_IFREG } else { mode & S_IFMT };
        let entry = self.place(start, path, false)?;
        let mode = kind_bits | mode & 0o7777 & !self.umask;
        self.make(entry, kind, mode, now).map(drop)
    }

    pub(crate) fn symlink(
        &mut self,
        target: &[u8],
        start: NodeId,
        path: &[u8],
        now: Time,
    ) -> Result<(), Errno> {
        if target.is_empty() {
            return Err(Errno::NOENT);
        }
        if target.len() >= 4096 {
            return Err(Errno::NAMETOOLONG);
        }
        let entry = self.place(start, path, false)?;
        let kind = NodeKind::Symlink(target.to_vec());
        let node = self.make(entry, kind, S_IFLNK | 0o777, now)?;
        self.node_mut(node).meta.size = target.len() as u64;
        Ok(())
    }

    /// Gives `node` another name.
    pub(crate) fn link(
        &mut self,
        node: NodeId,
        start: NodeId,
        path: &[u8],
        now: Time,
    ) -> Result<(), Errno> {
        let entry = self.place(start, path, false)?;
        self.permit(entry.dir, WRITE | EXECUTE)?;
        if self.node(entry.dir).meta.nlink == 0 {
            return Err(Errno::NOENT);
        }
        if self.node(node).meta.dev != self.node(entry.dir).meta.dev {
            return Err(Errno::XDEV);
        }
        if self.node(node).is_dir() {
            return Err(Errno::PERM);
        }
        if self.node(node).meta.nlink == 0 {
            return Err(Errno::NOENT);
        }
        let meta = &mut self.node_mut(node).meta;
        meta.nlink += 1;
        meta.ctime = now;
        self.insert(entry, node, now)
    }

    /// Returns the node that lost a name.
    pub(crate) fn unlink(
        &mut self,
        start: NodeId,
        path: &[u8],
        now: Time,
    ) -> Result<NodeId, Errno> {
        let found = self.resolve_entry(start, path)?;
        let node = match (&found.last, found.node) {
            (Last::Name(_), Some(node)) => node,
            (Last::Name(_), None) => return Err(Errno::NOENT),
            _ => return Err(Errno::ISDIR),
        };
        let is_dir = self.node(node).is_dir();
        if found.slash && !is_dir {
            return Err(Errno::NOTDIR);
        }
        if found.slash {
            return Err(Errno::ISDIR);
        }
        self.permit_removal(found.parent, node)?;
        if is_dir {
            return Err(Errno::ISDIR);
        }
        self.take_out(&entry_of(found)?, now)?;
        self.drop_name(node, now);
        Ok(node)
    }

    fn drop_name(&mut self, node: NodeId, now: Time) {
        let meta = &mut self.node_mut(node).meta;
        meta.nlink = meta.nlink.saturating_sub(1);
        meta.ctime = now;
    }

    pub(crate) fn rmdir(&mut self, start: NodeId, path: &[u8], now: Time) -> Result<(), Errno> {
        let found = self.resolve_entry(start, path)?;
        match found.last {
            Last::Name(_) => {}
            Last::Dot => return Err(Errno::INVAL),
            Last::DotDot => return Err(Errno::NOTEMPTY),
            Last::Root => return Err(Errno::BUSY),
        }
        let node = found.existing()?;
        self.permit_removal(found.parent, node)?;
        if !self.node(node).is_dir() {
            return Err(Errno::NOTDIR);
        }
        if !self.entries(node)?.is_empty() {
            return Err(Errno::NOTEMPTY);
        }
        let parent = found.parent;
        self.take_out(&entry_of(found)?, now)?;
        self.remove_dir(node, parent, now);
        Ok(())
    }

    fn remove_dir(&mut self, node: NodeId, parent: NodeId, now: Time) {
        let meta = &mut self.node_mut(node).meta;
        meta.nlink = 0;
        meta.ctime = now;
        let parent = &mut self.node_mut(parent).meta;
        parent.nlink = parent.nlink.saturating_sub(1).max(1);
    }

    /// Returns the node that was replaced, if any.
    pub(crate) fn rename(
        &mut self,
        (old_start, old): (NodeId, &[u8]),
        (new_start, new): (NodeId, &[u8]),
        mode: RenameMode,
        now: Time,
    ) -> Result<Option<NodeId>, Errno> {
        let old = self.resolve_entry(old_start, old)?;
        let new = self.resolve_entry(new_start, new)?;
        if self.node(old.parent).meta.dev != self.node(new.parent).meta.dev {
            return Err(Errno::XDEV);
        }
        if !matches!(old.last, Last::Name(_)) {
            return Err(Errno::BUSY);
        }
        if !matches!(new.last, Last::Name(_)) {
            let kept = mode == RenameMode::NoReplace;
            return Err(if kept { Errno::EXIST } else { Errno::BUSY });
        }
        let source = old.existing()?;
        match (mode, new.node) {
            (RenameMode::NoReplace, Some(_)) => return Err(Errno::EXIST),
            (RenameMode::Exchange, None) => return Err(Errno::NOENT),
            _ => {}
        }
        self.check_rename(&old, &new, source, mode)?;
        if new.node == Some(source) {
            return Ok(None);
        }
        self.permit_removal(old.parent, source)?;
        match new.node {
            Some(target) => self.permit_removal(new.parent, target)?,
            None if self.node(new.parent).meta.nlink == 0 => return Err(Errno::NOENT),
            None => self.permit(new.parent, WRITE | EXECUTE)?,
        }
        if let (RenameMode::Exchange, Some(target)) = (mode, new.node) {
            self.move_entry(target, &new, &old, now)?;
            self.insert(entry_of(new.clone())?, source, now)?;
            self.set_parent(source, &old, &new);
            return Ok(None);
        }
        if let Some(target) = new.node {
            self.replace(source, target, new.parent, now)?;
        }
        self.take_out(&entry_of(old.clone())?, now)?;
        self.move_entry(source, &old, &new, now)?;
        Ok(new.node)
    }

    fn check_rename(
        &mut self,
        old: &Resolved,
        new: &Resolved,
        source: NodeId,
        mode: RenameMode,
    ) -> Result<(), Errno> {
        let exchange = mode == RenameMode::Exchange;
        let target_is_dir = new.node.is_some_and(|target| self.node(target).is_dir());
        if exchange && new.slash && !target_is_dir {
            return Err(Errno::NOTDIR);
        }
        if !self.node(source).is_dir() && (old.slash || new.slash && !exchange) {
            return Err(Errno::NOTDIR);
        }
        if self.is_below(new.parent, source) {
            return Err(Errno::INVAL);
        }
        if let Some(target) = new.node
            && self.is_below(old.parent, target)
        {
            return Err(if exchange { Errno::INVAL } else { Errno::NOTEMPTY });
        }
        Ok(())
    }

    /// Ends `target`, whose name `source` takes.
    fn replace(
        &mut self,
        source: NodeId,
        target: NodeId,
        dir: NodeId,
        now: Time,
    ) -> Result<(), Errno> {
        match (self.node(source).is_dir(), self.node(target).is_dir()) {
            (true, false) => return Err(Errno::NOTDIR),
            (false, true) => return Err(Errno::ISDIR),
            (true, true) if !self.entries(target)?.is_empty() => return Err(Errno::NOTEMPTY),
            (true, true) => self.remove_dir(target, dir, now),
            (false, false) => self.drop_name(target, now),
        }
        Ok(())
    }

    /// Enters `node` at `to` and tells it about its new parent.
    fn move_entry(
        &mut self,
        node: NodeId,
        from: &Resolved,
        to: &Resolved,
        now: Time,
    ) -> Result<(), Errno> {
        self.insert(entry_of(to.clone())?, node, now)?;
        self.node_mut(node).meta.ctime = now;
        self.set_parent(node, from, to);
        Ok(())
    }

    fn set_parent(&mut self, node: NodeId, from: &Resolved, to: &Resolved) {
        if from.parent == to.parent {
            return;
        }
        if let NodeKind::Dir(dir) = &mut self.node_mut(node).kind {
            dir.parent = to.parent;
            self.node_mut(from.parent).meta.nlink -= 1;
            self.node_mut(to.parent).meta.nlink += 1;
        }
    }

    /// Whether `dir` is `above` or lies below it.
    fn is_below(&self, dir: NodeId, above: NodeId) -> bool {
        let mut at = dir;
        while at != above {
            if at == ROOT {
                return false;
            }
            at = self.parent(at);
        }
        true
    }
}

fn entry_of(found: Resolved) -> Result<Entry, Errno> {
    match found.last {
        Last::Name(name) => Ok(Entry { dir: found.parent, name }),
        _ => Err(Errno::BUSY),
    }
}
