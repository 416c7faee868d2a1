// The upper half of a 64-bit product: it is 3, or not.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned long long a;
	klee_make_symbolic(&a, sizeof a, "a");
	unsigned __int128 product = (unsigned __int128)a * 1000003;
	if ((unsigned long long)(product >> 64) == 3)
		return 1;
	return 0;
}
