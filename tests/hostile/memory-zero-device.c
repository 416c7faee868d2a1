/*
 * Tries: the same by `/dev/zero`, a shared mapping of which is memory, too.
 * Must not: have more than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	int zero = open("/dev/zero", O_RDWR);
	for (long mb = 0; zero >= 0 && mb < 40L * limit_mb; mb += 8) {
		char *at = mmap(NULL, 8 << 20, PROT_READ, MAP_SHARED, zero, 0);
		if (at == MAP_FAILED || mprotect(at, 8 << 20, PROT_READ | PROT_WRITE) != 0)
			break;
		touch_pages(at, 8 << 20);
		munmap(at + 4096, (8 << 20) - 4096);
		holds(mb + 8, "/dev/zero");
	}
	return 0;
}
