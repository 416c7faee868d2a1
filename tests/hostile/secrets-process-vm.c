/*
 * Tries: to copy from and to the memory of other processes.
 * Must not: succeed.
 */
int main(void)
{
	char bytes[16] = "harm";
	int pids[12] = { 1, getppid() }, n = 2;
	for (int i = 0; i < n_victims; i++)
		pids[n++] = victims[i];
	for (int i = 0; i < n; i++)
		for (uintptr_t at = 0x400000; at < 0x408000; at += 0x1000) {
			struct iovec local = { bytes, 16 }, remote = { (void *)at, 16 };
			if (process_vm_readv(pids[i], &local, 1, &remote, 1, 0) >= 0 ||
			    process_vm_writev(pids[i], &local, 1, &remote, 1, 0) >= 0)
				harm("memory of %d", pids[i]);
		}
	return 0;
}
