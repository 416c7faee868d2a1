/*
 * Tries: to trace its parent, the first process and those of the host.
 * Must not: attach to one.
 */
int main(void)
{
	int pids[12] = { 1, getppid() }, n = 2;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++)
		if (pids[i] > 0 && (ptrace(PTRACE_ATTACH, pids[i], 0, 0) == 0 || ptrace(PTRACE_SEIZE, pids[i], 0, 0) == 0))
			harm("traces %d", pids[i]);
	return 0;
}
