/*
 * Tries: to change the kernel's settings.
 * Must not: write one.
 */
int main(void)
{
	const char *paths[] = { "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe",
		"/proc/sysrq-trigger", "/proc/sys/vm/drop_caches", "/proc/sys/kernel/ns_last_pid", "/proc/1/oom_score_adj",
		"/proc/sys/user/max_user_namespaces", "/sys/kernel/mm/ksm/run", "/sys/kernel/uevent_helper", "/sys/power/state",
		"/proc/self/loginuid", "/proc/self/uid_map", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/kernel/shmall",
		"/proc/sys/fs/binfmt_misc/register" };
	for (int i = 0; i < 16; i++) {
		int fd = open(paths[i], O_WRONLY);
		/* A byte that is not valid anywhere. */
		if (fd >= 0)
			harm("opened %s", paths[i]);
	}
	if (sethostname("harm", 4) == 0 || setdomainname("harm", 4) == 0)
		harm("the host's name");
	return 0;
}
