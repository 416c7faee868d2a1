// A check sum that must fit.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char in[2];
	klee_make_symbolic(in, 2, "in");
	unsigned sum = 7;
	for (int i = 0; i < 2; i++)
		sum = (sum * 31 + in[i]) & 0xff;
	if (sum == 0x42)
		return in[0] > 0x7f ? 1 : 2;
	return 0;
}
