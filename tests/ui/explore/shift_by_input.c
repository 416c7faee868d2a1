// Shifts by an amount that the input chooses, kept in range.
//@ brute: 2
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	unsigned n = b & 7;
	if ((unsigned char)(a << n) == 0x80)
		return 1;
	if (a >> n == 3)
		return 2;
	if ((signed char)a >> n == -1)
		return 3;
	return 0;
}
