//@ cflags: -fno-builtin
/* Non-local jumps, out of several frames and with the signal mask. */
#include "check.h"
#include <setjmp.h>
#include <signal.h>

static jmp_buf here;
static sigjmp_buf there;

static void deep(int n, int value) {
    if (n)
        deep(n - 1, value);
    else
        longjmp(here, value);
}

int main(void) {
    static const int values[] = {0, 1, 2, -1, 2147483647};
    for (volatile size_t i = 0; i < COUNT(values); i++) {
        volatile int passes = 0;
        int r = setjmp(here);
        arg_int(passes ? values[i] : 0);
        line_open(passes ? "longjmp" : "setjmp", ""); put_signed(r); also("passes", passes);
        if (!passes++)
            deep(5, values[i]);
    }
    volatile int passes = 0;
    int r = _setjmp(here);
    line_open("_setjmp", "(here)"); put_signed(r);
    if (!passes++)
        _longjmp(here, 9);
    for (volatile int keep = 0; keep < 2; keep++) {
        sigset_t set, now;
        sigemptyset(&set);
        sigprocmask(SIG_SETMASK, &set, NULL);
        volatile int again = 0;
        int v = sigsetjmp(there, keep);
        sigprocmask(SIG_BLOCK, NULL, &now);
        arg_int(keep); line_open(again ? "siglongjmp" : "sigsetjmp", ""); put_signed(v); also("blocked", sigismember(&now, SIGUSR1));
        sigaddset(&set, SIGUSR1);
        if (!again++) {
            sigprocmask(SIG_BLOCK, &set, NULL);
            siglongjmp(there, 5);
        }
    }
    return done();
}
