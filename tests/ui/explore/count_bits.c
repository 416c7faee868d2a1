// Intrinsics for bits: four conditions, each possible after the others failed.
//@ paths: 6
#include <klee/klee.h>

int main(void)
{
	unsigned a;
	klee_make_symbolic(&a, sizeof a, "a");
	if (a == 0)
		return 1;
	if (__builtin_popcount(a) == 31)
		return 2;
	if (__builtin_clz(a) == 5)
		return 3;
	if (__builtin_ctz(a) == 13)
		return 4;
	if (__builtin_bswap32(a) == 0x11223344)
		return 5;
	return 0;
}
