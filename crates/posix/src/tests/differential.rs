//! The model's file system beside the host's: the same calls in the same order must return the
//! same, errors included. The model begins with a directory of the host's that it must not change.

use super::{Arg, Machine, Made, room, text};
use crate::Config;
use crate::syscalls::Sys;
use rustix::io::Errno;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const N_SEQUENCES: u64 = 100;
const N_CALLS: usize = 80;

const PATHS: &[&str] = &[
    "a", "b", "d", "d/a", "d/e", "d/e/f", "l", "m", "d/l", "./a", "d/../a", "a/", "d/", "l/", "m/",
    "", "d/.", "d/..", ".", "..", "a/b", "l/a", "m/e", "new", "d/new", "new/", "l/new", ".//a",
    "loop", "loop/x", "d//e", "d/e/..", "../top/a", "far",
];
const TARGETS: &[&str] = &["a", "d", "missing", "d/e", "../a", "loop", "d/", ".", "a/", "b"];
const MODES: &[i64] = &[0o644, 0o755, 0o600, 0o4755, 0o1777, 0o2750];

/// Pseudo-random choices (xorshift).
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

/// What both sides start from.
fn furnish(top: &Path) {
    // The host's side really happens: nothing may lead out of the temporary directory.
    assert!(PATHS.iter().chain(TARGETS).all(|path| !path.starts_with('/')));
    let make = || -> std::io::Result<()> {
        std::fs::create_dir_all(top.join("d/e"))?;
        std::fs::write(top.join("a"), b"file a\n")?;
        std::fs::write(top.join("d/a"), b"another file\n")?;
        std::fs::hard_link(top.join("a"), top.join("b"))?;
        std::os::unix::fs::symlink("a", top.join("l"))?;
        std::os::unix::fs::symlink("d", top.join("m"))?;
        std::os::unix::fs::symlink("loop", top.join("loop"))?;
        std::os::unix::fs::symlink("missing", top.join("far"))?;
        std::os::unix::fs::symlink("../a", top.join("d/l"))
    };
    make().expect("a directory to work in");
}

/// Makes a call of the host's kernel.
fn host_call(sys: Sys, args: &[Arg]) -> Made {
    let mut buffers: Vec<Vec<u8>> = Vec::new();
    let mut words = [0i64; 6];
    for (word, arg) in words.iter_mut().zip(args) {
        *word = match arg {
            Arg::Int(value) => *value,
            Arg::Bytes(bytes) => {
                buffers.push(bytes.clone());
                buffers.last_mut().expect("just pushed").as_mut_ptr() as i64
            }
        };
    }
    let [a, b, c, d, e, f] = words;
    // SAFETY: every pointer among the arguments is to a buffer that lives until the end, and whose
    // length the tests pass along.
    let result = unsafe { libc::syscall(sys as i64, a, b, c, d, e, f) };
    let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    let result = match result {
        -1 => Err(Errno::from_raw_os_error(errno)),
        value => Ok(value as u64),
    };
    Made { result, buffers }
}

/// The two sides and the descriptors that each has for the same files.
struct Pair {
    machine: Machine,
    /// Host's and model's. The first is the directory that calls are relative to.
    fds: Vec<(i64, i64)>,
    log: Vec<String>,
}

impl Pair {
    fn new(host: &Path, model: &Path) -> Pair {
        let open = |path: &Path| {
            let path = [path.as_os_str().as_bytes(), b"\0"].concat();
            [Arg::Int(-100), Arg::Bytes(path), Arg::Int(0), Arg::Int(0)]
        };
        let host = host_call(Sys::openat, &open(host)).result.expect("a directory");
        let mut machine = Machine::new(Config::default());
        let model = machine.call(Sys::openat, &open(model)).result.expect("a directory");
        Pair { machine, fds: vec![(host as i64, model as i64)], log: Vec::new() }
    }

    /// Makes the call on both sides; `fd` says which arguments are numbers of descriptors.
    fn both(&mut self, sys: Sys, args: &[Arg], fd: &[usize]) -> (Made, Made) {
        let shown: Vec<String> = args.iter().map(Arg::to_string).collect();
        self.log.push(format!("{}({})", sys.name(), shown.join(", ")));
        let (mut host_args, mut model_args) = (args.to_vec(), args.to_vec());
        for &n in fd {
            if let Arg::Int(index) = args[n] {
                let (host, model) = self.fds[index as usize];
                host_args[n] = Arg::Int(host);
                model_args[n] = Arg::Int(model);
            }
        }
        let host = host_call(sys, &host_args);
        let model = self.machine.call(sys, &model_args);
        (host, model)
    }

    fn check<T: PartialEq + std::fmt::Debug>(&self, host: T, model: T) {
        assert_eq!(host, model, "host and model after:\n{}", self.log.join("\n"));
    }

    /// A call whose result is compared as it is.
    fn same(&mut self, sys: Sys, args: &[Arg], fd: &[usize]) -> bool {
        let (host, model) = self.both(sys, args, fd);
        self.check(host.result, model.result);
        if host.result.is_ok() {
            self.check(host.buffers, model.buffers);
        }
        host.result.is_ok()
    }

    fn open(&mut self, path: &str, flags: i64, mode: i64) {
        let args = [Arg::Int(0), text(path), Arg::Int(flags), Arg::Int(mode)];
        let (host, model) = self.both(Sys::openat, &args, &[0]);
        self.check(host.result.map(drop), model.result.map(drop));
        if let (Ok(host), Ok(model)) = (host.result, model.result) {
            self.fds.push((host as i64, model as i64));
            self.stat(Sys::fstat, &[Arg::Int(self.fds.len() as i64 - 1), room(144)]);
        }
    }

    /// Compares what the host and the model decide alike: type and permissions, owner, and of
    /// everything but directories the number of links and the size.
    fn stat(&mut self, sys: Sys, args: &[Arg]) {
        let (host, model) = self.both(sys, args, &[0]);
        self.check(host.result, model.result);
        if host.result.is_err() {
            return;
        }
        let facts = |made: &Made| {
            let bytes = made.buffers.last().expect("a buffer").clone();
            let is_dir = bytes[25] & 0xf0 == 0x40;
            let links_and_size = (!is_dir).then(|| [&bytes[16..24], &bytes[48..56]].concat());
            (bytes[24..36].to_vec(), links_and_size)
        };
        self.check(facts(&host), facts(&model));
    }

    fn list(&mut self, fd: usize) {
        let (host_fd, model_fd) = self.fds[fd];
        let names = |made: Made| {
            made.result.map(|len| {
                let bytes = &made.buffers[0][..len as usize];
                let mut names = Vec::new();
                let mut at = 0;
                while at < bytes.len() {
                    let len = usize::from(u16::from_le_bytes([bytes[at + 16], bytes[at + 17]]));
                    let name = bytes[at + 19..at + len].split(|&byte| byte == 0).next();
                    names.push((name.unwrap_or_default().to_vec(), bytes[at + 18]));
                    at += len;
                }
                names.sort();
                names
            })
        };
        self.log.push(format!("getdents64 of {fd}"));
        let args = |fd| [Arg::Int(fd), room(4096), Arg::Int(4096)];
        let seek = |fd| [Arg::Int(fd), Arg::Int(0), Arg::Int(0)];
        host_call(Sys::lseek, &seek(host_fd));
        self.machine.call(Sys::lseek, &seek(model_fd));
        let host = names(host_call(Sys::getdents64, &args(host_fd)));
        let model = names(self.machine.call(Sys::getdents64, &args(model_fd)));
        self.check(host, model);
        // The position at the end of a directory is the file system's own business.
        host_call(Sys::lseek, &seek(host_fd));
        self.machine.call(Sys::lseek, &seek(model_fd));
    }

    fn close(&mut self, fd: usize) {
        self.same(Sys::close, &[Arg::Int(fd as i64)], &[0]);
        self.fds.remove(fd);
    }
}

/// One call chosen at random.
fn step(pair: &mut Pair, choices: &mut Choices) {
    let path = choices.one(PATHS);
    let other = choices.one(PATHS);
    let mode = choices.one(MODES);
    let top = Arg::Int(0);
    match choices.below(16) {
        0..=2 => {
            let flags = [0o100, 0o200, 0o1000, 0o2000, 0o200000, 0o400000];
            let access = choices.below(3) as i64;
            let extra =
                flags.iter().filter(|_| choices.below(4) == 0).fold(0, |all, flag| all | flag);
            if pair.fds.len() > 6 {
                pair.close(1);
            }
            pair.open(path, access | extra, mode);
        }
        3 => drop(pair.same(Sys::mkdirat, &[top, text(path), Arg::Int(mode)], &[0])),
        4 => {
            let flags = if choices.below(2) == 0 { 0 } else { 0x200 };
            pair.same(Sys::unlinkat, &[top, text(path), Arg::Int(flags)], &[0]);
        }
        5 | 6 => {
            let flags = if choices.below(3) > 0 { 0 } else { 1 + choices.below(2) as i64 };
            let args = [top.clone(), text(path), top, text(other), Arg::Int(flags)];
            pair.same(Sys::renameat2, &args, &[0, 2]);
        }
        7 => {
            let flags = if choices.below(2) == 0 { 0 } else { 0x400 };
            let args = [top.clone(), text(path), top, text(other), Arg::Int(flags)];
            pair.same(Sys::linkat, &args, &[0, 2]);
        }
        8 => {
            let target = choices.one(TARGETS);
            pair.same(Sys::symlinkat, &[text(target), top, text(path)], &[1]);
        }
        9 => drop(pair.same(Sys::readlinkat, &[top, text(path), room(64), Arg::Int(64)], &[0])),
        10 | 11 => {
            let flags = Arg::Int(if choices.below(2) == 0 { 0 } else { 0x100 });
            pair.stat(Sys::newfstatat, &[top, text(path), room(144), flags]);
        }
        12 => drop(pair.same(Sys::fchmodat, &[top, text(path), Arg::Int(mode)], &[0])),
        13 => {
            let access = choices.below(8) as i64;
            pair.same(Sys::faccessat, &[top, text(path), Arg::Int(access)], &[0]);
        }
        _ => use_descriptor(pair, choices),
    }
}

fn use_descriptor(pair: &mut Pair, choices: &mut Choices) {
    let index = choices.below(pair.fds.len());
    let fd = Arg::Int(index as i64);
    let n = choices.below(20) as i64;
    match choices.below(8) {
        0 => drop(pair.same(Sys::read, &[fd, room(20), Arg::Int(n)], &[0])),
        1 | 2 => {
            let bytes = vec![b'a' + n as u8; 20];
            pair.same(Sys::write, &[fd, Arg::Bytes(bytes), Arg::Int(n)], &[0]);
        }
        3 => {
            let bytes = Arg::Bytes(vec![b'A' + n as u8; 20]);
            pair.same(Sys::pwrite64, &[fd, bytes, Arg::Int(n), Arg::Int(2 * n)], &[0]);
        }
        4 if index > 0 => {
            let whence = choices.below(3) as i64;
            // Where a directory ends is the file system's own business.
            let (host, _) = pair.fds[index];
            let is_dir = host_call(Sys::getdents64, &[Arg::Int(host), room(8), Arg::Int(0)]);
            if is_dir.result == Err(Errno::NOTDIR) {
                pair.same(Sys::lseek, &[fd, Arg::Int(n - 5), Arg::Int(whence)], &[0]);
            }
        }
        5 => drop(pair.same(Sys::ftruncate, &[fd, Arg::Int(n)], &[0])),
        6 => pair.list(index),
        _ if index > 0 => pair.close(index),
        _ => {}
    }
}

#[test]
fn files_and_paths_behave_as_on_the_host() {
    for sequence in 1..=N_SEQUENCES {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let (host, model) = (dir.path().join("host/top"), dir.path().join("model/top"));
        furnish(&host);
        furnish(&model);
        let mut choices = Choices(sequence.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut pair = Pair::new(&host, &model);
        for _ in 0..N_CALLS {
            step(&mut pair, &mut choices);
        }
        while pair.fds.len() > 1 {
            pair.close(1);
        }
        pair.list(0);
        pair.close(0);
    }
}

#[test]
fn the_host_is_never_written_to() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    furnish(dir.path());
    let mut machine = Machine::new(Config { cwd: dir.path().to_path_buf(), ..Config::default() });
    let flags = Arg::Int(0o1002);
    let fd = machine.call(Sys::open, &[text("a"), flags]).result.expect("a file");
    let bytes = Arg::Bytes(b"changed".to_vec());
    machine.call(Sys::write, &[Arg::Int(fd as i64), bytes, Arg::Int(7)]).result.expect("writable");
    machine.call(Sys::unlink, &[text("d/a")]).result.expect("removable");
    machine.call(Sys::mkdir, &[text("new"), Arg::Int(0o777)]).result.expect("free");
    assert_eq!(std::fs::read(dir.path().join("a")).expect("still there"), b"file a\n");
    assert!(dir.path().join("d/a").exists());
    assert!(!dir.path().join("new").exists());
}
