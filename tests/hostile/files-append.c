/*
 * Tries: to write to files of the host's, in every way to open them.
 * Must not: change one of them.
 */
int main(void)
{
	const int modes[] = { O_WRONLY, O_RDWR, O_WRONLY | O_APPEND, O_RDWR | O_CREAT, O_WRONLY | O_TRUNC };
	for (int i = 0; i < N_HOST_FILES; i++)
		for (int m = 0; m < 5; m++) {
			int fd = open(of_host(host_files[i]), modes[m], 0666);
			if (fd >= 0 && write(fd, "harm", 4) == 4)
				harm("wrote %s", host_files[i]);
		}
	return 0;
}
