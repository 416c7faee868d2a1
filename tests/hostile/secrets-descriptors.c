/*
 * Tries: to open what others have open, and what their directories lead to.
 * Must not: print a secret that a process of the host's has open, or get at the worker's descriptors.
 */
int main(void)
{
	char path[4200];
	int pids[12] = { 1, getppid(), 2, 3 }, n = 4;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++) {
		if (pids[i] <= 0 || pids[i] == getpid())
			continue;
		for (int fd = 0; fd < 16; fd++) {
			snprintf(path, sizeof path, "/proc/%d/fd/%d", pids[i], fd);
			int got = open(path, O_RDONLY | O_NONBLOCK);
			if (got >= 0) {
				harm("opened %s", path);
				tell(got);
			}
		}
		snprintf(path, sizeof path, "/proc/%d/root%s", pids[i], of_host("secret-of-all"));
		tell_file(path);
		snprintf(path, sizeof path, "/proc/%d/cwd/secret-of-all", pids[i]);
		tell_file(path);
		snprintf(path, sizeof path, "/proc/%d/exe", pids[i]);
		if (open(path, O_RDONLY) >= 0)
			harm("opened %s", path);
	}
	return 0;
}
