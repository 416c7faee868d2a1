/*
 * Tries: to overwrite, remove and replace its own executable and what lies beside it.
 * Must not: succeed: another run would get it.
 */
int main(void)
{
	char path[4096] = { 0 }, dir[4200];
	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		return 0;
	if (open(path, O_WRONLY) >= 0 || open("/proc/self/exe", O_RDWR) >= 0 || unlink(path) == 0 ||
	    rename(path, "/tmp/x") == 0 || chmod(path, 0777) == 0)
		harm("%s", path);
	*strrchr(path, '/') = 0;
	snprintf(dir, sizeof dir, "%s/new", path);
	if (open(dir, O_CREAT | O_WRONLY, 0666) >= 0 || mkdir(dir, 0777) == 0)
		harm("%s", dir);
	return 0;
}
