// A write to a string literal.
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	char buffer[4] = "abc", *p = buffer;
	klee_make_symbolic(&a, 1, "a");
	if (a == 0x80)
		p = "abc";
	p[1] = 'x'; //~ write-to-constant
	return 0;
}
