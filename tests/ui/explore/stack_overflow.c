// A recursion that does not end, for one input.
//@ paths: 1
#include <klee/klee.h>

static unsigned endless(unsigned n)
{
	volatile char room[1000];
	room[n % 1000] = 1;
	return endless(n + 1) + room[0]; //~ stack-overflow
}

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a == 255)
		return endless(0);
	return 0;
}
