/*
 * Tries: raw packets, and every family of sockets there may be.
 * Must not: get one but for IP.
 */
int main(void)
{
	for (int family = 0; family < 64; family++)
		for (int type = 1; type < 6; type++)
			if (family != AF_INET && family != AF_INET6 && family != AF_NETLINK && socket(family, type, 0) >= 0)
				harm("family %d, type %d", family, type);
	if (socket(AF_INET, SOCK_RAW, 1) >= 0 || socket(AF_PACKET, SOCK_RAW, htons(3)) >= 0)
		harm("raw packets");
	return 0;
}
