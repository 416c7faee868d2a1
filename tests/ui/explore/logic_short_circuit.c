// Conditions that are only looked at if the first ones do not decide.
//@ brute: 2
//@ paths: 10
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	if ((a > 10 && b > 10) || (a < 5 && b < 5))
		return 1;
	if (!(a == 7 || b == 7) && a != b)
		return 2;
	return 0;
}
