/*
 * Tries: to stop the kernel in the middle of a copy.
 * Must not: get such a descriptor.
 */
int main(void)
{
	if (syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_userfaultfd, 1) >= 0 || open("/dev/userfaultfd", O_RDWR) >= 0)
		harm("userfaultfd");
	return 0;
}
