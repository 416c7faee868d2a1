/*
 * Tries: to use descriptors that it was not given.
 * Must not: have any but the standard streams.
 */
int main(void)
{
	for (int fd = 3; fd < 5000; fd++)
		if (fcntl(fd, F_GETFD) >= 0) {
			harm("descriptor %d is open", fd);
			tell(fd);
		}
	return 0;
}
