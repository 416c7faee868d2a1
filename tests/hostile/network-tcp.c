/*
 * Tries: to connect to the host by TCP.
 * Must not: reach it.
 */
int main(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(port) };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(port) };
	inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
	inet_pton(AF_INET6, "::ffff:127.0.0.1", &in6.sin6_addr);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (void *)&in, sizeof in) == 0) {
		harm("connected");
		tell(fd);
	}
	fd = socket(AF_INET6, SOCK_STREAM, 0);
	if (fd >= 0 && connect(fd, (void *)&in6, sizeof in6) == 0)
		harm("connected by IPv6");
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd >= 0 && sendto(fd, "x", 1, MSG_FASTOPEN, (void *)&in, sizeof in) == 1)
		harm("connected by its first byte");
	fd = socket(AF_INET, SOCK_STREAM, 262);
	if (fd >= 0 && connect(fd, (void *)&in, sizeof in) == 0)
		harm("connected by MPTCP");
	return 0;
}
