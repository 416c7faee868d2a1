/*
 * Tries: to fill the buffers of as many pipes and pairs of sockets as it can open.
 * Must not: take more memory than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	static char block[65536];
	long kb = 0;
	for (int i = 0; i < 1000; i++) {
		int pair[2];
		if ((i & 1 ? pipe2(pair, O_NONBLOCK) : socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) != 0)
			break;
		for (ssize_t n; (n = write(pair[1], block, sizeof block)) > 0;)
			kb += n >> 10;
		holds(kb >> 10, "buffers");
	}
	return 0;
}
