// A table on the heap.
//@ brute: 1
//@ paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	int *cells = malloc(8 * sizeof *cells);
	for (int i = 0; i < 8; i++)
		cells[i] = i * i;
	int v = cells[a & 7];
	free(cells);
	return v > 20 ? 1 : v == a;
}
