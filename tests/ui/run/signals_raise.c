// Signals raised by the program itself: handlers, masks, pending, ignored, old handlers.
//@ cflags: -D_GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t last, count;
static void handler(int s) { last = s; count++; }
static void again(int s) { last = -s; count += 10; }
static void info(int s, siginfo_t *i, void *ctx) { (void)ctx; last = s * 100 + (i->si_signo == s); }

int main(void) {
    void (*old)(int) = signal(SIGUSR1, handler);
    printf("%d\n", old == SIG_DFL);
    raise(SIGUSR1); printf("%d %d\n", last == SIGUSR1, count);
    old = signal(SIGUSR1, again);
    printf("%d\n", old == handler);
    int r = raise(SIGUSR1); printf("%d %d %d\n", r, last == -SIGUSR1, count);
    signal(SIGUSR2, SIG_IGN); raise(SIGUSR2); printf("ignored\n");
    sigset_t set, was, pend;
    sigemptyset(&set); sigaddset(&set, SIGTERM); sigaddset(&set, SIGUSR1);
    printf("%d %d %d\n", sigismember(&set, SIGTERM), sigismember(&set, SIGINT), sigismember(&set, SIGUSR1));
    signal(SIGTERM, handler);
    sigprocmask(SIG_BLOCK, &set, &was);
    raise(SIGTERM); printf("blocked %d\n", count);
    sigpending(&pend); printf("pending %d %d\n", sigismember(&pend, SIGTERM), sigismember(&pend, SIGUSR1));
    sigprocmask(SIG_SETMASK, &was, NULL); printf("delivered %d %d\n", count, last == SIGTERM);
    struct sigaction sa; memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = info; sa.sa_flags = SA_SIGINFO; sigemptyset(&sa.sa_mask);
    sigaction(SIGINT, &sa, NULL); raise(SIGINT); printf("%d\n", last == SIGINT * 100 + 1);
    sa.sa_flags = SA_RESETHAND; sa.sa_handler = handler; sigaction(SIGHUP, &sa, NULL); raise(SIGHUP);
    sigaction(SIGHUP, NULL, &sa); printf("%d\n", sa.sa_handler == SIG_DFL);
    printf("%s %s %s\n", strsignal(SIGSEGV), strsignal(SIGTERM), strsignal(SIGUSR1));
    return count;
}
