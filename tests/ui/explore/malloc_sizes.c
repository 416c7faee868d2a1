// An allocation of 1 to 3 elements, all written: the loop decides the number.
//@ paths: 3
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char n;
	klee_make_symbolic(&n, 1, "n");
	klee_assume(n >= 1 & n <= 3);
	int *cells = malloc(n * sizeof *cells);
	for (int i = 0; i < n; i++)
		cells[i] = i;
	free(cells);
	return n;
}
