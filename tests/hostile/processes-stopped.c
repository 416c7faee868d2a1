/*
 * Tries: to stop itself, so that it never ends.
 * Must not: outlive the run.
 * Ends: time
 */
int main(void)
{
	for (;;)
		raise(SIGSTOP);
}
