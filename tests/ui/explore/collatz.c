// A loop that nobody can bound, bounded.
//@ brute: 1
//@ paths: 30
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	unsigned n = a;
	int steps = 0;
	while (n > 1 && steps < 6) {
		n = n & 1 ? 3 * n + 1 : n / 2;
		steps++;
	}
	return steps;
}
