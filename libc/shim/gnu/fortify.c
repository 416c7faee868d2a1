/* The checked functions that _FORTIFY_SOURCE calls. The engine checks every
 * access itself: sizes are ignored, so that the fault is seen where it happens. */
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>
#include <obstack.h>
#include <sys/select.h>
#include <sys/socket.h>

void __chk_fail(void);

void __longjmp_chk(jmp_buf env, int value) { longjmp(env, value); }

void *__memcpy_chk(void *d, const void *s, size_t n, size_t room) { return memcpy(d, s, n); }
void *__memmove_chk(void *d, const void *s, size_t n, size_t room) { return memmove(d, s, n); }
void *__mempcpy_chk(void *d, const void *s, size_t n, size_t room) { return mempcpy(d, s, n); }
void *__memset_chk(void *d, int c, size_t n, size_t room) { return memset(d, c, n); }
void __explicit_bzero_chk(void *d, size_t n, size_t room) { memset(d, 0, n); }
char *__strcpy_chk(char *d, const char *s, size_t room) { return strcpy(d, s); }
char *__stpcpy_chk(char *d, const char *s, size_t room) { return stpcpy(d, s); }
char *__strncpy_chk(char *d, const char *s, size_t n, size_t room) { return strncpy(d, s, n); }
char *__stpncpy_chk(char *d, const char *s, size_t n, size_t room) { return stpncpy(d, s, n); }
char *__strcat_chk(char *d, const char *s, size_t room) { return strcat(d, s); }
char *__strncat_chk(char *d, const char *s, size_t n, size_t room) { return strncat(d, s, n); }
size_t __strlcpy_chk(char *d, const char *s, size_t n, size_t room) { extern size_t strlcpy(char *, const char *, size_t); return strlcpy(d, s, n); }
size_t __strlcat_chk(char *d, const char *s, size_t n, size_t room) { extern size_t strlcat(char *, const char *, size_t); return strlcat(d, s, n); }

wchar_t *__wmemcpy_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) { return wmemcpy(d, s, n); }
wchar_t *__wmemmove_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) { return wmemmove(d, s, n); }
wchar_t *__wmempcpy_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) { return wmempcpy(d, s, n); }
wchar_t *__wmemset_chk(wchar_t *d, wchar_t c, size_t n, size_t room) { return wmemset(d, c, n); }
wchar_t *__wcscpy_chk(wchar_t *d, const wchar_t *s, size_t room) { return wcscpy(d, s); }
wchar_t *__wcpcpy_chk(wchar_t *d, const wchar_t *s, size_t room) { return wcpcpy(d, s); }
wchar_t *__wcsncpy_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) { return wcsncpy(d, s, n); }
wchar_t *__wcpncpy_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) { return wcpncpy(d, s, n); }
wchar_t *__wcscat_chk(wchar_t *d, const wchar_t *s, size_t room) { return wcscat(d, s); }
wchar_t *__wcsncat_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) { return wcsncat(d, s, n); }
size_t __wcrtomb_chk(char *s, wchar_t wc, mbstate_t *st, size_t room) { return wcrtomb(s, wc, st); }
int __wctomb_chk(char *s, wchar_t wc, size_t room) { return wctomb(s, wc); }
size_t __mbstowcs_chk(wchar_t *d, const char *s, size_t n, size_t room) { return mbstowcs(d, s, n); }
size_t __wcstombs_chk(char *d, const wchar_t *s, size_t n, size_t room) { return wcstombs(d, s, n); }
size_t __mbsrtowcs_chk(wchar_t *d, const char **s, size_t n, mbstate_t *st, size_t room) { return mbsrtowcs(d, s, n, st); }
size_t __mbsnrtowcs_chk(wchar_t *d, const char **s, size_t nb, size_t n, mbstate_t *st, size_t room) { return mbsnrtowcs(d, s, nb, n, st); }
size_t __wcsrtombs_chk(char *d, const wchar_t **s, size_t n, mbstate_t *st, size_t room) { return wcsrtombs(d, s, n, st); }
size_t __wcsnrtombs_chk(char *d, const wchar_t **s, size_t nw, size_t n, mbstate_t *st, size_t room) { return wcsnrtombs(d, s, nw, n, st); }

int __vsprintf_chk(char *s, int flag, size_t room, const char *format, va_list ap) { return vsprintf(s, format, ap); }
int __vsnprintf_chk(char *s, size_t n, int flag, size_t room, const char *format, va_list ap) { return vsnprintf(s, n, format, ap); }
int __vfprintf_chk(FILE *f, int flag, const char *format, va_list ap) { return vfprintf(f, format, ap); }
int __vprintf_chk(int flag, const char *format, va_list ap) { return vprintf(format, ap); }
int __vdprintf_chk(int fd, int flag, const char *format, va_list ap) { return vdprintf(fd, format, ap); }
int __vasprintf_chk(char **s, int flag, const char *format, va_list ap) { return vasprintf(s, format, ap); }
int __vswprintf_chk(wchar_t *s, size_t n, int flag, size_t room, const wchar_t *format, va_list ap) { return vswprintf(s, n, format, ap); }
int __vfwprintf_chk(FILE *f, int flag, const wchar_t *format, va_list ap) { return vfwprintf(f, format, ap); }
int __vwprintf_chk(int flag, const wchar_t *format, va_list ap) { return vwprintf(format, ap); }
int __obstack_vprintf_chk(struct obstack *o, int flag, const char *format, va_list ap) { return obstack_vprintf(o, format, ap); }
void __vsyslog_chk(int priority, int flag, const char *format, va_list ap) { vsyslog(priority, format, ap); }

#define VARIADIC(call) \
	va_list ap; \
	va_start(ap, format); \
	int n = call; \
	va_end(ap); \
	return n

int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...) { VARIADIC(vsprintf(s, format, ap)); }
int __snprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, ...) { VARIADIC(vsnprintf(s, size, format, ap)); }
int __fprintf_chk(FILE *f, int flag, const char *format, ...) { VARIADIC(vfprintf(f, format, ap)); }
int __printf_chk(int flag, const char *format, ...) { VARIADIC(vprintf(format, ap)); }
int __dprintf_chk(int fd, int flag, const char *format, ...) { VARIADIC(vdprintf(fd, format, ap)); }
int __asprintf_chk(char **s, int flag, const char *format, ...) { VARIADIC(vasprintf(s, format, ap)); }
int __asprintf(char **s, const char *format, ...) { VARIADIC(vasprintf(s, format, ap)); }
int __swprintf_chk(wchar_t *s, size_t size, int flag, size_t room, const wchar_t *format, ...) { VARIADIC(vswprintf(s, size, format, ap)); }
int __fwprintf_chk(FILE *f, int flag, const wchar_t *format, ...) { VARIADIC(vfwprintf(f, format, ap)); }
int __wprintf_chk(int flag, const wchar_t *format, ...) { VARIADIC(vwprintf(format, ap)); }
int __obstack_printf_chk(struct obstack *o, int flag, const char *format, ...) { VARIADIC(obstack_vprintf(o, format, ap)); }
void __syslog_chk(int priority, int flag, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	vsyslog(priority, format, ap);
	va_end(ap);
}

char *__fgets_chk(char *s, size_t room, int n, FILE *f) { return fgets(s, n, f); }
char *__fgets_unlocked_chk(char *s, size_t room, int n, FILE *f) { return fgets(s, n, f); }
wchar_t *__fgetws_chk(wchar_t *s, size_t room, int n, FILE *f) { return fgetws(s, n, f); }
wchar_t *__fgetws_unlocked_chk(wchar_t *s, size_t room, int n, FILE *f) { return fgetws(s, n, f); }
size_t __fread_chk(void *p, size_t room, size_t size, size_t n, FILE *f) { return fread(p, size, n, f); }
size_t __fread_unlocked_chk(void *p, size_t room, size_t size, size_t n, FILE *f) { return fread(p, size, n, f); }
char *gets(char *);
char *__gets_chk(char *s, size_t room) { return gets(s); }
ssize_t __read_chk(int fd, void *p, size_t n, size_t room) { return read(fd, p, n); }
ssize_t __pread_chk(int fd, void *p, size_t n, off_t offset, size_t room) { return pread(fd, p, n, offset); }
ssize_t __pread64_chk(int fd, void *p, size_t n, off_t offset, size_t room) { return pread(fd, p, n, offset); }
ssize_t __recv_chk(int fd, void *p, size_t n, size_t room, int flags) { return recv(fd, p, n, flags); }
ssize_t __recvfrom_chk(int fd, void *p, size_t n, size_t room, int flags, struct sockaddr *a, socklen_t *l) { return recvfrom(fd, p, n, flags, a, l); }
ssize_t __readlink_chk(const char *path, char *s, size_t n, size_t room) { return readlink(path, s, n); }
ssize_t __readlinkat_chk(int dir, const char *path, char *s, size_t n, size_t room) { return readlinkat(dir, path, s, n); }
char *__realpath_chk(const char *path, char *s, size_t room) { return realpath(path, s); }
char *__getcwd_chk(char *s, size_t n, size_t room) { return getcwd(s, n); }
char *__getwd_chk(char *s, size_t room) { return getcwd(s, PATH_MAX); }
int __gethostname_chk(char *s, size_t n, size_t room) { return gethostname(s, n); }
int __getdomainname_chk(char *s, size_t n, size_t room) { return getdomainname(s, n); }
int __getgroups_chk(int n, gid_t *list, size_t room) { return getgroups(n, list); }
int __getlogin_r_chk(char *s, size_t n, size_t room) { return getlogin_r(s, n); }
int __ttyname_r_chk(int fd, char *s, size_t n, size_t room) { return ttyname_r(fd, s, n); }
int __ptsname_r_chk(int fd, char *s, size_t n, size_t room) { return ptsname_r(fd, s, n); }
size_t __confstr_chk(int name, char *s, size_t n, size_t room) { return confstr(name, s, n); }
int __poll_chk(struct pollfd *p, nfds_t n, int timeout, size_t room) { return poll(p, n, timeout); }
int __ppoll_chk(struct pollfd *p, nfds_t n, const struct timespec *t, const sigset_t *s, size_t room) { return ppoll(p, n, t, s); }
long __fdelt_chk(long fd) { if (fd < 0 || fd >= FD_SETSIZE) __chk_fail(); return fd / __NFDBITS; }
long __fdelt_warn(long fd) { return __fdelt_chk(fd); }
