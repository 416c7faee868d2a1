// An input that is made symbolic again is another one: the first is 1 or not, the second too.
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int n = 0;
	klee_make_symbolic(&a, 1, "a");
	if (a == 1)
		n = 1;
	klee_make_symbolic(&a, 1, "b");
	if (a == 1)
		n += 2;
	return n;
}
