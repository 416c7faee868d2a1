// read is told that the buffer is larger than it is.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char text[64], buf[16];
    memset(text, 'x', sizeof text);
    int fd = open("read.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
    unlink("read.tmp");
    if (write(fd, text, sizeof text) != sizeof text) return 1;
    lseek(fd, 0, SEEK_SET);
    ssize_t n = read(fd, buf, 64); //~ out-of-bounds-write object=buf
    printf("%zd\n", n);
    return 0;
}
