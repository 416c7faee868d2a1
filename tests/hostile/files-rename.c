/*
 * Tries: to move the host's files, to exchange them with its own, and to put its own there.
 * Must not: succeed.
 */
int main(void)
{
	close(open("mine", O_CREAT | O_RDWR, 0666));
	for (int i = 0; i < N_HOST_FILES; i++) {
		const char *path = of_host(host_files[i]);
		if (rename(path, "taken") == 0 || renameat2(AT_FDCWD, path, AT_FDCWD, "mine", RENAME_EXCHANGE) == 0 ||
		    rename("mine", path) == 0)
			harm("renamed %s", path);
	}
	if (rename(of_host("sub"), of_host("other")) == 0 || rename("mine", of_host("open/mine")) == 0)
		harm("renamed within the host's directory");
	return 0;
}
