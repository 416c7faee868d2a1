/*
 * Tries: to keep huge pages alive by one byte of each in a pipe (`vmsplice`).
 * Must not: have more than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	long mb = 0;
	for (int i = 0; i < 100; i++) {
		int tube[2];
		if (pipe(tube) != 0)
			break;
		for (int k = 0; k < 16; k++) {
			char *at = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			if (at == MAP_FAILED)
				return 0;
			char *page = (char *)(((uintptr_t)at + (2 << 20) - 1) & ~(uintptr_t)((2 << 20) - 1));
			madvise(page, 2 << 20, MADV_HUGEPAGE);
			touch_pages(page, 2 << 20);
			struct iovec one = { page, 1 };
			if (vmsplice(tube[1], &one, 1, SPLICE_F_GIFT | SPLICE_F_NONBLOCK) != 1) {
				munmap(at, 4 << 20);
				return 0;
			}
			munmap(at, 4 << 20);
			holds(mb += 2, "gifts");
		}
	}
	return 0;
}
