/*
 * Tries: to fill the disk with files that have no name any more.
 * Must not: write more than the limit.
 * Ends: exit, output
 */
int main(void)
{
	static char block[1 << 16];
	long kb = 0;
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 60; i++) {
		int fd = open("nameless", O_WRONLY | O_CREAT, 0666);
		unlink("nameless");
		for (int k = 0; k < 128 && fd >= 0 && write(fd, block, sizeof block) == sizeof block; k++)
			kb += 64;
		usleep(10000);
	}
	if (kb > 400 << 10)
		harm("wrote %ld MiB", kb >> 10);
	return 0;
}
