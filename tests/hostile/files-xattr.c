/*
 * Tries: to set and remove extended attributes of the host's files, by old and new calls.
 * Must not: succeed.
 */
int main(void)
{
	struct { uint64_t value; uint32_t size, flags; } args = { (uint64_t)(uintptr_t) "x", 1, 0 };
	for (int i = 0; i < N_HOST_FILES; i++) {
		const char *path = of_host(host_files[i]);
		int fd = open(path, O_RDONLY);
		if (setxattr(path, "user.harm", "x", 1, 0) == 0 || lsetxattr(path, "user.harm", "x", 1, 0) == 0 ||
		    fsetxattr(fd, "user.harm", "x", 1, 0) == 0 || removexattr(path, "user.planted") == 0 ||
		    syscall(463, AT_FDCWD, path, 0, "user.harm", &args, sizeof args) == 0 ||
		    syscall(466, AT_FDCWD, path, 0, "user.planted") == 0)
			harm("attributes of %s", path);
	}
	return 0;
}
