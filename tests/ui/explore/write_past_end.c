// A write at an index up to one past the end: in bounds or not.
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char a;
	char *cells = malloc(4);
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a <= 4);
	cells[a] = 1; //~ out-of-bounds-write
	free(cells);
	return 0;
}
