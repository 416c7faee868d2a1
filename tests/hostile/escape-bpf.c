/*
 * Tries: to load programs into the kernel.
 * Must not: succeed.
 */
int main(void)
{
	uint32_t attributes[32] = { 2, 4, 4, 1 };
	for (int command = 0; command < 10; command++)
		if (syscall(SYS_bpf, command, attributes, sizeof attributes) >= 0)
			harm("bpf %d", command);
	return 0;
}
