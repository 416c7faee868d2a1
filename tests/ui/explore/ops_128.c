// Operations on 128 bits: six conditions, each possible after the others failed.
//@ paths: 7
#include <klee/klee.h>

int main(void)
{
	unsigned __int128 a, b, one = 1;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (a + b == one << 100)
		return 1;
	if (a - b == ~(unsigned __int128)0)
		return 2;
	if ((a & b) == one << 127)
		return 3;
	if ((a ^ b) == (one << 64) - 1)
		return 4;
	if (a >> 90 == 5)
		return 5;
	if ((__int128)a < 0)
		return 6;
	return 0;
}
