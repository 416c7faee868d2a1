/*
 * Tries: to give the host's files to itself, and its own to root.
 * Must not: succeed.
 */
int main(void)
{
	for (int i = 0; i < N_HOST_FILES; i++) {
		const char *path = of_host(host_files[i]);
		if (chown(path, getuid(), getgid()) == 0 || lchown(path, getuid(), getgid()) == 0 ||
		    fchownat(AT_FDCWD, path, getuid(), getgid(), 0) == 0)
			harm("chown %s", path);
	}
	int fd = open("mine", O_CREAT | O_RDWR, 0666);
	if (fchown(fd, 0, 0) == 0 && getuid() != 0)
		harm("gave a file to root");
	return 0;
}
