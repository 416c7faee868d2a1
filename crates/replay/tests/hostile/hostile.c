/*
 * One attack a name. `TARGET` is something of the host's that must stay as it is: a file or a port.
 * A line that begins with HARM says that an attack succeeded; the rest the test sees by itself.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *target;

static void harm(const char *what)
{
	printf("HARM %s\n", what);
	fflush(stdout);
}

static void try_write(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
	if (fd >= 0) {
		if (write(fd, "harm", 4) == 4)
			harm(path);
		close(fd);
	}
}

static int delete_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st, (void)flag, (void)ftw;
	remove(path);
	return 0;
}

static void delete_everything(void)
{
	char dir[4096];
	snprintf(dir, sizeof dir, "%s", target);
	remove(target);
	*strrchr(dir, '/') = 0;
	nftw(dir, delete_one, 16, FTW_DEPTH | FTW_PHYS);
	nftw("/", delete_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void write_outside(void)
{
	const char *paths[] = { "/harm", "/etc/harm", "/usr/harm", "/usr/bin/harm", "/exe/harm",
		"/var/harm", "/home/harm", "../harm", "/etc/passwd", "/dev/harm" };
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		try_write(paths[i]);
	/* The super-user's home, wherever it is. */
	char home[4096];
	const struct passwd *root = getpwuid(0);
	snprintf(home, sizeof home, "%s/harm", root ? root->pw_dir : "");
	try_write(home);
	try_write(target);
	if (chmod(target, 0777) == 0 || truncate(target, 0) == 0 || rename(target, "mine") == 0 ||
	    link(target, "linked") == 0 || utimes(target, NULL) == 0)
		harm("target");
}

static void overwrite_itself(void)
{
	char path[4096] = { 0 };
	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		return;
	try_write(path);
	if (unlink(path) == 0 || rename(path, "/tmp/x") == 0 || chmod(path, 0777) == 0)
		harm(path);
	try_write("/proc/self/exe");
}

static void connect_out(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(atoi(target)) };
	inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (void *)&in, sizeof in) == 0)
		harm("tcp");
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	if (fd >= 0 && sendto(fd, "x", 1, 0, (void *)&in, sizeof in) == 1)
		harm("udp");
}

static void connect_unix(void)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	snprintf(un.sun_path, sizeof un.sun_path, "%s", target);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (void *)&un, sizeof un) == 0)
		harm("unix socket");
}

static void listen_in(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(atoi(target)) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0 && bind(fd, (void *)&in, sizeof in) == 0 && listen(fd, 5) == 0)
		sleep(1000);
}

static void fork_without_end(void)
{
	signal(SIGCHLD, SIG_IGN);
	for (;;)
		fork();
}

static void eat_memory(void)
{
	for (;;) {
		char *p = malloc(1 << 20);
		if (p)
			memset(p, 1, 1 << 20);
	}
}

static void eat_memory_together(void)
{
	while (fork() >= 0)
		;
	eat_memory();
}

static void fill(const char *name)
{
	static char block[1 << 16];
	int fd = open(name, O_WRONLY | O_CREAT, 0666);
	signal(SIGXFSZ, SIG_IGN);
	while (fd >= 0 && write(fd, block, sizeof block) > 0)
		;
}

static void fill_the_disk(void)
{
	char name[64];
	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof name, "fill%d", i);
		fill(name);
		snprintf(name, sizeof name, "/tmp/fill%d", i);
		fill(name);
	}
	for (int i = 0; i < 100000; i++) {
		snprintf(name, sizeof name, "inode%d", i);
		if (mkdir(name, 0777) != 0)
			break;
	}
}

static void write_without_end(void)
{
	for (;;)
		fputs("output\n", stdout);
}

static void sleep_forever(void)
{
	for (;;)
		pause();
}

static void ignore_signals(void)
{
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	for (int i = 1; i < 65; i++)
		signal(i, SIG_IGN);
	for (;;)
		;
}

static void leave_daemons(void)
{
	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			setsid();
			if (fork() == 0) {
				for (int fd = 0; fd < 3 - i; fd++)
					close(fd);
				signal(SIGHUP, SIG_IGN);
				signal(SIGTERM, SIG_IGN);
				sleep(1000);
			}
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
}

static void change_the_clock(void)
{
	struct timespec ts = { .tv_sec = 1000000000 };
	struct timeval tv = { .tv_sec = 1000000000 };
	struct timex tx = { .modes = ADJ_SETOFFSET, .time = { .tv_sec = -100000 } };
	if (clock_settime(CLOCK_REALTIME, &ts) == 0 || settimeofday(&tv, NULL) == 0 || adjtimex(&tx) >= 0)
		harm("clock");
}

static void change_priorities(void)
{
	struct sched_param param = { .sched_priority = 1 };
	setpriority(PRIO_USER, 0, 19);
	setpriority(PRIO_PROCESS, atoi(target), 19);
	setpriority(PRIO_PGRP, 0, 19);
	sched_setscheduler(atoi(target), SCHED_IDLE, &(struct sched_param){ 0 });
	if (setpriority(PRIO_PROCESS, 0, -20) == 0 || sched_setscheduler(0, SCHED_FIFO, &param) == 0)
		harm("priority");
}

static void trace(void)
{
	char byte = 'x';
	int victim = atoi(target);
	int pids[] = { 1, getppid(), victim };
	for (int i = 0; i < 3; i++) {
		struct iovec local = { &byte, 1 }, remote = { (void *)0x400000, 1 };
		if (pids[i] <= 0)
			continue;
		if (ptrace(PTRACE_ATTACH, pids[i], 0, 0) == 0 || ptrace(PTRACE_SEIZE, pids[i], 0, 0) == 0)
			harm("ptrace");
		if (process_vm_readv(pids[i], &local, 1, &remote, 1, 0) >= 0)
			harm("process_vm_readv");
	}
}

static void signal_others(void)
{
	kill(-1, SIGKILL);
	kill(atoi(target), SIGKILL);
	for (int pid = 2; pid < 70000; pid++)
		if (pid != getpid())
			kill(pid, SIGKILL);
}

static void escape_through_proc(void)
{
	char path[8192];
	const char *files[] = { "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern",
		"/proc/sysrq-trigger", "/proc/sys/vm/drop_caches", "/proc/1/oom_score_adj",
		"/proc/1/mem", "/sys/kernel/mm/ksm/run" };
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		int fd = open(files[i], O_WRONLY);
		if (fd >= 0 && write(fd, "1", 1) == 1)
			harm(files[i]);
	}
	for (int pid = 1; pid < 100; pid++) {
		snprintf(path, sizeof path, "/proc/%d/root%s", pid, target);
		try_write(path);
		snprintf(path, sizeof path, "/proc/%d/cwd/../../../../../..%s", pid, target);
		try_write(path);
		for (int fd = 0; fd < 8; fd++) {
			snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
			if (pid != getpid() && open(path, O_WRONLY | O_NONBLOCK) >= 0)
				harm(path);
		}
	}
}

static void escape_through_links(void)
{
	char parent[4096];
	snprintf(parent, sizeof parent, "%s", target);
	*strrchr(parent, '/') = 0;
	if (symlink(target, "file") == 0)
		try_write("file");
	symlink(parent, "dir");
	try_write("dir/harm");
	symlink("/", "root");
	symlink("..", "up");
	try_write("up/up/up/up/harm");
	link("/etc/passwd", "passwd");
	mkdir("deep", 0777);
	symlink(parent, "deep/dir");
	rename("deep/dir", "deep/deeper");
}

static void mount_things(void)
{
	if (mount("none", "/tmp", "tmpfs", 0, NULL) == 0 || umount2("/case", MNT_DETACH) == 0)
		harm("mount");
	if (unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0)
		harm("unshare");
	if (syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0)
		harm("clone");
	if (chroot(".") == 0 || sethostname("harm", 4) == 0 || setuid(0) == 0)
		harm("root");
	if (syscall(SYS_keyctl, 0, -3, 1) >= 0 || syscall(SYS_bpf, 0, 0, 0) >= 0)
		harm("keys");
	int ns = open("/proc/1/ns/mnt", O_RDONLY);
	if (ns >= 0 && setns(ns, 0) == 0)
		harm("setns");
}

static void leave_a_mess(void)
{
	mkfifo("fifo", 0);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "socket" };
	bind(fd, (void *)&un, sizeof un);
	mkdir("closed", 0777);
	close(open("closed/file", O_CREAT | O_WRONLY, 0));
	mkdir("closed/inner", 0);
	chmod("closed", 0);
	close(open("moved-1", O_CREAT | O_WRONLY, 0600));
	for (int i = 0; i < 3000; i++)
		if (mkdir("d", 0777) != 0 || chdir("d") != 0)
			break;
	shmget(4711, 4096, IPC_CREAT | 0666);
	chdir("/case");
	chmod(".", 0);
	chmod("/tmp", 0);
}

static void find_a_mess(void)
{
	if (shmget(4711, 4096, 0) >= 0)
		harm("shared memory of an earlier run");
	if (access("fifo", F_OK) == 0 || access("d", F_OK) == 0 || access("/tmp/fill0", F_OK) == 0)
		harm("files of an earlier run");
}

static const struct {
	const char *name;
	void (*run)(void);
} attacks[] = {
	{ "delete", delete_everything },
	{ "write", write_outside },
	{ "self", overwrite_itself },
	{ "connect", connect_out },
	{ "connect-unix", connect_unix },
	{ "listen", listen_in },
	{ "fork", fork_without_end },
	{ "memory", eat_memory },
	{ "memory-together", eat_memory_together },
	{ "disk", fill_the_disk },
	{ "output", write_without_end },
	{ "sleep", sleep_forever },
	{ "ignore-signals", ignore_signals },
	{ "daemons", leave_daemons },
	{ "clock", change_the_clock },
	{ "priorities", change_priorities },
	{ "ptrace", trace },
	{ "kill", signal_others },
	{ "proc", escape_through_proc },
	{ "links", escape_through_links },
	{ "mount", mount_things },
	{ "mess", leave_a_mess },
	{ "after-mess", find_a_mess },
};

int main(int argc, char **argv)
{
	target = argc > 2 ? argv[2] : "/";
	for (size_t i = 0; argc > 1 && i < sizeof attacks / sizeof *attacks; i++)
		if (strcmp(attacks[i].name, argv[1]) == 0) {
			attacks[i].run();
			return 0;
		}
	return 2;
}
