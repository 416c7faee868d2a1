/*
 * Tries: to make the kernel send SIGKILL to others, as owners of a descriptor that something happens to.
 * Must not: reach one of the host's.
 */
int main(void)
{
	int pair[2], tube[2];
	socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
	pipe(tube);
	for (int i = 0; i < n_victims; i++)
		for (int k = 0; k < 2; k++) {
			int fd = k == 0 ? pair[0] : tube[0];
			struct { int type, pid; } owner = { 1, victims[i] };
			fcntl(fd, F_SETSIG, SIGKILL);
			fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK);
			fcntl(fd, F_SETOWN, victims[i]);
			write(k == 0 ? pair[1] : tube[1], "x", 1);
			fcntl(fd, 15, &owner);
			write(k == 0 ? pair[1] : tube[1], "x", 1);
			ioctl(fd, 0x8901, &victims[i]);
			write(k == 0 ? pair[1] : tube[1], "x", 1);
		}
	return 0;
}
