//! The system call filter: what no program under comparison needs and what would reach out of the
//! sandbox, or weaken it, fails as it fails for a user without rights.

use super::Protection;
use super::namespaces::Plan;
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

/// Refused unless a PID namespace hides the processes that they could reach.
const WITHOUT_PIDS: &[libc::c_long] = &[
    libc::SYS_ioprio_set,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_pidfd_open,
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_setpriority,
];

/// Refused unless there is an IPC namespace.
const WITHOUT_IPC: &[libc::c_long] = &[
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_semctl,
    libc::SYS_semget,
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
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_futimesat,
    libc::SYS_lchown,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_utime,
    libc::SYS_utimensat,
    libc::SYS_utimes,
];

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

/// `none_nested`: nobody in the sandbox can make further user namespaces.
pub fn filters(plan: &Plan, none_nested: bool) -> Option<Filters> {
    let all = [
        Protection::UserNamespace,
        Protection::MountNamespace,
        Protection::PidNamespace,
        Protection::IpcNamespace,
        Protection::NetNamespace,
    ];
    // Then the worker itself needs nothing that programs must not use, but for `unshare`.
    if none_nested && all.iter().all(|&namespace| plan.has(namespace)) {
        let mut rules = refused(plan).ok()?;
        rules.remove(&libc::SYS_unshare);
        let unshare: Rules = [(libc::SYS_unshare, Vec::new())].into();
        return Some(Filters {
            once: two_filters(rules)?,
            each: Vec::new(),
            in_user_namespace: vec![build(unshare, libc::EPERM)?],
        });
    }
    let each = two_filters(refused(plan).ok()?)?;
    Some(Filters { once: Vec::new(), in_user_namespace: each.clone(), each })
}

fn two_filters(refused: Rules) -> Option<Vec<BpfProgram>> {
    // The flags of `clone3` lie in memory, where no filter sees them; without it, the C library
    // uses `clone`.
    let missing: Rules = [(libc::SYS_clone3, Vec::new())].into();
    Some(vec![build(missing, libc::ENOSYS)?, build(refused, libc::EPERM)?])
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

fn refused(plan: &Plan) -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = NEVER.iter().map(|&call| (call, Vec::new())).collect();
    let also = [
        (Protection::PidNamespace, WITHOUT_PIDS),
        (Protection::IpcNamespace, WITHOUT_IPC),
        // Sockets in the file system belong to the host then, too.
        (Protection::NetNamespace, &[libc::SYS_socket]),
    ];
    for (protection, calls) in also {
        if !plan.has(protection) {
            rules.extend(calls.iter().map(|&call| (call, Vec::new())));
        }
    }
    if !plan.has(Protection::MountNamespace) && plan.other_user().is_none() {
        rules.extend(ATTRIBUTES.iter().map(|&call| (call, Vec::new())));
    }
    let mut any_namespace = Vec::new();
    for bit in (0..64).map(|bit| 1 << bit).filter(|bit| NAMESPACES & bit != 0) {
        any_namespace.push(rule(0, SeccompCmpOp::MaskedEq(bit), bit)?);
    }
    rules.insert(libc::SYS_clone, any_namespace);
    let mut terminal = Vec::new();
    for request in TERMINAL_INPUT {
        terminal.push(rule(1, SeccompCmpOp::Eq, request)?);
    }
    rules.insert(libc::SYS_ioctl, terminal);
    Ok(rules)
}

fn rule(
    argument: u8,
    op: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, seccompiler::BackendError> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, op, value)?;
    SeccompRule::new(vec![condition])
}
