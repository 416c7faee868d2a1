//! Which namespaces are tried, and entering them.

use super::{Protection, USER};
use std::fs;
use std::io::{self, Read, Write};

/// An unprivileged user of every system; root's programs run as this one.
pub const NOBODY: u32 = 65534;

/// Namespaces that belong together.
#[derive(Clone, Debug)]
pub struct Plan {
    pub namespaces: Vec<Protection>,
    /// Protections that are not tried.
    pub without: Vec<Protection>,
    /// Whether the starter is root outside.
    pub is_root: bool,
}

impl Plan {
    pub fn has(&self, protection: Protection) -> bool {
        self.namespaces.contains(&protection)
    }

    pub fn may_use(&self, protection: Protection) -> bool {
        !self.without.contains(&protection)
    }

    /// The user of programs, as it is called in the namespace, if it is not the worker's own.
    pub fn other_user(&self) -> Option<u32> {
        match (self.is_root, self.has(Protection::UserNamespace)) {
            (true, true) => Some(USER),
            (true, false) => Some(NOBODY),
            (false, _) => None,
        }
    }
}

/// From the strongest to none.
pub fn plans(without: &[Protection]) -> Vec<Plan> {
    use Protection::*;
    let is_root = rustix::process::geteuid().is_root() && may_change_users();
    let all = [UserNamespace, MountNamespace, PidNamespace, IpcNamespace, NetNamespace];
    let mut sets: Vec<Vec<Protection>> = vec![all.to_vec()];
    if is_root {
        sets.push(all[1..].to_vec());
    }
    sets.push(vec![UserNamespace, PidNamespace, IpcNamespace, NetNamespace]);
    sets.push(vec![UserNamespace, IpcNamespace, NetNamespace]);
    sets.push(Vec::new());
    for set in &mut sets {
        set.retain(|namespace| !without.contains(namespace));
        // Without the right to make it, a namespace needs a user namespace around it.
        if !is_root && !set.contains(&UserNamespace) {
            set.clear();
        }
    }
    sets.dedup();
    let plan = |namespaces| Plan { namespaces, without: without.to_vec(), is_root };
    sets.into_iter().map(plan).collect()
}

/// Whether this process has the rights of a super-user that sandboxes need: files can be given away, and
/// programs can be another user. A container may have taken them.
fn may_change_users() -> bool {
    const CHOWN: u64 = 1 << 0;
    const SETGID: u64 = 1 << 6;
    const SETUID: u64 = 1 << 7;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let rights = line.and_then(|word| u64::from_str_radix(word.trim(), 16).ok());
    let needed = CHOWN | SETGID | SETUID;
    rights.is_some_and(|rights| rights & needed == needed)
}

/// Enters the plan's namespaces, except that only children are in the new PID namespace.
pub fn enter(
    plan: &Plan,
    mut says_unshared: io::PipeWriter,
    mapped: &mut io::PipeReader,
) -> io::Result<()> {
    let flags = plan.namespaces.iter().fold(0, |flags, namespace| {
        flags
            | match namespace {
                Protection::UserNamespace => libc::CLONE_NEWUSER,
                // The host's name is of no use to a case.
                Protection::MountNamespace => libc::CLONE_NEWNS | libc::CLONE_NEWUTS,
                Protection::PidNamespace => libc::CLONE_NEWPID,
                Protection::IpcNamespace => libc::CLONE_NEWIPC,
                Protection::NetNamespace => libc::CLONE_NEWNET,
                _ => 0,
            }
    });
    // Where there is nothing to ask for, the call itself may be forbidden.
    // SAFETY: this process has a single thread and shares no memory.
    if flags != 0 && unsafe { libc::unshare(flags) } != 0 {
        return Err(io::Error::last_os_error());
    }
    if plan.has(Protection::UserNamespace) {
        says_unshared.write_all(b"u")?;
        drop(says_unshared);
        mapped.read_exact(&mut [0])?;
        let own = if plan.is_root { 0 } else { USER };
        // The identity is the mapped one already; set-id calls make saved and file ids agree.
        set_ids(own, own)?;
    }
    Ok(())
}

/// Says from outside who the users inside are.
pub fn write_mapping(plan: &Plan, pid: i32) -> io::Result<()> {
    let mapping = |own: u32| match plan.is_root {
        // Inside, the worker is root; what it runs is nobody outside.
        true => format!("0 0 1\n{USER} {NOBODY} 1\n"),
        false => format!("{USER} {own} 1\n"),
    };
    if !plan.is_root {
        fs::write(format!("/proc/{pid}/setgroups"), "deny")?;
    }
    let (uid, gid) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    fs::write(format!("/proc/{pid}/uid_map"), mapping(uid))?;
    fs::write(format!("/proc/{pid}/gid_map"), mapping(gid))
}

/// By system call: the C library's functions would send signals to threads that are not there.
pub fn set_ids(uid: u32, gid: u32) -> io::Result<()> {
    // SAFETY: plain system calls with integers.
    let results = unsafe {
        [
            libc::syscall(libc::SYS_setresgid, gid, gid, gid),
            libc::syscall(libc::SYS_setresuid, uid, uid, uid),
        ]
    };
    if results.contains(&-1) { Err(io::Error::last_os_error()) } else { Ok(()) }
}
