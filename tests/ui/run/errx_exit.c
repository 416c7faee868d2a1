// errx prints its message and ends the program with the given code.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void cleanup(void) { puts("cleanup before the end of the program"); }

int main(void) {
    program_invocation_short_name = "prog";
    atexit(cleanup);
    for (int i = 0; i < 3; i++) printf("step %d\n", i);
    fflush(stdout);
    errno = ENOSPC;
    if (errno == ENOSPC) err(65, "cannot write %s", "output");
    return 0;
}
