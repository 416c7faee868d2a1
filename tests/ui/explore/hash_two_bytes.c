// A hash whose value the second branch must invert.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned short s;
	klee_make_symbolic(&s, sizeof s, "s");
	unsigned h = s;
	h ^= h >> 7;
	h = h * 0x2c9 & 0xffff;
	h ^= h >> 9;
	if (h == 0xbeef)
		return 1;
	return h < 16 ? 2 : 0;
}
