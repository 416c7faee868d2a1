// A table of neighbouring cases, two of which share their code.
//@ brute: 1
//@ paths: 6
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	switch (a) {
	case 10: return 1;
	case 11: return 2;
	case 12:
	case 13: return 3;
	case 14: return 4;
	case 15: return 5;
	default: return 0;
	}
}
