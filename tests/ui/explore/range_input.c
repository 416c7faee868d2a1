// An int from -2 to 2: five cases of a switch.
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	int a = klee_range(-2, 3, "a");
	switch (a) {
	case -2: return 1;
	case -1: return 2;
	case 0: return 3;
	case 1: return 4;
	case 2: return 5;
	}
	return 6;
}
