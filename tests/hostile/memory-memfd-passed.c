/*
 * Tries: to keep files in memory that no process has open: they are on their way through a socket.
 * Must not: have more than the limit.
 * Ends: memory, output, exit
 */
int main(void)
{
	static char block[1 << 20];
	memset(block, 1, sizeof block);
	int pair[2];
	long mb = 0;
	signal(SIGXFSZ, SIG_IGN);
	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	for (int i = 0; i < 100; i++) {
		int fd = memfd_create("x", 0);
		for (int k = 0; fd >= 0 && k < 8 && write(fd, block, sizeof block) == sizeof block; k++)
			holds(++mb, "memfd on its way");
		char control[CMSG_SPACE(sizeof(int))] = { 0 };
		struct iovec byte = { "x", 1 };
		struct msghdr message = { .msg_iov = &byte, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
		struct cmsghdr *header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(header), &fd, sizeof fd);
		if (fd < 0 || sendmsg(pair[0], &message, MSG_DONTWAIT) < 0)
			break;
		close(fd);
	}
	return 0;
}
