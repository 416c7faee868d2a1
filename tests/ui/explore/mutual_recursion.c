// Two functions that call each other.
//@ brute: 1
//@ paths: 12
#include <klee/klee.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a < 12);
	return is_even(a);
}
