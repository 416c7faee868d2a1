/*
 * Tries: to read the host's shared memory in `/dev/shm`.
 * Must not: print a secret from there, or create a file that others see.
 */
int main(void)
{
	char path[400];
	tell_file("/dev/shm/patchlight-hostile-secret");
	tell_file("/dev/shm/../shm/patchlight-hostile-secret");
	DIR *dir = opendir("/dev/shm");
	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		snprintf(path, sizeof path, "/dev/shm/%s", entry->d_name);
		tell_file(path);
	}
	int fd = shm_open("/patchlight-hostile-secret", O_RDONLY, 0);
	if (fd >= 0)
		tell(fd);
	shm_open("/patchlight-hostile-harm", O_CREAT | O_RDWR, 0666);
	return 0;
}
