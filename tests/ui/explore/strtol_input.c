// A number read by libc from two characters: it is 42 only for "42"; every test reproduces.
//@ statuses: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char in[3];
	klee_make_symbolic(in, sizeof in, "in");
	in[2] = 0;
	if (strtol(in, 0, 10) == 42)
		return 1;
	return 0;
}
