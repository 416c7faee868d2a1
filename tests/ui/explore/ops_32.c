// Every operation on 32 bits: ten conditions, each possible after the others failed.
//@ paths: 11
#include <klee/klee.h>

int main(void)
{
	unsigned a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (a + b == 0x12345678)
		return 1;
	if (a - b == 0xfffffff0)
		return 2;
	if (a * 3 == 7)
		return 3;
	if ((a & b) == 0xff00ff00)
		return 4;
	if ((a | b) == 0x00ff00ff)
		return 5;
	if ((a ^ b) == 0x55555555)
		return 6;
	if (a << 4 == 0x76543210)
		return 7;
	if (a >> 28 == 9)
		return 8;
	if ((int)a >> 28 == -3)
		return 9;
	if (a % 1000 == 999)
		return 10;
	return 0;
}
