//@ cflags: -fno-builtin
/* Messages on stderr: err.h, error.h, psignal, and the program's name in them. */
#include "check.h"
#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int captured_fd, saved_fd;

static void capture(void) {
    line_close();
    ftruncate(captured_fd, 0);
    lseek(captured_fd, 0, SEEK_SET);
    dup2(captured_fd, 2);
}

static void show(const char *function, const char *args) {
    char text[300];
    fflush(stderr);
    dup2(saved_fd, 2);
    lseek(captured_fd, 0, SEEK_SET);
    ssize_t n = read(captured_fd, text, sizeof text - 1);
    text[n < 0 ? 0 : n] = 0;
    line_open(function, args); put_quoted(text);
}

#define MESSAGE(f, args) do { capture(); errno = ENOENT; f args; show(#f, #args); } while (0)

static void via_vwarn(const char *f, ...) { va_list ap; va_start(ap, f); vwarn(f, ap); va_end(ap); }
static void via_vwarnx(const char *f, ...) { va_list ap; va_start(ap, f); vwarnx(f, ap); va_end(ap); }
static void own_name(void) { fflush(stdout); fputs("<own>", stderr); }
static void at_exit(void) { show("err", "(7, \"fatal %s\", \"end\")"); done(); _exit(0); }

int main(void) {
    program_invocation_name = "dir/prog";
    program_invocation_short_name = "prog";
    captured_fd = open("stderr.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    saved_fd = dup(2);
    MESSAGE(warn, ("file %s", "x")); MESSAGE(warn, (NULL)); MESSAGE(warnx, ("value %d", 5)); MESSAGE(warnx, (NULL));
    capture(); errno = EPERM; via_vwarn("v %d", 1); show("vwarn", "(\"v %d\", 1)");
    capture(); via_vwarnx("v %d", 2); show("vwarnx", "(\"v %d\", 2)");
    MESSAGE(error, (0, 0, "plain %s", "text")); MESSAGE(error, (0, EINVAL, "with errno")); MESSAGE(error, (0, 99999, "unknown"));
    MESSAGE(error_at_line, (0, 0, "file.c", 12, "at line")); MESSAGE(error_at_line, (0, EIO, "file.c", 13, "number %d", 3)); MESSAGE(error_at_line, (0, 0, NULL, 14, "no file"));
    error_one_per_line = 1;
    MESSAGE(error_at_line, (0, 0, "one.c", 1, "first")); MESSAGE(error_at_line, (0, 0, "one.c", 1, "second")); MESSAGE(error_at_line, (0, 0, "one.c", 2, "third"));
    also("count", error_message_count);
    error_print_progname = own_name;
    MESSAGE(error, (0, 0, "own name"));
    MESSAGE(psignal, (SIGSEGV, "prefix")); MESSAGE(psignal, (SIGINT, NULL)); MESSAGE(psignal, (999, "bad"));
    MESSAGE(perror, ("perror"));
    line_close();
    atexit(at_exit);
    capture();
    errno = EACCES;
    err(7, "fatal %s", "end");
}
