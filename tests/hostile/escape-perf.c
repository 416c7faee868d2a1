/*
 * Tries: to measure others, and itself.
 * Must not: succeed.
 */
int main(void)
{
	uint32_t attributes[32] = { 1, 128 };
	for (int i = -1; i < n_victims; i++)
		if (syscall(SYS_perf_event_open, attributes, i < 0 ? 0 : victims[i], -1, -1, 0) >= 0)
			harm("perf_event_open");
	return 0;
}
