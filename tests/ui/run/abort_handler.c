// abort calls the SIGABRT handler, then ends the program by the signal.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void on_abort(int s) { (void)s; static const char m[] = "handler ran\n"; if (write(1, m, sizeof m - 1) < 0) _exit(9); }
static void never(void) { printf("never\n"); }

int main(void) {
    signal(SIGABRT, on_abort);
    atexit(never);
    printf("before abort, flushed by hand\n");
    fflush(stdout);
    abort();
}
