// An assertion that two of 65,536 inputs break.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>
#include <assert.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	assert(a * b != 62 * 251 || a < b); //~ killed-6
	return 0;
}
