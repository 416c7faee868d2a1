// The ten comparisons of two numbers, signed and not.
//@ brute: 2
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	signed char c = (signed char)a, d = (signed char)b;
	int n = 0;
	if (a == b)
		n |= 1;
	if (a < b)
		n |= 2;
	if (a >= b)
		n |= 4;
	if (c < d)
		n |= 8;
	if (c > d)
		n |= 16;
	if (c <= d)
		n |= 32;
	return n;
}
