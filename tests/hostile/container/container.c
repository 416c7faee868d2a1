/*
 * Runs a command as a container does that was started without further rights: under a filter like
 * Docker's default one. What concerns namespaces, mounts and the kernel is refused, `unshare(0)` too.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 256
static struct sock_filter code[MOST];
static unsigned short n;

static void add(unsigned short op, unsigned jt, unsigned jf, unsigned k)
{
	code[n++] = (struct sock_filter){ op, jt, jf, k };
}

static void refuse(unsigned call, int error)
{
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call);
	add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error);
}

int main(int argc, char **argv)
{
	const int refused[] = { SYS_acct, SYS_add_key, SYS_bpf, SYS_clock_adjtime, SYS_clock_settime, SYS_delete_module,
		SYS_fanotify_init, SYS_finit_module, SYS_fsconfig, SYS_fsmount, SYS_fsopen, SYS_fspick, SYS_init_module,
		SYS_io_uring_setup, SYS_ioperm, SYS_iopl, SYS_kexec_load, SYS_keyctl, SYS_lookup_dcookie, SYS_mount,
		SYS_mount_setattr, SYS_move_mount, SYS_move_pages, SYS_open_by_handle_at, SYS_open_tree, SYS_perf_event_open,
		SYS_pivot_root, SYS_process_vm_readv, SYS_process_vm_writev, SYS_quotactl, SYS_reboot, SYS_request_key,
		SYS_setdomainname, SYS_sethostname, SYS_setns, SYS_settimeofday, SYS_swapoff, SYS_swapon, SYS_syslog,
		SYS_umount2, SYS_unshare, SYS_userfaultfd };
	const unsigned namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWCGROUP;
	add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
	for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++)
		refuse(refused[i], EPERM);
	refuse(SYS_clone3, ENOSYS);
	/* The layout of addresses stays as it is. */
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_personality);
	add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args));
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0xffffffff);
	add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
	add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM);
	add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_clone);
	add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args));
	add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, namespaces);
	add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM);
	add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
	struct sock_fprog program = { n, code };
	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, 2, &program) != 0) {
		perror("container");
		return 125;
	}
	execv(argv[1], argv + 1);
	perror(argv[1]);
	return 126;
}
