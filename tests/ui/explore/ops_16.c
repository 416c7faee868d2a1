// Every operation on 16 bits. Each of the ten conditions can be true and false and the first
// whose test is true leaves, so there are eleven paths.
//@ paths: 11
#include <klee/klee.h>

int main(void)
{
	unsigned short a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if ((unsigned short)(a + b) == 0x1234 && 0)
		return 99;
	if ((unsigned short)(a + b) == 0x1234)
		return 1;
	if ((unsigned short)(a - b) == 0xfff0)
		return 2;
	if ((unsigned short)(a * 3) == 7)
		return 3;
	if ((a & b) == 0xff00)
		return 4;
	if ((a | b) == 0x00ff)
		return 5;
	if ((a ^ b) == 0x5555)
		return 6;
	if ((unsigned short)(a << 4) == 0x3210)
		return 7;
	if (a >> 12 == 9)
		return 8;
	if ((short)a >> 12 == -3)
		return 9;
	if ((unsigned short)~a == 5)
		return 10;
	return 0;
}
