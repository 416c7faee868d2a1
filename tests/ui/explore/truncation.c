// A short cut to a byte.
//@ brute: 2
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned short s;
	klee_make_symbolic(&s, sizeof s, "s");
	if ((unsigned char)s == 0x34)
		return s == 0x1234 ? 1 : 2;
	if (s >> 8 == (s & 0xff))
		return 3;
	return 0;
}
