// One input ends the program by a signal.
//@ brute: 1
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a == 99)
		abort(); //~ killed-6
	return a > 99;
}
