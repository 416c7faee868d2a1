// The input chooses a function of a table; each function is a path.
//@ brute: 1
//@ paths: 4
#include <klee/klee.h>

static int zero(int n) { return 0; }
static int same(int n) { return n; }
static int twice(int n) { return 2 * n; }

int main(void)
{
	static int (*const table[3])(int) = { zero, same, twice };
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a > 2)
		return 50;
	return table[a](7);
}
