// Euclid's algorithm on small numbers.
//@ brute: 2
//@ paths: 7
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	unsigned x = a & 15, y = b & 15;
	while (y != 0) {
		unsigned r = x % y;
		x = y;
		y = r;
	}
	return (int)x;
}
