// Quotient and remainder; the divisor may be 0, which is checked.
//@ brute: 2
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	if (b == 0)
		return 1;
	if (a / b == 5)
		return a % b == 0 ? 2 : 3;
	return a % b > 100 ? 4 : 0;
}
