// Two inputs of one name are two inputs: equal or not.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	int a = klee_int("x"), b = klee_int("x");
	if (a + 1 == b)
		return 1;
	return 0;
}
