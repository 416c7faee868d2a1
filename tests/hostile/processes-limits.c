/*
 * Tries: to raise its limits.
 * Must not: succeed.
 */
int main(void)
{
	const int limits[] = { RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_MEMLOCK };
	for (int i = 0; i < 5; i++) {
		struct rlimit now, more;
		getrlimit(limits[i], &now);
		more = (struct rlimit){ now.rlim_max + 4096, now.rlim_max + 4096 };
		if (now.rlim_max == RLIM_INFINITY || setrlimit(limits[i], &more) == 0 ||
		    prlimit(0, limits[i], &more, NULL) == 0)
			harm("limit %d", limits[i]);
	}
	return 0;
}
