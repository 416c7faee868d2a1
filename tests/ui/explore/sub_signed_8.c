// The sign of a difference, which may not fit.
//@ brute: 2
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	signed char d = (signed char)(a - b);
	if (d < 0)
		return a < b ? 1 : 2;
	if (d == 0)
		return 3;
	return a > b ? 4 : 5;
}
