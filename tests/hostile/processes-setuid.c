/*
 * Tries: to become somebody else: by system calls and by set-user-ID programs.
 * Must not: have another user's rights.
 */
int main(void)
{
	char path[4096];
	if (getuid() != 0 && (setuid(0) == 0 || seteuid(0) == 0 || setresuid(0, 0, 0) == 0))
		harm("root");
	if (setgroups(0, NULL) == 0)
		harm("groups");
	snprintf(path, sizeof path, "%s/setuid -u 2>/dev/null", readable);
	FILE *said = popen(path, "r");
	int user = -1;
	if (said && fscanf(said, "%d", &user) == 1 && user == 0 && getuid() != 0)
		harm("root by a set-user-ID program");
	const char *programs[] = { "/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/usr/bin/sudo" };
	for (int i = 0; i < 4; i++) {
		pid_t child = fork();
		if (child == 0) {
			close(0);
			dup2(open("/dev/null", O_WRONLY), 2);
			execl(programs[i], programs[i], "-a", NULL);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
	return 0;
}
