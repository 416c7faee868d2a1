// Checked arithmetic: each of three checks leaves or goes on.
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	int a, b, r;
	unsigned u;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (__builtin_add_overflow(a, b, &r))
		return 1;
	if (__builtin_sub_overflow(a, b, &r))
		return 2;
	if (__builtin_mul_overflow((unsigned)a, 16u, &u))
		return 3;
	return 0;
}
