/*
 * Tries: to enter the namespaces of others.
 * Must not: succeed.
 */
int main(void)
{
	char path[64];
	const char *names[] = { "mnt", "pid", "net", "ipc", "user", "uts", "cgroup" };
	int pids[12] = { 1, getppid() }, n = 2;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 7; k++) {
			snprintf(path, sizeof path, "/proc/%d/ns/%s", pids[i], names[k]);
			int fd = open(path, O_RDONLY);
			if (fd >= 0 && setns(fd, 0) == 0)
				harm("entered %s", path);
		}
		if (setns(syscall(SYS_pidfd_open, pids[i], 0), CLONE_NEWNS) == 0)
			harm("entered by a pidfd");
	}
	return 0;
}
