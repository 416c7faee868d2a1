/* rle: writes runs of bytes of standard input as a number and the byte. */
#include <stdio.h>

static void write_run(int byte, unsigned n)
{
	if (n > 1)
		printf("%u", n);
	putchar(byte);
}

int main(void)
{
	int previous = getchar();
	unsigned n = 1;
	if (previous == EOF)
		return 0;
	for (int byte; (byte = getchar()) != EOF; previous = byte) {
		if (byte == previous) {
			n++;
			continue;
		}
		write_run(previous, n);
		n = 1;
	}
	write_run(previous, n);
	return 0;
}
