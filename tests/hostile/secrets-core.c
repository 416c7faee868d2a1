/*
 * Tries: to leave a core dump, after raising the limit on it.
 * Must not: dump one; the host's core pattern would see it.
 */
int main(void)
{
	struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY }, now;
	setrlimit(RLIMIT_CORE, &all);
	getrlimit(RLIMIT_CORE, &now);
	if (now.rlim_cur != 0 || now.rlim_max != 0)
		harm("a core dump of %lu bytes", (unsigned long)now.rlim_cur);
	prctl(PR_SET_DUMPABLE, 1);
	raise(SIGABRT);
	return 0;
}
