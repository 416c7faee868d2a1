/*
 * Tries: to hide shared memory by dropping it from the page tables.
 * Must not: have more than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	long mb = 0;
	for (int i = 0; i < 20; i++) {
		if (fork() != 0) {
			wait(NULL);
			return 0;
		}
		char *at = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			return 0;
		touch_pages(at, 16 << 20);
		madvise(at, 16 << 20, MADV_DONTNEED);
		holds(mb += 16, "dropped shared memory");
	}
	return 0;
}
