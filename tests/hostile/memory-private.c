/*
 * Tries: to take memory in many processes, each below the limit.
 * Must not: have more than the limit together, unseen.
 * Ends: memory
 */
int main(void)
{
	for (int i = 0; i < 5; i++)
		fork();
	for (;;) {
		char *p = malloc(1 << 20);
		if (p)
			memset(p, 1, 1 << 20);
		else
			pause();
	}
}
