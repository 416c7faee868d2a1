/*
 * Tries: to fill files in memory that no directory has, without mapping them.
 * Must not: have more than the limit.
 * Ends: memory, output, exit
 */
int main(void)
{
	static char block[1 << 20];
	memset(block, 1, sizeof block);
	long mb = 0;
	signal(SIGXFSZ, SIG_IGN);
	for (int i = 0; i < 200; i++) {
		int fd = memfd_create("x", i & 1 ? MFD_CLOEXEC : 0);
		if (fd < 0)
			break;
		for (int k = 0; k < 8 && write(fd, block, sizeof block) == sizeof block; k++)
			holds(++mb, "memfd");
	}
	return 0;
}
