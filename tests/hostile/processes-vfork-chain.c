/*
 * Tries: to run away: each process forks the next one and ends.
 * Must not: outlive the run.
 */
int main(void)
{
	if (fork() != 0)
		return 0;
	close(0), close(1), close(2);
	for (;;)
		if (fork() > 0)
			_exit(0);
}
