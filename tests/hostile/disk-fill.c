/*
 * Tries: to fill its directories with files.
 * Must not: write more than the limit.
 * Ends: exit, output
 */
int main(void)
{
	static char block[1 << 16];
	char name[64];
	long kb = 0;
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 60; i++) {
		snprintf(name, sizeof name, i & 1 ? "fill%d" : "/tmp/fill%d", i);
		int fd = open(name, O_WRONLY | O_CREAT, 0666);
		for (int k = 0; k < 128 && fd >= 0 && write(fd, block, sizeof block) == sizeof block; k++)
			kb += 64;
		usleep(10000);
	}
	if (kb > 400 << 10)
		harm("wrote %ld MiB", kb >> 10);
	return 0;
}
