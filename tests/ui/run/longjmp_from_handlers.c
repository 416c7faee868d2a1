// Leaving signal handlers by jumps: which signals are blocked afterwards, and what still arrives.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sigjmp_buf with_mask, without_mask;
static jmp_buf plain;
static volatile int kind, entered;

static void show(const char *what)
{
	sigset_t mask, pending;
	sigprocmask(SIG_SETMASK, NULL, &mask);
	sigpending(&pending);
	printf("%s: entered %d, blocked", what, entered);
	for (int signal = 1; signal < 32; signal++)
		if (sigismember(&mask, signal))
			printf(" %d", signal);
	printf(", pending");
	for (int signal = 1; signal < 32; signal++)
		if (sigismember(&pending, signal))
			printf(" %d", signal);
	printf("\n");
}

static void handler(int signal)
{
	entered++;
	if (kind == 0)
		siglongjmp(with_mask, signal);
	if (kind == 1)
		siglongjmp(without_mask, signal);
	if (kind == 2)
		longjmp(plain, signal);
	if (kind == 3) {
		kind = 0;
		raise(SIGUSR2);
		puts("not reached: the inner handler jumps over this one");
	}
}

static void unblock(void)
{
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGHUP);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, &action, NULL);
	sigaction(SIGALRM, &action, NULL);

	volatile int rounds = 0;
	int signal = sigsetjmp(with_mask, 1);
	printf("with the mask: %d\n", signal);
	show("with the mask");
	if (rounds++ < 3)
		raise(rounds == 2 ? SIGUSR2 : SIGUSR1);

	kind = 1;
	if ((signal = sigsetjmp(without_mask, 0)) == 0)
		raise(SIGUSR1);
	printf("without the mask: %d\n", signal);
	show("without the mask");
	raise(SIGUSR1);
	show("raised again");
	if (sigsetjmp(without_mask, 0) == 0)
		unblock();
	show("unblocked");
	unblock();

	kind = 2;
	if ((signal = setjmp(plain)) == 0)
		raise(SIGUSR2);
	printf("plain: %d\n", signal);
	show("plain");
	unblock();

	kind = 3;
	if ((signal = sigsetjmp(with_mask, 1)) == 0)
		raise(SIGUSR1);
	printf("from a handler within a handler: %d\n", signal);
	show("from a handler within a handler");

	kind = 0;
	if ((signal = sigsetjmp(with_mask, 1)) == 0) {
		alarm(1);
		for (;;)
			pause();
	}
	printf("alarm: %d\n", signal);
	show("alarm");

	sigset_t both, waiting;
	sigemptyset(&both);
	sigaddset(&both, SIGUSR1);
	sigaddset(&both, SIGUSR2);
	sigprocmask(SIG_BLOCK, &both, NULL);
	raise(SIGUSR1);
	raise(SIGUSR2);
	sigemptyset(&waiting);
	if ((signal = sigsetjmp(with_mask, 1)) == 0)
		sigsuspend(&waiting);
	printf("two at once: %d\n", signal);
	show("two at once");
	return 0;
}
