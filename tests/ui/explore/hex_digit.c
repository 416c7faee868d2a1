// The value of a hexadecimal digit.
//@ brute: 1
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a >= '0' && a <= '9')
		return a - '0';
	a |= 0x20;
	if (a >= 'a' && a <= 'f')
		return a - 'a' + 10;
	return 99;
}
