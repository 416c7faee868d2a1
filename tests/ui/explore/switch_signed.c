// Negative cases of a switch.
//@ brute: 1
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	switch ((signed char)a) {
	case -128: return 1;
	case -1: return 2;
	case 0: return 3;
	case 127: return 4;
	}
	return 5;
}
