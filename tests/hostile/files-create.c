/*
 * Tries: to create files and directories everywhere.
 * Must not: leave anything behind outside of its directory.
 */
int main(void)
{
	const char *paths[] = { "/harm", "/etc/harm", "/usr/harm", "/usr/bin/harm", "/var/tmp/harm", "/run/harm",
		"/home/harm", "/root/harm", "/opt/harm", "/dev/harm", "/exe/harm", "../harm", "../../harm" };
	for (int i = 0; i < 13; i++) {
		if (open(paths[i], O_CREAT | O_WRONLY, 0666) >= 0 || mkdir(paths[i], 0777) == 0)
			harm("created %s", paths[i]);
	}
	const char *names[] = { "new", "sub/new", "open/new" };
	for (int i = 0; i < 3; i++) {
		if (open(of_host(names[i]), O_CREAT | O_WRONLY, 0666) >= 0 || mkdir(of_host(names[i]), 0777) == 0 ||
		    open(of_host("open"), O_TMPFILE | O_RDWR, 0666) >= 0)
			harm("created %s", names[i]);
	}
	return 0;
}
