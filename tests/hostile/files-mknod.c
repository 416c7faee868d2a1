/*
 * Tries: to make pipes, sockets and devices outside, and devices of its own.
 * Must not: make one outside, or open the memory or a disk by a device of its own.
 */
int main(void)
{
	if (mknod(of_host("open/fifo"), S_IFIFO | 0666, 0) == 0 || mknod(of_host("open/sock"), S_IFSOCK | 0666, 0) == 0 ||
	    mknod(of_host("open/file2"), S_IFREG | 0666, 0) == 0)
		harm("made a file outside");
	const int devices[][3] = { { S_IFCHR, 1, 1 }, { S_IFCHR, 5, 1 }, { S_IFBLK, 8, 0 }, { S_IFBLK, 254, 0 }, { S_IFBLK, 7, 0 } };
	for (int i = 0; i < 5; i++) {
		unlink("device");
		if (mknod("device", devices[i][0] | 0666, devices[i][1] << 8 | devices[i][2]) == 0 &&
		    open("device", O_RDONLY | O_NONBLOCK) >= 0)
			harm("device %d:%d", devices[i][1], devices[i][2]);
	}
	return 0;
}
