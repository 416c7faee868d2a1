/* Program entry, the one thread's descriptor, and what musl's internals expect
 * from a threaded runtime. */
#define _GNU_SOURCE
#include <elf.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include "libc.h"
#include "pthread_impl.h"

void __pl_run_ctors(void);
void __pl_init_locale(void);
int main(int, char **, char **);

struct __pthread __pl_self;
char **__environ;
weak_alias(__environ, environ);
weak_alias(__environ, _environ);
weak_alias(__environ, ___environ);

struct __libc __libc;
size_t __hwcap;
size_t __sysinfo;
int __libc_enable_secure;

/* These are variables of the program: error() and err() read what it assigns. */
char *__progname = "", *__progname_full = "";
weak_alias(__progname, program_invocation_short_name);
weak_alias(__progname_full, program_invocation_name);

static void *thread_values[PTHREAD_KEYS_MAX];

static void name_program(char *argv0)
{
	__progname = __progname_full = argv0;
	for (char *p = argv0; *p; p++)
		if (*p == '/') __progname = p + 1;
}

int __pl_start(int argc, char **argv, char **envp, size_t *auxv)
{
	static size_t no_auxv[2];
	__environ = envp;
	libc.auxv = auxv ? auxv : no_auxv;
	libc.page_size = 4096;
	for (size_t *a = libc.auxv; a[0]; a += 2) {
		if (a[0] == AT_PAGESZ) libc.page_size = a[1];
		if (a[0] == AT_HWCAP) __hwcap = a[1];
	}
	__pl_self.self = &__pl_self;
	__pl_self.prev = __pl_self.next = &__pl_self;
	__pl_init_locale();
	__pl_self.tsd = thread_values;
	__pl_self.detach_state = DT_JOINABLE;
	__pl_self.tid = __syscall(SYS_gettid);
	if (argc > 0 && argv[0]) name_program(argv[0]);
	__pl_run_ctors();
	exit(main(argc, argv, envp));
}

int *__errno_location(void)
{
	return &__pl_self.errno_val;
}
weak_alias(__errno_location, ___errno_location);

int *__h_errno_location(void)
{
	return &__pl_self.h_errno_val;
}

/* What sigaction() passes to the kernel as the way back from a handler. There is no
 * stack to return on: the model of the operating system calls this function instead
 * of the handler, which it passes along. */
void __restore_rt(void (*handler)(int, siginfo_t *, void *), int signal,
                  siginfo_t *info, void *context)
{
	handler(signal, info, context);
	__syscall(SYS_rt_sigreturn);
}

long (__syscall_cp)(long nr, long a, long b, long c, long d, long e, long f)
{
	return __pl_syscall(nr, a, b, c, d, e, f);
}

void *__libc_malloc(size_t n) { return malloc(n); }
void *__libc_calloc(size_t n, size_t size) { return calloc(n, size); }
void *__libc_realloc(void *p, size_t n) { return realloc(p, n); }
void __libc_free(void *p) { free(p); }

void __lock(volatile int *l) { }
void __unlock(volatile int *l) { }
void __wait(volatile int *addr, volatile int *waiters, int val, int priv) { }
void __tl_lock(void) { }
void __tl_unlock(void) { }
void __synccall(void (*func)(void *), void *ctx) { func(ctx); }
int __set_thread_area(void *p) { return 0; }
void __acquire_ptc(void) { }
void __release_ptc(void) { }
void __inhibit_ptc(void) { }
void __vm_wait(void) { }
void __vm_lock(void) { }
void __vm_unlock(void) { }
void *__vdsosym(const char *version, const char *name) { return 0; }

volatile int __thread_list_lock;
volatile int __abort_lock[1];
