// errno values, strerror texts, perror, strerror_r, and calls that set errno.
//@ cflags: -D_GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static const int codes[] = { 0, EPERM, ENOENT, EINTR, EIO, E2BIG, EBADF, EAGAIN, ENOMEM, EACCES, EEXIST, ENOTDIR, EISDIR, EINVAL, EMFILE, ENOSPC, ESPIPE, EROFS, EPIPE, EDOM, ERANGE, ENAMETOOLONG, ENOSYS, ENOTEMPTY, ELOOP, EOVERFLOW, EILSEQ, ENOTSUP, ETIMEDOUT };
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) printf("%d %s\n", codes[i], strerror(codes[i]));
    printf("%s\n", strerror(9999));
    errno = ENOENT; perror("prefix");
    errno = EACCES; perror("");
    errno = EINVAL; perror(NULL);
    errno = 0; FILE *f = fopen("/nonexistent/file", "r"); printf("%d %d\n", f == NULL, errno == ENOENT);
    errno = 0; int fd = open("missing.tmp", O_RDONLY); printf("%d %s\n", fd, strerror(errno));
    errno = 0; int c = close(-1); printf("%d %s\n", c, strerror(errno));
    errno = 0; ssize_t n = write(99, "x", 1); printf("%zd %s\n", n, strerror(errno));
    errno = 0; off_t o = lseek(-1, 0, SEEK_SET); printf("%ld %s\n", (long)o, strerror(errno));
    errno = 0; long l = strtol("99999999999999999999", NULL, 10); printf("%d %s\n", l > 0, strerror(errno));
    errno = 0; fd = open("/", O_WRONLY); printf("%d %s\n", fd, strerror(errno));
    errno = 0; int d = chdir("/etc/passwd/x"); printf("%d %s\n", d, strerror(errno));
    char b[100]; char *m = strerror_r(ENOMEM, b, sizeof b); printf("%s\n", m);
    errno = EPIPE; printf("%m and %s\n", "more");
    errno = 5; int saved = errno; printf("%d\n", saved);
    return 3;
}
