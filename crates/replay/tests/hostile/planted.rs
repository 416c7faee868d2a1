//! What a host has that programs must neither change nor read.

use crate::support::is_root;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// No program has it in itself.
pub const SECRET: &str = "planted-secret-2f9c41d7";
/// The super-user's programs are this user where there are no user namespaces.
const NOBODY: u32 = 65534;
const SHM_FILE: &str = "/dev/shm/patchlight-hostile-secret";
const SHM_KEY: i32 = 0x7061_7463;

pub struct Planted {
    pub dir: PathBuf,
    pub readable: PathBuf,
    victims: Vec<Child>,
    tcp: TcpListener,
    udp: UdpSocket,
    sockets: Vec<UnixListener>,
    datagrams: Vec<UnixDatagram>,
    segment: i32,
    before: BTreeMap<PathBuf, String>,
}

impl Planted {
    /// `owner` is who starts the sandbox.
    pub fn new(scratch: &Path, readable: &Path, owner: u32) -> Planted {
        let dir = scratch.join("host");
        for name in ["", "sub", "open"] {
            fs::create_dir_all(dir.join(name)).unwrap();
        }
        let files = [
            ("file", "precious", 0o644),
            ("everybody", "precious", 0o666),
            ("sub/file", "precious", 0o644),
            ("open/file", "precious", 0o666),
            ("secret", SECRET, 0o600),
            ("secret-of-all", SECRET, 0o644),
            ("sub/secret", SECRET, 0o644),
            ("open/secret", SECRET, 0o666),
        ];
        for (name, text, mode) in files {
            write(&dir.join(name), text, mode);
        }
        fs::set_permissions(dir.join("open"), Permissions::from_mode(0o777)).unwrap();
        write(&readable.join("file"), "precious", 0o666);
        let (mut sockets, mut datagrams) = (Vec::new(), Vec::new());
        for at in [&dir, &readable.to_path_buf()] {
            sockets.push(UnixListener::bind(at.join("socket")).unwrap());
            datagrams.push(UnixDatagram::bind(at.join("datagrams")).unwrap());
            for name in ["socket", "datagrams"] {
                fs::set_permissions(at.join(name), Permissions::from_mode(0o777)).unwrap();
            }
        }
        if is_root() {
            let root = [&dir, &readable.to_path_buf()];
            for path in root.into_iter().flat_map(|root| walk(root)) {
                chown(path, Some(owner), Some(owner)).unwrap();
            }
            let setuid = readable.join("setuid");
            fs::copy("/usr/bin/id", &setuid).unwrap();
            chown(&setuid, Some(0), Some(0)).unwrap();
            fs::set_permissions(&setuid, Permissions::from_mode(0o4755)).unwrap();
        }
        let name = SocketAddr::from_abstract_name(abstract_name()).unwrap();
        sockets.push(UnixListener::bind_addr(&name).unwrap());
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind(tcp.local_addr().unwrap()).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        sockets.iter().for_each(|socket| socket.set_nonblocking(true).unwrap());
        datagrams.iter().for_each(|socket| socket.set_nonblocking(true).unwrap());
        if Path::new("/dev/shm").is_dir() {
            write(Path::new(SHM_FILE), SECRET, 0o666);
        }
        let users = if is_root() { vec![owner, NOBODY] } else { vec![owner] };
        let victims = users.into_iter().map(|user| victim(&dir, user)).collect();
        let before = snapshot(&[&dir, readable]);
        let (readable, segment) = (readable.to_path_buf(), segment());
        Planted { dir, readable, victims, tcp, udp, sockets, datagrams, segment, before }
    }

    /// What programs are told of it.
    pub fn arguments(&self, limit_mb: u64) -> Vec<String> {
        let pids: Vec<String> = self.victims.iter().map(|child| child.id().to_string()).collect();
        vec![
            self.dir.display().to_string(),
            self.readable.display().to_string(),
            pids.join(","),
            self.tcp.local_addr().unwrap().port().to_string(),
            abstract_name(),
            limit_mb.to_string(),
        ]
    }

    /// Complaints about what is not as it was.
    pub fn check(&mut self) -> Vec<String> {
        let mut wrong = Vec::new();
        let now = snapshot(&[&self.dir, &self.readable]);
        for path in self.before.keys().chain(now.keys()) {
            let (before, after) = (self.before.get(path), now.get(path));
            if before != after {
                wrong.push(format!("{}: {before:?}, now {after:?}", path.display()));
            }
        }
        for victim in &mut self.victims {
            let state = fs::read_to_string(format!("/proc/{}/stat", victim.id()));
            let is_stopped = state.is_ok_and(|text| text.contains(") T "));
            if victim.try_wait().unwrap().is_some() || is_stopped {
                wrong.push("a process of the host's was ended or stopped".to_string());
            }
        }
        let mut byte = [0];
        let silent = |result: std::io::Result<()>| {
            result.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
        };
        let listeners = self.sockets.iter().map(|socket| socket.accept().map(drop));
        let connections = listeners.chain([self.tcp.accept().map(drop)]);
        if !connections.map(silent).collect::<Vec<_>>().iter().all(|&silent| silent) {
            wrong.push("somebody connected".to_string());
        }
        let datagrams = self.datagrams.iter().map(|socket| socket.recv(&mut byte).map(drop));
        let received = datagrams.map(silent).collect::<Vec<_>>().iter().any(|&silent| !silent);
        if received || !silent(self.udp.recv(&mut byte).map(drop)) {
            wrong.push("somebody sent a datagram".to_string());
        }
        if n_processes_called("hostile") > 0 {
            wrong.push("a process is left".to_string());
        }
        wrong
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        for victim in &mut self.victims {
            let _ = victim.kill();
            let _ = victim.wait();
        }
        let _ = fs::remove_file(SHM_FILE);
        // SAFETY: removes the segment that this value has made.
        unsafe { libc::shmctl(self.segment, libc::IPC_RMID, std::ptr::null_mut()) };
    }
}

fn abstract_name() -> String {
    format!("patchlight-hostile-{}", std::process::id())
}

fn write(path: &Path, text: &str, mode: u32) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// A process that waits for ever, with the secret in its environment, its arguments and a file.
fn victim(dir: &Path, user: u32) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", "exec 3<\"$1\"; read x", "victim"]).arg(dir.join("secret-of-all"));
    command.arg(SECRET).env("PLANTED", SECRET).stdin(Stdio::piped()).current_dir(dir);
    command.process_group(0);
    if is_root() {
        command.uid(user).gid(user);
    }
    command.spawn().unwrap()
}

/// A System V segment with the secret in it, which everybody may read.
fn segment() -> i32 {
    // SAFETY: the segment is larger than the text that is copied into it.
    unsafe {
        let old = libc::shmget(SHM_KEY, 0, 0);
        libc::shmctl(old, libc::IPC_RMID, std::ptr::null_mut());
        let id = libc::shmget(SHM_KEY, 4096, libc::IPC_CREAT | 0o666);
        let at = libc::shmat(id, std::ptr::null(), 0);
        assert!(at as isize != -1, "{}", std::io::Error::last_os_error());
        std::ptr::copy_nonoverlapping(SECRET.as_ptr(), at.cast(), SECRET.len());
        libc::shmdt(at);
        id
    }
}

/// Everything that can be said of files but when they were read. The time of the last change of
/// anything is among it.
fn snapshot(roots: &[&Path]) -> BTreeMap<PathBuf, String> {
    let paths = roots.iter().flat_map(|root| walk(root));
    let describe = |path: PathBuf| {
        let data = fs::symlink_metadata(&path).ok()?;
        let text = if data.is_file() { fs::read(&path).ok()? } else { Vec::new() };
        let (mode, user, group) = (data.mode(), data.uid(), data.gid());
        let times = (data.mtime(), data.mtime_nsec(), data.ctime(), data.ctime_nsec());
        let text = String::from_utf8_lossy(&text[..text.len().min(16)]).replace(SECRET, "…");
        let links = data.nlink();
        Some((path, format!("{mode:o} {user} {group} {links} {times:?} {} {text}", data.size())))
    };
    paths.filter_map(describe).collect()
}

fn walk(root: &Path) -> Vec<PathBuf> {
    let mut all = vec![root.to_path_buf()];
    let mut n = 0;
    while let Some(path) = all.get(n).cloned() {
        n += 1;
        if fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
            all.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    all
}

fn n_processes_called(name: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let names = entries.filter_map(|entry| fs::read_to_string(entry.path().join("comm")).ok());
    names.filter(|comm| comm.trim_end() == name).count()
}
