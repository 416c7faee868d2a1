/*
 * Tries: to change when the host's files were changed.
 * Must not: succeed.
 */
int main(void)
{
	struct timespec now[2] = { { 0, UTIME_NOW }, { 0, UTIME_NOW } }, then[2] = { { 1, 0 }, { 1, 0 } };
	char in_readable[4096];
	snprintf(in_readable, sizeof in_readable, "%s/file", readable);
	for (int i = 0; i < N_HOST_FILES + 1; i++) {
		const char *path = i < N_HOST_FILES ? of_host(host_files[i]) : in_readable;
		int fd = open(path, O_RDONLY);
		if (utime(path, NULL) == 0 || utimes(path, NULL) == 0 || utimensat(AT_FDCWD, path, NULL, 0) == 0 ||
		    utimensat(AT_FDCWD, path, now, 0) == 0 || utimensat(AT_FDCWD, path, then, 0) == 0 ||
		    futimens(fd, NULL) == 0 || futimens(fd, then) == 0 || syscall(SYS_futimesat, AT_FDCWD, path, NULL) == 0)
			harm("times of %s", path);
	}
	return 0;
}
