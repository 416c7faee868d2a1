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

/// A walk in progress.
struct Walk {
    at: NodeId,
    /// Components still to come, the next one last.
    rest: Vec<Vec<u8>>,
    n_links: u32,
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
        let slash = path.ends_with(b"/");
        let found = self.walk(start, path, follow || slash)?;
        if slash
            && let Some(node) = found.node
            && !self.node(node).is_dir()
        {
            return Err(Errno::NOTDIR);
        }
        Ok(Resolved { slash, ..found })
    }

    /// Walks to the last component and does not follow it, for calls that make or remove entries.
    pub(crate) fn resolve_entry(&mut self, start: NodeId, path: &[u8]) -> Result<Resolved, Errno> {
        let found = self.walk(start, path, false)?;
        Ok(Resolved { slash: path.ends_with(b"/"), ..found })
    }

    /// Walks to where `open` makes a file: the last component is followed even if the path ends in
    /// `/`, which is left to the caller to judge.
    pub(crate) fn walk_to_create(&mut self, start: NodeId, path: &[u8]) -> Result<Resolved, Errno> {
        let found = self.walk(start, path, true)?;
        Ok(Resolved { slash: path.ends_with(b"/"), ..found })
    }

    fn walk(&mut self, start: NodeId, path: &[u8], follow: bool) -> Result<Resolved, Errno> {
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        if path.len() >= PATH_MAX {
            return Err(Errno::NAMETOOLONG);
        }
        let mut walk = Walk { at: start, rest: Vec::new(), n_links: 0 };
        walk.push(path);
        loop {
            let Some(name) = walk.rest.pop() else {
                let (parent, node) = (walk.at, Some(walk.at));
                return Ok(Resolved { parent, last: Last::Root, slash: false, node });
            };
            let is_last = walk.rest.is_empty();
            if !self.node(walk.at).is_dir() {
                return Err(Errno::NOTDIR);
            }
            self.permit(walk.at, EXECUTE)?;
            let (last, node) = self.step(walk.at, name)?;
            let Some(id) = node else {
                if is_last {
                    return Ok(Resolved { parent: walk.at, last, slash: false, node: None });
                }
                return Err(Errno::NOENT);
            };
            if (!is_last || follow) && self.follow_link(&mut walk, id)? {
                continue;
            }
            if is_last {
                return Ok(Resolved { parent: walk.at, last, slash: false, node });
            }
            walk.at = id;
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
    fn push(&mut self, path: &[u8]) {
        if path.starts_with(b"/") {
            self.at = ROOT;
        }
        // A slash at the end wants a directory.
        if path.ends_with(b"/") && self.n_links > 0 {
            self.rest.push(b".".to_vec());
        }
        let components = path.split(|&byte| byte == b'/').filter(|name| !name.is_empty());
        self.rest.extend(components.map(<[u8]>::to_vec).rev());
    }
}
