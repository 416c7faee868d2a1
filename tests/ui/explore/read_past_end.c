// A read at an index up to one past the end: in bounds or not.
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int cells[4] = { 1, 2, 3, 4 };
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a <= 4);
	return cells[a]; //~ out-of-bounds-read
}
