/* What a single deterministic process can't do: the path ends with a typed
 * "unsupported" that names the function. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <sys/socket.h>
#include <sys/ptrace.h>

void __pl_unsupported(const char *);

static int refuse(const char *what, int error)
{
	__pl_unsupported(what);
	errno = error;
	return -1;
}

pid_t fork(void) { return refuse("fork", ENOSYS); }
pid_t __fork(void) { return refuse("fork", ENOSYS); }
pid_t _Fork(void) { return refuse("_Fork", ENOSYS); }
pid_t vfork(void) { return refuse("vfork", ENOSYS); }
pid_t __vfork(void) { return refuse("vfork", ENOSYS); }
int clone(int (*f)(void *), void *stack, int flags, void *arg, ...) { return refuse("clone", ENOSYS); }
int __clone(int (*f)(void *), void *stack, int flags, void *arg, ...) { return refuse("clone", ENOSYS); }
/* Running a file that can't be run fails as it does natively. */
static int run_file(int dir, const char *path, int flags, const char *what)
{
	if (!*path && !(flags & AT_EMPTY_PATH)) errno = ENOENT;
	else if (!faccessat(dir, path, X_OK, AT_EACCESS)) return refuse(what, ENOSYS);
	return -1;
}
static int run_by_path(const char *file, const char *what)
{
	const char *dirs = getenv("PATH");
	int error = ENOENT;
	if (strchr(file, '/') || !*file) return run_file(AT_FDCWD, file, 0, what);
	if (!dirs) dirs = "/bin:/usr/bin";
	for (size_t n;; dirs += n + 1) {
		char path[PATH_MAX];
		n = strcspn(dirs, ":");
		if (n + strlen(file) + 2 <= sizeof path) {
			sprintf(path, "%.*s%s%s", (int)n, dirs, n ? "/" : "", file);
			run_file(AT_FDCWD, path, 0, what);
			if (errno == EACCES) error = EACCES;
		}
		if (!dirs[n]) break;
	}
	errno = error;
	return -1;
}
int execve(const char *path, char *const argv[], char *const envp[]) { return run_file(AT_FDCWD, path, 0, "execve"); }
int fexecve(int fd, char *const argv[], char *const envp[]) { return refuse("fexecve", ENOSYS); }
int execveat(int dir, const char *path, char *const argv[], char *const envp[], int flags) { return run_file(dir, path, flags, "execveat"); }
int execvpe(const char *file, char *const argv[], char *const envp[]) { return run_by_path(file, "execvpe"); }
int execvp(const char *file, char *const argv[]) { return run_by_path(file, "execvp"); }
int system(const char *command)
{
	if (!command) return 1;
	return refuse("system", ENOSYS);
}
FILE *popen(const char *command, const char *mode)
{
	if (!*mode || !strchr("rw", *mode) || (mode[1] && strcmp(mode + 1, "e"))) {
		errno = EINVAL;
		return 0;
	}
	refuse("popen", ENOSYS);
	return 0;
}
int posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *restrict attr, char *const argv[restrict], char *const envp[restrict])
{
	__pl_unsupported("posix_spawn");
	return ENOSYS;
}
int posix_spawnp(pid_t *restrict pid, const char *restrict file, const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *restrict attr, char *const argv[restrict], char *const envp[restrict])
{
	__pl_unsupported("posix_spawnp");
	return ENOSYS;
}
int daemon(int nochdir, int noclose) { return refuse("daemon", ENOSYS); }
pid_t forkpty(int *fd, char *name, const struct termios *t, const struct winsize *w) { return refuse("forkpty", ENOSYS); }
long ptrace(enum __ptrace_request request, ...) { return refuse("ptrace", ENOSYS); }

int socket(int domain, int type, int protocol) { return refuse("socket", EACCES); }
int socketpair(int domain, int type, int protocol, int fds[2]) { return refuse("socketpair", EACCES); }

int getcontext(ucontext_t *c) { return refuse("getcontext", ENOSYS); }
int setcontext(const ucontext_t *c) { return refuse("setcontext", ENOSYS); }
int swapcontext(ucontext_t *restrict old, const ucontext_t *restrict new) { return refuse("swapcontext", ENOSYS); }
void makecontext(ucontext_t *c, void (*f)(void), int n, ...) { refuse("makecontext", ENOSYS); }

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) { return refuse("timer_create", ENOSYS); }

/* Loading libraries fails as it does for a file that is not there. */
static const char *load_error;
static char load_text[256];

void *dlopen(const char *file, int mode)
{
	static char program;
	if (!file) return &program;
	snprintf(load_text, sizeof load_text, "%s: cannot open shared object file: No such file or directory", file);
	load_error = load_text;
	return 0;
}
void *dlmopen(Lmid_t ns, const char *file, int mode) { return dlopen(file, mode); }
void *dlsym(void *restrict handle, const char *restrict name)
{
	snprintf(load_text, sizeof load_text, "%s: undefined symbol: %s", program_invocation_name, name);
	load_error = load_text;
	return 0;
}
void *dlvsym(void *restrict handle, const char *restrict name, const char *restrict version) { return dlsym(handle, name); }
int dlclose(void *handle) { return 0; }
char *dlerror(void)
{
	const char *text = load_error;
	load_error = 0;
	return (char *)text;
}
int dladdr(const void *address, Dl_info *info) { return 0; }
int dladdr1(const void *address, Dl_info *info, void **extra, int flags) { return 0; }
int dlinfo(void *restrict handle, int request, void *restrict argument) { return -1; }
int dl_iterate_phdr(int (*f)(struct dl_phdr_info *, size_t, void *), void *data) { return 0; }
