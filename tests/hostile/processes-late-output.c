/*
 * Tries: to go on writing to its streams after its end.
 * Must not: be alive after the run; that its output is not all there must be said.
 * Late: lost
 */
int main(void)
{
	if (fork() == 0) {
		setsid();
		for (;;) {
			puts("still here");
			fflush(stdout);
			usleep(50000);
		}
	}
	return 0;
}
