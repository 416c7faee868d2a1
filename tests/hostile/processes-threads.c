/*
 * Tries: to start threads without end.
 * Must not: have more than the limit.
 */
static void *processes_threads_sleep(void *unused)
{
	pause();
	return unused;
}

int main(void)
{
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 16384);
	pthread_t thread;
	int n = 0;
	while (n < 5000 && pthread_create(&thread, &small, processes_threads_sleep, NULL) == 0)
		n++;
	if (n > 100)
		harm("%d threads", n);
	return 0;
}
