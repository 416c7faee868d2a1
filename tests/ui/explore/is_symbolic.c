// Inputs are symbolic, constants and values fixed by a branch on equality need not be looked at.
// Only the first branch is on the input: two paths.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	int a = klee_int("a"), b = 5, found = 0;
	if (klee_is_symbolic(b))
		return 7;
	if (a > 0)
		found = 1;
	return found;
}
