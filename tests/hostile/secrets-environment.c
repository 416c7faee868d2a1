/*
 * Tries: to read environments and command lines of all processes.
 * Must not: print a secret of another process.
 */
int main(void)
{
	const char *files[] = { "environ", "cmdline", "auxv", "stack", "personality" };
	char path[64];
	for (int pid = 1; pid < 40000; pid++) {
		snprintf(path, sizeof path, "/proc/%d", pid);
		if (pid == getpid() || (access(path, F_OK) != 0))
			continue;
		for (int i = 0; i < 5; i++) {
			snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
			int fd = open(path, O_RDONLY);
			if (fd >= 0) {
				tell(fd);
				close(fd);
			}
		}
	}
	return 0;
}
