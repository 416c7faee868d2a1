// Elements of four and of eight bytes, in writable memory.
//@ brute: 1
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int small[4] = { 1, -1, 70000, 2 };
	long long large[4] = { 1LL << 40, -1, 70000, 2 };
	klee_make_symbolic(&a, 1, "a");
	if (large[a & 3] == small[a >> 6])
		return 1;
	return large[a & 3] > 0xffffffff ? 2 : 3;
}
