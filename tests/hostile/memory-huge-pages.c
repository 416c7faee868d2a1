/*
 * Tries: to use huge pages, which are in no process's statistics.
 * Must not: get one.
 */
int main(void)
{
	if (mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) != MAP_FAILED ||
	    memfd_create("x", MFD_HUGETLB) >= 0)
		harm("huge pages");
	return 0;
}
