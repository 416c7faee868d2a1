/*
 * Tries: to have the kernel do what a filter does not see.
 * Must not: get a ring.
 */
int main(void)
{
	char parameters[120] = { 0 };
	if (syscall(SYS_io_uring_setup, 4, parameters) >= 0 || syscall(SYS_io_uring_register, -1, 0x80000000, NULL, 0) == 0)
		harm("io_uring");
	return 0;
}
