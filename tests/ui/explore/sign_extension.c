// Bytes as numbers of other widths.
//@ brute: 1
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	short s = (signed char)a;
	long long l = s;
	unsigned long long u = (unsigned short)s;
	if (l < -100)
		return 1;
	if (u > 0xff00)
		return 2;
	if ((int)u == l)
		return 3;
	return 4;
}
