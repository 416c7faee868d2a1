/*
 * Tries: to read the user's files, by name, by descriptors of directories, through `/proc/self/root`.
 * Must not: print a secret.
 */
int main(void)
{
	const char *names[] = { "secret", "secret-of-all", "sub/secret", "open/secret" };
	char path[8192];
	for (int i = 0; i < 4; i++) {
		tell_file(of_host(names[i]));
		snprintf(path, sizeof path, "/proc/self/root%s", of_host(names[i]));
		tell_file(path);
		snprintf(path, sizeof path, "/proc/self/cwd/../../../../../..%s", of_host(names[i]));
		tell_file(path);
		symlink(of_host(names[i]), "l");
		tell_file("l");
		unlink("l");
		int dir = open(host, O_PATH | O_DIRECTORY);
		struct open_how how = { .flags = O_RDONLY };
		int fd = openat(dir, names[i], O_RDONLY);
		if (fd >= 0)
			tell(fd);
		fd = syscall(SYS_openat2, dir, names[i], &how, sizeof how);
		if (fd >= 0)
			tell(fd);
	}
	return 0;
}
