/*
 * Tries: to have capabilities, now or after the next `execve`.
 * Must not: get any.
 */
int main(void)
{
	struct { uint32_t version; int pid; } header = { 0x20080522, 0 };
	struct { uint32_t effective, permitted, inheritable; } data[2] = { { 0 } };
	syscall(SYS_capget, &header, data);
	if (data[0].effective || data[0].permitted || data[1].permitted)
		harm("capabilities %x", data[0].permitted);
	memset(data, 0xff, sizeof data);
	if (syscall(SYS_capset, &header, data) == 0)
		harm("took capabilities");
	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 21, 0, 0) == 0)
		harm("ambient capabilities");
	if (prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		harm("new privileges");
	return 0;
}
