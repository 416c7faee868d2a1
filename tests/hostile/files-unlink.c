/*
 * Tries: to delete everything, the host's files first.
 * Must not: delete anything outside of its directory.
 */
static int files_unlink_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st, (void)flag, (void)ftw;
	remove(path);
	return 0;
}

int main(void)
{
	for (int i = 0; i < N_HOST_FILES; i++)
		if (unlink(of_host(host_files[i])) == 0)
			harm("deleted %s", host_files[i]);
	nftw(host, files_unlink_one, 16, FTW_DEPTH | FTW_PHYS);
	nftw("/dev", files_unlink_one, 16, FTW_DEPTH | FTW_PHYS);
	nftw("/etc", files_unlink_one, 16, FTW_DEPTH | FTW_PHYS);
	nftw(readable, files_unlink_one, 16, FTW_DEPTH | FTW_PHYS);
	return 0;
}
