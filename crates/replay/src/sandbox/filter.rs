//! The system call filter: what no program under comparison needs and what would reach out of the
//! sandbox, or weaken it, fails as it fails for a user without rights.

use super::guard::Duties;
use super::namespaces::Plan;
use super::{LandlockAbi, Protection};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

/// Refused whatever their arguments.
const NEVER: &[libc::c_long] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_kcmp,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_nfsservctl,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];

/// Missing, as on an older kernel, so that C libraries do without them: what a filter cannot see into,
/// and memory that nobody counts.
const MISSING: &[libc::c_long] = &[libc::SYS_clone3, libc::SYS_memfd_secret, libc::SYS_vmsplice];

/// Refused unless a PID namespace hides the processes that they could reach.
const WITHOUT_PIDS: &[libc::c_long] = &[libc::SYS_pidfd_open, libc::SYS_pidfd_send_signal];

/// The same, unless they are about the program itself: which argument says so by a zero.
const OF_OTHERS: &[(libc::c_long, u8)] = &[
    (libc::SYS_migrate_pages, 0),
    (libc::SYS_move_pages, 0),
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_setpriority, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// `ioprio_set` for one process; other kinds of targets are groups and users.
const IOPRIO_WHO_PROCESS: u64 = 1;

/// A descriptor's owner gets signals when something happens to it, whichever process that is.
const OWNERS: [u64; 2] = [libc::F_SETOWN as u64, 15];

/// Refused unless there is an IPC namespace.
const WITHOUT_IPC: &[libc::c_long] = &[
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
];

/// What Landlock does not know of: attributes of the user's own files. Refused unless mounts or
/// another user keep programs from them.
const ATTRIBUTES: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_lchown,
];

/// The same of files that everybody may write: refused unless mounts keep programs from them.
const ATTRIBUTES_OF_ALL: &[libc::c_long] = &[
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_futimesat,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_utime,
    libc::SYS_utimensat,
    libc::SYS_utimes,
];

/// From this version on, Landlock knows that files are emptied without being opened for writing.
const KNOWS_TRUNCATION: u8 = 3;
/// From this version on, Landlock keeps signals in.
const KNOWS_SIGNALS: u8 = 6;

/// Where an opening call has its flags.
const OPENING: [(libc::c_long, u8); 2] = [(libc::SYS_open, 1), (libc::SYS_openat, 2)];

/// Families of sockets that the network namespace keeps in. Others reach the machine's host, devices
/// or the kernel. Sockets in the file system are found by their files, whatever the namespace, so
/// programs have pairs of them only.
const FAMILIES: [i32; 3] = [libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// A datagram socket of a pair could still send to any other socket.
const DATAGRAMS: [i32; 2] = [libc::SOCK_DGRAM, libc::SOCK_RAW];
const TYPE_OF_SOCKET: u64 = 0xf;

const NAMESPACES: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u64;

/// `TIOCSTI` and `TIOCLINUX` put characters into a terminal's input.
const TERMINAL_INPUT: [u64; 2] = [0x5412, 0x541c];

/// Filters, to be put on in this order.
pub struct Filters {
    /// For the worker and, by inheritance, for all that it runs: translating a filter stops all
    /// processors for a moment, which is too long for every run.
    pub once: Vec<BpfProgram>,
    /// For each program by itself.
    pub each: Vec<BpfProgram>,
    /// For a program that is in a user namespace of its own, instead.
    pub in_user_namespace: Vec<BpfProgram>,
}

/// What the guard does where no other layer does it.
pub fn duties(plan: &Plan, landlock: LandlockAbi) -> Duties {
    Duties {
        signals: asks_for_signals(plan, landlock),
        attributes: !plan.has(Protection::MountNamespace),
    }
}

fn asks_for_signals(plan: &Plan, landlock: LandlockAbi) -> bool {
    !plan.has(Protection::PidNamespace) && landlock.0 < KNOWS_SIGNALS
}

/// `none_nested`: nobody in the sandbox can make further user namespaces.
pub fn filters(plan: &Plan, landlock: LandlockAbi, none_nested: bool) -> Option<Filters> {
    let all = [
        Protection::UserNamespace,
        Protection::MountNamespace,
        Protection::PidNamespace,
        Protection::IpcNamespace,
        Protection::NetNamespace,
    ];
    // Then the worker itself needs nothing that programs must not use, but for `unshare`.
    if none_nested && all.iter().all(|&namespace| plan.has(namespace)) {
        let mut rules = refused(plan, landlock).ok()?;
        rules.remove(&libc::SYS_unshare);
        let unshare: Rules = [(libc::SYS_unshare, Vec::new())].into();
        return Some(Filters {
            once: two_filters(plan, landlock, rules)?,
            each: Vec::new(),
            in_user_namespace: vec![build(unshare, libc::EPERM)?],
        });
    }
    let each = two_filters(plan, landlock, refused(plan, landlock).ok()?)?;
    Some(Filters { once: Vec::new(), in_user_namespace: each.clone(), each })
}

fn two_filters(plan: &Plan, landlock: LandlockAbi, refused: Rules) -> Option<Vec<BpfProgram>> {
    // The flags of `clone3` and `openat2` lie in memory, where no filter sees them; without them, the
    // C library uses `clone` and `openat`.
    let mut missing: Rules = MISSING.iter().map(|&call| (call, Vec::new())).collect();
    if may_truncate(plan, landlock) {
        missing.insert(libc::SYS_openat2, Vec::new());
    }
    Some(vec![build(missing, libc::ENOSYS)?, build(refused, libc::EPERM)?])
}

fn may_truncate(plan: &Plan, landlock: LandlockAbi) -> bool {
    !plan.has(Protection::MountNamespace) && landlock.0 < KNOWS_TRUNCATION
}

fn build(rules: Rules, errno: i32) -> Option<BpfProgram> {
    let action = SeccompAction::Errno(errno as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch()?).ok()?;
    BpfProgram::try_from(filter).ok()
}

fn arch() -> Option<TargetArch> {
    std::env::consts::ARCH.try_into().ok()
}

type Rules = BTreeMap<libc::c_long, Vec<SeccompRule>>;
type Built<T> = Result<T, seccompiler::BackendError>;

fn refused(plan: &Plan, landlock: LandlockAbi) -> Built<Rules> {
    let mut rules: Rules = NEVER.iter().map(|&call| (call, Vec::new())).collect();
    let mut any_namespace = Vec::new();
    for bit in (0..64).map(|bit| 1 << bit).filter(|bit| NAMESPACES & bit != 0) {
        any_namespace.push(rule(&[(0, SeccompCmpOp::MaskedEq(bit), bit)])?);
    }
    rules.insert(libc::SYS_clone, any_namespace);
    let mut terminal = Vec::new();
    for request in TERMINAL_INPUT {
        terminal.push(rule(&[(1, SeccompCmpOp::Eq, request)])?);
    }
    rules.insert(libc::SYS_ioctl, terminal);
    sockets(plan, &mut rules)?;
    if !plan.has(Protection::IpcNamespace) {
        rules.extend(WITHOUT_IPC.iter().map(|&call| (call, Vec::new())));
    }
    if !plan.has(Protection::PidNamespace) {
        other_processes(plan, landlock, &mut rules)?;
    }
    if !plan.has(Protection::MountNamespace) {
        files_of_the_host(plan, landlock, &mut rules)?;
    }
    Ok(rules)
}

fn sockets(plan: &Plan, rules: &mut Rules) -> Built<()> {
    let mut pairs = Vec::new();
    for kind in DATAGRAMS {
        pairs.push(rule(&[(1, SeccompCmpOp::MaskedEq(TYPE_OF_SOCKET), kind as u64)])?);
    }
    rules.insert(libc::SYS_socketpair, pairs);
    let others = FAMILIES.map(|family| (0, SeccompCmpOp::Ne, family as u64));
    // Of the kernel's own sockets, those that describe the network.
    let netlink = [
        (0, SeccompCmpOp::Eq, libc::AF_NETLINK as u64),
        (2, SeccompCmpOp::Ne, libc::NETLINK_ROUTE as u64),
    ];
    let refused = match plan.has(Protection::NetNamespace) {
        true => vec![rule(&others)?, rule(&netlink)?],
        false => Vec::new(),
    };
    rules.insert(libc::SYS_socket, refused);
    Ok(())
}

fn other_processes(plan: &Plan, landlock: LandlockAbi, rules: &mut Rules) -> Built<()> {
    rules.extend(WITHOUT_PIDS.iter().map(|&call| (call, Vec::new())));
    for &(call, argument) in OF_OTHERS {
        rules.entry(call).or_default().push(rule(&[(argument, SeccompCmpOp::Ne, 0)])?);
    }
    let others = rule(&[(0, SeccompCmpOp::Ne, IOPRIO_WHO_PROCESS)])?;
    rules.entry(libc::SYS_ioprio_set).or_default().push(others);
    if asks_for_signals(plan, landlock) {
        for command in OWNERS {
            let owner = rule(&[(1, SeccompCmpOp::Eq, command)])?;
            rules.entry(libc::SYS_fcntl).or_default().push(owner);
        }
    }
    Ok(())
}

fn files_of_the_host(plan: &Plan, landlock: LandlockAbi, rules: &mut Rules) -> Built<()> {
    rules.extend(ATTRIBUTES_OF_ALL.iter().map(|&call| (call, Vec::new())));
    if plan.other_user().is_none() {
        rules.extend(ATTRIBUTES.iter().map(|&call| (call, Vec::new())));
    }
    // The limit on a file's size does not know of space behind its end.
    const KEEP_SIZE: u64 = libc::FALLOC_FL_KEEP_SIZE as u64;
    let behind = rule(&[(1, SeccompCmpOp::MaskedEq(KEEP_SIZE), KEEP_SIZE)])?;
    rules.insert(libc::SYS_fallocate, vec![behind]);
    if may_truncate(plan, landlock) {
        rules.insert(libc::SYS_truncate, Vec::new());
        const MODES: u64 = libc::O_TRUNC as u64 | libc::O_ACCMODE as u64;
        for (call, argument) in OPENING {
            let mut refused = Vec::new();
            // Neither reading nor the mode for devices needs a right to write.
            for mode in [libc::O_RDONLY, libc::O_ACCMODE] {
                let flags = libc::O_TRUNC as u64 | mode as u64;
                refused.push(rule(&[(argument, SeccompCmpOp::MaskedEq(MODES), flags)])?);
            }
            rules.insert(call, refused);
        }
    }
    Ok(())
}

/// A rule that holds if all conditions do: the number of an argument, how it compares, with what.
fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> Built<SeccompRule> {
    let conditions = conditions.iter().map(|(argument, op, value)| {
        SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, op.clone(), *value)
    });
    SeccompRule::new(conditions.collect::<Built<Vec<_>>>()?)
}
