/*
 * Tries: to read what only root may read.
 * Must not: succeed, even if root has started it.
 */
int main(void)
{
	const char *paths[] = { "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/proc/kcore", "/proc/kmsg", "/dev/mem",
		"/dev/kmsg", "/dev/vda", "/dev/sda", "/proc/1/environ", "/sys/firmware/dmi/tables/DMI", "/dev/port" };
	for (int i = 0; i < 12; i++) {
		char byte;
		int fd = open(paths[i], O_RDONLY | O_NONBLOCK);
		if (fd >= 0 && read(fd, &byte, 1) == 1)
			harm("read %s", paths[i]);
	}
	return 0;
}
