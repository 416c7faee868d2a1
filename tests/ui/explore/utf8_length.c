// How long the character is that begins with this byte.
//@ brute: 1
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a < 0x80)
		return 1;
	if (a < 0xc2)
		return 0;
	if (a < 0xe0)
		return 2;
	if (a < 0xf0)
		return 3;
	return a < 0xf5 ? 4 : 0;
}
