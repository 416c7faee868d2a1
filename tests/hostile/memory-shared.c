/*
 * Tries: to hide shared memory: mappings that are filled and unmapped but for a page.
 * Must not: have more than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	for (long mb = 0; mb < 40L * limit_mb; mb += 8) {
		char *at = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			break;
		touch_pages(at, 8 << 20);
		munmap(at + 4096, (8 << 20) - 4096);
		holds(mb + 8, "shared memory");
	}
	return 0;
}
