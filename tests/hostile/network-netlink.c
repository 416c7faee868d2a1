/*
 * Tries: to listen to the kernel: devices, audit, processes.
 * Must not: get such a socket.
 */
int main(void)
{
	for (int protocol = 1; protocol < 25; protocol++)
		if (socket(AF_NETLINK, SOCK_RAW, protocol) >= 0 || socket(AF_NETLINK, SOCK_DGRAM, protocol) >= 0)
			harm("netlink %d", protocol);
	return 0;
}
