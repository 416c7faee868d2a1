//! What programs see of the file system.
//!
//! With a mount namespace: a small tree in memory, read-only but for the case's directory and
//! `/tmp`, with the system's directories bound into it read-only. Without one: the host's files,
//! with a directory of the worker's for the case; Landlock keeps the rest from being written.

use super::Protection;
use super::namespaces::Plan;
use super::protocol::{Image, Setup};
use crate::system::SYSTEM;
use rustix::fs::{Gid, Mode, Uid};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    unmount,
};
use std::ffi::{CStr, CString};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Devices that every program may use.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// What the kernel says of the system, not of processes: what programs may read in `/proc` beside what
/// it says of themselves, where it is the host's.
const ABOUT_THE_SYSTEM: [&str; 12] = [
    "cpuinfo",
    "devices",
    "filesystems",
    "interrupts",
    "loadavg",
    "meminfo",
    "stat",
    "swaps",
    "sys",
    "uptime",
    "version",
    "vmstat",
];

/// What it says of the process that asks.
pub const OWN_PROCESS: &CStr = c"/proc/self";

/// Where everything is, as programs and worker see it alike.
#[derive(Clone, Debug)]
pub struct View {
    pub case_dir: PathBuf,
    pub tmp_dir: PathBuf,
    /// `exe_dir/N/NAME`
    pub exe_dir: PathBuf,
    pub executables: Vec<PathBuf>,
    /// What may be read, and what may be written, for Landlock.
    pub readable: Vec<PathBuf>,
    pub writable: Vec<PathBuf>,
    /// Whether it is the host's file system: nothing limits all files together then, and the processes
    /// in `/proc` are the host's.
    pub is_of_the_host: bool,
}

impl View {
    pub fn new(plan: &Plan, setup: &Setup) -> io::Result<View> {
        let images = Images::open(&setup.executables)?;
        match plan.has(Protection::MountNamespace) {
            true => private(plan, setup, images),
            false => of_the_host(plan, setup, images),
        }
    }
}

fn private(plan: &Plan, setup: &Setup, images: Images) -> io::Result<View> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    // The new root is made in a file system in memory, which first covers /tmp and then takes the
    // place of the root: after that, the host's /tmp is visible again below /host.
    mount_tmpfs(Path::new("/tmp"), "mode=755,size=1g")?;
    for dir in ["/tmp/host", "/tmp/root"] {
        fs::create_dir(dir)?;
    }
    rustix::process::pivot_root("/tmp", "/tmp/host")?;
    std::env::set_current_dir("/")?;
    let (host, root) = (Path::new("/host"), Path::new("/root"));
    mount_tmpfs(root, "mode=755,size=1g")?;
    for dir in ["proc", "dev", "tmp", "case", "exe"] {
        fs::create_dir(root.join(dir))?;
    }
    for dir in SYSTEM.iter().map(Path::new).chain(setup.read_only.iter().map(PathBuf::as_path)) {
        bind_read_only(host, root, dir)?;
    }
    hide_debug_files(root)?;
    make_devices(host, &root.join("dev"))?;
    if plan.has(Protection::PidNamespace) {
        mount("proc", root.join("proc"), "proc", no_gain(), None)?;
    } else {
        mount_bind_recursive(host.join("proc"), root.join("proc"))?;
    }
    let executables = images.copy_to(&root.join("exe"))?;
    let size = format!("mode=755,size={}m,nr_inodes=16384", setup.limits.file_mb);
    for dir in ["case", "tmp"] {
        mount_tmpfs(&root.join(dir), &size)?;
        give_to_user(plan, &root.join(dir))?;
    }
    fs::set_permissions(root.join("tmp"), Permissions::from_mode(0o1777))?;
    swap_root(root)?;
    std::env::set_current_dir("/")?;
    let _ = rustix::system::sethostname(b"patchlight");
    set_read_only(Path::new("/"), false)?;
    let below = |path: &PathBuf| Path::new("/").join(path.strip_prefix(root).unwrap_or(path));
    Ok(View {
        case_dir: "/case".into(),
        tmp_dir: "/tmp".into(),
        exe_dir: "/exe".into(),
        executables: executables.iter().map(below).collect(),
        readable: vec!["/".into()],
        writable: writable(Path::new("/case"), Path::new("/tmp")),
        is_of_the_host: false,
    })
}

/// Makes `root` the root and lets go of the old one.
fn swap_root(root: &Path) -> io::Result<()> {
    std::env::set_current_dir(root)?;
    // Both at one place: the old root lies over the new one, and is taken away.
    rustix::process::pivot_root(".", ".")?;
    Ok(unmount(".", UnmountFlags::DETACH)?)
}

fn no_gain() -> MountFlags {
    MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC
}

fn mount_tmpfs(at: &Path, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", at, "tmpfs", flags, options.as_c_str())?)
}

/// The directory at the same place, or a link if it is one on the host.
fn bind_read_only(host: &Path, root: &Path, dir: &Path) -> io::Result<()> {
    let relative = dir.strip_prefix("/").unwrap_or(dir);
    let (from, to) = (host.join(relative), root.join(relative));
    let Ok(metadata) = fs::symlink_metadata(&from) else { return Ok(()) };
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    if metadata.is_symlink() {
        return symlink(fs::read_link(&from)?, &to);
    }
    if to.exists() {
        return Ok(());
    }
    fs::create_dir_all(&to)?;
    mount_bind_recursive(&from, &to)?;
    set_read_only(&to, true)
}

/// Debug files of the system's libraries, if they are installed: a sanitizer that reports an error
/// reads and inflates libc's, which takes longer than most runs, for lines that no report shows.
fn hide_debug_files(root: &Path) -> io::Result<()> {
    match root.join("usr/lib/debug") {
        dir if dir.is_dir() => mount_tmpfs(&dir, "mode=755,size=4k"),
        _ => Ok(()),
    }
}

/// `mount_setattr`: read-only, and nothing in it gives privileges.
fn set_read_only(at: &Path, recursive: bool) -> io::Result<()> {
    #[repr(C)]
    struct MountAttr {
        attr_set: u64,
        attr_clr: u64,
        propagation: u64,
        userns_fd: u64,
    }
    const RDONLY: u64 = 1;
    const NOSUID: u64 = 2;
    const NODEV: u64 = 4;
    let path = CString::new(at.as_os_str().as_bytes())?;
    let attr =
        MountAttr { attr_set: RDONLY | NOSUID | NODEV, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = if recursive { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path ends with a NUL, and the structure has the size that is given.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            &attr,
            size_of::<MountAttr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn make_devices(host: &Path, dev: &Path) -> io::Result<()> {
    for device in DEVICES {
        let (from, to) = (host.join("dev").join(device), dev.join(device));
        if from.exists() {
            File::create(&to)?;
            rustix::mount::mount_bind(&from, &to)?;
        }
    }
    symlink("/proc/self/fd", dev.join("fd"))?;
    for (n, stream) in ["stdin", "stdout", "stderr"].iter().enumerate() {
        symlink(format!("/proc/self/fd/{n}"), dev.join(stream))?;
    }
    symlink("/tmp", dev.join("shm"))
}

fn of_the_host(plan: &Plan, setup: &Setup, images: Images) -> io::Result<View> {
    let scratch = &setup.scratch;
    let [case_dir, tmp_dir, exe_dir] = ["case", "tmp", "exe"].map(|name| scratch.join(name));
    let _ = fs::remove_dir_all(scratch);
    fs::create_dir(scratch)?;
    fs::create_dir(&exe_dir)?;
    for dir in [&case_dir, &tmp_dir] {
        fs::create_dir(dir)?;
        give_to_user(plan, dir)?;
    }
    let executables = images.copy_to(&exe_dir)?;
    let mut readable: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    readable.extend(ABOUT_THE_SYSTEM.iter().map(|name| Path::new("/proc").join(name)));
    readable.push(exe_dir.clone());
    readable.extend(setup.read_only.iter().cloned());
    let writable = writable(&case_dir, &tmp_dir);
    let is_of_the_host = true;
    Ok(View { case_dir, tmp_dir, exe_dir, executables, readable, writable, is_of_the_host })
}

fn writable(case_dir: &Path, tmp_dir: &Path) -> Vec<PathBuf> {
    let devices = DEVICES.iter().map(|device| Path::new("/dev").join(device));
    [case_dir.to_path_buf(), tmp_dir.to_path_buf()].into_iter().chain(devices).collect()
}

/// Makes the programs' user the owner.
fn give_to_user(plan: &Plan, path: &Path) -> io::Result<()> {
    match plan.other_user() {
        None => Ok(()),
        Some(id) => Ok(rustix::fs::chown(path, Some(Uid::from_raw(id)), Some(Gid::from_raw(id)))?),
    }
}

/// The executables and their libraries, opened while the host's files can still be named. They are
/// copied: programs cannot change the user's own, and other users can run what only this one may read.
struct Images(Vec<OpenImage>);

struct OpenImage {
    file: File,
    name: String,
    libraries: Vec<(File, String)>,
}

/// The directory of an executable's libraries, beside it.
pub const LIBRARIES: &str = ".libraries";

impl Images {
    fn open(executables: &[Image]) -> io::Result<Images> {
        let open = |path: &Path, name: &str| {
            let named = |error| io::Error::other(format!("{}: {error}", path.display()));
            // A name is a name, wherever the user has it from.
            Ok((File::open(path).map_err(named)?, name.replace('/', "_")))
        };
        let image = |image: &Image| {
            let (file, name) = open(&image.path, &image.name)?;
            let libraries = image.libraries.iter().map(|(name, path)| open(path, name));
            let libraries = libraries.collect::<io::Result<_>>()?;
            Ok(OpenImage { file, name, libraries })
        };
        executables.iter().map(image).collect::<io::Result<_>>().map(Images)
    }

    fn copy_to(self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let copy = |mut image: File, path: &Path| -> io::Result<()> {
            let mut to = File::create(path)?;
            io::copy(&mut image, &mut to)?;
            Ok(rustix::fs::fchmod(&to, Mode::from_raw_mode(0o555))?)
        };
        let copy_all = |(n, image): (usize, OpenImage)| {
            let dir = dir.join(n.to_string());
            fs::create_dir(&dir)?;
            if !image.libraries.is_empty() {
                fs::create_dir(dir.join(LIBRARIES))?;
            }
            for (library, name) in image.libraries {
                copy(library, &dir.join(LIBRARIES).join(name))?;
            }
            let path = dir.join(image.name);
            copy(image.file, &path)?;
            Ok(path)
        };
        self.0.into_iter().enumerate().map(copy_all).collect()
    }
}
