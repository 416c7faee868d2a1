/*
 * Tries: to fill System V segments and to detach them.
 * Must not: have more than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	for (long mb = 0; mb < 40L * limit_mb; mb += 8) {
		int id = shmget(IPC_PRIVATE, 8 << 20, IPC_CREAT | 0600);
		char *at = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
		if (at == (void *)-1)
			break;
		touch_pages(at, 8 << 20);
		shmdt(at);
		usleep(1000);
		holds(mb + 8, "segments");
	}
	return 0;
}
