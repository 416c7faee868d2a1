// Only some paths ask for the second input.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a < 100)
		return 0;
	unsigned char b;
	klee_make_symbolic(&b, 1, "b");
	return b == a ? 1 : 2;
}
