/*
 * Tries: to set flags of files (`chattr`) by `ioctl` and by `file_setattr`, on what it can open.
 * Must not: succeed on anything of the host's.
 */
int main(void)
{
	char in_readable[4096];
	snprintf(in_readable, sizeof in_readable, "%s/file", readable);
	const char *paths[] = { in_readable, of_host("file"), of_host("everybody"), of_host("open/file"), "/etc/passwd" };
	for (int i = 0; i < 5; i++) {
		int fd = open(paths[i], O_RDONLY);
		long flags = 0x10 | 0x40; /* no dump, no time of access */
		struct { uint64_t xflags; uint32_t rest[4]; } attr = { 0x80, { 0 } };
		if (ioctl(fd, 0x40086602, &flags) == 0 || ioctl(fd, 0x401c5820, (char[28]){ 0x80 }) == 0 ||
		    syscall(469, AT_FDCWD, paths[i], &attr, sizeof attr, 0) == 0)
			harm("flags of %s", paths[i]);
	}
	return 0;
}
