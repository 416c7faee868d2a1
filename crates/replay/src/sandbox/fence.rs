//! Landlock: files may be read and written only where the view says so, once more or instead of mounts.

use super::LandlockAbi;
use super::view::{OWN_PROCESS, View};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};
use std::ffi::CStr;
use std::os::fd::OwnedFd;

/// The versions of Landlock that are asked for: what later ones know is not used.
const VERSIONS: [ABI; 6] = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];

/// The version that is used: what this kernel has, but no later one than `most`.
pub fn version(most: Option<u8>) -> LandlockAbi {
    const VERSION: u32 = 1;
    // SAFETY: with this flag, the call reads nothing and returns a number.
    let kernel = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION)
    };
    let newest = VERSIONS.len() as u8;
    let kernel = u8::try_from(kernel.max(0)).unwrap_or(newest);
    LandlockAbi(kernel.min(newest).min(most.unwrap_or(newest)))
}

/// A set of rules that children put on themselves. `None` if there is no Landlock.
pub fn rules(view: &View, version: LandlockAbi) -> Option<OwnedFd> {
    let abi = *VERSIONS.get(usize::from(version.0).checked_sub(1)?)?;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))
        .ok()?;
    let (net, scopes) = (AccessNet::from_all(abi), Scope::from_all(abi));
    if !net.is_empty() {
        rules = rules.handle_access(net).ok()?;
    }
    if !scopes.is_empty() {
        rules = rules.scope(scopes).ok()?;
    }
    let mut rules = rules.create().ok()?;
    let read = view.readable.iter().map(|path| (path.as_path(), AccessFs::from_read(abi)));
    let write = view.writable.iter().map(|path| (path.as_path(), AccessFs::from_all(abi)));
    for (path, access) in read.chain(write) {
        rules = match PathFd::new(path) {
            Ok(fd) => {
                // Rights on what directories contain mean nothing for a device.
                let access = if path.is_dir() { access } else { access & AccessFs::from_file(abi) };
                rules.add_rule(PathBeneath::new(fd, access)).ok()?
            }
            Err(_) => rules,
        };
    }
    rules.into()
}

/// Lets a process read what the kernel says of itself, where programs see the host's processes.
/// Async-signal-safe.
pub fn allow_own_process(rules: i32) -> bool {
    /// To execute is not among them: nothing there can be.
    const READ_FILE: u64 = 1 << 2;
    const READ_DIR: u64 = 1 << 3;
    const PATH_BENEATH: i32 = 1;
    #[repr(C, packed)]
    struct Rule {
        allowed: u64,
        parent: i32,
    }
    let path: &CStr = OWN_PROCESS;
    // SAFETY: the path ends with NUL, and the structure is what the call reads.
    unsafe {
        let parent = libc::open(path.as_ptr(), libc::O_PATH | libc::O_CLOEXEC);
        let rule = Rule { allowed: READ_FILE | READ_DIR, parent };
        parent >= 0
            && libc::syscall(libc::SYS_landlock_add_rule, rules, PATH_BENEATH, &rule, 0) == 0
    }
}

/// Puts the rules on the calling process. Async-signal-safe.
pub fn restrict_self(rules: i32) -> bool {
    // SAFETY: a plain system call with a descriptor and no flags.
    unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules, 0) == 0 }
}
