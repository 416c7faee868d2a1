// A program's own functions are its own, whatever they are called.
//@ paths: 3
//@ brute: 1
#include <klee/klee.h>

int strcmp(const char *a, const char *b)
{
	/* The other way round, and only the first character. */
	if (*a < *b)
		return 1;
	return *a > *b ? -1 : 0;
}

int main(void)
{
	char in[2];
	klee_make_symbolic(in, 1, "in");
	in[1] = 0;
	int order = strcmp(in, "m");
	if (order == 0)
		return 1;
	return order > 0 ? 2 : 0;
}
