// The smallest number divided by -1, and a division by 0, and all others.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	int a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (b == 0)
		return 1;
	a /= b; //~ division-overflow
	return 0;
}
