// A negative index.
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	signed char a;
	short cells[4] = { 1, 2, 3, 4 };
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a >= -1 & a < 4);
	return cells[a]; //~ out-of-bounds-read
}
