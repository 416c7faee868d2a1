/*
 * Tries: to change the rights of the host's files, by name and by descriptor.
 * Must not: succeed.
 */
int main(void)
{
	for (int i = 0; i < N_HOST_FILES; i++) {
		const char *path = of_host(host_files[i]);
		int fd = open(path, O_RDONLY), by_path = open(path, O_PATH);
		if (chmod(path, 0777) == 0 || fchmodat(AT_FDCWD, path, 0777, 0) == 0 || fchmod(fd, 0777) == 0 ||
		    syscall(452, by_path, "", 0777, AT_EMPTY_PATH) == 0)
			harm("chmod %s", path);
	}
	if (chmod(host, 0777) == 0)
		harm("chmod of a directory");
	return 0;
}
