/*
 * Tries: to connect to sockets in the file system: the host's, and one in a directory that it may read.
 * Must not: reach one: they are found whatever the network namespace.
 */
static int network_unix_try(const char *path, int type)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	snprintf(un.sun_path, sizeof un.sun_path, "%s", path);
	int fd = socket(AF_UNIX, type, 0), pair[2];
	if (fd >= 0 && connect(fd, (void *)&un, sizeof un) == 0)
		tell(fd);
	if (fd >= 0)
		sendto(fd, "harm", 4, 0, (void *)&un, sizeof un);
	/* A socket of a pair needs no `socket`. */
	if (socketpair(AF_UNIX, type, 0, pair) == 0) {
		sendto(pair[0], "harm", 4, 0, (void *)&un, sizeof un);
		if (connect(pair[1], (void *)&un, sizeof un) == 0)
			return send(pair[1], "harm", 4, 0) == 4;
	}
	return fd >= 0 && send(fd, "harm", 4, MSG_NOSIGNAL) == 4;
}

int main(void)
{
	char path[4096];
	const int types[] = { SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_RAW };
	const char *names[] = { "socket", "datagrams" };
	for (int i = 0; i < 8; i++) {
		snprintf(path, sizeof path, "%s/%s", readable, names[i & 1]);
		if (network_unix_try(path, types[i / 2]) || network_unix_try(of_host(names[i & 1]), types[i / 2]))
			harm("a socket of the host's, by type %d", types[i / 2]);
	}
	network_unix_try("/dev/log", SOCK_DGRAM);
	network_unix_try("/run/dbus/system_bus_socket", SOCK_STREAM);
	return 0;
}
