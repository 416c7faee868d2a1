//! The file system that a program sees: the host's files as they were when first looked at, and
//! what the program made of them.
//!
//! Nodes are numbered and live in one table; directories map names to numbers. A directory of the
//! host's is filled name by name, as names are asked for: what a program never touches costs
//! nothing. A copy of the file system shares all nodes until one side changes them.
//!
//! **Invariants.** Nothing is written to the host. Numbers of nodes and inodes depend on the
//! program's calls alone. `nlink` of 0 means removed.
//!
//! **Absent.** Mounts, quotas, access control lists; named pipes and sockets can be made, seen and
//! removed, but not opened.

mod change;
pub(crate) mod changes;
mod contents;
mod host;
pub(crate) mod node;
mod resolve;

pub(crate) use change::RenameMode;
pub(crate) use contents::FileSizeLimit;
pub(crate) use resolve::{Last, Resolved};

use crate::config::Credentials;
use node::{Dir, Meta, Node, NodeId, NodeKind, S_IFDIR, S_IFIFO, S_IFLNK, S_IFMT, S_ISVTX, Time};
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// Inode numbers of what the program makes begin here.
const FIRST_INO: u64 = 0x10_0000_0000;
/// The device of what the program makes outside of any directory (pipes).
const ANONYMOUS_DEV: u64 = 0xd;
/// The names that resolve to the program itself.
const PROC_SELF: &str = "/proc/self";
/// What is there for the program as it is for us.
const HOST_PROC_SELF: [&str; 2] = ["mountinfo", "mounts"];

pub(crate) const READ: u32 = 4;
pub(crate) const WRITE: u32 = 2;
pub(crate) const EXECUTE: u32 = 1;

#[derive(Clone, PartialEq)]
pub(crate) struct FileSystem {
    nodes: Vec<Rc<Node>>,
    /// Files of the host's that have several names, by device and inode.
    hard_linked: BTreeMap<(u64, u64), NodeId>,
    /// What the open descriptors refer to, and by which name.
    fd_targets: BTreeMap<i32, (NodeId, Vec<u8>)>,
    executable: Vec<u8>,
    next_ino: u64,
    pub(crate) cwd: NodeId,
    pub(crate) umask: u32,
    pub(crate) who: Credentials,
}

pub(crate) const ROOT: NodeId = NodeId(0);

impl FileSystem {
    /// `executable` is what `/proc/self/exe` names.
    pub(crate) fn new(cwd: &Path, executable: Vec<u8>, umask: u32, who: Credentials) -> FileSystem {
        use std::os::unix::ffi::OsStrExt;
        let mut fs = FileSystem {
            nodes: Vec::new(),
            hard_linked: BTreeMap::new(),
            fd_targets: BTreeMap::new(),
            executable,
            next_ino: FIRST_INO,
            cwd: ROOT,
            umask,
            who,
        };
        let root = host::load(Path::new("/"), ROOT).unwrap_or_else(|_| fs.empty_dir(ROOT, 0o755));
        fs.nodes.push(Rc::new(root));
        if let Ok(found) = fs.resolve(ROOT, cwd.as_os_str().as_bytes(), true)
            && let Some(node) = found.node
            && fs.node(node).is_dir()
        {
            fs.cwd = node;
        }
        fs
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        Rc::make_mut(&mut self.nodes[id.0 as usize])
    }

    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(Rc::new(node));
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Metadata for something that the program makes.
    pub(crate) fn new_meta(&mut self, mode: u32, now: Time) -> Meta {
        self.next_ino += 1;
        Meta {
            dev: ANONYMOUS_DEV,
            ino: self.next_ino,
            mode,
            nlink: 1,
            uid: self.who.euid,
            gid: self.who.egid,
            rdev: 0,
            size: 0,
            blksize: 4096,
            blocks: 0,
            atime: now,
            mtime: now,
            ctime: now,
        }
    }

    pub(crate) fn empty_dir(&mut self, parent: NodeId, permissions: u32) -> Node {
        let mut meta = self.new_meta(S_IFDIR | permissions, Time::default());
        meta.nlink = 2;
        meta.size = 4096;
        let known = BTreeMap::new();
        Node { kind: NodeKind::Dir(Dir { parent, host: None, known, is_fd_dir: false }), meta }
    }

    /// The entry `name` of a directory, which is neither `.` nor `..`.
    pub(crate) fn lookup(&mut self, dir: NodeId, name: &[u8]) -> Result<Option<NodeId>, Errno> {
        let node = self.node(dir);
        let entries = node.dir()?;
        if node.meta.nlink == 0 {
            return Ok(None);
        }
        if entries.is_fd_dir {
            return Ok(self.descriptor_link(name));
        }
        if let Some(known) = entries.known.get(name) {
            return Ok(*known);
        }
        let Some(host) = entries.host.clone() else { return Ok(None) };
        let path = host::join(&host, name);
        let found = match host::load(&path, dir) {
            _ if path == Path::new(PROC_SELF) => Some(self.add_proc_self(dir)),
            Ok(node) => Some(self.add_host_node(node)),
            Err(Errno::NOENT) => None,
            Err(error) => return Err(error),
        };
        self.node_mut(dir).dir_mut()?.known.insert(name.to_vec(), found);
        Ok(found)
    }

    fn add_host_node(&mut self, node: Node) -> NodeId {
        if node.is_dir() || node.meta.nlink < 2 {
            return self.add(node);
        }
        let key = (node.meta.dev, node.meta.ino);
        if let Some(&known) = self.hard_linked.get(&key) {
            return known;
        }
        let id = self.add(node);
        self.hard_linked.insert(key, id);
        id
    }

    /// `/proc/self`, with the few entries that can be the same in every run.
    fn add_proc_self(&mut self, proc: NodeId) -> NodeId {
        let node = self.empty_dir(proc, 0o555);
        let id = self.add(node);
        let mut fd_dir = self.empty_dir(id, 0o500);
        if let NodeKind::Dir(dir) = &mut fd_dir.kind {
            dir.is_fd_dir = true;
        }
        let fd_dir = self.add(fd_dir);
        let mut meta = self.new_meta(S_IFLNK | 0o777, Time::default());
        meta.size = 0;
        let exe = Node { kind: NodeKind::Symlink(self.executable.clone()), meta };
        let exe = self.add(exe);
        if let NodeKind::Dir(dir) = &mut self.node_mut(id).kind {
            dir.known.insert(b"fd".to_vec(), Some(fd_dir));
            dir.known.insert(b"exe".to_vec(), Some(exe));
        }
        for name in HOST_PROC_SELF {
            let node = host::load(&Path::new(PROC_SELF).join(name), id).ok();
            let node = node.map(|node| self.add(node));
            if let NodeKind::Dir(dir) = &mut self.node_mut(id).kind {
                dir.known.insert(name.as_bytes().to_vec(), node);
            }
        }
        id
    }

    /// Says what a descriptor refers to from now on, for `/proc/self/fd`.
    pub(crate) fn set_descriptor(&mut self, fd: i32, target: Option<(NodeId, Vec<u8>)>) {
        match target {
            Some(target) => self.fd_targets.insert(fd, target),
            None => self.fd_targets.remove(&fd),
        };
    }

    fn descriptor_link(&mut self, name: &[u8]) -> Option<NodeId> {
        let fd: i32 = std::str::from_utf8(name).ok()?.parse().ok()?;
        let (target, text) = self.fd_targets.get(&fd)?.clone();
        let mut meta = self.new_meta(S_IFLNK | 0o700, Time::default());
        meta.size = 64;
        Some(self.add(Node { kind: NodeKind::MagicLink { target, text }, meta }))
    }

    /// All entries of a directory in the order of their names, without `.` and `..`.
    pub(crate) fn entries(&mut self, dir: NodeId) -> Result<Vec<(Vec<u8>, NodeId)>, Errno> {
        let mut found = Vec::new();
        for name in self.names_seen(dir)? {
            if let Ok(Some(node)) = self.lookup(dir, &name) {
                found.push((name, node));
            }
        }
        Ok(found)
    }

    /// The names of entries that a directory has or had, in order, without `.` and `..`.
    fn names_seen(&self, dir: NodeId) -> Result<Vec<Vec<u8>>, Errno> {
        let entries = self.node(dir).dir()?;
        let mut names: Vec<Vec<u8>> = if entries.is_fd_dir {
            self.fd_targets.keys().map(|fd| fd.to_string().into_bytes()).collect()
        } else {
            let mut names: Vec<_> = entries.known.keys().cloned().collect();
            if let Some(host) = &entries.host {
                names.extend(host::names(host)?);
            }
            names
        };
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// What a component of a path may be in a directory, `.` and `..` included. The processes of
    /// the host are left out: they come and go.
    pub(crate) fn names(&self, dir: NodeId) -> Result<Vec<Vec<u8>>, Errno> {
        let mut names = self.names_seen(dir)?;
        let entries = self.node(dir).dir()?;
        names.retain(|name| entries.known.get(name) != Some(&None));
        if entries.host.as_deref() == Some(Path::new("/proc")) {
            names.retain(|name| !name[0].is_ascii_digit());
        }
        names.splice(0..0, [b".".to_vec(), b"..".to_vec()]);
        Ok(names)
    }

    pub(crate) fn parent(&self, dir: NodeId) -> NodeId {
        self.node(dir).dir().map_or(ROOT, |entries| entries.parent)
    }

    /// The absolute path of a directory, or `None` if it was removed.
    pub(crate) fn path_of(&self, dir: NodeId) -> Option<Vec<u8>> {
        let mut names = Vec::new();
        let mut at = dir;
        while at != ROOT {
            if self.node(at).meta.nlink == 0 {
                return None;
            }
            let parent = self.parent(at);
            let mut known = self.node(parent).dir().ok()?.known.iter();
            let (name, _) = known.find(|(_, node)| **node == Some(at))?;
            names.push(name.clone());
            at = parent;
        }
        if names.is_empty() {
            return Some(b"/".to_vec());
        }
        Some(names.iter().rev().flat_map(|name| [b"/", name.as_slice()].concat()).collect())
    }

    /// Checks `wanted` (of [`READ`], [`WRITE`], [`EXECUTE`]) as the kernel does.
    pub(crate) fn permit(&self, id: NodeId, wanted: u32) -> Result<(), Errno> {
        self.permit_as(id, wanted, self.who.euid, self.who.egid)
    }

    pub(crate) fn permit_as(
        &self,
        id: NodeId,
        wanted: u32,
        uid: u32,
        gid: u32,
    ) -> Result<(), Errno> {
        let meta = &self.node(id).meta;
        if uid == 0 {
            let is_dir = meta.mode & S_IFMT == S_IFDIR;
            let runnable = is_dir || meta.mode & 0o111 != 0 || wanted & EXECUTE == 0;
            return if runnable { Ok(()) } else { Err(Errno::ACCESS) };
        }
        let class = if uid == meta.uid {
            meta.mode >> 6
        } else if gid == meta.gid || self.who.groups.contains(&meta.gid) {
            meta.mode >> 3
        } else {
            meta.mode
        };
        if class & wanted == wanted { Ok(()) } else { Err(Errno::ACCESS) }
    }

    /// Whether an entry of `dir` may be removed: the sticky bit protects other people's files.
    fn permit_removal(&self, dir: NodeId, entry: NodeId) -> Result<(), Errno> {
        self.permit(dir, WRITE | EXECUTE)?;
        let (dir, entry) = (&self.node(dir).meta, &self.node(entry).meta);
        let uid = self.who.euid;
        let protected = dir.mode & S_ISVTX != 0 && uid != 0 && uid != dir.uid && uid != entry.uid;
        if protected { Err(Errno::PERM) } else { Ok(()) }
    }

    /// A new pipe without ends.
    pub(crate) fn add_pipe(&mut self, now: Time) -> NodeId {
        let meta = self.new_meta(S_IFIFO | 0o600, now);
        self.add(Node { kind: NodeKind::Pipe(node::Pipe::default()), meta })
    }
}
