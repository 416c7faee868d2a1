// Assumptions cut inputs away.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	klee_assume(a > 10);
	klee_assume(a < 20);
	klee_assume(a + b == 30);
	if (b == 15)
		return 1;
	return a > b ? 2 : 3;
}
