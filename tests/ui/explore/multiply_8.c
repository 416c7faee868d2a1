// Products of two bytes, with a factorisation to find.
//@ brute: 2
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	unsigned product = (unsigned)a * b;
	if (product == 143)
		return a == 11 ? 1 : 2;
	if ((unsigned char)product == 0)
		return 3;
	return product > 60000 ? 4 : 0;
}
