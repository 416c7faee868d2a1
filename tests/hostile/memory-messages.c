/*
 * Tries: to fill message queues.
 * Must not: take more memory than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	struct { long type; char text[8192]; } message = { 1, { 0 } };
	long kb = 0;
	for (int n = 0; n < 32000 && kb >> 10 < 40L * limit_mb; n++) {
		int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
		if (id < 0)
			break;
		while (msgsnd(id, &message, sizeof message.text, IPC_NOWAIT) == 0)
			kb += 8;
		holds(kb >> 10, "messages");
		if (n % 16 == 0)
			usleep(1000);
	}
	return 0;
}
