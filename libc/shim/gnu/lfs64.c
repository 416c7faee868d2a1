/* Names with 64: on x86-64 the types behind them are the plain ones. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/uio.h>

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "stat");
_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "dirent");
_Static_assert(sizeof(off_t) == sizeof(off64_t), "off_t");

static mode_t mode_argument(int flags, va_list ap)
{
	return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(ap, mode_t) : 0;
}

#define WITH_MODE(call) \
	va_list ap; \
	va_start(ap, flags); \
	mode_t mode = mode_argument(flags, ap); \
	va_end(ap); \
	return call

int open64(const char *path, int flags, ...) { WITH_MODE(open(path, flags, mode)); }
int __open64(const char *path, int flags, ...) { WITH_MODE(open(path, flags, mode)); }
int __open(const char *path, int flags, ...) { WITH_MODE(open(path, flags, mode)); }
int openat64(int dir, const char *path, int flags, ...) { WITH_MODE(openat(dir, path, flags, mode)); }
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open(path, flags); }
int __openat_2(int dir, const char *path, int flags) { return openat(dir, path, flags); }
int __openat64_2(int dir, const char *path, int flags) { return openat(dir, path, flags); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }
FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict f) { return freopen(path, mode, f); }
FILE *tmpfile64(void) { return tmpfile(); }
int fseeko64(FILE *f, off64_t offset, int whence) { return fseeko(f, offset, whence); }
off64_t ftello64(FILE *f) { return ftello(f); }
int fgetpos64(FILE *restrict f, fpos64_t *restrict p) { return fgetpos(f, (fpos_t *)p); }
int fsetpos64(FILE *f, const fpos64_t *p) { return fsetpos(f, (const fpos_t *)p); }

off64_t lseek64(int fd, off64_t offset, int whence) { return lseek(fd, offset, whence); }
int stat64(const char *restrict path, struct stat64 *restrict s) { return stat(path, (struct stat *)s); }
int lstat64(const char *restrict path, struct stat64 *restrict s) { return lstat(path, (struct stat *)s); }
int fstat64(int fd, struct stat64 *s) { return fstat(fd, (struct stat *)s); }
int fstatat64(int dir, const char *restrict path, struct stat64 *restrict s, int flags) { return fstatat(dir, path, (struct stat *)s, flags); }
int __xstat64(int version, const char *path, struct stat64 *s) { return stat64(path, s); }
int __lxstat64(int version, const char *path, struct stat64 *s) { return lstat64(path, s); }
int __fxstat64(int version, int fd, struct stat64 *s) { return fstat64(fd, s); }
int __fxstatat64(int version, int dir, const char *path, struct stat64 *s, int flags) { return fstatat64(dir, path, s, flags); }
int statfs64(const char *path, struct statfs64 *s) { return statfs(path, (struct statfs *)s); }
int fstatfs64(int fd, struct statfs64 *s) { return fstatfs(fd, (struct statfs *)s); }
int __statfs(const char *path, struct statfs *s) { return statfs(path, s); }
int statvfs64(const char *restrict path, struct statvfs64 *restrict s) { return statvfs(path, (struct statvfs *)s); }
int fstatvfs64(int fd, struct statvfs64 *s) { return fstatvfs(fd, (struct statvfs *)s); }
int truncate64(const char *path, off64_t n) { return truncate(path, n); }
int ftruncate64(int fd, off64_t n) { return ftruncate(fd, n); }
int lockf64(int fd, int command, off64_t n) { return lockf(fd, command, n); }
int posix_fadvise64(int fd, off64_t offset, off64_t n, int advice) { return posix_fadvise(fd, offset, n, advice); }
int posix_fallocate64(int fd, off64_t offset, off64_t n) { return posix_fallocate(fd, offset, n); }
int fallocate64(int fd, int mode, off64_t offset, off64_t n) { return fallocate(fd, mode, offset, n); }
ssize_t pread64(int fd, void *p, size_t n, off64_t offset) { return pread(fd, p, n, offset); }
ssize_t pwrite64(int fd, const void *p, size_t n, off64_t offset) { return pwrite(fd, p, n, offset); }
ssize_t __pread64(int fd, void *p, size_t n, off64_t offset) { return pread(fd, p, n, offset); }
ssize_t __pwrite64(int fd, const void *p, size_t n, off64_t offset) { return pwrite(fd, p, n, offset); }
ssize_t preadv64(int fd, const struct iovec *v, int n, off64_t offset) { return preadv(fd, v, n, offset); }
ssize_t pwritev64(int fd, const struct iovec *v, int n, off64_t offset) { return pwritev(fd, v, n, offset); }
ssize_t sendfile64(int out, int in, off64_t *offset, size_t n) { return sendfile(out, in, offset, n); }
void *mmap64(void *p, size_t n, int protection, int flags, int fd, off64_t offset) { return mmap(p, n, protection, flags, fd, offset); }
int getrlimit64(__rlimit_resource_t r, struct rlimit64 *l) { return getrlimit(r, (struct rlimit *)l); }
int setrlimit64(__rlimit_resource_t r, const struct rlimit64 *l) { return setrlimit(r, (const struct rlimit *)l); }
int prlimit64(pid_t pid, enum __rlimit_resource r, const struct rlimit64 *new, struct rlimit64 *old) { return prlimit(pid, r, (const struct rlimit *)new, (struct rlimit *)old); }

struct dirent64 *readdir64(DIR *d) { return (struct dirent64 *)readdir(d); }
int readdir64_r(DIR *restrict d, struct dirent64 *restrict e, struct dirent64 **restrict r) { return readdir_r(d, (struct dirent *)e, (struct dirent **)r); }
int alphasort64(const struct dirent64 **a, const struct dirent64 **b) { return alphasort((void *)a, (void *)b); }
int versionsort64(const struct dirent64 **a, const struct dirent64 **b) { return versionsort((void *)a, (void *)b); }
int scandir64(const char *restrict path, struct dirent64 ***restrict list, int (*select)(const struct dirent64 *),
	int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
	return scandir(path, (void *)list, (void *)select, (void *)compare);
}
int glob64(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob64_t *restrict g) { return glob(pattern, flags, on_error, (glob_t *)g); }
void globfree64(glob64_t *g) { globfree((glob_t *)g); }
int ftw64(const char *path, __ftw64_func_t f, int n) { return ftw(path, (__ftw_func_t)f, n); }
int nftw64(const char *path, __nftw64_func_t f, int n, int flags) { return nftw(path, (__nftw_func_t)f, n, flags); }
int mkstemp64(char *t) { return mkstemp(t); }
int mkostemp64(char *t, int flags) { return mkostemp(t, flags); }
int mkstemps64(char *t, int n) { return mkstemps(t, n); }
int mkostemps64(char *t, int n, int flags) { return mkostemps(t, n, flags); }
