/*
 * Tries: to write without end.
 * Must not: fill the memory of whoever reads it.
 * Ends: output
 */
int main(void)
{
	for (;;)
		fputs("output\n", stdout);
}
