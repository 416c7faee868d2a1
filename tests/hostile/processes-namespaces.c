/*
 * Tries: to make namespaces by `unshare`, `clone` and `clone3`.
 * Must not: get one: it would have all rights in there.
 */
int main(void)
{
	const int flags[] = { CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80 };
	for (int i = 0; i < 8; i++) {
		if (unshare(flags[i]) == 0)
			harm("unshare %x", flags[i]);
		long pid = syscall(SYS_clone, flags[i] | SIGCHLD, 0, 0, 0, 0);
		if (pid == 0)
			_exit(0);
		if (pid > 0 && flags[i] != 0x80)
			harm("clone %x", flags[i]);
		uint64_t how[11] = { flags[i] == 0x80 ? 0x80 : flags[i], 0, 0, 0, SIGCHLD };
		pid = syscall(SYS_clone3, how, sizeof how);
		if (pid == 0)
			_exit(0);
		if (pid > 0)
			harm("clone3 %x", flags[i]);
	}
	return 0;
}
