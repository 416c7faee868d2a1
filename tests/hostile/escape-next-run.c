/*
 * Tries: to leave something for the next run: files, segments, queues, a name in memory.
 * Must not: find what an earlier run left.
 */
int main(void)
{
	if (access("left", F_OK) == 0 || access("/tmp/left", F_OK) == 0 || shmget(4711, 4096, 0) >= 0 ||
	    msgget(4711, 0) >= 0 || semget(4711, 1, 0) >= 0)
		harm("something of an earlier run");
	close(open("left", O_CREAT | O_WRONLY, 0666));
	close(open("/tmp/left", O_CREAT | O_WRONLY, 0666));
	shmget(4711, 4096, IPC_CREAT | 0666);
	msgget(4711, IPC_CREAT | 0666);
	semget(4711, 1, IPC_CREAT | 0666);
	return 0;
}
