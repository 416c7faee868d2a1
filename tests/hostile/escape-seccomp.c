/*
 * Tries: to answer for its sandbox: a listener of its own, or another filter that allows more.
 * Must not: do what was refused before.
 */
int main(void)
{
	struct { unsigned short code; unsigned char jt, jf; unsigned k; } allow[] = { { 6, 0, 0, 0x7fff0000 } };
	struct { unsigned short n; void *filter; } program = { 1, allow };
	syscall(SYS_seccomp, 1, 8, &program);
	syscall(SYS_seccomp, 1, 0, &program);
	prctl(PR_SET_SECCOMP, 2, &program);
	if (syscall(SYS_unshare, CLONE_NEWUSER) == 0 || syscall(SYS_keyctl, 0, -3, 1) >= 0 || socket(40, SOCK_STREAM, 0) >= 0)
		harm("the filter is gone");
	return 0;
}
