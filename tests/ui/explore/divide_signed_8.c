// Signed division rounds towards zero.
//@ brute: 2
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	int x = (signed char)a, y = (signed char)b;
	if (y == 0)
		return 1;
	if (x / y == -3 && x % y == -2)
		return 2;
	return x % y < 0 ? 3 : 0;
}
