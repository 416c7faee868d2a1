/*
 * Tries: to read and write the memory of other processes through `/proc`.
 * Must not: open it.
 */
int main(void)
{
	char path[64];
	int pids[12] = { 1, getppid() }, n = 2;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++) {
		const char *names[] = { "mem", "maps", "smaps", "pagemap", "syscall", "stack" };
		for (int k = 0; pids[i] > 0 && pids[i] != getpid() && k < 6; k++) {
			snprintf(path, sizeof path, "/proc/%d/%s", pids[i], names[k]);
			char byte;
			int fd = open(path, k == 0 ? O_RDWR : O_RDONLY);
			if (fd >= 0 && (k == 0 || read(fd, &byte, 1) == 1))
				harm("%s", path);
		}
	}
	return 0;
}
