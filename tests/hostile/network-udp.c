/*
 * Tries: to send datagrams to the host.
 * Must not: have one arrive.
 */
int main(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(port) };
	inet_pton(AF_INET, "127.0.0.1", &in.sin_addr);
	for (int protocol = 0; protocol < 2; protocol++) {
		int fd = socket(AF_INET, SOCK_DGRAM, protocol ? 136 : 0);
		if (fd >= 0)
			sendto(fd, "harm", 4, 0, (void *)&in, sizeof in);
	}
	return 0;
}
