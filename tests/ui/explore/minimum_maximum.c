// The lower and the higher of two numbers without a branch: the lower one is never higher; they are
// equal, the lower one is -7, or neither.
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	int a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	int low = b ^ ((a ^ b) & -(a < b)), high = a ^ b ^ low;
	if (low > high)
		return 1;
	if (high - low == 0)
		return 2;
	if (low == -7)
		return 3;
	return 0;
}
