/*
 * Tries: nothing bad: it signals itself, its child and its group, which must work everywhere.
 * Must not: be refused.
 */
static volatile int signals_own_n;

static void signals_own_count(int signal)
{
	(void)signal;
	signals_own_n++;
}

int main(void)
{
	int status = 0;
	signal(SIGUSR1, signals_own_count);
	raise(SIGUSR1);
	kill(getpid(), SIGUSR1);
	kill(0, SIGUSR1);
	kill(-getpgrp(), SIGUSR1);
	pid_t child = fork();
	if (child == 0)
		for (;;)
			pause();
	kill(child, SIGTERM);
	waitpid(child, &status, 0);
	child = fork();
	if (child == 0)
		abort();
	int aborted = 0;
	waitpid(child, &aborted, 0);
	if (signals_own_n != 4 || WTERMSIG(status) != SIGTERM || WTERMSIG(aborted) != SIGABRT)
		harm("%d signals, then %x and %x", signals_own_n, status, aborted);
	return 0;
}
