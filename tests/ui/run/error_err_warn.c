// error, error_at_line, warn, warnx and errx: texts on standard error and the exit code.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

static void bye(void) { printf("handler ran, %u messages\n", error_message_count); }

int main(void) {
    program_invocation_name = "prog";
    program_invocation_short_name = "prog";
    atexit(bye);
    printf("messages go to standard error\n");
    error(0, 0, "plain %d", 1);
    error(0, ENOENT, "with errno %s", "text");
    error_at_line(0, 0, "file.c", 42, "at a line");
    error_at_line(0, EACCES, "other.c", 7, "at a line with errno");
    errno = EEXIST;
    warn("warn %s", "text");
    warnx("warnx %d", 5);
    errno = EINVAL;
    warn(NULL);
    printf("%u\n", error_message_count);
    fflush(stdout);
    if (error_message_count == 4) error(9, ERANGE, "fatal");
    errx(3, "not reached");
}
