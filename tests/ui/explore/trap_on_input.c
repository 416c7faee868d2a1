// The program stops itself.
//@ brute: 1
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a / 16 == a % 16 && a > 0x80)
		__builtin_trap(); //~ trap
	return a < 0x80;
}
