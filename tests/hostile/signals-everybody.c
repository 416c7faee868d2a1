/*
 * Tries: to signal every process there may be.
 * Must not: reach one of the host's.
 */
int main(void)
{
	kill(-1, SIGTERM);
	kill(-1, SIGKILL);
	for (int pid = 2; pid < 2000; pid++)
		if (pid != getpid())
			kill(pid, SIGKILL);
	return 0;
}
