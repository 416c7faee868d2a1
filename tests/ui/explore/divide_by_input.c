// A division whose divisor may be 0.
//@ brute: 2
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	int q = a / b; //~ division-by-zero
	return q > 3;
}
