/* Functions of glibc that musl lacks, and glibc's inner names for common calls. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#include <gnu/libc-version.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/wait.h>

/* Paths and files. */
char *canonicalize_file_name(const char *path) { return realpath(path, 0); }

int renameat2(int old_dir, const char *old, int new_dir, const char *new, unsigned flags)
{
	return syscall(SYS_renameat2, old_dir, old, new_dir, new, flags);
}

int faccessat(int dir, const char *path, int mode, int flags)
{
	if (flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) {
		errno = EINVAL;
		return -1;
	}
	if (!flags) return syscall(SYS_faccessat, dir, path, mode);
	return syscall(SYS_faccessat2, dir, path, mode, flags);
}

ssize_t readlink(const char *restrict path, char *restrict buf, size_t n) { return syscall(SYS_readlink, path, buf, n); }
ssize_t readlinkat(int dir, const char *restrict path, char *restrict buf, size_t n)
{
	return syscall(SYS_readlinkat, dir, path, buf, n);
}

/* Two slashes at the start of a path, no more, are kept. */
char *__pl_musl_dirname(char *);
char *dirname(char *path)
{
	char *result = __pl_musl_dirname(path);
	if (!path || path[0] != '/' || path[1] != '/' || path[2] == '/' || strcmp(result, "/")) return result;
	path[2] = 0;
	return path;
}

long __pl_musl_fpathconf(int, int);
long fpathconf(int fd, int name) { return fcntl(fd, F_GETFD) < 0 ? -1 : __pl_musl_fpathconf(fd, name); }

int rpmatch(const char *answer)
{
	if (*answer == 'y' || *answer == 'Y') return 1;
	return *answer == 'n' || *answer == 'N' ? 0 : -1;
}

#undef basename
char *basename(const char *path)
{
	char *slash = strrchr(path, '/');
	return slash ? slash + 1 : (char *)path;
}

/* POSIX's basename, which <libgen.h> asks for. */
char *__xpg_basename(char *path)
{
	if (!path || !*path) return ".";
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/') path[--n] = 0;
	char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}

char *getwd(char *buf) { return getcwd(buf, PATH_MAX); }
int __fsetlocking(FILE *f, int type) { return FSETLOCKING_INTERNAL; }
int fcloseall(void) { return fflush(0); }
char *tmpnam_r(char *s) { return s ? tmpnam(s) : 0; }
int close_range(unsigned first, unsigned last, int flags) { return syscall(SYS_close_range, first, last, flags); }
void closefrom(int first) { close_range(first < 0 ? 0 : first, ~0u, 0); }
ssize_t getdents64(int fd, void *buf, size_t n) { return syscall(SYS_getdents64, fd, buf, n); }
ssize_t getdirentries(int fd, char *restrict buf, size_t n, off_t *restrict base)
{
	*base = lseek(fd, 0, SEEK_CUR);
	return getdents64(fd, buf, n);
}

int scandirat(int dir, const char *restrict path, struct dirent ***restrict list,
	int (*select)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **))
{
	int saved = open(".", O_RDONLY | O_DIRECTORY), n = -1;
	if (saved >= 0 && (dir == AT_FDCWD || !fchdir(dir))) n = scandir(path, list, select, compare);
	if (saved >= 0) {
		fchdir(saved);
		close(saved);
	}
	return n;
}

int glob_pattern_p(const char *pattern, int quote)
{
	int open = 0;
	for (const char *p = pattern; *p; p++) {
		if (*p == '?' || *p == '*') return 1;
		if (*p == '\\' && quote && p[1]) p++;
		else if (*p == '[') open = 1;
		else if (*p == ']' && open) return 1;
	}
	return 0;
}

unsigned gnu_dev_major(dev_t d) { return ((d >> 32) & 0xfffff000) | ((d >> 8) & 0xfff); }
unsigned gnu_dev_minor(dev_t d) { return ((d >> 12) & 0xffffff00) | (d & 0xff); }
dev_t gnu_dev_makedev(unsigned major, unsigned minor)
{
	return ((dev_t)(major & 0xfffff000) << 32) | ((dev_t)(major & 0xfff) << 8)
		| ((dev_t)(minor & 0xffffff00) << 12) | (minor & 0xff);
}

/* Processes and system. */
int getcpu(unsigned *cpu, unsigned *node) { if (cpu) *cpu = 0; if (node) *node = 0; return 0; }
int tgkill(pid_t group, pid_t thread, int signal) { return syscall(SYS_tgkill, group, thread, signal); }
int group_member(gid_t gid)
{
	gid_t groups[NGROUPS_MAX < 1024 ? NGROUPS_MAX : 1024];
	int n = getgroups(sizeof groups / sizeof *groups, groups);
	while (n-- > 0) if (groups[n] == gid) return 1;
	return gid == getegid();
}
/* Limits that differ from musl's, or that musl does not know. */
long __pl_musl_sysconf(int);
long sysconf(int name)
{
	switch (name) {
	case _SC_LINE_MAX: return 2048;
	case _SC_NGROUPS_MAX: return 65536;
	case _SC_RE_DUP_MAX: return 32767;
	case _SC_HOST_NAME_MAX: return 64;
	case _SC_COLL_WEIGHTS_MAX: return 255;
	case _SC_CHAR_BIT: return CHAR_BIT;
	case _SC_CHAR_MAX: return CHAR_MAX;
	case _SC_CHAR_MIN: return CHAR_MIN;
	case _SC_INT_MAX: return INT_MAX;
	case _SC_INT_MIN: return INT_MIN;
	case _SC_LONG_BIT: return 64;
	case _SC_WORD_BIT: return 32;
	case _SC_SCHAR_MAX: return SCHAR_MAX;
	case _SC_SCHAR_MIN: return SCHAR_MIN;
	case _SC_SHRT_MAX: return SHRT_MAX;
	case _SC_SHRT_MIN: return SHRT_MIN;
	case _SC_UCHAR_MAX: return UCHAR_MAX;
	case _SC_UINT_MAX: return UINT_MAX;
	case _SC_ULONG_MAX: return ULONG_MAX;
	case _SC_USHRT_MAX: return USHRT_MAX;
	case _SC_SSIZE_MAX: return SSIZE_MAX;
	case _SC_NZERO: return 20;
	case _SC_NL_ARGMAX: return 4096;
	}
	return __pl_musl_sysconf(name);
}
int get_nprocs(void) { return sysconf(_SC_NPROCESSORS_ONLN); }
int get_nprocs_conf(void) { return sysconf(_SC_NPROCESSORS_CONF); }
long get_phys_pages(void) { return sysconf(_SC_PHYS_PAGES); }
long get_avphys_pages(void) { return sysconf(_SC_AVPHYS_PAGES); }
const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

/* The kernel's structures end where glibc's do; musl's are longer. */
int getrusage(int who, struct rusage *usage) { return syscall(SYS_getrusage, who, usage); }
int sysinfo(struct sysinfo *info) { return syscall(SYS_sysinfo, info); }
pid_t wait3(int *status, int options, struct rusage *usage) { return wait4(-1, status, options, usage); }
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	return syscall(SYS_wait4, pid, status, options, usage);
}
int sched_getscheduler(pid_t pid) { return syscall(SYS_sched_getscheduler, pid); }
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *p) { return syscall(SYS_sched_setscheduler, pid, policy, p); }
int sched_setparam(pid_t pid, const struct sched_param *p) { return syscall(SYS_sched_setparam, pid, p); }
int sched_getparam(pid_t pid, struct sched_param *p) { return syscall(SYS_sched_getparam, pid, p); }

int __lsysinfo(struct sysinfo *info) { return sysinfo(info); }

/* Terminals: a descriptor that is not a pseudoterminal's is an invalid argument. */
static int pseudoterminal_call(int fd, unsigned long request)
{
	int number = 0;
	if (!ioctl(fd, request, &number)) return 0;
	if (errno == ENOTTY) errno = EINVAL;
	return -1;
}
int grantpt(int fd) { return pseudoterminal_call(fd, TIOCGPTN); }
int unlockpt(int fd) { return pseudoterminal_call(fd, TIOCSPTLCK); }

/* Signals. */
int gsignal(int s) { return raise(s); }
__sighandler_t ssignal(int s, __sighandler_t f) { return signal(s, f); }
__sighandler_t sysv_signal(int s, __sighandler_t f)
{
	struct sigaction old, new = { .sa_handler = f, .sa_flags = SA_RESETHAND | SA_NODEFER };
	return sigaction(s, &new, &old) ? SIG_ERR : old.sa_handler;
}
__sighandler_t __sysv_signal(int s, __sighandler_t f) { return sysv_signal(s, f); }
int sigblock(int mask)
{
	sigset_t set = { { (unsigned)mask } }, old;
	sigprocmask(SIG_BLOCK, &set, &old);
	return old.__val[0];
}
int sigsetmask(int mask)
{
	sigset_t set = { { (unsigned)mask } }, old;
	sigprocmask(SIG_SETMASK, &set, &old);
	return old.__val[0];
}
int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }
int siggetmask(void) { return sigblock(0); }
int sigismember(const sigset_t *set, int s)
{
	if (s < 1 || s > 64) {
		errno = EINVAL;
		return -1;
	}
	return set->__val[0] >> (s - 1) & 1;
}

/* Memory. */
int mprotect(void *p, size_t n, int rights) { return syscall(SYS_mprotect, p, n, rights); }
void *pvalloc(size_t n) { return memalign(4096, (n + 4095) & ~4095UL); }
int mallopt(int parameter, int value) { return 1; }
int malloc_trim(size_t pad) { return 0; }
void malloc_stats(void) { }
int malloc_info(int options, FILE *f) { return 0; }
struct mallinfo mallinfo(void) { return (struct mallinfo){ 0 }; }
struct mallinfo2 mallinfo2(void) { return (struct mallinfo2){ 0 }; }
void cfree(void *p) { free(p); }
int backtrace(void **frames, int n) { return 0; }
char **backtrace_symbols(void *const *frames, int n) { return 0; }
void backtrace_symbols_fd(void *const *frames, int n, int fd) { }
void mtrace(void) { }
void muntrace(void) { }

/* Strings. */
char *strfry(char *s) { return s; }
wchar_t *wcschrnul(const wchar_t *s, wchar_t c) { while (*s && *s != c) s++; return (wchar_t *)s; }
wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters, wchar_t **restrict save)
{
	if (!s && !(s = *save)) {
		errno = EINVAL;
		return 0;
	}
	s += wcsspn(s, delimiters);
	if (!*s) return *save = 0;
	wchar_t *end = s + wcscspn(s, delimiters);
	*save = *end ? end + 1 : 0;
	*end = 0;
	return s;
}
wchar_t *wmempcpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) { return wmemcpy(d, s, n) + n; }
int __strverscmp(const char *a, const char *b) { return strverscmp(a, b); }
char *__strcasestr(const char *h, const char *n) { return strcasestr(h, n); }
char *__strsep_g(char **s, const char *d) { return strsep(s, d); }
void __bzero(void *s, size_t n) { memset(s, 0, n); }
int __memcmpeq(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
int __ffs(int i) { return ffs(i); }
char *__strerror_r(int e, char *buf, size_t n) { return strerror_r(e, buf, n); }
int (_tolower)(int c) { return c | 32; }
int (_toupper)(int c) { return c & ~32; }
int (isctype)(int c, int mask) { return (*__ctype_b_loc())[c] & (unsigned short)mask; }

int __iswctype(wint_t c, wctype_t t) { return iswctype(c, t); }
wint_t __towctrans(wint_t c, wctrans_t t) { return towctrans(c, t); }
int __wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t l) { return wcscasecmp(a, b); }
int __wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t n, locale_t l) { return wcsncasecmp(a, b, n); }

/* Numbers. */
double __strtod_internal(const char *s, char **end, int group) { return strtod(s, end); }
float __strtof_internal(const char *s, char **end, int group) { return strtof(s, end); }
long double __strtold_internal(const char *s, char **end, int group) { return strtold(s, end); }
double wcstod_l(const wchar_t *restrict s, wchar_t **restrict end, locale_t l) { return wcstod(s, end); }
float wcstof_l(const wchar_t *restrict s, wchar_t **restrict end, locale_t l) { return wcstof(s, end); }
long double wcstold_l(const wchar_t *restrict s, wchar_t **restrict end, locale_t l) { return wcstold(s, end); }
int strfromd(char *restrict s, size_t n, const char *restrict format, double v) { return snprintf(s, n, format, v); }
int strfromf(char *restrict s, size_t n, const char *restrict format, float v) { return snprintf(s, n, format, v); }
int strfroml(char *restrict s, size_t n, const char *restrict format, long double v)
{
	char with_length[32];
	size_t last = strlen(format) - 1;
	if (last + 3 > sizeof with_length) return -1;
	memcpy(with_length, format, last);
	with_length[last] = 'L';
	strcpy(with_length + last + 1, format + last);
	return snprintf(s, n, with_length, v);
}
uint32_t arc4random(void) { uint32_t v; getrandom(&v, sizeof v, 0); return v; }
void arc4random_buf(void *p, size_t n) { getrandom(p, n, 0); }
uint32_t arc4random_uniform(uint32_t bound)
{
	if (bound < 2) return 0;
	uint32_t lowest = -bound % bound, v;
	do v = arc4random(); while (v < lowest);
	return v % bound;
}

#define SCANNER(name, call, CH, ...) \
int name(__VA_ARGS__, const CH *restrict format, ...) \
{ \
	va_list ap; \
	va_start(ap, format); \
	int n = call; \
	va_end(ap); \
	return n; \
}
SCANNER(__isoc23_fscanf, vfscanf(f, format, ap), char, FILE *restrict f)
SCANNER(__isoc23_sscanf, vsscanf(s, format, ap), char, const char *restrict s)
SCANNER(__isoc23_fwscanf, vfwscanf(f, format, ap), wchar_t, FILE *restrict f)
SCANNER(__isoc23_swscanf, vswscanf(s, format, ap), wchar_t, const wchar_t *restrict s)
int __isoc23_vfscanf(FILE *restrict f, const char *restrict format, va_list ap) { return vfscanf(f, format, ap); }
int __isoc23_vsscanf(const char *restrict s, const char *restrict format, va_list ap) { return vsscanf(s, format, ap); }
int __isoc23_vscanf(const char *restrict format, va_list ap) { return vfscanf(stdin, format, ap); }
int __isoc23_vfwscanf(FILE *restrict f, const wchar_t *restrict format, va_list ap) { return vfwscanf(f, format, ap); }
int __isoc23_vswscanf(const wchar_t *restrict s, const wchar_t *restrict format, va_list ap) { return vswscanf(s, format, ap); }
int __isoc23_vwscanf(const wchar_t *restrict format, va_list ap) { return vfwscanf(stdin, format, ap); }
int __isoc23_scanf(const char *restrict format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vfscanf(stdin, format, ap);
	va_end(ap);
	return n;
}
int __isoc23_wscanf(const wchar_t *restrict format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vfwscanf(stdin, format, ap);
	va_end(ap);
	return n;
}

/* Trees and time. */
static void (*walk_action)(const void *, VISIT, void *);
static void *walk_closure;
static void walk_step(const void *node, VISIT visit, int depth) { walk_action(node, visit, walk_closure); }
void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *closure)
{
	walk_action = action;
	walk_closure = closure;
	twalk(root, walk_step);
}

ENTRY *__pl_musl_hsearch(ENTRY, ACTION);
int __pl_musl_hsearch_r(ENTRY, ACTION, ENTRY **, struct hsearch_data *);
ENTRY *hsearch(ENTRY item, ACTION action)
{
	ENTRY *found = __pl_musl_hsearch(item, action);
	if (!found && action == FIND) errno = ESRCH;
	return found;
}
int hsearch_r(ENTRY item, ACTION action, ENTRY **found, struct hsearch_data *table)
{
	int result = __pl_musl_hsearch_r(item, action, found, table);
	if (!result && action == FIND) errno = ESRCH;
	return result;
}

static char *format_time(const struct tm *t, char *buf, size_t size)
{
	static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const char *day = (unsigned)t->tm_wday < 7 ? days + 3 * t->tm_wday : "???";
	const char *month = (unsigned)t->tm_mon < 12 ? months + 3 * t->tm_mon : "???";
	int n = t->tm_year > INT_MAX - 1900 ? -1 : snprintf(buf, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month,
		t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year);
	if (n >= 0 && (size_t)n < size) return buf;
	errno = EOVERFLOW;
	return 0;
}
char *asctime_r(const struct tm *restrict t, char *restrict buf) { return format_time(t, buf, 26); }
char *asctime(const struct tm *t)
{
	static char text[114];
	return format_time(t, text, sizeof text);
}
char *ctime(const time_t *t)
{
	struct tm *broken = localtime(t);
	return broken ? asctime(broken) : 0;
}
char *ctime_r(const time_t *t, char *buf)
{
	struct tm broken;
	return localtime_r(t, &broken) ? asctime_r(&broken, buf) : 0;
}

/* The value of an unknown option is its whole text. */
int getsubopt(char **restrict options, char *const *restrict names, char **restrict value)
{
	char *option = *options, *end = option + strcspn(option, ",");
	size_t n = strcspn(option, "=,");
	if (!*option) return -1;
	*value = option[n] == '=' ? option + n + 1 : 0;
	*options = *end ? end + 1 : end;
	*end = 0;
	for (int i = 0; names[i]; i++)
		if (strlen(names[i]) == n && !strncmp(names[i], option, n)) return i;
	*value = option;
	return -1;
}

int clock_getcpuclockid(pid_t pid, clockid_t *clock)
{
	if (pid && pid != getpid()) return ESRCH;
	*clock = CLOCK_PROCESS_CPUTIME_ID;
	return 0;
}
time_t timelocal(struct tm *t) { return mktime(t); }
int dysize(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365; }
int timespec_getres(struct timespec *t, int base)
{
	if (base != TIME_UTC) return 0;
	if (t) clock_getres(CLOCK_REALTIME, t);
	return base;
}

/* Inner names. */
int __close(int fd) { return close(fd); }
ssize_t __read(int fd, void *p, size_t n) { return read(fd, p, n); }
ssize_t __write(int fd, const void *p, size_t n) { return write(fd, p, n); }
int __dup2(int a, int b) { return dup2(a, b); }
int __pipe(int p[2]) { return pipe(p); }
int __poll(struct pollfd *p, nfds_t n, int timeout) { return poll(p, n, timeout); }
int __select(int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t) { return select(n, r, w, e, t); }
int __nanosleep(const struct timespec *t, struct timespec *rest) { return nanosleep(t, rest); }
int __gettimeofday(struct timeval *t, void *zone) { return gettimeofday(t, zone); }
pid_t __getpid(void) { return getpid(); }
pid_t __getpgid(pid_t pid) { return getpgid(pid); }
int __setpgid(pid_t pid, pid_t group) { return setpgid(pid, group); }
int __getpagesize(void) { return getpagesize(); }
long __sysconf(int name) { return sysconf(name); }
pid_t __waitpid(pid_t pid, int *status, int options) { return waitpid(pid, status, options); }
int __sched_yield(void) { return 0; }
int __vsnprintf(char *s, size_t n, const char *format, va_list ap) { return vsnprintf(s, n, format, ap); }
int __vfscanf(FILE *f, const char *format, va_list ap) { return vfscanf(f, format, ap); }
int __vsscanf(const char *s, const char *format, va_list ap) { return vsscanf(s, format, ap); }
cpu_set_t *__sched_cpualloc(size_t n) { return malloc(CPU_ALLOC_SIZE(n)); }
void __sched_cpufree(cpu_set_t *s) { free(s); }
int __underflow(FILE *f)
{
	int c = getc(f);
	if (c != EOF) ungetc(c, f);
	return c;
}
