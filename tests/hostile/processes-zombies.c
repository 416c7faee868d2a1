/*
 * Tries: to confuse whoever waits: zombies, siblings by CLONE_PARENT, orphans of orphans.
 * Must not: leave a process, or make the run end in another way.
 */
int main(void)
{
	for (int i = 0; i < 20; i++)
		if (fork() == 0) {
			if (fork() == 0) {
				if (fork() == 0)
					_exit(7);
				_exit(8);
			}
			_exit(9);
		}
	long sibling = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
	if (sibling == 0)
		_exit(3);
	sibling = syscall(SYS_clone, CLONE_PARENT | SIGKILL, 0, 0, 0, 0);
	if (sibling == 0) {
		close(0), close(1), close(2);
		sleep(1000);
	}
	return 0;
}
