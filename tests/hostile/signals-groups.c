/*
 * Tries: to signal the process groups of others, after moving into them.
 * Must not: reach more than its own group.
 */
int main(void)
{
	for (int i = 0; i < n_victims; i++) {
		if (setpgid(0, victims[i]) == 0)
			harm("joined the group of %d", victims[i]);
		kill(-victims[i], SIGKILL);
		kill(-getpgid(victims[i]), SIGKILL);
	}
	kill(-getppid(), SIGKILL);
	kill(-getsid(getppid()), SIGKILL);
	kill(-2147483647 - 1, SIGKILL);
	kill(0, SIGKILL);
	return 0;
}
