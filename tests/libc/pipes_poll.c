//@ cflags: -fno-builtin
/* Pipes, socket pairs, waiting for descriptors: all within one thread, nothing blocks. */
#include "check.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/stat.h>

int main(void) {
    int p[2] = {-1, -1};
    char b[16];
    signal(SIGPIPE, SIG_IGN);
    SYS(pipe, (p)); also("distinct", p[0] != p[1]);
    struct pollfd q[2] = {{p[0], POLLIN, 0}, {p[1], POLLOUT, 0}};
    SYS(poll, (q, 2, 0)); also("r", q[0].revents); also("w", q[1].revents);
    SYS(write, (p[1], "data", 4)); SYS(poll, (q, 1, 0)); also("r", q[0].revents);
    fd_set r;
    FD_ZERO(&r); FD_SET(p[0], &r);
    struct timeval none = {0, 0};
    SYS(select, (p[0] + 1, &r, NULL, NULL, &none)); also("set", FD_ISSET(p[0], &r) != 0);
    SYS(select, (-1, NULL, NULL, NULL, &none));
    struct timespec never = {0, 0};
    FD_ZERO(&r); FD_SET(p[0], &r);
    SYS(pselect, (p[0] + 1, &r, NULL, NULL, &never, NULL)); SYS(ppoll, (q, 1, &never, NULL));
    SYS(lseek, (p[0], 0, SEEK_SET)); SYS(read, (p[1], b, 1)); SYS(write, (p[0], b, 1)); SYS(pread, (p[0], b, 1, 0));
    memset(b, '#', 16); SYS(read, (p[0], b, 16)); bytes(b, 5);
    SYS(fcntl, (p[0], F_SETFL, O_NONBLOCK)); SYS(read, (p[0], b, 1));
    struct stat st;
    fstat(p[0], &st); line_open("fstat", "(pipe)"); put_signed(S_ISFIFO(st.st_mode));
    SYS(close, (p[1])); SYS(read, (p[0], b, 1)); SYS(poll, (q, 1, 0)); also("hup", (q[0].revents & POLLHUP) != 0);
    SYS(pipe2, (p, O_CLOEXEC | O_NONBLOCK)); also("cloexec", fcntl(p[0], F_GETFD)); SYS(pipe2, (p, 0x123456));
    SYS(close, (p[0])); SYS(write, (p[1], "x", 1));
    struct pollfd bad = {999, POLLIN, 0}, off = {-1, POLLIN, 5};
    SYS(poll, (&bad, 1, 0)); also("invalid", bad.revents == POLLNVAL); SYS(poll, (&off, 1, 0)); also("revents", off.revents);
    SYS(mkfifo, ("fifo", 0600)); SYS(mkfifo, ("fifo", 0600)); stat("fifo", &st); also("fifo", S_ISFIFO(st.st_mode)); SYS(mkfifoat, (AT_FDCWD, "fifo2", 0600)); SYS(mknod, ("node", S_IFREG | 0600, 0)); SYS(mknodat, (AT_FDCWD, "node", S_IFREG | 0600, 0));
    return done();
}
