//! From a path to a node, as the kernel walks it.

use super::node::{NodeId, NodeKind};
use super::{EXECUTE, FileSystem, ROOT};
use rustix::io::Errno;

const PATH_MAX: usize = 4096;
const NAME_MAX: usize = 255;
/// Links followed before the kernel says `ELOOP`.
const MAX_LINKS: u32 = 40;

/// What the last component of a path is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Last {
    Name(Vec<u8>),
    Dot,
    DotDot,
    Root,
}

#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    /// The directory that holds the last component.
    pub(crate) parent: NodeId,
    pub(crate) last: Last,
    /// The path ends in `/`.
    pub(crate) slash: bool,
    /// `None` if only the last component is missing.
    pub(crate) node: Option<NodeId>,
}

impl Resolved {
    pub(crate) fn existing(&self) -> Result<NodeId, Errno> {
        self.node.ok_or(Errno::NOENT)
    }
}

/// Whether a link at the end of a path is followed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Follow {
    No,
    Yes,
    /// Unless a slash comes after it: `open` then refuses to make a file.
    ToCreate,
}

/// A walk in progress.
struct Walk {
    at: NodeId,
    /// Components still to come, the next one last.
    rest: Vec<Vec<u8>>,
    n_links: u32,
    /// The path, or the link at its end, ends in `/`.
    slash: bool,
}

impl FileSystem {
    /// Walks `path` from `start`. If `follow`, a link at the end is followed too. The node of a
    /// path that ends in `/` is a directory or missing.
    pub(crate) fn resolve(
        &mut self,
        start: NodeId,
        path: &[u8],
        follow: bool,
    ) -> Result<Resolved, Errno> {
        let follow = follow || path.ends_with(b"/");
        let found = self.walk(start, path, if follow { Follow::Yes } else { Follow::No })?;
        if found.slash && found.node.is_some_and(|node| !self.node(node).is_dir()) {
            return Err(Errno::NOTDIR);
        }
        Ok(found)
    }

    /// Walks to the last component and does not follow it, for calls that make or remove entries.
    pub(crate) fn resolve_entry(&mut self, start: NodeId, path: &[u8]) -> Result<Resolved, Errno> {
        self.walk(start, path, Follow::No)
    }

    /// Walks to where `open` makes a file.
    pub(crate) fn resolve_new(&mut self, start: NodeId, path: &[u8]) -> Result<Resolved, Errno> {
        self.walk(start, path, Follow::ToCreate)
    }

    fn walk(&mut self, start: NodeId, path: &[u8], follow: Follow) -> Result<Resolved, Errno> {
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        if path.len() >= PATH_MAX {
            return Err(Errno::NAMETOOLONG);
        }
        let mut walk = Walk { at: start, rest: Vec::new(), n_links: 0, slash: false };
        walk.push(path);
        loop {
            let Some(name) = walk.rest.pop() else {
                return Ok(walk.end(Last::Root, Some(walk.at)));
            };
            let is_last = walk.rest.is_empty();
            if !self.node(walk.at).is_dir() {
                return Err(Errno::NOTDIR);
            }
            self.permit(walk.at, EXECUTE)?;
            let (last, node) = self.step(walk.at, name)?;
            let follow_this = match follow {
                _ if !is_last => true,
                Follow::No => false,
                Follow::Yes => true,
                Follow::ToCreate => !walk.slash,
            };
            match node {
                None if is_last => return Ok(walk.end(last, None)),
                None => return Err(Errno::NOENT),
                Some(id) if follow_this && self.follow_link(&mut walk, id)? => {}
                Some(_) if is_last => return Ok(walk.end(last, node)),
                Some(id) => walk.at = id,
            }
        }
    }

    fn step(&mut self, dir: NodeId, name: Vec<u8>) -> Result<(Last, Option<NodeId>), Errno> {
        match name.as_slice() {
            b"." => Ok((Last::Dot, Some(dir))),
            b".." => Ok((Last::DotDot, Some(self.parent(dir)))),
            _ if name.len() > NAME_MAX => Err(Errno::NAMETOOLONG),
            _ => {
                let node = self.lookup(dir, &name)?;
                Ok((Last::Name(name), node))
            }
        }
    }

    /// If `id` is a link, puts its target before the rest of the walk.
    fn follow_link(&mut self, walk: &mut Walk, id: NodeId) -> Result<bool, Errno> {
        let target = match &self.node(id).kind {
            NodeKind::Symlink(target) => target.clone(),
            NodeKind::MagicLink { target, .. } => {
                walk.at = *target;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        walk.n_links += 1;
        if walk.n_links > MAX_LINKS {
            return Err(Errno::LOOP);
        }
        if target.is_empty() {
            return Err(Errno::NOENT);
        }
        walk.push(&target);
        Ok(true)
    }
}

impl Walk {
    /// Puts a path before what is still to come.
    fn push(&mut self, path: &[u8]) {
        if path.starts_with(b"/") {
            self.at = ROOT;
        }
        if self.rest.is_empty() {
            self.slash |= path.ends_with(b"/");
        }
        let components = path.split(|&byte| byte == b'/').filter(|name| !name.is_empty());
        self.rest.extend(components.map(<[u8]>::to_vec).rev());
    }

    fn end(&self, last: Last, node: Option<NodeId>) -> Resolved {
        Resolved { parent: self.at, last, slash: self.slash, node }
    }
}
