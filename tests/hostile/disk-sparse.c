/*
 * Tries: to leave huge files with nothing in them, which somebody has to read.
 * Must not: exceed the limit on a file.
 */
int main(void)
{
	signal(SIGXFSZ, SIG_IGN);
	int fd = open("sparse", O_RDWR | O_CREAT, 0666);
	if (ftruncate(fd, 1L << 40) == 0)
		harm("a file of a tebibyte");
	if (lseek(fd, 1L << 40, SEEK_SET) > 0 && write(fd, "x", 1) == 1)
		harm("a byte behind a tebibyte");
	fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 1L << 36);
	return 0;
}
