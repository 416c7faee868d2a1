/*
 * Tries: to read the kernel's messages, and to clear them.
 * Must not: succeed.
 */
int main(void)
{
	char text[4096];
	for (int action = 2; action <= 10; action++)
		if (action != 6 && action != 7 && action != 8 && syscall(SYS_syslog, action, text, sizeof text) >= 0)
			harm("syslog %d", action);
	if (open("/dev/kmsg", O_RDWR | O_NONBLOCK) >= 0 || open("/proc/kmsg", O_RDONLY | O_NONBLOCK) >= 0)
		harm("kmsg");
	return 0;
}
