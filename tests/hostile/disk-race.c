/*
 * Tries: to replace directories by links while somebody looks at them, from a process that stays.
 * Must not: have a secret collected, or anything of the host's removed.
 */
int main(void)
{
	mkdir("a", 0777);
	close(open("a/secret", O_CREAT | O_WRONLY, 0666));
	symlink(host, "b");
	if (fork() == 0) {
		close(0), close(1), close(2);
		setsid();
		for (;;)
			renameat2(AT_FDCWD, "a", AT_FDCWD, "b", RENAME_EXCHANGE);
	}
	usleep(20000);
	return 0;
}
