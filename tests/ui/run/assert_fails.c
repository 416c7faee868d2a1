// A failing assert writes glibc's text to standard error and aborts.
#define _GNU_SOURCE
// clang would print the whole signature here, gcc the name.
#define __PRETTY_FUNCTION__ __func__
#include <assert.h>
#include <errno.h>
#include <stdio.h>

static int checked(int n) {
    assert(n >= 0 && "must not be negative");
    return n * 2;
}

int main(void) {
    program_invocation_short_name = "prog";
    for (int i = 3; i > -3; i--) {
        printf("checked(%d)\n", i);
        fflush(stdout);
        printf("%d\n", checked(i));
        fflush(stdout);
#line 100 "assert_fails.c"
        assert(i != 0);
    }
    return 0;
}
