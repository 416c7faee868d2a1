// _Exit skips handlers and buffers; the exit code is taken modulo 256.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void) { printf("atexit ran\n"); }

int main(void) {
    atexit(never);
    printf("flushed text, more than thirty bytes of it\n");
    fflush(stdout);
    printf("lost text");
    if (write(2, "raw stderr\n", 11) != 11) return 1;
    _Exit(300);
}
