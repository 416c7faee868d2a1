// A pointer to one of two objects: the branch that chose it is the only fork.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int x = 1, y = 2, *p = &x;
	klee_make_symbolic(&a, 1, "a");
	if (a > 7)
		p = &y;
	*p = 10;
	return x + y;
}
