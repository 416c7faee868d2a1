/*
 * Tries: to give the host's files a second name among its own, and to write there.
 * Must not: change them, or make names outside.
 */
int main(void)
{
	for (int i = 0; i < N_HOST_FILES; i++) {
		const char *path = of_host(host_files[i]);
		if (link(path, "linked") == 0) {
			harm("linked %s", path);
			int fd = open("linked", O_WRONLY);
			if (fd >= 0 && write(fd, "x", 1) == 1)
				harm("wrote it");
		}
		char by_fd[64];
		snprintf(by_fd, sizeof by_fd, "/proc/self/fd/%d", open(path, O_PATH));
		if (linkat(AT_FDCWD, by_fd, AT_FDCWD, "linked", AT_SYMLINK_FOLLOW) == 0)
			harm("linked %s by its descriptor", path);
	}
	close(open("mine", O_CREAT | O_RDWR, 0666));
	if (link("mine", of_host("open/mine")) == 0)
		harm("made a name outside");
	return 0;
}
