/*
 * Tries: to ignore every signal and run on.
 * Must not: outlive the run.
 * Ends: time
 */
int main(void)
{
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	for (int i = 1; i < 65; i++)
		signal(i, SIG_IGN);
	for (;;)
		;
}
