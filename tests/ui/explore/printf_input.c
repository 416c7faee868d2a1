// libc prints a number that is an input; every test has the output of a native run.
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a < 12);
	printf("%d\n", a);
	return 0;
}
