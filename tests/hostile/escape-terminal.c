/*
 * Tries: to type into terminals: its own, and the user's.
 * Must not: succeed.
 */
int main(void)
{
	const char *paths[] = { "/dev/tty", "/dev/console", "/dev/tty0", "/dev/tty1", "/dev/pts/0", "/dev/pts/1", "/dev/ptmx", "/dev/pts/ptmx" };
	for (int i = 0; i < 11; i++) {
		int fd = i < 3 ? i : open(paths[i - 3], O_RDWR | O_NOCTTY | O_NONBLOCK);
		if (fd > 2)
			harm("opened %s", paths[i - 3]);
		if (ioctl(fd, 0x5412, "x") == 0 || ioctl(fd, 0x541c, "\3") == 0)
			harm("typed");
	}
	return 0;
}
