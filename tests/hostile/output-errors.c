/*
 * Tries: the same on standard error, from several processes.
 * Must not: fill the memory of whoever reads it.
 * Ends: output
 */
int main(void)
{
	fork();
	fork();
	for (;;)
		fputs("error\n", stderr);
}
