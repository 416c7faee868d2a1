/*
 * Tries: to kill processes of the host's and its own parent, by every call there is.
 * Must not: end or stop one.
 */
int main(void)
{
	int pids[12] = { getppid() }, n = 1;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++) {
		siginfo_t info = { .si_signo = SIGKILL, .si_code = SI_QUEUE };
		int pidfd = syscall(SYS_pidfd_open, pids[i], 0);
		char path[64];
		snprintf(path, sizeof path, "/proc/%d", pids[i]);
		/* The sandbox's own process looks like a parent with the number 0. */
		if (pids[i] <= 1)
			continue;
		kill(pids[i], SIGKILL);
		kill(pids[i], SIGSTOP);
		syscall(SYS_tkill, pids[i], SIGKILL);
		syscall(SYS_tgkill, pids[i], pids[i], SIGKILL);
		syscall(SYS_rt_sigqueueinfo, pids[i], SIGKILL, &info);
		syscall(SYS_rt_tgsigqueueinfo, pids[i], pids[i], SIGKILL, &info);
		syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
		syscall(SYS_pidfd_send_signal, open(path, O_RDONLY | O_DIRECTORY), SIGKILL, NULL, 0);
	}
	return 0;
}
