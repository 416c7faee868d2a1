// And, or, exclusive or and not.
//@ brute: 2
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	if ((a & b) == 0xf0)
		return 1;
	if ((a | b) == 0x0f)
		return 2;
	if ((a ^ b) == 0xff)
		return 3;
	return (unsigned char)~a == b ? 4 : 0;
}
