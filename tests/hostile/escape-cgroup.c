/*
 * Tries: to leave its control group, or to have the kernel run a program for one.
 * Must not: write there.
 */
int main(void)
{
	const char *dirs[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd" };
	const char *names[] = { "release_agent", "cgroup.procs", "tasks", "notify_on_release", "cgroup.subtree_control", "harm" };
	char path[256];
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 6; k++) {
			snprintf(path, sizeof path, "%s/%s", dirs[i], names[k]);
			if (open(path, O_WRONLY) >= 0 || (k == 5 && mkdir(path, 0777) == 0))
				harm("%s", path);
		}
	return 0;
}
