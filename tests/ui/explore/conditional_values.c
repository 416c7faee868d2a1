// Conditional expressions inside of each other.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	int x = a > 100 ? (b > 100 ? 1 : 2) : (b & 1 ? 3 : 4);
	return x + (a == b ? 10 : 0);
}
