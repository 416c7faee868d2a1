/*
 * Tries: to lock memory, openly and as secret memory.
 * Must not: lock more than a little.
 */
int main(void)
{
	char *at = mmap(NULL, 32 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at != MAP_FAILED && mlock(at, 32 << 20) == 0)
		harm("locked 32 MiB");
	int fd = syscall(SYS_memfd_secret, 0);
	if (fd >= 0 && ftruncate(fd, 32 << 20) == 0 && mmap(NULL, 32 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED)
		harm("secret memory");
	return 0;
}
