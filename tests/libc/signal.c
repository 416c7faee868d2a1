//@ cflags: -fno-builtin
/* Signal sets, dispositions, and signals that the program sends to itself. */
#include "check.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile sig_atomic_t seen, last;
static void handler(int s) { seen++; last = s; }
static void action(int s, siginfo_t *info, void *context) { seen += 10; last = info->si_signo == s ? s : -1; (void)context; }

int main(void) {
    sigset_t set, other, old;
    SYS(sigemptyset, (&set));
    SYS(sigaddset, (&set, SIGUSR1)); SYS(sigaddset, (&set, 64)); SYS(sigaddset, (&set, 0)); SYS(sigaddset, (&set, 65)); SYS(sigaddset, (&set, -1));
    SYS(sigismember, (&set, SIGUSR1)); SYS(sigismember, (&set, SIGUSR2)); SYS(sigismember, (&set, 64)); SYS(sigismember, (&set, 65));
    SYS(sigdelset, (&set, 64)); SYS(sigdelset, (&set, 99)); SYS(sigismember, (&set, 64));
    INT(sigisemptyset, (&set));
    sigemptyset(&other); sigaddset(&other, SIGUSR2);
    SYS(sigorset, (&old, &set, &other)); also("both", sigismember(&old, SIGUSR1) && sigismember(&old, SIGUSR2));
    SYS(sigandset, (&old, &set, &other)); also("empty", sigisemptyset(&old));
    SYS(sigfillset, (&other)); also("has", sigismember(&other, SIGTERM));

    line_open("signal", "(SIGUSR1, handler)"); put_signed(signal(SIGUSR1, handler) == SIG_DFL);
    line_open("signal", "(SIGUSR1, handler)"); put_signed(signal(SIGUSR1, handler) == handler);
    errno = 0; int failed = signal(SIGKILL, handler) == SIG_ERR, why = errno;
    line_open("signal", "(SIGKILL, handler)"); put_signed(failed); tail_errno(why);
    errno = 0; failed = signal(999, handler) == SIG_ERR; why = errno;
    line_open("signal", "(999, handler)"); put_signed(failed); tail_errno(why);
    INT(raise, (SIGUSR1)); also("seen", seen); also("last", last);
    SYS(raise, (999));
    struct sigaction act, was;
    memset(&act, 0, sizeof act);
    act.sa_sigaction = action;
    act.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaddset(&act.sa_mask, SIGUSR1);
    SYS(sigaction, (SIGUSR2, &act, &was)); also("was", was.sa_handler == SIG_DFL);
    SYS(sigaction, (SIGUSR2, NULL, &was)); also("was", was.sa_sigaction == action); also("flags", was.sa_flags & (SA_SIGINFO | SA_RESTART)); also("mask", sigismember(&was.sa_mask, SIGUSR1));
    SYS(sigaction, (SIGSTOP, &act, NULL)); SYS(sigaction, (0, &act, NULL));
    SYS(kill, (getpid(), SIGUSR2)); also("seen", seen); also("last", last == SIGUSR2);
    SYS(kill, (getpid(), 0)); SYS(kill, (getpid(), 999));
    sigemptyset(&set); sigaddset(&set, SIGUSR1);
    SYS(sigprocmask, (SIG_BLOCK, &set, &old)); also("was", sigismember(&old, SIGUSR1));
    raise(SIGUSR1);
    SYS(sigpending, (&other)); also("pending", sigismember(&other, SIGUSR1)); also("seen", seen);
    SYS(sigprocmask, (SIG_UNBLOCK, &set, NULL)); also("seen", seen);
    SYS(sigprocmask, (77, &set, NULL)); SYS(sigprocmask, (SIG_SETMASK, NULL, &old));
    CODE(pthread_sigmask, (SIG_BLOCK, &set, NULL)); CODE(pthread_sigmask, (77, &set, NULL)); CODE(pthread_sigmask, (SIG_SETMASK, &old, NULL));
    line_open("sigset", "(SIGUSR1, SIG_IGN)"); put_signed(sigset(SIGUSR1, SIG_IGN) == handler);
    raise(SIGUSR1); also("seen", seen);
    SYS(sighold, (SIGUSR1)); SYS(sigrelse, (SIGUSR1)); SYS(sigignore, (SIGUSR2)); SYS(siginterrupt, (SIGUSR1, 1));
    line_open("sysv_signal", "(SIGUSR1, handler)"); put_signed(sysv_signal(SIGUSR1, handler) == SIG_IGN);
    raise(SIGUSR1); also("seen", seen); sigaction(SIGUSR1, NULL, &was); also("reset", was.sa_handler == SIG_DFL);
    signal(SIGALRM, handler);
    UINT(alarm, (0));
    UINT(alarm, (1000)); BOOL(alarm, (0));
    INT(__libc_current_sigrtmin, ()); INT(__libc_current_sigrtmax, ());
    stack_t before;
    SYS(sigaltstack, (NULL, &before)); also("disabled", (before.ss_flags & SS_DISABLE) != 0);
    INT(killpg, (getpgrp(), 0));
    return done();
}
