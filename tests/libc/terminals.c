//@ cflags: -fno-builtin
/* termios on a file that is no terminal, and the speed fields that need none. */
#include "check.h"
#include <fcntl.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>

int main(void) {
    struct termios t;
    memset(&t, 0, sizeof t);
    int fd = open("f", O_RDWR | O_CREAT, 0600);
    SYS(tcgetattr, (fd, &t)); SYS(tcgetattr, (999, &t)); SYS(tcsetattr, (fd, TCSANOW, &t)); SYS(tcsetattr, (fd, 99, &t)); SYS(tcdrain, (fd)); SYS(tcflush, (fd, TCIFLUSH)); SYS(tcflow, (fd, TCOON)); SYS(tcsendbreak, (fd, 0)); SYS(tcgetsid, (fd)); SYS(tcgetpgrp, (fd)); SYS(tcsetpgrp, (fd, 1));
    INT(cfsetospeed, (&t, B9600)); HEX(cfgetospeed, (&t)); INT(cfsetispeed, (&t, B19200)); HEX(cfgetispeed, (&t)); INT(cfsetspeed, (&t, B115200)); HEX(cfgetospeed, (&t)); INT(cfsetospeed, (&t, 077777)); INT(cfsetispeed, (&t, 077777)); INT(cfsetspeed, (&t, 12345));
    VOID(cfmakeraw, (&t)); also("lflag", t.c_lflag); also("oflag", t.c_oflag); also("min", t.c_cc[VMIN]); also("size", t.c_cflag & CSIZE);
    SYS(grantpt, (fd)); SYS(unlockpt, (fd)); STR(ptsname, (fd)); char b[32]; CODE(ptsname_r, (fd, b, 32));
    return done();
}
