/*
 * Tries: to connect to an abstract socket of the host's.
 * Must not: reach it.
 */
int main(void)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	size_t length = strlen(abstract_name);
	memcpy(un.sun_path + 1, abstract_name, length);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (void *)&un, offsetof(struct sockaddr_un, sun_path) + 1 + length) == 0) {
		harm("connected");
		tell(fd);
	}
	return 0;
}
