// The program ends by SIGTERM, with buffered output written before.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void not_run(void) { printf("atexit handlers do not run\n"); }

int main(void) {
    atexit(not_run);
    printf("this line is flushed before the signal\n");
    fprintf(stderr, "going down\n");
    fflush(stdout);
    printf("this line stays in the buffer\n");
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    return 0;
}
