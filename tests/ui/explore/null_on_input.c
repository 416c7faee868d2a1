// A pointer that is null for some inputs.
//@ brute: 1
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int value = 3, *p = &value;
	klee_make_symbolic(&a, 1, "a");
	if ((a & 0xc1) == 0xc1)
		p = 0;
	*p = 5; //~ null-dereference
	return value;
}
