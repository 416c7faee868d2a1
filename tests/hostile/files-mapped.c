/*
 * Tries: to change files that it may only read: by shared mappings, copies within the kernel, clones.
 * Must not: change one.
 */
int main(void)
{
	char in_readable[4096];
	snprintf(in_readable, sizeof in_readable, "%s/file", readable);
	int mine = open("mine", O_CREAT | O_RDWR, 0666);
	write(mine, "harmharm", 8);
	const char *paths[] = { in_readable, "/etc/passwd", "/proc/self/exe" };
	for (int i = 0; i < 3; i++) {
		int fd = open(paths[i], O_RDONLY), tube[2];
		if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED)
			harm("mapped %s", paths[i]);
		char *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
		if (at != MAP_FAILED && mprotect(at, 4096, PROT_READ | PROT_WRITE) == 0)
			harm("%s became writable", paths[i]);
		loff_t zero = 0, other = 0;
		if (copy_file_range(mine, &zero, fd, &other, 8, 0) > 0 || sendfile(fd, mine, NULL, 8) > 0 ||
		    ioctl(fd, 0x40049409, mine) == 0 || fallocate(fd, 0, 0, 1 << 20) == 0)
			harm("copied into %s", paths[i]);
		/* Pages of a file that is in a pipe must not be written with the next bytes. */
		if (pipe(tube) == 0 && splice(fd, &zero, tube[1], NULL, 1, 0) == 1)
			write(tube[1], "harm", 4);
	}
	return 0;
}
