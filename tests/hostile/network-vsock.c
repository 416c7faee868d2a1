/*
 * Tries: to talk to the machine's own host, and to itself, by AF_VSOCK.
 * Must not: get such a socket, which no namespace keeps in.
 */
int main(void)
{
	for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++)
		if (socket(40, type, 0) >= 0)
			harm("a socket of type %d", type);
	if (open("/dev/vsock", O_RDONLY) >= 0)
		harm("/dev/vsock");
	return 0;
}
