// A rotation made of shifts.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	unsigned n = b & 7;
	unsigned char r = (unsigned char)(a << n | a >> (8 - n) % 8);
	if (n == 0)
		return 1;
	return r == 0x81 ? 2 : 0;
}
