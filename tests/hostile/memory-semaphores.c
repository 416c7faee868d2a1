/*
 * Tries: to have the kernel keep as many semaphores as it can.
 * Must not: take more memory than the limit.
 * Ends: memory, exit
 */
int main(void)
{
	for (long n = 0; n < 40L * limit_mb; n++) {
		/* 32,000 of 64 bytes each. */
		if (semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600) < 0)
			break;
		usleep(1000);
		holds(2 * n, "semaphores");
	}
	return 0;
}
