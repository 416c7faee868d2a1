//@ cflags: -fno-builtin
/* Reading and writing through descriptors, positions, truncation, duplication, vectors; errors included. */
#include "check.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>

static void content(const char *name) {
    char text[128];
    int fd = open(name, O_RDONLY);
    ssize_t n = read(fd, text, sizeof text);
    close(fd);
    bytes(text, n > 0 ? (size_t)n : 0);
}

#define OPENED(f, args) do { errno = 0; int r_ = (f) args, e_ = errno; line_open(#f, #args); put_text(r_ >= 0 ? "fd" : "-1"); tail_errno_if(r_ < 0, e_); if (r_ >= 0) close(r_); } while (0)

int main(void) {
    char b[32];
    struct stat st;
    umask(022);
    OPENED(open, ("f", O_RDONLY)); OPENED(open, ("f", O_WRONLY | O_CREAT, 0640)); OPENED(open, ("f", O_WRONLY | O_CREAT | O_EXCL, 0640)); OPENED(open, ("f/x", O_RDONLY)); OPENED(open, ("", O_RDONLY)); OPENED(open, (".", O_WRONLY)); OPENED(open, (".", O_RDONLY | O_DIRECTORY)); OPENED(open, ("f", O_RDONLY | O_DIRECTORY)); OPENED(open, ("none/x", O_CREAT | O_WRONLY, 0600));
    OPENED(open64, ("f", O_RDONLY)); OPENED(creat, ("c", 0600)); OPENED(creat64, ("c", 0600)); OPENED(openat, (AT_FDCWD, "f", O_RDONLY)); OPENED(openat, (-5, "f", O_RDONLY)); OPENED(openat64, (AT_FDCWD, "nope", O_RDONLY));
    char longer[300];
    memset(longer, 'n', 299); longer[299] = 0;
    OPENED(open, (longer, O_RDONLY));
    int fd = open("f", O_RDWR), readable = open("f", O_RDONLY), writable = open("f", O_WRONLY);
    SYS(write, (fd, "hello world", 11)); SYS(write, (fd, "x", 0)); SYS(write, (readable, "x", 1)); SYS(write, (999, "x", 1)); SYS(write, (-1, "x", 1));
    SYS(lseek, (fd, 0, SEEK_CUR)); SYS(lseek, (fd, -3, SEEK_END)); SYS(lseek, (fd, -1, SEEK_SET)); SYS(lseek, (fd, 0, 77)); SYS(lseek, (999, 0, SEEK_SET)); SYS(lseek64, (fd, 2, SEEK_SET));
    memset(b, '#', 32); SYS(read, (fd, b, 4)); bytes(b, 6);
    SYS(read, (fd, b, 32)); bytes(b, 8); SYS(read, (fd, b, 32)); SYS(read, (fd, b, 0)); SYS(read, (writable, b, 1)); SYS(read, (999, b, 1));
    memset(b, '#', 32); SYS(pread, (fd, b, 5, 6)); bytes(b, 6); SYS(pread, (fd, b, 5, 100)); SYS(pread, (fd, b, 5, -1)); SYS(pread64, (fd, b, 2, 0)); bytes(b, 2);
    SYS(pwrite, (fd, "WORLD", 5, 6)); content("f"); SYS(pwrite, (fd, "!", 1, -1)); SYS(pwrite64, (fd, "!", 1, 13)); content("f");
    SYS(lseek, (fd, 0, SEEK_CUR));
    SYS(ftruncate, (fd, 4)); content("f"); SYS(ftruncate, (fd, 8)); content("f"); SYS(ftruncate, (fd, -1)); SYS(ftruncate, (readable, 1)); SYS(ftruncate, (999, 1)); SYS(ftruncate64, (fd, 6)); content("f");
    SYS(truncate, ("f", 3)); content("f"); SYS(truncate, ("none", 3)); SYS(truncate, (".", 3)); SYS(truncate, ("f", -3)); SYS(truncate64, ("f", 5)); content("f");
    SYS(fsync, (fd)); SYS(fdatasync, (fd)); SYS(fsync, (999)); VOID(sync, ());
    CODE(posix_fallocate, (fd, 0, 10)); fstat(fd, &st); also("size", st.st_size); CODE(posix_fallocate, (fd, -1, 10)); CODE(posix_fallocate, (999, 0, 10)); CODE(posix_fallocate64, (fd, 0, 12));
    CODE(posix_fadvise, (fd, 0, 0, POSIX_FADV_SEQUENTIAL)); CODE(posix_fadvise, (fd, 0, 0, 99)); CODE(posix_fadvise64, (999, 0, 0, 0));
    ftruncate(fd, 0); lseek(fd, 0, SEEK_SET);

    struct iovec out[3] = {{"ab", 2}, {"", 0}, {"cde", 3}}, in[2] = {{b, 3}, {b + 8, 9}};
    SYS(writev, (fd, out, 3)); content("f"); SYS(writev, (fd, out, 0)); SYS(writev, (fd, out, -1)); SYS(writev, (999, out, 3));
    lseek(fd, 0, SEEK_SET); memset(b, '#', 32);
    SYS(readv, (fd, in, 2)); bytes(b, 12); SYS(readv, (fd, in, 2)); SYS(readv, (fd, in, -1));
    SYS(preadv, (fd, in, 2, 1)); bytes(b, 12); SYS(pwritev, (fd, out, 3, 2)); content("f");
    SYS(preadv64, (fd, in, 1, 0)); SYS(pwritev64, (fd, out, 1, 0));

    int two = dup(fd);
    line_open("dup", "(fd)"); put_signed(two > fd); SYS(dup, (999)); SYS(dup, (-1));
    lseek(fd, 1, SEEK_SET); SYS(lseek, (two, 0, SEEK_CUR));
    line_open("dup2", "(fd, 60)"); put_signed(dup2(fd, 60));
    SYS(dup2, (999, 60)); SYS(dup2, (fd, -1)); SYS(dup3, (fd, 61, O_CLOEXEC)); also("cloexec", fcntl(61, F_GETFD)); SYS(dup3, (61, 61, 0));
    SYS(close, (61)); SYS(close, (61)); SYS(close, (-1));
    INT(fcntl, (60, F_GETFD)); SYS(fcntl, (60, F_SETFD, FD_CLOEXEC)); INT(fcntl, (60, F_GETFD)); SYS(fcntl, (999, F_GETFD)); SYS(fcntl, (60, 9999));
    line_open("fcntl", "(fd, F_DUPFD, 70)"); put_signed(fcntl(fd, F_DUPFD, 70)); line_open("fcntl", "(fd, F_DUPFD_CLOEXEC, 70)"); put_signed(fcntl64(fd, F_DUPFD_CLOEXEC, 70));
    int append = open("f", O_WRONLY | O_APPEND);
    line_open("fcntl", "(append, F_GETFL)"); put_signed(fcntl(append, F_GETFL) & (O_ACCMODE | O_APPEND | O_NONBLOCK)); SYS(fcntl, (append, F_SETFL, O_APPEND | O_NONBLOCK)); also("now", fcntl(append, F_GETFL) & (O_APPEND | O_NONBLOCK));
    SYS(write, (append, "END", 3)); content("f");
    INT(isatty, (fd)); INT(isatty, (999)); STR(ttyname, (fd)); CODE(ttyname_r, (fd, b, 32)); INT(tcgetpgrp, (fd));
    int count = 7;
    lseek(fd, 2, SEEK_SET); SYS(ioctl, (fd, FIONREAD, &count)); also("left", count); SYS(ioctl, (fd, TIOCGWINSZ, b)); SYS(ioctl, (999, FIONREAD, &count));
    SYS(flock, (fd, LOCK_SH)); SYS(flock, (fd, LOCK_UN)); SYS(flock, (fd, 999)); SYS(lockf, (fd, F_TEST, 0)); SYS(lockf, (fd, 77, 0)); SYS(lockf64, (fd, F_LOCK, 0));
    int target = open("t", O_RDWR | O_CREAT | O_TRUNC, 0600);
    off_t from = 1;
    SYS(sendfile, (target, fd, &from, 3)); also("at", from); content("t");
    SYS(sendfile64, (target, 999, NULL, 3));
    loff_t a = 0, z = 5;
    SYS(copy_file_range, (fd, &a, target, &z, 2, 0)); also("in", a); also("out", z); content("t");
    SYS(close_range, (70, 80, 0)); SYS(close_range, (80, 70, 0)); SYS(close, (70));
    return done();
}
