// No input satisfies both assumptions: there is no path.
//@ brute: 1
//@ paths: 0
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a > 10);
	klee_assume(a < 10);
	return 0;
}
