/*
 * Tries: to empty the host's files: by name, and by opening them for reading.
 * Must not: succeed; old versions of Landlock know nothing of it.
 */
int main(void)
{
	for (int i = 0; i < N_HOST_FILES; i++) {
		const char *path = of_host(host_files[i]);
		struct open_how how = { .flags = O_TRUNC };
		if (truncate(path, 0) == 0 || open(path, O_RDONLY | O_TRUNC) >= 0 || open(path, 3 | O_TRUNC) >= 0 ||
		    openat(AT_FDCWD, path, O_TRUNC) >= 0 || syscall(SYS_open, path, O_TRUNC) >= 0 ||
		    creat(path, 0666) >= 0 || syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how) >= 0)
			harm("truncated %s", path);
	}
	return 0;
}
