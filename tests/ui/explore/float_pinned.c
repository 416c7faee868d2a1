// Floating point on inputs is fixed to one value, which is counted: one path.
//@ paths: 1
//@ concretised: 1
#include <klee/klee.h>

int main(void)
{
	int a;
	klee_make_symbolic(&a, sizeof a, "a");
	double d = a;
	return d > 10.0;
}
