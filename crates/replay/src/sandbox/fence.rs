//! Landlock: files may be written only where the view says so, once more or instead of mounts.

use super::view::View;
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};
use std::os::fd::OwnedFd;
use std::path::Path;

/// The newest version of Landlock that is asked for; older kernels give what they have.
const NEWEST: ABI = ABI::V6;

/// A set of rules that children put on themselves. `None` if the kernel has no Landlock.
pub fn rules(view: &View) -> Option<OwnedFd> {
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))
        .ok()?
        .handle_access(AccessNet::from_all(NEWEST))
        .ok()?
        .scope(Scope::from_all(NEWEST))
        .ok()?
        .create()
        .ok()?;
    let read = view.readable.iter().map(|path| (path.as_path(), AccessFs::from_read(NEWEST)));
    let write = view.writable.iter().map(|path| (path.as_path(), AccessFs::from_all(NEWEST)));
    let mut rules = rules;
    for (path, access) in read.chain(write) {
        rules = match allow(path) {
            Some(fd) => {
                // Rights on what directories contain mean nothing for a device.
                let access =
                    if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
                rules.add_rule(PathBeneath::new(fd, access)).ok()?
            }
            None => rules,
        };
    }
    rules.into()
}

fn allow(path: &Path) -> Option<PathFd> {
    PathFd::new(path).ok()
}

/// Puts the rules on the calling process. Async-signal-safe.
pub fn restrict_self(rules: i32) -> bool {
    // SAFETY: a plain system call with a descriptor and no flags.
    unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules, 0) == 0 }
}
