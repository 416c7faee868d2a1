/*
 * Tries: to write through links of its own, to make links outside, and to climb out by `..`.
 * Must not: reach a file of the host's.
 */
int main(void)
{
	char up[4096];
	for (int i = 0; i < N_HOST_FILES; i++) {
		unlink("link");
		symlink(of_host(host_files[i]), "link");
		if (open("link", O_WRONLY) >= 0)
			harm("opened %s", host_files[i]);
	}
	symlink(host, "dir");
	if (open("dir/new", O_CREAT | O_WRONLY, 0666) >= 0)
		harm("created a file behind a link");
	snprintf(up, sizeof up, "../../../../../../../../..%s", of_host("everybody"));
	if (open(up, O_WRONLY) >= 0)
		harm("climbed out");
	if (symlink("x", of_host("open/link")) == 0)
		harm("made a link outside");
	return 0;
}
