/*
 * Tries: system calls of the x32 ABI, whose numbers have bit 30: a filter by number may not know them.
 * Must not: have one executed.
 */
int main(void)
{
	const long bit = 0x40000000;
	if (syscall(bit + SYS_getpid) >= 0 || syscall(bit + SYS_mount, "none", "/tmp", "tmpfs", 0, NULL) == 0 ||
	    syscall(bit + SYS_unshare, CLONE_NEWUSER) == 0 || syscall(bit + SYS_socket, AF_UNIX, SOCK_STREAM, 0) >= 0 ||
	    syscall(bit + 521, 0, 0, 0, 0) >= 0 || syscall(bit + SYS_chmod, of_host("file"), 0777) == 0)
		harm("x32");
	return 0;
}
