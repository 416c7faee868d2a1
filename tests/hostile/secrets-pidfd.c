/*
 * Tries: to take descriptors of other processes by `pidfd_getfd`.
 * Must not: get one.
 */
int main(void)
{
	int pids[12] = { 1, getppid() }, n = 2;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++) {
		int pidfd = syscall(SYS_pidfd_open, pids[i], 0);
		for (int fd = 0; pidfd >= 0 && fd < 16; fd++) {
			int got = syscall(SYS_pidfd_getfd, pidfd, fd, 0);
			if (got >= 0) {
				harm("descriptor %d of %d", fd, pids[i]);
				tell(got);
			}
		}
	}
	return 0;
}
