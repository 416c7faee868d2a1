//@ cflags: -fno-builtin
/* What a failed assertion and abort() print and raise. The handler of SIGABRT jumps back, so that the test goes on. */
#include "check.h"
#include <assert.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static sigjmp_buf back;
static int captured_fd, saved_fd;
static void caught(int s) { siglongjmp(back, s); }

static void capture(void) {
    line_close();
    ftruncate(captured_fd, 0);
    lseek(captured_fd, 0, SEEK_SET);
    dup2(captured_fd, 2);
}

static void show(const char *function, const char *args, int signal_number) {
    char text[300];
    dup2(saved_fd, 2);
    lseek(captured_fd, 0, SEEK_SET);
    ssize_t n = read(captured_fd, text, sizeof text - 1);
    text[n < 0 ? 0 : n] = 0;
    line_open(function, args); put_quoted(text); also("signal", signal_number);
}

int main(void) {
    program_invocation_short_name = "prog";
    captured_fd = open("stderr.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    saved_fd = dup(2);
    signal(SIGABRT, caught);
    int s;
    capture();
    if (!(s = sigsetjmp(back, 1))) __assert_fail("x > 0", "dir/file.c", 12, "compute");
    show("__assert_fail", "(\"x > 0\", \"dir/file.c\", 12, \"compute\")", s);
    capture();
    if (!(s = sigsetjmp(back, 1))) __assert_fail("x > 0", "file.c", 13, NULL);
    show("__assert_fail", "(\"x > 0\", \"file.c\", 13, NULL)", s);
    capture();
    if (!(s = sigsetjmp(back, 1))) __assert_perror_fail(ENOENT, "file.c", 14, "open_it");
    show("__assert_perror_fail", "(ENOENT, \"file.c\", 14, \"open_it\")", s);
    capture();
    if (!(s = sigsetjmp(back, 1))) abort();
    show("abort", "()", s);
    return done();
}
