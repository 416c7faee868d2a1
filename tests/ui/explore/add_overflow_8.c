// A sum of two bytes wraps or does not.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	unsigned char sum = a + b;
	if (sum < a)
		return 1;
	return sum == 10 ? 2 : 0;
}
