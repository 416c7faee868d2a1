// A function that calls itself as often as the input says.
//@ brute: 1
//@ paths: 8
#include <klee/klee.h>

static int depth(unsigned n)
{
	return n < 2 ? 1 : 1 + depth(n / 2);
}

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	return depth(a);
}
