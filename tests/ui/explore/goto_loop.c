// Jumps into the middle of a loop.
//@ brute: 1
//@ paths: 6
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	int n = 0;
	if (a & 1)
		goto middle;
again:
	n++;
middle:
	a >>= 2;
	if (a > 3)
		goto again;
	return n;
}
