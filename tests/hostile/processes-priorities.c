/*
 * Tries: to change priorities, limits and processors of the host's processes.
 * Must not: succeed.
 */
int main(void)
{
	struct sched_param fifo = { .sched_priority = 1 }, idle = { 0 };
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	struct rlimit none = { 0, 0 };
	setpriority(PRIO_USER, getuid(), 19);
	for (int i = 0; i < n_victims; i++) {
		if (setpriority(PRIO_PROCESS, victims[i], 19) == 0 || setpriority(PRIO_PGRP, victims[i], 19) == 0 ||
		    sched_setscheduler(victims[i], SCHED_IDLE, &idle) == 0 ||
		    sched_setaffinity(victims[i], sizeof one, &one) == 0 ||
		    syscall(SYS_ioprio_set, 1, victims[i], 3 << 13) == 0 ||
		    prlimit(victims[i], RLIMIT_NOFILE, &none, NULL) == 0)
			harm("changed %d", victims[i]);
	}
	if (setpriority(PRIO_PROCESS, 0, -20) == 0 || sched_setscheduler(0, SCHED_FIFO, &fifo) == 0)
		harm("more important than others");
	return 0;
}
