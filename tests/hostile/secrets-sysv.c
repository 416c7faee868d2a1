/*
 * Tries: to attach the host's System V segments and to read its queues.
 * Must not: see one.
 */
int main(void)
{
	for (int id = 0; id < 4096; id++) {
		char *at = shmat(id, NULL, SHM_RDONLY);
		if (at != (void *)-1) {
			harm("segment %d", id);
			fwrite(at, 1, 64, stdout);
		}
		struct { long type; char text[256]; } message;
		if (msgrcv(id, &message, sizeof message.text, 0, IPC_NOWAIT | MSG_NOERROR) >= 0)
			harm("queue %d", id);
	}
	int id = shmget(0x70617463, 0, 0);
	if (id >= 0)
		harm("found a segment by its key");
	return 0;
}
