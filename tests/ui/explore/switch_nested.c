// A switch inside of another.
//@ brute: 2
//@ paths: 6
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	switch (a & 3) {
	case 0:
		switch (b >> 6) {
		case 0: return 1;
		case 3: return 2;
		}
		return 3;
	case 1: return 4;
	case 2: return b == 9 ? 5 : 6;
	}
	return 7;
}
