// The divisor is 0 on a diagonal.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	if (a < 10)
		return 1;
	return a % (a - b) == 1 ? 2 : 3; //~ division-by-zero
}
