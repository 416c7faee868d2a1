// Ends after some seconds, with thousands of paths.
#include <klee/klee.h>

enum { BYTES = 14 };

int main(void)
{
	unsigned char input[BYTES];
	klee_make_symbolic(input, sizeof input, "input");
	unsigned n = 0;
	for (int i = 1; i < BYTES; i++)
		if (input[i] * input[i - 1] % 256 > 100) n++;
	return n;
}
