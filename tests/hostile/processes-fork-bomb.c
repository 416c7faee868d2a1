/*
 * Tries: to fork without end.
 * Must not: have more processes than the limit, or outlive the run.
 * Ends: time
 */
int main(void)
{
	signal(SIGCHLD, SIG_IGN);
	for (;;)
		fork();
}
